//! Adds purchased credit packs.

use std::sync::Arc;

use super::AccountError;
use crate::ids::AccountId;
use crate::origin::Origin;
use crate::ports::{Clock, Grant, GrantOutcome, QuotaLedger};
use crate::quota::{QuotaPolicy, Usage};

/// Adds purchased credit packs.
pub struct AddCredits {
    quota: Arc<dyn QuotaLedger>,
    clock: Arc<dyn Clock>,
    policy: QuotaPolicy,
}

/// What adding credits came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddedCredits {
    /// How the account stands now.
    pub usage: Usage,
    /// How many credits the payment had brought to the account before; none
    /// were added then. `None` when they were added now.
    pub granted_before: Option<u32>,
}

impl AddCredits {
    /// The most packs of one purchase.
    pub const MAX_PACKS: u32 = 1_000;

    /// The use-case over its ports.
    pub fn new(quota: Arc<dyn QuotaLedger>, clock: Arc<dyn Clock>, policy: QuotaPolicy) -> Self {
        Self { quota, clock, policy }
    }

    /// Adds packs that were paid by `payment`, once however often it is told,
    /// and tells how the account stands then.
    ///
    /// # Errors
    /// [`AccountError::PaymentOfAnother`] when the payment was granted to
    /// another account: this one got nothing for it.
    pub async fn run(
        &self,
        account: AccountId,
        packs: u32,
        payment: String,
        origin: Origin,
    ) -> Result<AddedCredits, AccountError> {
        if packs == 0 || packs > Self::MAX_PACKS {
            let accepted = format!("packs must be between 1 and {}", Self::MAX_PACKS);
            return Err(AccountError::OutOfRange(accepted));
        }
        let at = self.clock.now();
        let units = packs.saturating_mul(self.policy.pack_units);
        let grant = Grant { payment, account, units, at, origin };
        let granted_before = match self.quota.grant(&grant).await? {
            GrantOutcome::Granted => None,
            GrantOutcome::GrantedBefore { units } => Some(units),
            GrantOutcome::GrantedToAnother => return Err(AccountError::PaymentOfAnother(grant.payment)),
        };
        let usage = self.quota.usage(account, self.policy.free_units, at).await?;
        Ok(AddedCredits { usage, granted_before })
    }
}
