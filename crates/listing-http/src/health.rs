//! Whether the process runs, and whether it can serve.

use actix_web::{HttpResponse, web};
use async_trait::async_trait;
use listing_domain::ports::BoxError;
use serde::Serialize;
use tokio::time::timeout;

use crate::Edge;
use crate::error::{ApiError, Chain};
use crate::route::{Access, RouteEntry};

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

#[derive(Serialize)]
struct Health {
    status: &'static str,
}

/// Where they are told.
pub(crate) fn routes() -> Vec<RouteEntry> {
    vec![
        RouteEntry::at("/health/live").uncounted().get(Access::Anyone, live),
        RouteEntry::at("/health/ready").uncounted().get(Access::Anyone, ready),
    ]
}

/// `GET /health/live`: the process answers, so it lives.
async fn live() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "live" })
}

/// `GET /health/ready`.
async fn ready(edge: web::Data<Edge>) -> Result<HttpResponse, ApiError> {
    let found = timeout(edge.limits.readiness_timeout, edge.readiness.check()).await;
    let found = found.unwrap_or(Err(NotReady::TooSlow));
    // Whoever watches asks every second or so; only a change is worth a line.
    let is_news = edge.metrics.is_ready(found.is_ok());
    match found {
        Ok(()) => {
            if is_news {
                tracing::info!("the service is ready: /health/ready answers 200");
            }
            Ok(HttpResponse::Ok().json(Health { status: "ready" }))
        }
        Err(reason) => {
            if is_news {
                tracing::warn!(reason = %Chain(&reason), "the service is not ready: /health/ready answers 503");
            }
            Err(ApiError::not_ready())
        }
    }
}
