use async_trait::async_trait;
use listing_domain::ports::BoxError;

/// Checks whether the service can serve.
#[async_trait]
pub trait Readiness: Send + Sync {
    /// Checks now, quickly: beyond [`HttpLimits`](crate::HttpLimits)' readiness timeout counts as "not
    /// ready".
    async fn check(&self) -> Result<(), NotReady>;
}

/// Why the service cannot serve. For the log; clients learn only "not ready".
#[derive(Debug, thiserror::Error)]
pub enum NotReady {
    /// The service is shutting down and finishes its open requests.
    #[error("the service is shutting down")]
    Stopping,
    /// A dependency, such as the database, is not available.
    #[error("a dependency of the service is not available")]
    Unavailable(#[source] BoxError),
    /// The check timed out.
    #[error("the readiness check timed out")]
    TooSlow,
}
