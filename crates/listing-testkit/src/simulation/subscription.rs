use jiff::{SignedDuration, Timestamp, ToSpan as _, tz::TimeZone};
use listing_domain::account::Plan;
use listing_domain::billing::{
    BillingPeriod, CustomerId, InvalidBillingPeriod, SubscriptionId, SubscriptionState, SubscriptionStatus,
};
use listing_domain::ids::AccountId;

use super::payment::Payment;

/// A subscription at the provider.
#[derive(Debug, Clone)]
pub(super) struct Subscription {
    pub(super) id: SubscriptionId,
    pub(super) plan: Plan,
    pub(super) phase: Phase,
    pub(super) starts: Timestamp,
    pub(super) ends: Timestamp,
    /// True if the customer canceled at the end of the period.
    pub(super) is_canceled: bool,
    pub(super) is_paused: bool,
    /// The payment of the current period among those of the sale.
    pub(super) latest: Option<usize>,
    /// The time at which the phase changes without the customer.
    pub(super) changes_at: Option<Timestamp>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    /// The first payment takes days.
    Incomplete,
    Paid,
    /// The period was renewed, and its payment is not known yet.
    Renewing,
    /// The payment failed, and the provider tries again.
    Unpaid,
    /// The provider does not try again.
    Lapsed,
    Ended,
}

impl Subscription {
    /// A subscription whose first period starts now.
    pub(super) fn new(id: SubscriptionId, plan: Plan, phase: Phase, now: Timestamp) -> Self {
        Self {
            id,
            plan,
            phase,
            starts: now,
            ends: period_end(plan, now),
            is_canceled: false,
            is_paused: false,
            latest: None,
            changes_at: None,
        }
    }

    /// Begins another period.
    pub(super) fn begin(&mut self, starts: Timestamp) {
        (self.starts, self.ends) = (starts, period_end(self.plan, starts));
        self.latest = None;
    }

    pub(super) fn end(&mut self) {
        (self.phase, self.changes_at) = (Phase::Ended, None);
    }

    pub(super) fn state(
        &self,
        account: AccountId,
        customer: &CustomerId,
        payments: &[Payment],
    ) -> Result<SubscriptionState, InvalidBillingPeriod> {
        let status = match self.phase {
            Phase::Incomplete => SubscriptionStatus::Incomplete,
            Phase::Ended => SubscriptionStatus::Ended,
            Phase::Lapsed => SubscriptionStatus::Paused,
            _ if self.is_paused => SubscriptionStatus::Paused,
            Phase::Paid | Phase::Renewing => SubscriptionStatus::Active,
            Phase::Unpaid => SubscriptionStatus::PastDue,
        };
        Ok(SubscriptionState {
            id: self.id.clone(),
            account: Some(account),
            customer: customer.clone(),
            plan: self.plan,
            status,
            period: BillingPeriod::new(self.starts, self.ends)?,
            ends_with_period: self.is_canceled,
            ended_at: (self.phase == Phase::Ended).then_some(self.ends),
            latest_payment: self.latest.map(|index| payments[index].id.clone()),
        })
    }

    /// The moment up to which the customer has the plan, as things are.
    pub(super) fn plan_until(&self, payments: &[Payment], grace: SignedDuration) -> Option<Timestamp> {
        if self.is_paused {
            return None;
        }
        let is_returned = self.latest.is_some_and(|index| payments[index].is_wholly_returned());
        match self.phase {
            Phase::Paid | Phase::Renewing if is_returned => None,
            Phase::Paid | Phase::Renewing if self.is_canceled => Some(self.ends),
            Phase::Paid | Phase::Renewing => Some(self.ends + grace),
            // The last paid moment is the one at which the unpaid period began.
            Phase::Unpaid => Some(self.starts + grace),
            Phase::Incomplete | Phase::Lapsed | Phase::Ended => None,
        }
    }
}

/// The end of a period of a plan.
fn period_end(plan: Plan, starts: Timestamp) -> Timestamp {
    let length = if plan == Plan::ProAnnual { 1.year() } else { 1.month() };
    let ends = starts.to_zoned(TimeZone::UTC).checked_add(length).map(|ends| ends.timestamp());
    ends.unwrap_or_else(|_| starts + SignedDuration::from_hours(24 * 30))
}
