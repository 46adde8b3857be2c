//! Changes what an account has subscribed to.

use std::sync::Arc;

use super::AccountError;
use crate::account::Plan;
use crate::ids::AccountId;
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
    pub async fn run(&self, account: AccountId, plan: Plan) -> Result<(), AccountError> {
        let is_changed = self.accounts.set_plan(account, plan).await?;
        if is_changed { Ok(()) } else { Err(AccountError::NoSuchAccount(account.to_string())) }
    }
}
