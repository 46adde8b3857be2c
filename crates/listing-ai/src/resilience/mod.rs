//! What makes a writer dependable: decorators of the writer port. Each does one
//! thing, and knows nothing of models.

mod breaker;
mod deadline;
mod fallback;
mod queue;
mod retry;
mod spend;

pub use breaker::Breaker;
pub use deadline::WithDeadline;
pub use fallback::Fallback;
pub use queue::Queued;
pub use retry::{RetryAllowance, Retrying};
pub use spend::{DailySpend, SpendCap};

#[cfg(test)]
mod tests;
