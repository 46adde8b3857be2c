//! Tests each source over real sockets.
#![expect(clippy::unwrap_used, reason = "all of this is tests, their helpers too")]

mod combined;
mod contract;
mod ebay;
mod etsy;
mod parallel;
mod rates;
mod reliability;
mod support;
