//! Takes back credits of a refunded payment.

use std::sync::Arc;

use super::AccountError;
use crate::ids::AccountId;
use crate::origin::Origin;
use crate::payment::{PaymentId, RefundId};
use crate::ports::{Clock, QuotaLedger, Refund, RefundOutcome, RefundRequest, RefundUnits};

/// Takes back credits of a refunded payment.
pub struct RefundPayment {
    quota: Arc<dyn QuotaLedger>,
    clock: Arc<dyn Clock>,
}

/// The outcome of a refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundedCredits {
    /// The credits of the refund.
    pub refund: Refund,
    /// True if the same refund was stored before; this call then took nothing back.
    pub is_repeated: bool,
}

impl RefundPayment {
    /// Creates the use case.
    pub fn new(quota: Arc<dyn QuotaLedger>, clock: Arc<dyn Clock>) -> Self {
        Self { quota, clock }
    }

    /// Takes back credits of a payment, once however often the refund is reported. Used credits become a debt,
    /// which the next purchase pays first.
    ///
    /// # Errors
    /// [`AccountError::NoSuchPayment`] when the account has no such payment, and
    /// [`AccountError::RefundedBefore`] when other refunds took everything back.
    pub async fn run(
        &self,
        account: AccountId,
        payment: PaymentId,
        id: RefundId,
        units: RefundUnits,
        origin: Origin,
    ) -> Result<RefundedCredits, AccountError> {
        let request = RefundRequest { id, payment, account, units, at: self.clock.now(), origin };
        match self.quota.refund(&request).await? {
            RefundOutcome::Refunded(refund) if refund.is_empty() => {
                Err(AccountError::RefundedBefore(request.payment))
            }
            RefundOutcome::Refunded(refund) => Ok(RefundedCredits { refund, is_repeated: false }),
            RefundOutcome::RefundedBefore(refund) => Ok(RefundedCredits { refund, is_repeated: true }),
            RefundOutcome::NothingLeft => Err(AccountError::RefundedBefore(request.payment)),
            RefundOutcome::UnknownPayment => Err(AccountError::NoSuchPayment(request.payment)),
        }
    }
}
