//! Serves the operator's routes: liveness, readiness and metrics.

use actix_web::{HttpResponse, web};
use listing_domain::ErrorChain;
use prometheus::{Encoder as _, TextEncoder};
use serde::Serialize;
use tokio::time::timeout;

use crate::edge::Edge;
use crate::error::ApiError;
use crate::readiness::NotReady;
use crate::route::{Access, RouteEntry};

/// Returns the operator's routes, which are always served.
pub fn operator_routes() -> Vec<RouteEntry> {
    vec![
        RouteEntry::at("/health/live").uncounted().get(Access::Anyone, live),
        RouteEntry::at("/health/ready").uncounted().get(Access::Anyone, ready),
        RouteEntry::at("/metrics").uncounted().for_own_hosts().get(Access::Anyone, metrics),
    ]
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
}

async fn live() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "live" })
}

async fn ready(edge: web::Data<Edge>) -> Result<HttpResponse, ApiError> {
    let checked = timeout(edge.limits.readiness_timeout, edge.readiness.check()).await;
    let checked = checked.unwrap_or(Err(NotReady::TooSlow));
    // Monitoring polls every second or so; only a change is worth a line.
    let has_changed = edge.metrics.set_ready(checked.is_ok());
    match checked {
        Ok(()) => {
            if has_changed {
                tracing::info!("the service is ready: /health/ready answers 200");
            }
            Ok(HttpResponse::Ok().json(Health { status: "ready" }))
        }
        Err(reason) => {
            if has_changed {
                tracing::warn!(reason = %ErrorChain(&reason), "the service is not ready: /health/ready answers 503");
            }
            Err(ApiError::not_ready())
        }
    }
}

async fn metrics(edge: web::Data<Edge>) -> Result<HttpResponse, ApiError> {
    let encoder = TextEncoder::new();
    let mut text = Vec::new();
    encoder.encode(&edge.metrics.registry().gather(), &mut text).map_err(|error| {
        tracing::error!(%error, "failed to encode the metrics for Prometheus; answered 500");
        ApiError::internal()
    })?;
    Ok(HttpResponse::Ok().content_type(encoder.format_type()).body(text))
}
