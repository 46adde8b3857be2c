//! Suspends an account.

use std::sync::Arc;

use super::AccountError;
use crate::ids::AccountId;
use crate::ports::{AccountStore, Clock};

/// Suspends an account.
pub struct SuspendAccount {
    accounts: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
}

impl SuspendAccount {
    /// Creates the use case.
    pub fn new(accounts: Arc<dyn AccountStore>, clock: Arc<dyn Clock>) -> Self {
        Self { accounts, clock }
    }

    /// Suspends the account: its sessions end, and its keys are refused as unknown until it is resumed.
    pub async fn run(&self, account: AccountId) -> Result<(), AccountError> {
        let is_known = self.accounts.suspend(account, self.clock.now()).await?;
        if is_known { Ok(()) } else { Err(AccountError::NoSuchAccount(account.to_string())) }
    }
}
