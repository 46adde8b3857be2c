//! Reads time, ids and secrets from the operating system, which no other module does.

use std::cell::RefCell;

use jiff::Timestamp;
use listing_domain::key::ApiKey;
use listing_domain::ports::{Clock, IdSource};
use listing_domain::token::Token;
use listing_domain::webhook::WebhookSecret;
use uuid::Uuid;

/// The system's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the Clock that everything else is given")]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// The system's random source.
#[derive(Debug, Clone, Copy, Default)]
pub struct OsRandom;

impl OsRandom {
    fn bytes<const N: usize>() -> [u8; N] {
        let mut bytes = [0; N];
        // Without random bytes, generated keys could be guessed, so the process must not continue.
        #[expect(clippy::expect_used, reason = "there is no safe way to go on without random bytes")]
        getrandom::fill(&mut bytes).expect("the operating system returned no random bytes");
        bytes
    }
}

/// Fetched in advance: a system call for each id would take longer than the rest of its creation.
struct RandomBuffer {
    bytes: [u8; 1_000],
    used: usize,
}

thread_local! {
    static RANDOM_BUFFER: RefCell<RandomBuffer> = const { RefCell::new(RandomBuffer { bytes: [0; 1_000], used: 1_000 }) };
}

impl RandomBuffer {
    /// Each byte is returned once. Secrets do not use this buffer, since they must not be in memory before
    /// they are needed.
    fn take<const N: usize>(&mut self) -> [u8; N] {
        if self.bytes.len() - self.used < N {
            (self.bytes, self.used) = (OsRandom::bytes(), 0);
        }
        let mut taken = [0; N];
        taken.copy_from_slice(&self.bytes[self.used..self.used + N]);
        self.used += N;
        taken
    }
}

impl IdSource for OsRandom {
    /// Time-ordered (version 7), so that rows created together are stored together.
    fn id(&self) -> Uuid {
        let millis = u64::try_from(SystemClock.now().as_millisecond()).unwrap_or_default();
        let random = RANDOM_BUFFER.with_borrow_mut(RandomBuffer::take);
        uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid()
    }

    fn api_key(&self) -> ApiKey {
        ApiKey::from_secret(Self::bytes())
    }

    fn token(&self) -> Token {
        Token::from_secret(Self::bytes())
    }

    fn webhook_secret(&self) -> WebhookSecret {
        WebhookSecret::from_secret(Self::bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn generated_ids_and_keys_are_unique() {
        let ids: HashSet<_> = (0..1_000).map(|_| OsRandom.id()).collect();
        assert_eq!(ids.len(), 1_000);
        assert_ne!(OsRandom.api_key().reveal(), OsRandom.api_key().reveal());
        assert_eq!(OsRandom.id().get_version_num(), 7);
    }
}
