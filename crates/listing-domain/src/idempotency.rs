//! Idempotency: a request retried under the same key is done and charged once, and retries get its answer.

use std::fmt;
use std::str::FromStr;

use jiff::SignedDuration;

use crate::generation::RenderedData;
use crate::ids::GenerationId;
use crate::quota::UsageAtCharge;

/// The time for which an answer is stored.
pub const ANSWER_RETENTION: SignedDuration = SignedDuration::from_hours(24);

/// The time for which a key is remembered after its answer was dropped: a late retry is refused, not charged
/// again.
pub const KEY_RETENTION: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A caller's key for one request: 1 to 255 visible ASCII characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IdempotencyKey(String);

/// The error for an invalid key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be 1 to {} visible ASCII characters", IdempotencyKey::MAX)]
pub struct InvalidIdempotencyKey;

impl IdempotencyKey {
    /// The maximum length, in characters.
    pub const MAX: usize = 255;

    /// The key as text.
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

/// The SHA-256 of a request's relevant parts, to distinguish requests under the same key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fingerprint([u8; 32]);

impl Fingerprint {
    /// Wraps a digest.
    pub const fn new(digest: [u8; 32]) -> Self {
        Self(digest)
    }

    /// The digest.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// A request to do at most once per account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotentRequest {
    /// The caller's key.
    pub key: IdempotencyKey,
    /// The request's fingerprint.
    pub fingerprint: Fingerprint,
}

/// A stored answer: only the parts that vary, which give the same bytes again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// The id of the generation.
    pub generation: GenerationId,
    /// The response body.
    pub data: RenderedData,
    /// The account's usage after the charge.
    pub usage: UsageAtCharge,
}

/// The state of a used key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KeyUse {
    /// The first request is in progress.
    #[error("a request with this Idempotency-Key is still in progress: retry in a moment")]
    Running,
    /// The first request was a different one.
    #[error("the Idempotency-Key was used for another request: use a new key for a new request")]
    OtherRequest,
    /// The answer to the first request.
    #[error("the request was answered before")]
    Answered(StoredAnswer),
    /// The stored answer was dropped.
    #[error("the request with this Idempotency-Key was answered more than 24 hours ago: use a new key")]
    Forgotten,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn idempotency_keys_are_visible_ascii_of_limited_length() {
        for good in ["a", "8e03978e-40d5-43dd-bc93-6894a57f9324", "order/7#~", &"k".repeat(255)] {
            assert_eq!(good.parse::<IdempotencyKey>().unwrap().as_str(), good);
        }
        for bad in ["", " ", "two words", "tab\t", "clé", "\u{7f}", &"k".repeat(256)] {
            assert_eq!(bad.parse::<IdempotencyKey>(), Err(InvalidIdempotencyKey), "{bad:?}");
        }
    }
}
