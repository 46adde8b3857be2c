//! Finds an account by its email.

use std::sync::Arc;

use super::AccountError;
use crate::account::{Account, Email};
use crate::ports::AccountStore;

/// Finds an account by its email. Every other use case takes the account's identity.
pub struct FindAccount {
    accounts: Arc<dyn AccountStore>,
}

impl FindAccount {
    /// Creates the use case.
    pub fn new(accounts: Arc<dyn AccountStore>) -> Self {
        Self { accounts }
    }

    /// Returns the account with that email.
    ///
    /// # Errors
    /// [`AccountError::NoSuchAccount`] when there is none.
    pub async fn run(&self, email: &Email) -> Result<Account, AccountError> {
        let found = self.accounts.account_by_email(email).await?;
        found.ok_or_else(|| AccountError::NoSuchAccount(email.to_string()))
    }
}
