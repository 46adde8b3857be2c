//! Deletes an account because its owner wants it.

use super::super::DeleteAccount;
use super::PersonError;
use super::welcome::PeopleParts;
use crate::account::Email;
use crate::ids::AccountId;
use crate::usecase::AccountError;

/// Deletes an account because its owner wants it.
pub struct DeleteOwnAccount {
    parts: PeopleParts,
    delete: DeleteAccount,
}

impl DeleteOwnAccount {
    /// The use-case over its parts.
    pub const fn new(parts: PeopleParts, delete: DeleteAccount) -> Self {
        Self { parts, delete }
    }

    /// Deletes the account of somebody who knows its password, where it has one, and typed its
    /// e-mail.
    ///
    /// # Errors
    /// [`PersonError::WrongPassword`], [`PersonError::OtherEmail`].
    pub async fn run(&self, account: AccountId, email: &str, password: &str) -> Result<(), PersonError> {
        let parts = &self.parts;
        let person = parts.people.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        if email.parse::<Email>().ok().as_ref() != Some(&person.account.email) {
            return Err(PersonError::OtherEmail);
        }
        if person.password.is_some() {
            parts.recognised(account, password).await?;
        }
        match self.delete.run(account).await {
            Ok(()) => Ok(()),
            Err(AccountError::Store(error)) => Err(error.into()),
            Err(error) if error.kind() == super::super::ErrorKind::NotFound => {
                Err(PersonError::NoSuchAccount)
            }
            Err(error) => Err(PersonError::Failed(error.into())),
        }
    }
}
