//! Writers that ask a model, each over real sockets: what they send, what they
//! make of everything that can come back, and how long they take for it.
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
