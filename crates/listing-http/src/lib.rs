//! The REST interface, version 1, and what an operator needs beside it.
//!
//! | Path | What |
//! |---|---|
//! | `POST /api/v1/listings` | generates listings (`generateListings`) |
//! | `GET /api/v1/usage` | tells how the caller's quota stands (`getUsage`) |
//! | `GET /.well-known/openapi.json` | the description of these two, generated from the code |
//! | `GET /docs` | the same description for people, as one page without scripts |
//! | `GET /health/live`, `GET /health/ready` | whether the process runs, and whether it can serve |
//! | `GET /metrics` | figures for Prometheus |
//!
//! Handlers hold no business condition: they parse, call one use-case of
//! `listing-domain` and render. What concerns every request (its id, its rate
//! limit, its log line, its headers) happens in one place, the `middleware` module.
//!
//! Every error on every path is exactly `{"statusCode":N,"message":"…"}`.

mod api;
mod auth;
mod body;
mod client_address;
mod docs_page;
mod error;
mod generation_tasks;
mod health;
mod listings;
mod metrics;
mod middleware;
mod openapi;
mod route;
mod server;
mod turns;
mod usage;

pub use actix_web::dev::Server;
pub use api::{Api, HttpLimits};
pub use body::MemoryBudget;
pub use client_address::{InvalidProxy, TrustedProxies};
pub use generation_tasks::GenerationTasks;
pub use health::{NotReady, Readiness};
pub use listings::generation_data;
pub use metrics::Metrics;
pub use openapi::openapi_json;
pub use server::{configure, serve};
pub use turns::ConcurrencyLimits;
