//! The API over real sockets, with in-memory adapters.
#![expect(clippy::unwrap_used, reason = "all of this is tests, their helpers too")]

mod answers;
mod batches;
mod bodies;
mod check;
mod clients;
mod cors;
mod details;
mod edits;
mod exports;
mod generations;
mod idempotency;
mod kept_photos;
mod keys;
mod market;
mod methods;
mod outage;
mod protocol;
mod references;
mod rewrites;
mod sales;
mod statuses;
mod support;
mod unknown;
mod webhooks;
