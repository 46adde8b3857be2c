//! Takes back the credits of a refunded payment.

use std::sync::Arc;

use super::AccountError;
use crate::ids::AccountId;
use crate::origin::Origin;
use crate::ports::{Clock, QuotaLedger, Refund};

/// Takes back the credits of a refunded payment.
pub struct RefundPayment {
    quota: Arc<dyn QuotaLedger>,
    clock: Arc<dyn Clock>,
}

impl RefundPayment {
    /// Creates the use case.
    pub fn new(quota: Arc<dyn QuotaLedger>, clock: Arc<dyn Clock>) -> Self {
        Self { quota, clock }
    }

    /// Takes back the rest of a payment's credits and records the used ones as owed; once, however often the
    /// refund is reported.
    pub async fn run(
        &self,
        account: AccountId,
        payment: &str,
        origin: &Origin,
    ) -> Result<Refund, AccountError> {
        let refund = self.quota.refund(account, payment, self.clock.now(), origin).await?;
        refund.ok_or_else(|| AccountError::NoSuchPayment(payment.to_owned()))
    }
}
