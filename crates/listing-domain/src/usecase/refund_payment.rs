//! Takes back the credits of a payment that was refunded.

use std::sync::Arc;

use super::AccountError;
use crate::account::Email;
use crate::ports::{AccountStore, Clock, QuotaLedger, Refund};

/// Takes back the credits of a payment that was refunded.
pub struct RefundPayment {
    accounts: Arc<dyn AccountStore>,
    quota: Arc<dyn QuotaLedger>,
    clock: Arc<dyn Clock>,
}

impl RefundPayment {
    /// The use-case over its ports.
    pub fn new(accounts: Arc<dyn AccountStore>, quota: Arc<dyn QuotaLedger>, clock: Arc<dyn Clock>) -> Self {
        Self { accounts, quota, clock }
    }

    /// Takes back what is left of a payment's credits and records the rest as
    /// owed; once, however often it is told.
    pub async fn run(&self, email: &Email, payment: &str) -> Result<Refund, AccountError> {
        let account = self
            .accounts
            .account_by_email(email)
            .await?
            .ok_or_else(|| AccountError::NoSuchAccount(email.clone()))?;
        let refund = self.quota.refund(account.id, payment, self.clock.now()).await?;
        refund.ok_or_else(|| AccountError::NoSuchPayment(payment.to_owned()))
    }
}
