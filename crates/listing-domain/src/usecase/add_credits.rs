//! Adds purchased credit packs.

use std::sync::Arc;

use super::AccountError;
use crate::account::Email;
use crate::ports::{AccountStore, Clock, Grant, QuotaLedger};
use crate::quota::{QuotaPolicy, Usage};

/// Adds purchased credit packs.
pub struct AddCredits {
    accounts: Arc<dyn AccountStore>,
    quota: Arc<dyn QuotaLedger>,
    clock: Arc<dyn Clock>,
    policy: QuotaPolicy,
}

impl AddCredits {
    /// The most packs of one purchase.
    pub const MAX_PACKS: u32 = 1_000;

    /// The use-case over its ports.
    pub fn new(
        accounts: Arc<dyn AccountStore>,
        quota: Arc<dyn QuotaLedger>,
        clock: Arc<dyn Clock>,
        policy: QuotaPolicy,
    ) -> Self {
        Self { accounts, quota, clock, policy }
    }

    /// Adds packs that were paid by `payment`, once however often it is told,
    /// and tells how the account stands then.
    pub async fn run(&self, email: &Email, packs: u32, payment: String) -> Result<Usage, AccountError> {
        if packs == 0 || packs > Self::MAX_PACKS {
            let accepted = format!("packs must be between 1 and {}", Self::MAX_PACKS);
            return Err(AccountError::OutOfRange(accepted));
        }
        let account = self
            .accounts
            .account_by_email(email)
            .await?
            .ok_or_else(|| AccountError::NoSuchAccount(email.clone()))?;
        let at = self.clock.now();
        let units = packs.saturating_mul(self.policy.pack_units);
        self.quota.grant(&Grant { payment, account: account.id, units, at }).await?;
        Ok(self.quota.usage(account.id, self.policy.free_units, at).await?)
    }
}
