//! Returns the usage of an account.

use std::sync::Arc;

use super::UsageError;
use crate::ids::AccountId;
use crate::ports::{Clock, QuotaLedger};
use crate::quota::{QuotaPolicy, Usage};

/// Returns the usage of an account.
pub struct GetUsage {
    quota: Arc<dyn QuotaLedger>,
    clock: Arc<dyn Clock>,
    policy: QuotaPolicy,
}

impl GetUsage {
    /// Creates the use case.
    pub fn new(quota: Arc<dyn QuotaLedger>, clock: Arc<dyn Clock>, policy: QuotaPolicy) -> Self {
        Self { quota, clock, policy }
    }

    /// Returns the account's usage now.
    pub async fn run(&self, account: AccountId) -> Result<Usage, UsageError> {
        Ok(self.quota.usage(account, self.policy.free_units, self.clock.now()).await?)
    }
}
