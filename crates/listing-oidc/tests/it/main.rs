//! Tests with a scripted identity provider over real sockets.
#![expect(clippy::unwrap_used, reason = "all of this is tests, their helpers too")]

mod documents;
mod emails;
mod failures;
mod sign_in;
mod signer;
mod support;
mod tokens;
