//! Payments: products, checkouts, subscriptions, payments and events of a payment provider, in terms that fit
//! any provider.
//!
//! An event names only its subject. The state of the subject is fetched from the provider, because events may
//! be late, repeated or out of order.

mod checkout;
mod event;
mod ids;
mod order;
mod payment;
mod policy;
mod product;
mod queue;
mod subscription;
mod withdrawal;

pub use checkout::{Checkout, CheckoutRequest, CheckoutState, CheckoutStatus, PaymentStatus, PortalRequest};
pub use event::{BillingEvent, BillingSubject, EventRefusal, SubjectKind};
pub use ids::{
    CheckoutId, CustomerId, DisputeId, EventId, InvalidProviderId, ProviderPaymentId, ProviderRefundId,
    SubscriptionId,
};
pub use order::{Order, OrderState, OrderStep, OrderTerms, PaidOrder, PlacedOrder, SoldOrder, credits_left};
pub use payment::{DisputeState, DisputeStatus, PaymentState, Purchase, RefundState, RefundStatus};
pub use policy::BillingPolicy;
pub use product::{BillingCurrency, InvalidPrice, PaidProduct, ProductPrice, ProductStatus};
pub use queue::{ClaimedSubject, ParkedSubject, SubjectClaim, SubjectEnd};
pub use subscription::{BillingPeriod, InvalidBillingPeriod, SubscriptionState, SubscriptionStatus};
pub use withdrawal::{Withdrawal, withdrawals};

#[cfg(test)]
mod tests;
