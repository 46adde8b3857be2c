//! Decorators of the writer port that make any listing writer reliable.
//!
//! | Decorator | Effect |
//! |---|---|
//! | [`WithDeadline`] | a time limit for each request |
//! | [`Queued`] | limited concurrency and a short queue |
//! | [`Breaker`] | a circuit breaker around a failing writer |
//! | [`SpendCap`] | a daily budget |
//! | [`Retrying`] | retries of temporary failures, within an allowance |
//! | [`Fallback`] | the next writer after a failure |
//! | [`PhotoNoteLogger`] | logs and counts of notes about the photos |
//!
//! They depend on no model or service: they react to the port's errors, and read costs from the request's
//! expenses.
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
pub use notes::PhotoNoteLogger;
pub use queue::Queued;
pub use retry::{RetryAllowance, Retrying};
pub use spend::{DailySpend, SpendCap};
