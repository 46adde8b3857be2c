//! Tests of the whole service through its API, its web app and its commands.
//!
//! Only the writer is a fake of the testkit, except in tests of AI services. The embedded engine has its own
//! tests and workloads.

#![expect(clippy::unwrap_used, reason = "a test stops where something is not as it must be")]

mod ai;
mod app;
mod billing;
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
mod kept_photos;
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
mod webhooks;
