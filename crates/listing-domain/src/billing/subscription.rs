use jiff::{SignedDuration, Timestamp};

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

impl SubscriptionState {
    /// True if another period follows, and is charged.
    pub const fn is_renewed(&self) -> bool {
        !self.ends_with_period && !matches!(self.status, SubscriptionStatus::Ended)
    }

    /// Returns the end of the plan to which the subscription entitles; `None` if it does not entitle to any.
    ///
    /// A paid period lasts a grace longer, in which the renewal arrives or is paid. An unpaid period lasts
    /// only the grace. A canceled subscription ends exactly with its period.
    pub fn plan_ends(&self, grace: SignedDuration) -> Option<Timestamp> {
        let after = |at: Timestamp| at.saturating_add(grace).unwrap_or(Timestamp::MAX);
        match self.status {
            SubscriptionStatus::Active if self.ends_with_period => Some(self.period.end()),
            SubscriptionStatus::Active => Some(after(self.period.end())),
            SubscriptionStatus::PastDue => Some(after(self.period.start())),
            SubscriptionStatus::Incomplete | SubscriptionStatus::Paused | SubscriptionStatus::Ended => None,
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    const GRACE: SignedDuration = SignedDuration::from_hours(3);

    fn hour(hours: i64) -> Timestamp {
        Timestamp::from_second(hours * 3_600).unwrap()
    }

    fn state(status: SubscriptionStatus, ends_with_period: bool) -> SubscriptionState {
        SubscriptionState {
            id: "sub_1".parse().unwrap(),
            account: None,
            customer: "cus_1".parse().unwrap(),
            plan: Plan::ProMonthly,
            status,
            period: BillingPeriod::new(hour(10), hour(20)).unwrap(),
            ends_with_period,
            ended_at: None,
            latest_payment: None,
        }
    }

    #[test]
    fn status_and_period_decide_the_end_of_the_plan() {
        use SubscriptionStatus::{Active, Ended, Incomplete, PastDue, Paused};
        for (status, ends_with_period, ends) in [
            (Active, false, Some(23)),
            (Active, true, Some(20)),
            (PastDue, false, Some(13)),
            (PastDue, true, Some(13)),
            (Incomplete, false, None),
            (Paused, false, None),
            (Ended, false, None),
        ] {
            assert_eq!(state(status, ends_with_period).plan_ends(GRACE), ends.map(hour), "{status}");
        }
    }
}
