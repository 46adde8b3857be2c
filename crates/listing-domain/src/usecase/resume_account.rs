//! Resumes a suspended account.

use std::sync::Arc;

use super::AccountError;
use crate::ids::AccountId;
use crate::ports::AccountStore;

/// Resumes a suspended account.
pub struct ResumeAccount {
    accounts: Arc<dyn AccountStore>,
}

impl ResumeAccount {
    /// Creates the use case.
    pub fn new(accounts: Arc<dyn AccountStore>) -> Self {
        Self { accounts }
    }

    /// Makes the account's keys work again.
    pub async fn run(&self, account: AccountId) -> Result<(), AccountError> {
        let is_known = self.accounts.resume(account).await?;
        if is_known { Ok(()) } else { Err(AccountError::NoSuchAccount(account.to_string())) }
    }
}
