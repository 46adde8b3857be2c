use jiff::Timestamp;

use super::{BillingCurrency, CheckoutId, CustomerId, PaidProduct, ProviderPaymentId, SubscriptionId};
use crate::account::Email;
use crate::closed_enum::closed_enum;
use crate::ids::{AccountId, BillingAttemptId};
use crate::money::Money;
use crate::options::Language;

/// A request for a checkout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckoutRequest {
    /// The idempotency key: with the same id and the same request, the provider returns the same checkout.
    pub attempt: BillingAttemptId,
    /// The buyer.
    pub account: AccountId,
    /// The account's customer from an earlier purchase. Without one, the provider creates a customer.
    pub customer: Option<CustomerId>,
    /// The address that the page of a new customer suggests.
    pub email: Option<Email>,
    /// The product.
    pub product: PaidProduct,
    /// The currency.
    pub currency: BillingCurrency,
    /// The language of the provider's page.
    pub language: Language,
    /// The URL to which the browser returns after a payment.
    pub return_url: String,
    /// The URL to which the browser returns without a payment.
    pub cancel_url: String,
}

/// A checkout at the provider, open until it is paid, canceled or expired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkout {
    /// The checkout's id.
    pub id: CheckoutId,
    /// The URL of the payment page.
    pub url: String,
    /// The time at which an unpaid checkout expires.
    pub expires_at: Timestamp,
}

/// The current state of a checkout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckoutState {
    /// The checkout's id.
    pub id: CheckoutId,
    /// The buyer.
    pub account: AccountId,
    /// The product.
    pub product: PaidProduct,
    /// The status.
    pub status: CheckoutStatus,
    /// The total with taxes; `None` if the provider has not computed it yet.
    pub amount: Option<Money>,
}

/// The status of a checkout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckoutStatus {
    /// The buyer can still pay.
    Open,
    /// The buyer did not pay in time, or the checkout was canceled.
    Expired,
    /// The buyer confirmed the payment.
    Complete {
        /// The status of the payment.
        payment_status: PaymentStatus,
        /// The payment of a pack.
        payment: Option<ProviderPaymentId>,
        /// The subscription of a plan.
        subscription: Option<SubscriptionId>,
        /// The buyer's customer.
        customer: Option<CustomerId>,
    },
}

closed_enum! {
    /// The status of a checkout's payment.
    pub enum PaymentStatus as "status" {
        /// The payment takes days, such as a bank debit. The first payment of a subscription may stay pending
        /// until the subscription ends.
        Pending = "pending",
        /// The money was received.
        Paid = "paid",
        /// The payment failed.
        Failed = "failed",
    }
}

/// A request for the provider's page on which a customer changes cards, reads invoices and cancels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortalRequest {
    /// The idempotency key. A page expires soon, so each visit needs a new one.
    pub attempt: BillingAttemptId,
    /// The customer.
    pub customer: CustomerId,
    /// The language of the page.
    pub language: Language,
    /// The URL to which the page links back.
    pub return_url: String,
}
