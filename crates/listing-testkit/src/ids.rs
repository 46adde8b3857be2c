use std::sync::{Mutex, PoisonError};

use listing_domain::key::ApiKey;
use listing_domain::ports::IdSource;
use listing_domain::token::Token;
use listing_domain::webhook::WebhookSecret;
use uuid::{Builder, Uuid};

/// Unique ids and keys, the same in every run of a test.
#[derive(Debug)]
pub struct SeededIds(Mutex<u64>);

impl SeededIds {
    /// Each seed gives other ids.
    pub const fn new(seed: u64) -> Self {
        Self(Mutex::new(seed))
    }

    /// The next number of a pseudorandom sequence (splitmix64).
    pub fn number(&self) -> u64 {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// The next number, reduced to less than a bound.
    pub fn below(&self, bound: u64) -> u64 {
        self.number() % bound
    }

    fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        for chunk in bytes.chunks_mut(8) {
            chunk.copy_from_slice(&self.number().to_be_bytes()[..chunk.len()]);
        }
        bytes
    }
}

impl IdSource for SeededIds {
    fn id(&self) -> Uuid {
        Builder::from_random_bytes(self.bytes()).into_uuid()
    }

    fn api_key(&self) -> ApiKey {
        ApiKey::from_secret(self.bytes())
    }

    fn token(&self) -> Token {
        Token::from_secret(self.bytes())
    }

    fn webhook_secret(&self) -> WebhookSecret {
        WebhookSecret::from_secret(self.bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn same_seed_gives_the_same_unique_ids() {
        let (ids, again, other) = (SeededIds::new(7), SeededIds::new(7), SeededIds::new(8));
        let made: Vec<Uuid> = (0..1_000).map(|_| ids.id()).collect();
        assert_eq!(made, (0..1_000).map(|_| again.id()).collect::<Vec<_>>());
        let all: BTreeSet<Uuid> = made.into_iter().chain((0..1_000).map(|_| other.id())).collect();
        assert_eq!(all.len(), 2_000);
        assert_ne!(ids.api_key().digest(), ids.api_key().digest());
    }
}
