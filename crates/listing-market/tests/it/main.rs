//! Tests each market data source over real sockets: its requests, its handling of every possible
//! answer, and its timing.
#![expect(clippy::unwrap_used, reason = "all of this is tests, their helpers too")]

mod beside;
mod contract;
mod dependable;
mod ebay;
mod etsy;
mod joined;
mod rates;
mod support;
