//! The interface, row by row, over the composed service on a free port.
//!
//! Storage, photos, limits and HTTP are the real ones; only the writer is the
//! testkit's, which answers at once, but for where AI services are the subject. What the embedded engine writes is looked
//! at by the workloads and by its own tests.

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
