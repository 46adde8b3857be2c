//! Accounts and their API keys.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreError;
use crate::account::{Account, Email, Plan};
use crate::ids::{AccountId, KeyId};
use crate::key::{ApiKey, KeyDigest, KeyHint, KeyName, KeyRecord};
use crate::person::Epoch;
use crate::principal::Scopes;

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

    /// All accounts, by e-mail; not those that were deleted.
    async fn accounts(&self) -> Result<Vec<Account>, AccountStoreError>;

    /// Shuts an account: its keys have no owner until it is resumed, and its sessions
    /// and links are over for good. `false` when there is no such account; one that
    /// is suspended already stays so since the first time.
    ///
    /// # Errors
    /// [`AccountStoreError::LastAdministrator`] when nobody whose account is not
    /// suspended could administer the service any more.
    async fn suspend(&self, account: AccountId, at: Timestamp) -> Result<bool, AccountStoreError>;

    /// Opens a suspended account again. `false` when there is no such account.
    async fn resume(&self, account: AccountId) -> Result<bool, AccountStoreError>;

    /// Removes all that is personal of an account: its e-mail, its keys with
    /// their names, its history, the answers that are kept for its requests; what
    /// it is entitled to ends. Its books stay, under its identity, which no other port
    /// knows any more: what it holds can be settled or given back, and that is
    /// all. Its e-mail can be another account's, which starts with the free units as used that the account
    /// took of its month; until the end of that month they are kept under the
    /// [digest](Email::mailbox_digest) of the mailbox. `false` when there is no such
    /// account, or it is not in the epoch that was seen, if one was.
    ///
    /// # Errors
    /// [`AccountStoreError::LastAdministrator`] when nobody whose account is not
    /// suspended could administer the service any more.
    async fn delete_account(
        &self,
        account: AccountId,
        at: Timestamp,
        seen: Option<Epoch>,
    ) -> Result<bool, AccountStoreError>;

    /// Drops the keys that ended at a moment or earlier; tells how many.
    async fn drop_ended_keys(&self, until: Timestamp) -> Result<u64, AccountStoreError>;

    /// Drops what is known of free units that were used under e-mails in months before that of a moment;
    /// tells of how many mailboxes.
    async fn drop_former_use(&self, now: Timestamp) -> Result<u64, AccountStoreError>;

    /// Adds a key, unless the account already has `max_active` of them that are
    /// active when the new one is created: that limit holds however many are
    /// added at the same moment. Drops the account's oldest keys that have ended, beyond
    /// [`KeyRecord::MOST_ENDED`].
    ///
    /// # Errors
    /// [`AccountStoreError::Overtaken`] when the key names an epoch and the account is suspended, deleted or
    /// in another one; [`AccountStoreError::TooManyKeys`] when the account is at its limit;
    /// [`StoreError::Inconsistent`] when there is no such account or the
    /// same key was added before. Nothing is stored then.
    async fn add_key(&self, key: &NewKey, max_active: u32) -> Result<(), AccountStoreError>;

    /// Adds a key in the place of an active one of the same account, which is
    /// revoked as of `ends`; both in one step. Until then both are active and
    /// count. `false` when the account has no such key that is active when the
    /// new one is created, or another one took its place before.
    ///
    /// # Errors
    /// As for [`AccountStore::add_key`]: nothing is changed then.
    async fn rotate_key(
        &self,
        old: KeyId,
        ends: Timestamp,
        new: &NewKey,
        max_active: u32,
    ) -> Result<bool, AccountStoreError>;

    /// All keys of an account, also those that are not active any more, oldest
    /// first; none for an unknown account.
    async fn keys(&self, account: AccountId) -> Result<Vec<KeyRecord>, AccountStoreError>;

    /// Revokes a key of an account that is active at a moment. `false` when the
    /// account has no such key, also because it was revoked before: the first
    /// time stays. From then on the key has no owner, caches included.
    async fn revoke_key(
        &self,
        account: AccountId,
        key: KeyId,
        at: Timestamp,
    ) -> Result<bool, AccountStoreError>;

    /// Whom a key belongs to that is active at a moment, with the plan that the
    /// account has then; also when the answer is remembered. `None` for unknown,
    /// revoked and expired keys, and for those of suspended accounts.
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
    /// What its owner calls it.
    pub name: KeyName,
    /// What it lets its holder ask for.
    pub scopes: Scopes,
    /// What is kept instead of it.
    pub digest: KeyDigest,
    /// Its first characters.
    pub hint: KeyHint,
    /// When it was created.
    pub created_at: Timestamp,
    /// When its time is over, if it is made for a time.
    pub expires_at: Option<Timestamp>,
    /// The epoch in which the account's owner was recognized; `None` for a key that an operator adds.
    pub epoch: Option<Epoch>,
}

impl NewKey {
    /// A key without a name of its own, which may ask for all and has no end, added by an operator.
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

/// Whom an active key belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyOwner {
    /// The key's identity.
    pub key: KeyId,
    /// The account.
    pub account: AccountId,
    /// The account's plan.
    pub plan: Plan,
    /// What the key lets its holder ask for.
    pub scopes: Scopes,
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
    #[error(
        "the account already holds {0} active keys, which is the most; revoke one first, or rotate one \
         without an overlap"
    )]
    TooManyKeys(u32),
    /// Nobody else could administer the service.
    #[error("the last administrator stays one: make another one first")]
    LastAdministrator,
    /// Access to the account was taken back after its owner was recognized.
    #[error("access to the account changed meanwhile: sign in and try again")]
    Overtaken,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
