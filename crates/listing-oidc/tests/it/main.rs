//! The adapter over real sockets, against a provider that each test makes say what it likes:
//! what is believed, what is refused and why, and what becomes of a provider that fails.
#![expect(clippy::unwrap_used, reason = "all of this is tests, their helpers too")]

mod documents;
mod emails;
mod failures;
mod right;
mod signer;
mod support;
mod tokens;
