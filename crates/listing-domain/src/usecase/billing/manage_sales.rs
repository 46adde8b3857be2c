//! Manages sales for administrators: orders, refunds and states that wait.

use std::sync::Arc;

use super::BillingError;
use crate::billing::{
    BillingPolicy, BillingSubject, OrderState, PaidOrder, ParkedSubject, ProviderPaymentId, SoldOrder,
};
use crate::ids::BillingAttemptId;
use crate::ports::{BillingQueue, Clock, OrderStore, PaymentProvider};

/// Manages sales for administrators.
pub struct ManageSales {
    /// Stores orders.
    pub orders: Arc<dyn OrderStore>,
    /// The queue of objects whose state may have changed.
    pub queue: Arc<dyn BillingQueue>,
    /// Refunds payments.
    pub provider: Arc<dyn PaymentProvider>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
}

impl ManageSales {
    /// Lists the latest orders of all accounts, newest first.
    pub async fn orders(&self) -> Result<Vec<SoldOrder>, BillingError> {
        Ok(self.orders.latest_orders(BillingPolicy::MAX_LISTED).await?)
    }

    /// Lists the objects whose state waits for an operator, newest first.
    pub async fn parked(&self) -> Result<Vec<ParkedSubject>, BillingError> {
        Ok(self.queue.parked_subjects(BillingPolicy::MAX_LISTED).await?)
    }

    /// Returns an order.
    ///
    /// # Errors
    /// [`BillingError::NoSuchOrder`].
    pub async fn order(&self, id: BillingAttemptId) -> Result<SoldOrder, BillingError> {
        self.orders.sold_order(id).await?.ok_or(BillingError::NoSuchOrder)
    }

    /// Applies the state of an object again.
    pub async fn replay(&self, subject: &BillingSubject) -> Result<(), BillingError> {
        Ok(self.queue.queue_subject(subject, self.clock.now()).await?)
    }

    /// Refunds what is left of an order's payment, once for each attempt. A plan is not renewed any more, and its
    /// latest payment is refunded.
    ///
    /// # Errors
    /// [`BillingError::NoSuchOrder`], [`BillingError::NotPaid`], and [`BillingError::Provider`], for example if
    /// everything was refunded before.
    pub async fn refund(&self, id: BillingAttemptId, attempt: BillingAttemptId) -> Result<(), BillingError> {
        let OrderState::Paid(paid) = self.order(id).await?.order.state else {
            return Err(BillingError::NotPaid);
        };
        let payment = self.refundable(&paid).await?.ok_or(BillingError::NotPaid)?;
        self.provider.refund(&payment, None, attempt).await?;
        self.replay(&BillingSubject::Payment(payment)).await
    }

    /// Returns the payment to refund, after it stopped the renewal of a plan.
    async fn refundable(&self, paid: &PaidOrder) -> Result<Option<ProviderPaymentId>, BillingError> {
        let Some(id) = &paid.subscription else { return Ok(paid.payment.clone()) };
        let subscription = self.provider.subscription(id).await?;
        if subscription.is_renewed() {
            self.provider.stop_renewal(id).await?;
        }
        Ok(subscription.latest_payment)
    }
}
