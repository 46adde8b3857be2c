//! Tests emails as a mail server receives them.
#![expect(clippy::unwrap_used, reason = "all of this is tests, their helpers too")]

mod smtp;
mod support;
mod trust;
mod words;
