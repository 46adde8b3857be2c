//! What an administrator does to the accounts of others.

use super::super::{DeleteAccount, SuspendAccount};
use super::welcome::AuthDeps;
use super::{Administer, PersonError};
use crate::ids::AccountId;

/// What an administrator does to the accounts of others, and never to their own: nobody shuts
/// themselves out by mistake.
pub struct AdministerAccounts {
    parts: AuthDeps,
    administer: Administer,
    suspend: SuspendAccount,
    delete: DeleteAccount,
}

impl AdministerAccounts {
    /// The use-case over its parts.
    pub fn new(parts: AuthDeps, suspend: SuspendAccount, delete: DeleteAccount) -> Self {
        Self { administer: Administer::new(parts.clone()), parts, suspend, delete }
    }

    /// Shuts an account, see [`SuspendAccount`].
    ///
    /// # Errors
    /// [`PersonError::OwnAccount`], [`PersonError::NoSuchAccount`];
    /// [`PersonError::LastAdministrator`], who stays.
    pub async fn suspend(&self, administrator: AccountId, account: AccountId) -> Result<(), PersonError> {
        refuse_own(administrator, account)?;
        Ok(self.suspend.run(account).await?)
    }

    /// Takes an administrator's role back, see [`Administer::dismiss`].
    ///
    /// # Errors
    /// [`PersonError::OwnAccount`], and those of [`Administer::dismiss`].
    pub async fn dismiss(&self, administrator: AccountId, account: AccountId) -> Result<(), PersonError> {
        refuse_own(administrator, account)?;
        self.administer.dismiss(account).await
    }

    /// Deletes an account whose e-mail was typed to show that it is meant.
    ///
    /// # Errors
    /// [`PersonError::OwnAccount`], [`PersonError::NoSuchAccount`], [`PersonError::OtherEmail`].
    pub async fn delete(
        &self,
        administrator: AccountId,
        account: AccountId,
        email: &str,
    ) -> Result<(), PersonError> {
        refuse_own(administrator, account)?;
        let person = self.parts.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        self.parts.delete_named(&self.delete, &person, None, email).await
    }
}

fn refuse_own(administrator: AccountId, account: AccountId) -> Result<(), PersonError> {
    if administrator == account { Err(PersonError::OwnAccount) } else { Ok(()) }
}
