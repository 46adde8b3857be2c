//! What makes any listing writer dependable: decorators of the writer port.
//!
//! | Decorator | What it sees to |
//! |---|---|
//! | [`WithDeadline`] | an answer in time, or a failure |
//! | [`Queued`] | so many briefs at once, a few that wait, and no more |
//! | [`Breaker`] | a writer that fails is left alone for a while |
//! | [`SpendCap`] | what a day may cost |
//! | [`Retrying`] | what may pass is tried again, within an allowance |
//! | [`Fallback`] | the next writer is asked when one cannot |
//! | [`TellingNotes`] | what was noticed about the photos is logged and counted |
//!
//! Each does one thing and knows nothing of models or services: what helps against
//! a failure, the variants of the port's error say, and what a brief has cost, its
//! expenses. So any writer can stand behind any of them, the embedded engine too.
#![deny(missing_docs)]

mod breaker;
mod deadline;
mod fallback;
mod metrics;
mod notes;
mod queue;
mod retry;
mod spend;

pub use breaker::Breaker;
pub use deadline::WithDeadline;
pub use fallback::Fallback;
pub use metrics::WriterMetrics;
pub use notes::TellingNotes;
pub use queue::Queued;
pub use retry::{RetryAllowance, Retrying};
pub use spend::{DailySpend, SpendCap};
