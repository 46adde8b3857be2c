//! Opens an account.

use std::sync::Arc;

use super::AccountError;
use crate::account::{Account, Email};
use crate::ids::AccountId;
use crate::ports::{AccountStore, Clock, IdSource};

/// Opens an account.
pub struct CreateAccount {
    accounts: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
}

impl CreateAccount {
    /// Creates the use case.
    pub fn new(accounts: Arc<dyn AccountStore>, clock: Arc<dyn Clock>, ids: Arc<dyn IdSource>) -> Self {
        Self { accounts, clock, ids }
    }

    /// Opens an account on the free plan.
    pub async fn run(&self, email: Email) -> Result<Account, AccountError> {
        let account = Account::new(AccountId::new(self.ids.id()), email, self.clock.now());
        self.accounts.add_account(&account).await?;
        Ok(account)
    }
}
