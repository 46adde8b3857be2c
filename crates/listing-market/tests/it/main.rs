//! Tests each market data source over real sockets: the requests it sends, the way it handles every
//! kind of response, and its timing.
#![expect(clippy::unwrap_used, reason = "all of this is tests, their helpers too")]

mod combined;
mod contract;
mod ebay;
mod etsy;
mod parallel;
mod rates;
mod reliability;
mod support;
