//! The store of people: their sign-in methods and preferences.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreError;
use crate::account::{Account, Email};
use crate::ids::AccountId;
use crate::password::PasswordHash;
use crate::person::{Epoch, ExternalIdentity, LinkedIdentity, Person, Preferences, TakeBack};
use crate::quota::Usage;

/// Stores the sign-in methods and preferences of the people who own accounts.
///
/// Each method is one atomic step. Accounts are those of [`AccountStore`](super::AccountStore); deleting one
/// there deletes its data here in the same step.
#[async_trait]
pub trait PersonStore: Send + Sync {
    /// Adds an account together with its person and, if given, the identity linked to it.
    ///
    /// # Errors
    /// Nothing is stored on an error. [`PersonStoreError::EmailTaken`] when an account has that email
    /// already. [`PersonStoreError::IdentityTaken`] when the identity is linked already.
    async fn add_person(
        &self,
        person: &Person,
        identity: Option<&ExternalIdentity>,
    ) -> Result<(), PersonStoreError>;

    /// Returns the owner of an account, without password and preferences if they never signed in. `None` for
    /// an unknown account.
    async fn person(&self, account: AccountId) -> Result<Option<Person>, PersonStoreError>;

    /// Returns the owner of the account with this email; `None` if there is none.
    async fn person_by_email(&self, email: &Email) -> Result<Option<Person>, PersonStoreError>;

    /// Returns the person to whom an external identity is linked.
    async fn person_by_identity(
        &self,
        identity: &ExternalIdentity,
    ) -> Result<Option<Person>, PersonStoreError>;

    /// Returns the external identities linked to an account, by issuer and subject.
    async fn identities(&self, account: AccountId) -> Result<Vec<LinkedIdentity>, PersonStoreError>;

    /// Links an external identity to an account as of `at`. An existing link to it stays unchanged. `false`
    /// for an unknown account, or one not in `epoch`.
    ///
    /// # Errors
    /// [`PersonStoreError::IdentityTaken`] when the identity is linked to another account.
    async fn link_identity(
        &self,
        account: AccountId,
        identity: &ExternalIdentity,
        at: Timestamp,
        epoch: Epoch,
    ) -> Result<bool, PersonStoreError>;

    /// Unlinks all identities of an issuer from an account, and ends all access except what `take_back`
    /// keeps. `false`, with nothing changed, when none was linked, or the account is not in the epoch
    /// `take_back.seen`.
    async fn unlink_issuer(
        &self,
        account: AccountId,
        issuer: &str,
        take_back: &TakeBack,
    ) -> Result<bool, PersonStoreError>;

    /// Sets the password, and ends all access except what `take_back` keeps. Returns the next epoch; `None`,
    /// with nothing changed, for an unknown account, or one not in the epoch `take_back.seen`.
    async fn set_password(
        &self,
        account: AccountId,
        password: &PasswordHash,
        take_back: &TakeBack,
    ) -> Result<Option<Epoch>, PersonStoreError>;

    /// Changes an account's email, confirmed at that moment, and ends all access except what `take_back`
    /// keeps. Setting the same email only confirms it. `false`, with nothing changed, for an unknown account,
    /// or one not in the epoch `take_back.seen`.
    ///
    /// # Errors
    /// [`PersonStoreError::EmailTaken`] when another account has the email.
    async fn set_email(
        &self,
        account: AccountId,
        email: &Email,
        take_back: &TakeBack,
    ) -> Result<bool, PersonStoreError>;

    /// Records when the owner confirmed the account's email. `false`, with nothing changed, for an unknown
    /// account, or one that has another email by now.
    async fn confirm_email(
        &self,
        account: AccountId,
        email: &Email,
        confirmed_at: Timestamp,
    ) -> Result<bool, PersonStoreError>;

    /// Replaces a person's preferences. `false` for an unknown account.
    async fn set_preferences(
        &self,
        account: AccountId,
        preferences: &Preferences,
    ) -> Result<bool, PersonStoreError>;

    /// Makes an account an administrator, or removes that role. `false` for an unknown account.
    ///
    /// # Errors
    /// [`PersonStoreError::LastAdministrator`], with nothing changed, when no administrator would be left
    /// whose account is not suspended, even if several are dismissed, suspended or deleted at once.
    async fn set_administrator(
        &self,
        account: AccountId,
        is_administrator: bool,
    ) -> Result<bool, PersonStoreError>;

    /// Returns true when there is at least one administrator.
    async fn has_administrator(&self) -> Result<bool, PersonStoreError>;

    /// Returns the administrators' accounts, by email.
    async fn administrators(&self) -> Result<Vec<Account>, PersonStoreError>;

    /// Returns the accounts whose email contains a text, in any letter case and without deleted ones, each
    /// with its usage. It takes a fixed number of database statements, however many accounts there are.
    async fn find_accounts(&self, search: &AccountSearch) -> Result<Vec<AccountOverview>, PersonStoreError>;
}

/// A search for accounts, with results ordered by email.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountSearch {
    /// The text in the email; an empty one finds all accounts.
    pub text: String,
    /// The email after which the page of results begins; `None` for the first page.
    pub after: Option<Email>,
    /// The maximum number of accounts to return.
    pub limit: u32,
    /// Free units per month, as in [`QuotaLedger::usage`](super::QuotaLedger::usage).
    pub free_limit: u32,
    /// The moment for which each account's usage is returned.
    pub at: Timestamp,
}

/// An account in a list, as administrators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountOverview {
    /// The account.
    pub account: Account,
    /// True for an administrator.
    pub is_administrator: bool,
    /// The account's plan and units.
    pub usage: Usage,
}

/// A failure to read or change people.
#[derive(Debug, thiserror::Error)]
pub enum PersonStoreError {
    /// An account has that email already.
    #[error("an account with this email already exists")]
    EmailTaken,
    /// The identity is linked to an account already.
    #[error("this identity is already linked to another account")]
    IdentityTaken,
    /// The account is the only administrator.
    #[error("the last administrator cannot be removed")]
    LastAdministrator,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
