//! Password hashing, deliberately slow.

use async_trait::async_trait;

use super::BoxError;
use crate::password::{Password, PasswordHash};

/// Hashes and verifies passwords. It uses a thread pool of its own, so that sign-ins never block other
/// requests.
#[async_trait]
pub trait PasswordHasher: Send + Sync {
    /// Returns the hash to store for a password.
    async fn hash(&self, password: &Password) -> Result<PasswordHash, PasswordHasherError>;

    /// Returns true if the hash is of this password. Without a hash the result is false after the same time,
    /// so that the time does not reveal which accounts exist.
    async fn verify(
        &self,
        password: &Password,
        hash: Option<&PasswordHash>,
    ) -> Result<bool, PasswordHasherError>;
}

/// A failure to hash or verify a password.
#[derive(Debug, thiserror::Error)]
pub enum PasswordHasherError {
    /// The queue for the hashing pool is full.
    #[error("the queue for password hashing is full")]
    Busy,
    /// The hasher failed.
    #[error("cannot hash or verify a password")]
    Failed(#[source] BoxError),
}
