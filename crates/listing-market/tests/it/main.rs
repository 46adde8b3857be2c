//! Sources of market data, each over real sockets: what they send, what they make of everything
//! that can come back, and how long they take for it.
#![expect(clippy::unwrap_used, reason = "all of this is tests, their helpers too")]

mod beside;
mod contract;
mod dependable;
mod ebay;
mod etsy;
mod joined;
mod rates;
mod support;
