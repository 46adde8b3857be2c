//! Removes what is personal of an account.

use std::sync::Arc;

use super::AccountError;
use crate::ids::AccountId;
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
    pub async fn run(&self, account: AccountId) -> Result<(), AccountError> {
        let is_known = self.accounts.delete_account(account, self.clock.now()).await?;
        if is_known { Ok(()) } else { Err(AccountError::NoSuchAccount(account.to_string())) }
    }
}
