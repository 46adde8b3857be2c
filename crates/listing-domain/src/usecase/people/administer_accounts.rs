//! Lets administrators manage the accounts of others.

use super::super::{DeleteAccount, SuspendAccount};
use super::auth_deps::AuthDeps;
use super::{Administer, PersonError};
use crate::ids::AccountId;

/// Manages other accounts for an administrator. An administrator's own account is refused, to prevent
/// lock-out by mistake.
pub struct AdministerAccounts {
    deps: AuthDeps,
    administer: Administer,
    suspend: SuspendAccount,
    delete: DeleteAccount,
}

impl AdministerAccounts {
    /// Creates the use case.
    pub fn new(deps: AuthDeps, suspend: SuspendAccount, delete: DeleteAccount) -> Self {
        Self { administer: Administer::new(deps.clone()), deps, suspend, delete }
    }

    /// Suspends an account, see [`SuspendAccount`].
    ///
    /// # Errors
    /// [`PersonError::OwnAccount`], [`PersonError::NoSuchAccount`], [`PersonError::LastAdministrator`].
    pub async fn suspend(&self, administrator: AccountId, account: AccountId) -> Result<(), PersonError> {
        refuse_own(administrator, account)?;
        Ok(self.suspend.run(account).await?)
    }

    /// Removes an account's administrator role, see [`Administer::dismiss`].
    ///
    /// # Errors
    /// [`PersonError::OwnAccount`], and those of [`Administer::dismiss`].
    pub async fn dismiss(&self, administrator: AccountId, account: AccountId) -> Result<(), PersonError> {
        refuse_own(administrator, account)?;
        self.administer.dismiss(account).await
    }

    /// Deletes an account, if its email was typed as a confirmation.
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
        let person = self.deps.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        self.deps.delete_named(&self.delete, &person, None, email).await
    }
}

fn refuse_own(administrator: AccountId, account: AccountId) -> Result<(), PersonError> {
    if administrator == account { Err(PersonError::OwnAccount) } else { Ok(()) }
}
