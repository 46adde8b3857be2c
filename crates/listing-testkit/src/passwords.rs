use std::sync::atomic::{AtomicU32, Ordering};

use async_trait::async_trait;
use listing_domain::password::{Password, PasswordHash};
use listing_domain::ports::{PasswordHasher, PasswordHasherError};
use listing_domain::token::TokenDigest;

/// A fast password hasher that counts its calls.
#[derive(Debug, Default)]
pub struct QuickHasher {
    hashed: AtomicU32,
    verified: AtomicU32,
}

impl QuickHasher {
    /// Numbers of passwords hashed and verified.
    pub fn calls(&self) -> (u32, u32) {
        (self.hashed.load(Ordering::Relaxed), self.verified.load(Ordering::Relaxed))
    }

    fn digest(password: &Password) -> PasswordHash {
        let digest = TokenDigest::of(password.reveal());
        PasswordHash::new(format!("$quick${:02x?}", digest.as_bytes()))
    }
}

#[async_trait]
impl PasswordHasher for QuickHasher {
    async fn hash(&self, password: &Password) -> Result<PasswordHash, PasswordHasherError> {
        self.hashed.fetch_add(1, Ordering::Relaxed);
        Ok(Self::digest(password))
    }

    async fn verify(
        &self,
        password: &Password,
        hash: Option<&PasswordHash>,
    ) -> Result<bool, PasswordHasherError> {
        self.verified.fetch_add(1, Ordering::Relaxed);
        Ok(hash.is_some_and(|hash| *hash == Self::digest(password)))
    }
}
