//! Shuts an account.

use std::sync::Arc;

use super::AccountError;
use crate::ids::AccountId;
use crate::ports::{AccountStore, Clock};

/// Shuts an account.
pub struct SuspendAccount {
    accounts: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
}

impl SuspendAccount {
    /// The use-case over its ports.
    pub fn new(accounts: Arc<dyn AccountStore>, clock: Arc<dyn Clock>) -> Self {
        Self { accounts, clock }
    }

    /// Refuses the account's keys until it is resumed, as if they were unknown.
    pub async fn run(&self, account: AccountId) -> Result<(), AccountError> {
        let is_known = self.accounts.suspend(account, self.clock.now()).await?;
        if is_known { Ok(()) } else { Err(AccountError::NoSuchAccount(account.to_string())) }
    }
}
