use jiff::Timestamp;

use super::{CheckoutId, EventId, InvalidProviderId, ProviderPaymentId, SubscriptionId};
use crate::closed_enum::closed_enum;

/// A verified event of the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillingEvent {
    /// The event's id, the same in each delivery.
    pub id: EventId,
    /// The time of the event.
    pub created_at: Timestamp,
    /// The object to fetch; `None` for another product of the same seller, or an event of which this service
    /// makes no use.
    pub subject: Option<BillingSubject>,
}

/// An object at the provider, whose state may have changed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BillingSubject {
    /// A checkout.
    Checkout(CheckoutId),
    /// A subscription, or an invoice of it.
    Subscription(SubscriptionId),
    /// A payment, its refunds or its disputes. It may belong to another product of the same seller.
    Payment(ProviderPaymentId),
}

closed_enum! {
    /// The kind of an object at the provider.
    pub enum SubjectKind as "subject" {
        /// A checkout.
        Checkout = "checkout",
        /// A subscription.
        Subscription = "subscription",
        /// A payment.
        Payment = "payment",
    }
}

impl BillingSubject {
    /// An object from its kind and its id.
    pub fn new(kind: SubjectKind, id: &str) -> Result<Self, InvalidProviderId> {
        Ok(match kind {
            SubjectKind::Checkout => Self::Checkout(id.parse()?),
            SubjectKind::Subscription => Self::Subscription(id.parse()?),
            SubjectKind::Payment => Self::Payment(id.parse()?),
        })
    }

    /// The kind.
    pub const fn kind(&self) -> SubjectKind {
        match self {
            Self::Checkout(_) => SubjectKind::Checkout,
            Self::Subscription(_) => SubjectKind::Subscription,
            Self::Payment(_) => SubjectKind::Payment,
        }
    }

    /// The id at the provider.
    pub fn id(&self) -> &str {
        match self {
            Self::Checkout(id) => id.as_str(),
            Self::Subscription(id) => id.as_str(),
            Self::Payment(id) => id.as_str(),
        }
    }
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
