//! Changes what an account has subscribed to.

use std::sync::Arc;

use super::AccountError;
use crate::account::{Account, Email, Plan};
use crate::ports::AccountStore;

/// Changes what an account has subscribed to.
pub struct ChangePlan {
    accounts: Arc<dyn AccountStore>,
}

impl ChangePlan {
    /// The use-case over its port.
    pub fn new(accounts: Arc<dyn AccountStore>) -> Self {
        Self { accounts }
    }

    /// Puts the account on a plan.
    pub async fn run(&self, email: &Email, plan: Plan) -> Result<Account, AccountError> {
        let no_such_account = || AccountError::NoSuchAccount(email.clone());
        let account = self.accounts.account_by_email(email).await?.ok_or_else(no_such_account)?;
        if self.accounts.set_plan(account.id, plan).await? {
            Ok(Account { plan, ..account })
        } else {
            Err(no_such_account())
        }
    }
}
