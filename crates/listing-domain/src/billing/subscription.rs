use jiff::Timestamp;

use super::{CustomerId, ProviderPaymentId, SubscriptionId};
use crate::account::Plan;
use crate::closed_enum::closed_enum;
use crate::ids::AccountId;

/// The current state of a subscription.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubscriptionState {
    /// The subscription's id.
    pub id: SubscriptionId,
    /// The account; `None` for a subscription that no checkout of this service started.
    pub account: Option<AccountId>,
    /// The customer.
    pub customer: CustomerId,
    /// The plan.
    pub plan: Plan,
    /// The status.
    pub status: SubscriptionStatus,
    /// The current period. It is renewed before it is paid, so only `status` says whether it is paid.
    pub period: BillingPeriod,
    /// True if the subscription is not renewed after the period.
    pub ends_with_period: bool,
    /// The time of its end.
    pub ended_at: Option<Timestamp>,
    /// The payment of the current period; `None` if nothing was to be paid.
    pub latest_payment: Option<ProviderPaymentId>,
}

closed_enum! {
    /// The status of a subscription.
    pub enum SubscriptionStatus as "status" {
        /// The first payment has not succeeded yet.
        Incomplete = "incomplete",
        /// The subscription is paid, or in a trial.
        Active = "active",
        /// A renewal was not paid. The provider tries again.
        PastDue = "past_due",
        /// The subscription is paused, or unpaid after the last try. It may become active again.
        Paused = "paused",
        /// The subscription ended for good.
        Ended = "ended",
    }
}

/// A period that a payment covers: it includes its start and excludes its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BillingPeriod {
    start: Timestamp,
    end: Timestamp,
}

/// The error for a period that does not end after its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a billing period must end after its start")]
pub struct InvalidBillingPeriod;

impl BillingPeriod {
    /// A period from its first moment and the first moment after it.
    pub fn new(start: Timestamp, end: Timestamp) -> Result<Self, InvalidBillingPeriod> {
        if start < end { Ok(Self { start, end }) } else { Err(InvalidBillingPeriod) }
    }

    /// The first moment.
    pub const fn start(&self) -> Timestamp {
        self.start
    }

    /// The first moment after the period.
    pub const fn end(&self) -> Timestamp {
        self.end
    }
}
