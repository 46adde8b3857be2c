//! Opens a suspended account again.

use std::sync::Arc;

use super::AccountError;
use crate::ids::AccountId;
use crate::ports::AccountStore;

/// Opens a suspended account again.
pub struct ResumeAccount {
    accounts: Arc<dyn AccountStore>,
}

impl ResumeAccount {
    /// The use-case over its port.
    pub fn new(accounts: Arc<dyn AccountStore>) -> Self {
        Self { accounts }
    }

    /// Lets the account's keys open again.
    pub async fn run(&self, account: AccountId) -> Result<(), AccountError> {
        let is_known = self.accounts.resume(account).await?;
        if is_known { Ok(()) } else { Err(AccountError::NoSuchAccount(account.to_string())) }
    }
}
