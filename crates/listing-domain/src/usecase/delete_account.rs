//! Deletes the personal data of an account.

use std::sync::Arc;

use super::AccountError;
use crate::ids::AccountId;
use crate::person::Epoch;
use crate::ports::{AccountStore, Clock};

/// Deletes the personal data of an account.
pub struct DeleteAccount {
    accounts: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
}

impl DeleteAccount {
    /// Creates the use case.
    pub fn new(accounts: Arc<dyn AccountStore>, clock: Arc<dyn Clock>) -> Self {
        Self { accounts, clock }
    }

    /// Deletes the account's email, keys and stored answers for good, and ends its plan. Its ledger stays,
    /// under its identity.
    ///
    /// # Errors
    /// [`AccountError::NoSuchAccount`], and
    /// [`AccountStoreError::LastAdministrator`](crate::ports::AccountStoreError::LastAdministrator).
    pub async fn run(&self, account: AccountId) -> Result<(), AccountError> {
        self.run_in(account, None).await
    }

    /// Deletes the account only in `epoch`, if one is given.
    pub(super) async fn run_in(&self, account: AccountId, epoch: Option<Epoch>) -> Result<(), AccountError> {
        let is_known = self.accounts.delete_account(account, self.clock.now(), epoch).await?;
        if is_known { Ok(()) } else { Err(AccountError::NoSuchAccount(account.to_string())) }
    }
}
