//! How the people behind accounts sign in, and what they prefer.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreError;
use crate::account::{Account, Email};
use crate::ids::AccountId;
use crate::password::PasswordHash;
use crate::person::{Epoch, ExternalIdentity, LinkedIdentity, Person, Preferences, TakeBack};
use crate::quota::Usage;

/// Keeps how the people behind accounts sign in, and what they prefer.
///
/// Each method is one atomic step. Accounts are those of
/// [`AccountStore`](super::AccountStore); when one is deleted there, all that is kept here of
/// it goes in the same step.
#[async_trait]
pub trait PersonStore: Send + Sync {
    /// Adds an account together with its person. An identity is linked from the account's first
    /// moment on.
    ///
    /// # Errors
    /// [`PersonStoreError::EmailTaken`] when an account has that e-mail already;
    /// [`PersonStoreError::IdentityTaken`] when the identity is linked already. Nothing is
    /// stored then.
    async fn add_person(
        &self,
        person: &Person,
        identity: Option<&ExternalIdentity>,
    ) -> Result<(), PersonStoreError>;

    /// The person behind an account; one who never signed in has no password and prefers
    /// nothing. `None` when there is no such account.
    async fn person(&self, account: AccountId) -> Result<Option<Person>, PersonStoreError>;

    /// The same by the account's e-mail.
    async fn person_by_email(&self, email: &Email) -> Result<Option<Person>, PersonStoreError>;

    /// The person to whom an identity at a provider is linked.
    async fn person_by_identity(
        &self,
        identity: &ExternalIdentity,
    ) -> Result<Option<Person>, PersonStoreError>;

    /// The identities at providers that are linked to an account, by issuer and subject.
    async fn identities(&self, account: AccountId) -> Result<Vec<LinkedIdentity>, PersonStoreError>;

    /// Links an identity at a provider to an account at a moment. One that is linked to it already
    /// stays as it is. `false` when there is no such account, or it is not in the epoch that was seen.
    ///
    /// # Errors
    /// [`PersonStoreError::IdentityTaken`] when it is linked to another account.
    async fn link_identity(
        &self,
        account: AccountId,
        identity: &ExternalIdentity,
        at: Timestamp,
        seen: Epoch,
    ) -> Result<bool, PersonStoreError>;

    /// Unlinks all identities of an issuer from an account, and takes access back from whoever
    /// signed in by one. `false` when none was linked to it, or it is not in the epoch that was seen:
    /// nothing changes then.
    async fn unlink_issuer(
        &self,
        account: AccountId,
        issuer: &str,
        take_back: &TakeBack,
    ) -> Result<bool, PersonStoreError>;

    /// Puts a password in the place of whatever was there, and takes access back from everybody else.
    /// The next epoch; `None` when there is no such account, or it is not in the epoch that was seen:
    /// nothing changes then.
    async fn set_password(
        &self,
        account: AccountId,
        password: &PasswordHash,
        take_back: &TakeBack,
    ) -> Result<Option<Epoch>, PersonStoreError>;

    /// Gives an account another e-mail, which is confirmed at that moment, and takes access back from
    /// everybody else. The same e-mail is confirmed, and nothing is taken back. `false` when there is
    /// no such account, or it is not in the epoch that was seen: nothing changes then.
    ///
    /// # Errors
    /// [`PersonStoreError::EmailTaken`] when another account has it.
    async fn set_email(
        &self,
        account: AccountId,
        email: &Email,
        take_back: &TakeBack,
    ) -> Result<bool, PersonStoreError>;

    /// Notes when the e-mail that an account has was said to be its owner's. `false` when there is
    /// no such account, or it has another e-mail by now: nothing changes then.
    async fn confirm_email(
        &self,
        account: AccountId,
        email: &Email,
        confirmed_at: Timestamp,
    ) -> Result<bool, PersonStoreError>;

    /// Puts what somebody prefers in the place of what was kept. `false` when there is no such
    /// account.
    async fn set_preferences(
        &self,
        account: AccountId,
        preferences: &Preferences,
    ) -> Result<bool, PersonStoreError>;

    /// Lets an account administer the service, or no longer. `false` when there is no such
    /// account.
    ///
    /// # Errors
    /// [`PersonStoreError::LastAdministrator`] when nobody whose account is not suspended could
    /// administer the service any more, also when several are dismissed, suspended or deleted at the
    /// same moment. Nothing changes then.
    async fn set_administrator(
        &self,
        account: AccountId,
        is_administrator: bool,
    ) -> Result<bool, PersonStoreError>;

    /// Whether anybody may administer the service.
    async fn has_administrator(&self) -> Result<bool, PersonStoreError>;

    /// The accounts that may administer the service, by their e-mail.
    async fn administrators(&self) -> Result<Vec<Account>, PersonStoreError>;

    /// Returns the accounts whose e-mail contains a text, in any letter case and without those that
    /// were deleted, each with its standing. The number of statements does not depend on the
    /// number of accounts.
    async fn find_accounts(&self, search: &AccountSearch) -> Result<Vec<AccountOverview>, PersonStoreError>;
}

/// A search for accounts, whose results are in the order of their e-mails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountSearch {
    /// The text in the e-mail; an empty one finds all accounts.
    pub text: String,
    /// The e-mail after which the results begin.
    pub after: Option<Email>,
    /// The most accounts to return.
    pub limit: u32,
    /// Free units a month, as in [`QuotaLedger::usage`](super::QuotaLedger::usage).
    pub free_limit: u32,
    /// The moment of the standing.
    pub at: Timestamp,
}

/// An account in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountOverview {
    /// The account.
    pub account: Account,
    /// Whether it administers the service.
    pub is_administrator: bool,
    /// Its plan and its units.
    pub usage: Usage,
}

/// Why people could not be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum PersonStoreError {
    /// An account has that e-mail already.
    #[error("an account with this e-mail exists already")]
    EmailTaken,
    /// The identity is linked to an account already.
    #[error("this identity is linked to another account already")]
    IdentityTaken,
    /// Nobody else could administer the service.
    #[error("the last administrator stays one")]
    LastAdministrator,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
