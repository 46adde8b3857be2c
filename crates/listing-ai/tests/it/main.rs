//! Tests model writers over real sockets: their requests, their handling of all responses, and
//! their timing.
#![expect(clippy::unwrap_used, reason = "all of this is tests, their helpers too")]

mod again;
mod contract;
mod faithful;
mod formats;
mod habits;
mod injection;
mod outcomes;
mod requests;
mod standin;
mod support;
