//! Hashing passwords, slowly on purpose.

use async_trait::async_trait;

use super::BoxError;
use crate::password::{Password, PasswordHash};

/// Hashes and recognises passwords. Work waits for a place in a pool of its own, so that
/// however many sign in, other requests go on.
#[async_trait]
pub trait PasswordHasher: Send + Sync {
    /// What is to be kept of a password.
    async fn hash(&self, password: &Password) -> Result<PasswordHash, PasswordHasherError>;

    /// Whether it is the password of a hash. Without one it is never, but takes as long, so that
    /// the time does not tell who has an account.
    async fn verify(
        &self,
        password: &Password,
        hash: Option<&PasswordHash>,
    ) -> Result<bool, PasswordHasherError>;
}

/// Why a password could not be hashed.
#[derive(Debug, thiserror::Error)]
pub enum PasswordHasherError {
    /// Too many wait already.
    #[error("too many passwords are being hashed")]
    Busy,
    /// The hasher failed.
    #[error("a password could not be hashed")]
    Failed(#[source] BoxError),
}
