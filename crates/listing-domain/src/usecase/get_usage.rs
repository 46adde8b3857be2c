//! Tells how an account stands.

use std::sync::Arc;

use super::UsageError;
use crate::ids::AccountId;
use crate::ports::{Clock, QuotaLedger};
use crate::quota::{QuotaPolicy, Usage};

/// Tells how an account stands.
pub struct GetUsage {
    quota: Arc<dyn QuotaLedger>,
    clock: Arc<dyn Clock>,
    policy: QuotaPolicy,
}

impl GetUsage {
    /// The use-case over its ports.
    pub fn new(quota: Arc<dyn QuotaLedger>, clock: Arc<dyn Clock>, policy: QuotaPolicy) -> Self {
        Self { quota, clock, policy }
    }

    /// How the account stands now.
    pub async fn run(&self, account: AccountId) -> Result<Usage, UsageError> {
        Ok(self.quota.usage(account, self.policy.free_units, self.clock.now()).await?)
    }
}
