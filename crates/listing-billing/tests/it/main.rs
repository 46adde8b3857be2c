//! Sells products through the fake of Stripe, on real sockets.

#![expect(clippy::unwrap_used, clippy::panic, reason = "all of this is tests, their helpers too")]

mod applying;
mod checkouts;
mod complaints;
mod deliveries;
mod failures;
mod notices;
mod payments;
mod products;
mod selling;
mod store;
mod subscriptions;
mod support;
