//! Tests of mail as a mail server receives it.
#![expect(clippy::unwrap_used, reason = "all of this is tests, their helpers too")]

mod smtp;
mod support;
mod trust;
mod words;
