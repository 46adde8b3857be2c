use jiff::Timestamp;

use super::{CheckoutId, EventId, ProviderPaymentId, SubscriptionId};

/// A verified event of the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillingEvent {
    /// The event's id, the same in each delivery.
    pub id: EventId,
    /// The time of the event.
    pub created_at: Timestamp,
    /// The object to fetch.
    pub subject: BillingSubject,
}

/// The object that an event is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BillingSubject {
    /// A checkout.
    Checkout(CheckoutId),
    /// A subscription, or an invoice of it.
    Subscription(SubscriptionId),
    /// A payment, its refunds or its disputes. It may belong to another product of the same seller.
    Payment(ProviderPaymentId),
    /// Another product of the same seller, or an event of which this service makes no use.
    Unrelated,
}

/// The reason why a delivery is not an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum EventRefusal {
    /// The signature header is malformed.
    #[error("the signature header is malformed")]
    MalformedSignature,
    /// The signature is of none of the secrets, or the body was changed.
    #[error("the signature is invalid: check the webhook secret")]
    WrongSignature,
    /// The time of the signature differs too much from the clock.
    #[error("the time of the signature differs by more than five minutes from the clock")]
    Stale,
    /// The body is too large.
    #[error("the body is too large")]
    TooLarge,
    /// The signed body is not an event.
    #[error("the body is not an event")]
    MalformedBody,
    /// A test event for a live service, or a live event for a test.
    #[error("the event is of the other mode: live events need a live key, and test events a test key")]
    OtherMode,
}
