//! Whether the service can serve.

use async_trait::async_trait;
use listing_domain::ports::BoxError;

/// Tells whether the service can serve requests.
#[async_trait]
pub trait Readiness: Send + Sync {
    /// Looks, now. Must not take long: beyond the interface's readiness time
    /// the answer counts as "not ready".
    async fn check(&self) -> Result<(), NotReady>;
}

/// Why the service cannot serve now. For the log; clients are only told that
/// it is so.
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    /// It is stopping, and finishes what it has begun.
    #[error("the service is stopping")]
    Stopping,
    /// Something that it needs is missing.
    #[error("the service cannot reach what it needs")]
    Unavailable(#[source] BoxError),
    /// To find out took longer than it may.
    #[error("what the service needs did not answer in time")]
    TooSlow,
}
