//! Deletes an account because its owner wants it.

use super::super::DeleteAccount;
use super::PersonError;
use super::welcome::{AuthDeps, ClientInfo};
use crate::account::Email;
use crate::person::{Epoch, Person};
use crate::session::Session;

/// Deletes an account because its owner wants it.
pub struct DeleteOwnAccount {
    parts: AuthDeps,
    delete: DeleteAccount,
}

impl DeleteOwnAccount {
    /// The use-case over its parts.
    pub const fn new(parts: AuthDeps, delete: DeleteAccount) -> Self {
        Self { parts, delete }
    }

    /// Deletes the account of somebody who typed its e-mail and shows again that it is theirs: by
    /// its password, or, where it has none, by having signed in just now.
    ///
    /// # Errors
    /// [`PersonError::OtherEmail`], [`PersonError::WrongPassword`], [`PersonError::TooManyTries`],
    /// [`PersonError::SignInAnew`]; [`PersonError::LastAdministrator`], who stays.
    pub async fn run(
        &self,
        session: &Session,
        email: &str,
        password: &str,
        client: &ClientInfo,
    ) -> Result<(), PersonError> {
        let person = self.parts.shown_again(session, password, client).await?;
        self.parts.delete_named(&self.delete, &person, Some(person.epoch), email).await
    }
}

impl AuthDeps {
    /// Deletes the account of a person whose e-mail was typed, in an epoch if one is given.
    pub(super) async fn delete_named(
        &self,
        delete: &DeleteAccount,
        person: &Person,
        seen: Option<Epoch>,
        email: &str,
    ) -> Result<(), PersonError> {
        if email.parse::<Email>().ok().as_ref() != Some(&person.account.email) {
            return Err(PersonError::OtherEmail);
        }
        Ok(delete.run_in(person.account.id, seen).await?)
    }
}
