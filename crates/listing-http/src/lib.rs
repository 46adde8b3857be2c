//! Serves the HTTP edge: the checks that every request passes, and the operator's routes.
//!
//! | Path | Answer |
//! |---|---|
//! | `GET /health/live`, `GET /health/ready` | whether the process runs, and whether it can serve |
//! | `GET /metrics` | figures for Prometheus |
//!
//! Route groups ([`RouteGroup`]) add everything else, such as the REST API and the web app. A group is a
//! table of routes ([`RouteEntry`]) whose handlers parse, call one use-case of `listing-domain` and render.
//! The `middleware` module handles the concerns of every request: its id, caller, rate limit, log line and
//! headers.
//!
//! Every error on every path is exactly `{"statusCode":N,"message":"…"}` ([`ApiError`]), except for browsers
//! that request a page: there the route group renders the error.

mod application;
mod auth;
mod authorization;
mod batches;
mod billing;
pub mod body;
mod client_address;
mod context;
mod cors;
mod desk;
mod edge;
mod error;
mod failures;
mod host;
mod incoming;
mod language;
mod metrics;
mod middleware;
mod operator;
mod outgoing;
mod phase;
mod protocol;
mod readiness;
mod reason;
mod refusals;
mod route;
mod server;
mod session;
mod tasks;
mod webhooks;

pub use actix_server::Server;
pub use auth::Authenticated;
pub use authorization::reauthenticate;
pub use batches::BatchLoop;
pub use billing::{BILLING_EVENTS_PATH, BillingLoops, billing_routes};
pub use client_address::{InvalidProxy, TrustedProxies};
pub use context::RequestId;
pub use cors::{CorsOrigins, InvalidOrigin};
pub use desk::{Admitted, Announced, Desk, Outcome};
pub use edge::{Edge, HttpLimits};
pub use error::{ApiError, ErrorBody, Failure};
pub use host::{InvalidHost, OwnHosts};
pub use language::preferred_language;
pub use metrics::Metrics;
pub use operator::operator_routes;
pub use readiness::{NotReady, Readiness};
pub use reason::Reason;
pub use route::{Access, Counting, Endpoint, ErrorPage, RouteEntry, RouteGroup};
pub use server::serve;
pub use session::{PageVisit, SESSION_COOKIE, cookie};
pub use tasks::{Ended, Interruptible, Tasks};
pub use webhooks::WebhookLoop;
