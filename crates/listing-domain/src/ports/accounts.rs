//! The store of accounts and their API keys.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreError;
use crate::account::{Account, Email, Plan};
use crate::ids::{AccountId, KeyId};
use crate::key::{ApiKey, KeyDigest, KeyHint, KeyName, KeyRecord};
use crate::person::Epoch;
use crate::principal::Scopes;

/// Stores accounts and API keys.
///
/// Each method is one atomic step. Keys are found by digest; their text never reaches an adapter.
#[async_trait]
pub trait AccountStore: Send + Sync {
    /// Adds an account.
    ///
    /// # Errors
    /// [`AccountStoreError::EmailTaken`] when an account has that email, even if both are added at once.
    async fn add_account(&self, account: &Account) -> Result<(), AccountStoreError>;

    /// Returns the account with this email; `None` if there is none.
    async fn account_by_email(&self, email: &Email) -> Result<Option<Account>, AccountStoreError>;

    /// Returns all accounts that are not deleted, by email.
    async fn accounts(&self) -> Result<Vec<Account>, AccountStoreError>;

    /// Suspends an account: its keys are refused until it is resumed, and its sessions and links end for
    /// good. `false` for an unknown account. Suspending it again does not change the recorded time.
    ///
    /// # Errors
    /// [`AccountStoreError::LastAdministrator`] when no administrator would be left whose account is not
    /// suspended.
    async fn suspend(&self, account: AccountId, at: Timestamp) -> Result<bool, AccountStoreError>;

    /// Resumes a suspended account. `false` for an unknown account.
    async fn resume(&self, account: AccountId) -> Result<bool, AccountStoreError>;

    /// Removes an account's personal data: its email, its keys and their names, its history, and the answers
    /// stored for its requests. Its entitlements end. `false` for an unknown account, or one not in `epoch`,
    /// if given.
    ///
    /// The ledger stays, under the account's id. All other ports then treat that id as unknown. Held units
    /// can still be settled or returned; nothing else is possible. The email can open another account, which
    /// starts with this one's free units of the month counted as used. Their number is stored under the
    /// mailbox's [digest](Email::mailbox_digest) until the month ends.
    ///
    /// # Errors
    /// [`AccountStoreError::LastAdministrator`] when no administrator would be left whose account is not
    /// suspended.
    async fn delete_account(
        &self,
        account: AccountId,
        at: Timestamp,
        epoch: Option<Epoch>,
    ) -> Result<bool, AccountStoreError>;

    /// Drops the keys that ended at or before a moment, and returns their number.
    async fn drop_ended_keys(&self, until: Timestamp) -> Result<u64, AccountStoreError>;

    /// Drops the records of free units that deleted accounts used in months before that of `now`. Returns the
    /// number of mailboxes whose records were dropped.
    async fn drop_former_use(&self, now: Timestamp) -> Result<u64, AccountStoreError>;

    /// Adds a key, unless the account already has `max_active` keys that are active at its creation.
    /// Simultaneous calls cannot exceed this limit together. Drops the account's oldest ended keys beyond
    /// [`KeyRecord::MAX_ENDED`].
    ///
    /// # Errors
    /// Nothing is stored on an error. [`AccountStoreError::Overtaken`] when the key names an epoch and the
    /// account is suspended, deleted or in another one. [`AccountStoreError::TooManyKeys`] at the account's
    /// limit. [`StoreError::Inconsistent`] for an unknown account, or a key that was added before.
    async fn add_key(&self, key: &NewKey, max_active: u32) -> Result<(), AccountStoreError>;

    /// Adds a key and revokes the account's key that it replaces as of `ends`, in one step. Until then both
    /// are active and count. `false` when the old key is unknown, was replaced before, or is inactive when
    /// the new one is created.
    ///
    /// # Errors
    /// As for [`AccountStore::add_key`]; nothing changes on an error.
    async fn rotate_key(
        &self,
        old: KeyId,
        ends: Timestamp,
        new: &NewKey,
        max_active: u32,
    ) -> Result<bool, AccountStoreError>;

    /// Returns all keys of an account, including inactive ones, oldest first; none for an unknown account.
    async fn keys(&self, account: AccountId) -> Result<Vec<KeyRecord>, AccountStoreError>;

    /// Revokes an account's key that is active at a moment. `false` for an unknown key, or one revoked
    /// before: the first time stays. From then on [`AccountStore::key_owner`] returns `None`, even from a
    /// cache.
    async fn revoke_key(
        &self,
        account: AccountId,
        key: KeyId,
        at: Timestamp,
    ) -> Result<bool, AccountStoreError>;

    /// Returns the owner of a key that is active at a moment, with the account's plan at that moment. An
    /// answer from a cache must be as correct. `None` for unknown, revoked and expired keys, and for those of
    /// suspended accounts.
    async fn key_owner(
        &self,
        digest: &KeyDigest,
        at: Timestamp,
    ) -> Result<Option<KeyOwner>, AccountStoreError>;

    /// Records the use of a key, at least to within [`KeyRecord::LAST_USE_PRECISION_SECONDS`]. Does nothing
    /// for an unknown key.
    async fn note_key_use(&self, key: KeyId, at: Timestamp) -> Result<(), AccountStoreError>;
}

/// A key to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewKey {
    /// The key's id.
    pub id: KeyId,
    /// The account that owns the key.
    pub account: AccountId,
    /// The key's name, chosen by the owner.
    pub name: KeyName,
    /// The requests that the key permits.
    pub scopes: Scopes,
    /// The digest, stored instead of the key.
    pub digest: KeyDigest,
    /// The key's first and last characters.
    pub hint: KeyHint,
    /// The moment of the key's creation.
    pub created_at: Timestamp,
    /// The moment at which the key expires, if it does.
    pub expires_at: Option<Timestamp>,
    /// The access epoch in which the account's owner was authenticated; `None` for a key that an operator
    /// adds.
    pub epoch: Option<Epoch>,
}

impl NewKey {
    /// Returns a key with the default name, all scopes and no expiry, added by an operator.
    pub fn plain(id: KeyId, account: AccountId, key: &ApiKey, created_at: Timestamp) -> Self {
        Self {
            id,
            account,
            name: KeyName::default(),
            scopes: Scopes::ALL,
            digest: key.digest(),
            hint: key.hint(),
            created_at,
            expires_at: None,
            epoch: None,
        }
    }
}

/// The owner of an active key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyOwner {
    /// The key's id.
    pub key: KeyId,
    /// The account.
    pub account: AccountId,
    /// The account's plan.
    pub plan: Plan,
    /// The requests that the key permits.
    pub scopes: Scopes,
    /// The last recorded use of the key.
    pub last_used_at: Option<Timestamp>,
}

/// A failure to read or change accounts or keys.
#[derive(Debug, thiserror::Error)]
pub enum AccountStoreError {
    /// An account has that email already.
    #[error("an account with this email already exists")]
    EmailTaken,
    /// The account has as many active keys as it may hold.
    #[error(
        "the account already holds {0} active keys, which is the limit: revoke one first, or rotate one \
         without an overlap"
    )]
    TooManyKeys(u32),
    /// The account is the only administrator.
    #[error("the last administrator cannot be removed: make another one first")]
    LastAdministrator,
    /// Access to the account was taken back after its owner was recognized.
    #[error("access to the account changed meanwhile: sign in and try again")]
    Overtaken,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
