//! Tests of the whole API over the composed service on a free port.
//!
//! Storage, photos, limits and HTTP are real. The writer is the testkit's, except in tests of AI services.
//! Workloads and its own tests cover the embedded engine's output.

#![expect(clippy::unwrap_used, reason = "a test stops where something is not as it must be")]

mod ai;
mod app;
mod browser;
mod busy;
mod canary;
mod comparables;
mod described;
mod documented;
mod errors;
mod forms;
mod greedy;
mod headers;
mod keys;
mod listings;
mod market;
mod metrics;
mod operator;
mod pages;
mod process;
mod quota;
mod readiness;
mod stopping;
mod usage;
