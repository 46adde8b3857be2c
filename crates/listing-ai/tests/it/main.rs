//! Tests model writers over real sockets.
#![expect(clippy::unwrap_used, reason = "all of this is tests, their helpers too")]

mod contract;
mod fake_model;
mod formats;
mod habits;
mod injection;
mod outcomes;
mod requests;
mod retries;
mod seller_statements;
mod support;
