//! Requests that are done once, however often they are sent.
//!
//! A caller who does not hear the answer of a request sends it again under the
//! same key. The first is done and charged; the others get its answer.

use std::fmt;
use std::str::FromStr;

use jiff::SignedDuration;

use crate::generation::RenderedData;
use crate::quota::UsageAtCharge;

/// How long an answer is kept for those who send the request again.
pub const ANSWER_KEPT: SignedDuration = SignedDuration::from_hours(24);

/// How long a key is remembered after its answer was dropped, so that a late
/// repetition is refused rather than charged a second time.
pub const KEY_REMEMBERED: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A caller's name for one request: 1 to 255 visible ASCII characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IdempotencyKey(String);

/// A text that cannot be an idempotency key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be 1 to {} visible ASCII characters", IdempotencyKey::MAX)]
pub struct InvalidIdempotencyKey;

impl IdempotencyKey {
    /// The most characters.
    pub const MAX: usize = 255;

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for IdempotencyKey {
    type Err = InvalidIdempotencyKey;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fits = (1..=Self::MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
        if fits { Ok(Self(text.to_owned())) } else { Err(InvalidIdempotencyKey) }
    }
}

impl fmt::Display for IdempotencyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What tells one request from another under the same key: the SHA-256 of all
/// that matters in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// A fingerprint from the digest.
    pub const fn new(digest: [u8; 32]) -> Self {
        Self(digest)
    }

    /// The digest.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// A request that is to be done once for an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotentRequest {
    /// The caller's name for it.
    pub key: IdempotencyKey,
    /// What it asks for.
    pub fingerprint: Fingerprint,
}

/// An answer that was given before: all that differs between answers, so that it
/// can be given again byte by byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// What was written.
    pub data: RenderedData,
    /// How the account stood after the charge.
    pub usage: UsageAtCharge,
}

/// Why a request under a key that was used before is not done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyUse {
    /// The first request is being worked on.
    #[error("a request with the same Idempotency-Key is being worked on: retry in a moment")]
    Running,
    /// The first request asked for something else.
    #[error("the Idempotency-Key was used for another request: use a new key for a new request")]
    OtherRequest,
    /// The first request was answered.
    #[error("the request was answered before")]
    Answered(StoredAnswer),
    /// The first request was answered so long ago that its answer was dropped.
    #[error("the request with this Idempotency-Key was answered more than 24 hours ago: use a new key")]
    Forgotten,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_visible_ascii_within_bounds() {
        for good in ["a", "8e03978e-40d5-43dd-bc93-6894a57f9324", "order/7#~", &"k".repeat(255)] {
            assert_eq!(good.parse::<IdempotencyKey>().unwrap().as_str(), good);
        }
        for bad in ["", " ", "two words", "tab\t", "clé", "\u{7f}", &"k".repeat(256)] {
            assert_eq!(bad.parse::<IdempotencyKey>(), Err(InvalidIdempotencyKey), "{bad:?}");
        }
    }
}
