//! Accounts and their API keys.

use async_trait::async_trait;
use jiff::Timestamp;

use super::BoxError;
use crate::account::{Account, Email, Plan};
use crate::ids::{AccountId, KeyId};
use crate::key::{KeyDigest, KeyHint, KeyRecord};

/// Keeps accounts and API keys.
///
/// Each method is one atomic step. A key is found by its digest only; its text
/// never reaches an adapter.
#[async_trait]
pub trait AccountStore: Send + Sync {
    /// Adds an account.
    ///
    /// # Errors
    /// [`AccountStoreError::EmailTaken`] when an account has that e-mail
    /// already, also when both are added at the same moment.
    async fn add_account(&self, account: &Account) -> Result<(), AccountStoreError>;

    /// The account with that e-mail.
    async fn account_by_email(&self, email: &Email) -> Result<Option<Account>, AccountStoreError>;

    /// All accounts, by e-mail.
    async fn accounts(&self) -> Result<Vec<Account>, AccountStoreError>;

    /// Adds an active key, unless the account already has `max_active` of them:
    /// that limit holds however many are added at the same moment.
    ///
    /// # Errors
    /// [`AccountStoreError::TooManyKeys`] when the account is at its limit;
    /// [`AccountStoreError::Inconsistent`] when there is no such account or the
    /// same key was added before. Nothing is stored then.
    async fn add_key(&self, key: &NewKey, max_active: u32) -> Result<(), AccountStoreError>;

    /// All keys of an account, also revoked ones, oldest first; none for an
    /// unknown account.
    async fn keys(&self, account: AccountId) -> Result<Vec<KeyRecord>, AccountStoreError>;

    /// Revokes an active key of an account. `false` when the account has no
    /// such active key, also because it was revoked before: the first time
    /// stays. From then on the key has no owner, caches included.
    async fn revoke_key(
        &self,
        account: AccountId,
        key: KeyId,
        at: Timestamp,
    ) -> Result<bool, AccountStoreError>;

    /// Whom an active key belongs to, with the plan that the account has at a
    /// moment, also when the answer is remembered. `None` for unknown and
    /// revoked keys.
    async fn key_owner(
        &self,
        digest: &KeyDigest,
        at: Timestamp,
    ) -> Result<Option<KeyOwner>, AccountStoreError>;

    /// Notes that a key was used; coarser than
    /// [`KeyRecord::LAST_USE_PRECISION_SECONDS`] is enough. Does nothing for a
    /// key that is not there.
    async fn note_key_use(&self, key: KeyId, at: Timestamp) -> Result<(), AccountStoreError>;
}

/// A key to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewKey {
    /// Its identity.
    pub id: KeyId,
    /// The account it opens.
    pub account: AccountId,
    /// What is kept instead of it.
    pub digest: KeyDigest,
    /// Its first characters.
    pub hint: KeyHint,
    /// When it was created.
    pub created_at: Timestamp,
}

/// Whom an active key belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyOwner {
    /// The key's identity.
    pub key: KeyId,
    /// The account.
    pub account: AccountId,
    /// The account's plan.
    pub plan: Plan,
    /// When the key was last used, as far as it was noted.
    pub last_used_at: Option<Timestamp>,
}

/// Why accounts or keys could not be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum AccountStoreError {
    /// An account has that e-mail already.
    #[error("an account with this e-mail exists already")]
    EmailTaken,
    /// The account has as many active keys as it may hold.
    #[error("the account already holds {0} active keys, which is the most; revoke one first")]
    TooManyKeys(u32),
    /// The store cannot be reached now.
    #[error("the account store is not available")]
    Unavailable(#[source] BoxError),
    /// What is stored cannot be right.
    #[error("the account store holds something it must not hold")]
    Inconsistent(#[source] BoxError),
}
