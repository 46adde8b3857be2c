//! Deletes an account for its owner.

use super::super::DeleteAccount;
use super::PersonError;
use super::auth_deps::{AuthDeps, ClientInfo};
use crate::account::Email;
use crate::person::{Epoch, Person};
use crate::session::Session;

/// Deletes an account for its owner.
pub struct DeleteOwnAccount {
    deps: AuthDeps,
    delete: DeleteAccount,
}

impl DeleteOwnAccount {
    /// Creates the use case.
    pub const fn new(deps: AuthDeps, delete: DeleteAccount) -> Self {
        Self { deps, delete }
    }

    /// Deletes the account after its owner typed its email and gave a fresh proof: the password, or a very
    /// recent sign-in if there is none.
    ///
    /// # Errors
    /// [`PersonError::OtherEmail`], [`PersonError::WrongPassword`], [`PersonError::TooManyAttempts`],
    /// [`PersonError::SignInAgain`], [`PersonError::LastAdministrator`].
    pub async fn run(
        &self,
        session: &Session,
        email: &str,
        password: &str,
        client: &ClientInfo,
    ) -> Result<(), PersonError> {
        let person = self.deps.reauthenticate(session, password, client).await?;
        self.deps.delete_named(&self.delete, &person, Some(person.epoch), email).await
    }
}

impl AuthDeps {
    /// Deletes a person's account if the typed email matches; if an epoch is given, only in that epoch.
    pub(super) async fn delete_named(
        &self,
        delete: &DeleteAccount,
        person: &Person,
        epoch: Option<Epoch>,
        email: &str,
    ) -> Result<(), PersonError> {
        if email.parse::<Email>().ok().as_ref() != Some(&person.account.email) {
            return Err(PersonError::OtherEmail);
        }
        Ok(delete.run_in(person.account.id, epoch).await?)
    }
}
