//! Adds purchased credit packs.

use std::sync::Arc;

use super::AccountError;
use crate::ids::AccountId;
use crate::origin::Origin;
use crate::payment::PaymentId;
use crate::ports::{Clock, Grant, GrantOutcome, QuotaLedger};
use crate::quota::{QuotaPolicy, Usage};

/// Adds purchased credit packs.
pub struct AddCredits {
    quota: Arc<dyn QuotaLedger>,
    clock: Arc<dyn Clock>,
    policy: QuotaPolicy,
}

/// The outcome of adding credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddedCredits {
    /// The account's usage now.
    pub usage: Usage,
    /// Credits that an earlier report of this payment added, if any; this call then adds none. `None` when
    /// this call added the credits.
    pub granted_before: Option<u32>,
    /// The number of the added credits that paid the account's debt.
    pub repaid: u32,
}

impl AddCredits {
    /// The maximum number of packs of one purchase.
    pub const MAX_PACKS: u32 = 1_000;

    /// Creates the use case.
    pub fn new(quota: Arc<dyn QuotaLedger>, clock: Arc<dyn Clock>, policy: QuotaPolicy) -> Self {
        Self { quota, clock, policy }
    }

    /// Adds packs paid by `payment`, once however often it is reported, and returns the new usage.
    ///
    /// # Errors
    /// [`AccountError::PaymentOfOtherAccount`] when the payment was granted to another account. This account
    /// then gets nothing.
    pub async fn run(
        &self,
        account: AccountId,
        packs: u32,
        payment: PaymentId,
        origin: Origin,
    ) -> Result<AddedCredits, AccountError> {
        if packs == 0 || packs > Self::MAX_PACKS {
            let accepted = format!("packs must be between 1 and {}", Self::MAX_PACKS);
            return Err(AccountError::OutOfRange(accepted));
        }
        let at = self.clock.now();
        let units = packs.saturating_mul(self.policy.pack_units);
        let grant = Grant { payment, account, units, at, origin };
        let (granted_before, repaid) = match self.quota.grant(&grant).await? {
            GrantOutcome::Granted { repaid } => (None, repaid),
            GrantOutcome::GrantedBefore { units } => (Some(units), 0),
            GrantOutcome::GrantedToAnother => return Err(AccountError::PaymentOfOtherAccount(grant.payment)),
        };
        let usage = self.quota.usage(account, self.policy.free_units, at).await?;
        Ok(AddedCredits { usage, granted_before, repaid })
    }
}
