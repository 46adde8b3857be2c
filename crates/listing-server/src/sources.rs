//! Time, identities and secrets from the host: the only place that reads them.

use jiff::Timestamp;
use listing_domain::key::ApiKey;
use listing_domain::ports::{Clock, IdSource};
use uuid::Uuid;

/// The host's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the Clock that everything else is given")]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// Identities and secrets from the operating system's random source.
#[derive(Debug, Clone, Copy, Default)]
pub struct OsRandom;

impl OsRandom {
    fn bytes<const N: usize>() -> [u8; N] {
        let mut bytes = [0; N];
        // A host without random bytes cannot make keys that nobody can guess,
        // and must not go on.
        #[expect(clippy::expect_used, reason = "there is no safe way to go on without random bytes")]
        getrandom::fill(&mut bytes).expect("the operating system gives no random bytes");
        bytes
    }
}

impl IdSource for OsRandom {
    /// Time-ordered (version 7), so that rows of one time lie together.
    fn id(&self) -> Uuid {
        let millis = u64::try_from(SystemClock.now().as_millisecond()).unwrap_or_default();
        uuid::Builder::from_unix_timestamp_millis(millis, &Self::bytes()).into_uuid()
    }

    fn api_key(&self) -> ApiKey {
        ApiKey::from_secret(Self::bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities_and_keys_are_never_made_twice() {
        assert_ne!(OsRandom.id(), OsRandom.id());
        assert_ne!(OsRandom.api_key().reveal(), OsRandom.api_key().reveal());
        assert_eq!(OsRandom.id().get_version_num(), 7);
    }
}
