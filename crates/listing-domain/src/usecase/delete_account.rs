//! Removes what is personal of an account.

use std::sync::Arc;

use super::AccountError;
use crate::ids::AccountId;
use crate::person::Epoch;
use crate::ports::{AccountStore, Clock};

/// Removes what is personal of an account.
pub struct DeleteAccount {
    accounts: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
}

impl DeleteAccount {
    /// The use-case over its ports.
    pub fn new(accounts: Arc<dyn AccountStore>, clock: Arc<dyn Clock>) -> Self {
        Self { accounts, clock }
    }

    /// Removes the account's e-mail, keys and kept answers for good, and ends its
    /// plan. Its books stay, under its identity.
    ///
    /// # Errors
    /// [`AccountError::NoSuchAccount`]; that the last administrator stays.
    pub async fn run(&self, account: AccountId) -> Result<(), AccountError> {
        self.run_in(account, None).await
    }

    /// Does the same only in the epoch in which the account's owner was recognized.
    pub(super) async fn run_in(&self, account: AccountId, seen: Option<Epoch>) -> Result<(), AccountError> {
        let is_known = self.accounts.delete_account(account, self.clock.now(), seen).await?;
        if is_known { Ok(()) } else { Err(AccountError::NoSuchAccount(account.to_string())) }
    }
}
