//! The port of payment providers.

use async_trait::async_trait;
use jiff::Timestamp;

use super::BoxError;
use crate::billing::{
    BillingEvent, Checkout, CheckoutId, CheckoutRequest, CheckoutState, EventRefusal, PaidProduct,
    PaymentState, PortalRequest, ProductPrice, ProductStatus, ProviderPaymentId, RefundState, SubscriptionId,
    SubscriptionState,
};
use crate::ids::BillingAttemptId;
use crate::money::Money;

/// Sells products through a payment provider.
///
/// A method with an attempt does its work once for each attempt, however often it is called. The same attempt
/// with another request is rejected. States are always the current ones.
#[async_trait]
pub trait PaymentProvider: Send + Sync {
    /// Starts a checkout. Unpaid, it expires after a day.
    ///
    /// # Errors
    /// [`PaymentError::NotFound`] if the provider does not know the customer any more.
    async fn start_checkout(&self, request: &CheckoutRequest) -> Result<Checkout, PaymentError>;

    /// Expires an open checkout, and returns its state. A complete checkout stays complete.
    async fn cancel_checkout(&self, id: &CheckoutId) -> Result<CheckoutState, PaymentError>;

    /// Returns the URL of the page on which a customer manages subscriptions. It expires within minutes.
    async fn open_portal(&self, request: &PortalRequest) -> Result<String, PaymentError>;

    /// Returns a checkout of this service.
    async fn checkout(&self, id: &CheckoutId) -> Result<CheckoutState, PaymentError>;

    /// Returns a subscription to a plan of this service.
    async fn subscription(&self, id: &SubscriptionId) -> Result<SubscriptionState, PaymentError>;

    /// Ends a subscription with its current period, so that nothing more is charged.
    async fn stop_renewal(&self, id: &SubscriptionId) -> Result<(), PaymentError>;

    /// Returns a payment of this service.
    async fn payment(&self, id: &ProviderPaymentId) -> Result<PaymentState, PaymentError>;

    /// Refunds an amount of a payment, or the rest of it.
    async fn refund(
        &self,
        payment: &ProviderPaymentId,
        amount: Option<Money>,
        attempt: BillingAttemptId,
    ) -> Result<RefundState, PaymentError>;

    /// Returns the events since a moment that the provider could not deliver, oldest first. There may be
    /// thousands after an outage, of which it returns the newest.
    async fn undelivered_events(&self, since: Timestamp) -> Result<Vec<BillingEvent>, PaymentError>;

    /// Compares the provider's products with the wanted prices, and changes nothing.
    async fn check_products(
        &self,
        prices: &[ProductPrice],
    ) -> Result<Vec<(PaidProduct, ProductStatus)>, PaymentError>;

    /// Creates missing products. One that differs is not changed.
    async fn create_products(
        &self,
        prices: &[ProductPrice],
        attempt: BillingAttemptId,
    ) -> Result<Vec<(PaidProduct, ProductStatus)>, PaymentError>;
}

/// Verifies events that a payment provider delivers.
pub trait EventVerifier: Send + Sync {
    /// Verifies a delivery by its headers and its raw body. `header` returns the value of a header by its name in
    /// lowercase.
    fn verify(
        &self,
        header: &dyn Fn(&str) -> Option<String>,
        body: &[u8],
        now: Timestamp,
    ) -> Result<BillingEvent, EventRefusal>;

    /// The largest accepted body, in bytes.
    fn max_body_bytes(&self) -> usize;
}

/// Why a provider did not answer as wanted.
#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// The provider is overloaded, does not answer, or its answer is malformed. A retry may succeed.
    #[error("the payment provider is not available")]
    Unavailable(#[source] BoxError),
    /// The provider rejected the request for a reason, which contains neither secrets nor email addresses. A
    /// retry fails too.
    #[error("the payment provider rejected the request: {0}")]
    Rejected(String),
    /// The object, or one that the request names, is unknown or belongs to another product of the seller.
    #[error("the payment provider does not know the object")]
    NotFound,
    /// The key is invalid or lacks a permission, for a reason without secrets.
    #[error("the payment provider rejected the key: {0}")]
    Unauthorized(String),
}
