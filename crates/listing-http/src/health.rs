//! Whether the process runs, and whether it can serve.

use actix_web::{HttpResponse, web};
use async_trait::async_trait;
use listing_domain::ports::BoxError;
use serde::Serialize;
use tokio::time::timeout;

use crate::Api;
use crate::error::{ApiError, Chain};

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
    #[error("something the service needs is not available")]
    Unavailable(#[source] BoxError),
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
}

/// `GET /health/live`: the process answers, so it lives.
pub(crate) async fn live() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "live" })
}

/// `GET /health/ready`.
pub(crate) async fn ready(api: web::Data<Api>) -> Result<HttpResponse, ApiError> {
    match timeout(api.limits.readiness_timeout, api.readiness.check()).await {
        Ok(Ok(())) => Ok(HttpResponse::Ok().json(Health { status: "ready" })),
        Ok(Err(reason)) => {
            tracing::warn!(reason = %Chain(&reason), "not ready");
            Err(ApiError::not_ready())
        }
        Err(_) => {
            tracing::warn!("not ready: finding out took too long");
            Err(ApiError::not_ready())
        }
    }
}
