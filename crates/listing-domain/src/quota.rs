//! Quota: a successful request takes one unit, for any number of marketplaces. Free units belong to a
//! calendar month in UTC and expire with it; purchased credits never expire; a Pro subscription takes
//! neither.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::Offset;

use crate::account::Plan;

/// The limits of accounts, by default those of the API's contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuotaPolicy {
    /// Free generations per calendar month.
    pub free_units: u32,
    /// Generations in one credit pack.
    pub pack_units: u32,
    /// The maximum number of active API keys.
    pub max_active_keys: u32,
}

impl Default for QuotaPolicy {
    fn default() -> Self {
        Self { free_units: 3, pack_units: 20, max_active_keys: 10 }
    }
}

/// A calendar month in UTC, written `YYYY-MM`. No job resets free units, because each month has its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Period(Date);

/// The error for an invalid period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a period must have the form YYYY-MM")]
pub struct InvalidPeriod;

impl Period {
    /// The month that contains a moment.
    pub fn containing(at: Timestamp) -> Self {
        Self(Offset::UTC.to_datetime(at).date().first_of_month())
    }

    /// The first instant.
    pub fn start(self) -> Timestamp {
        let midnight = self.0.to_datetime(jiff::civil::Time::midnight());
        Offset::UTC.to_timestamp(midnight).unwrap_or(Timestamp::MIN)
    }

    /// The first instant after it, when free units return.
    pub fn end(self) -> Timestamp {
        self.0
            .last_of_month()
            .tomorrow()
            .and_then(|next| Offset::UTC.to_timestamp(next.to_datetime(jiff::civil::Time::midnight())))
            .unwrap_or(Timestamp::MAX)
    }
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.0.year(), self.0.month())
    }
}

impl FromStr for Period {
    type Err = InvalidPeriod;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (year, month) = text.split_once('-').ok_or(InvalidPeriod)?;
        let date =
            Date::new(year.parse().map_err(|_| InvalidPeriod)?, month.parse().map_err(|_| InvalidPeriod)?, 1);
        date.map(Self).map_err(|_| InvalidPeriod)
    }
}

/// The source of a unit, fixed when the unit is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnitKind {
    /// A free unit.
    Free(Period),
    /// A purchased credit.
    Credit,
    /// No unit, because the account had a Pro subscription, or because the request is free. Recorded without
    /// a charge.
    Pro,
}

/// An account's usage at a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// The plan.
    pub plan: Plan,
    /// Its end, if known.
    pub plan_ends: Option<Timestamp>,
    /// Free units of the period, spent or held by running requests.
    pub free_used: u32,
    /// Free units per period.
    pub free_limit: u32,
    /// Credits neither spent nor held by running requests.
    pub credits_remaining: u32,
    /// The period of the free units.
    pub period: Period,
}

impl Usage {
    /// The next generation's unit; `None` if the quota is exhausted. Free units go first, because they
    /// expire.
    pub const fn next_unit(&self) -> Option<UnitKind> {
        if self.plan.is_subscribed() {
            Some(UnitKind::Pro)
        } else if self.free_used < self.free_limit {
            Some(UnitKind::Free(self.period))
        } else if self.credits_remaining > 0 {
            Some(UnitKind::Credit)
        } else {
            None
        }
    }

    /// True if another generation is possible.
    pub const fn can_generate(&self) -> bool {
        self.next_unit().is_some()
    }

    /// The moment when the free units return.
    pub fn next_reset(&self) -> Timestamp {
        self.period.end()
    }
}

/// The part of [`Usage`] that an answer contains and a generation stores, after its charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsageAtCharge {
    /// The plan.
    pub plan: Plan,
    /// Free units of the period, spent or held by running requests.
    pub free_used: u32,
    /// Free units per period.
    pub free_limit: u32,
    /// Credits neither spent nor held by running requests.
    pub credits_remaining: u32,
}

impl UsageAtCharge {
    /// True if another generation was possible.
    pub const fn can_generate(&self) -> bool {
        self.plan.is_subscribed() || self.free_used < self.free_limit || self.credits_remaining > 0
    }
}

impl From<Usage> for UsageAtCharge {
    fn from(usage: Usage) -> Self {
        let Usage { plan, free_used, free_limit, credits_remaining, .. } = usage;
        Self { plan, free_used, free_limit, credits_remaining }
    }
}

/// Limits of requests in any 60 seconds, by default those of the API's contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RatePolicy {
    /// For an account without a subscription, all its keys together.
    pub free: u32,
    /// For an account with a Pro subscription.
    pub pro: u32,
    /// For a client address without a valid key.
    pub anonymous: u32,
    /// For the web app: per account, or per client address if signed out.
    pub pages: u32,
}

impl Default for RatePolicy {
    fn default() -> Self {
        Self { free: 10, pro: 60, anonymous: 60, pages: 240 }
    }
}

impl RatePolicy {
    /// A plan's limit.
    pub const fn for_plan(&self, plan: Plan) -> u32 {
        if plan.is_subscribed() { self.pro } else { self.free }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn free_units_return_with_the_first_instant_of_the_next_month() {
        for (moment, period, end) in [
            ("2026-11-21T10:00:00Z", "2026-11", "2026-12-01T00:00:00Z"),
            ("2026-12-31T23:59:59.999Z", "2026-12", "2027-01-01T00:00:00Z"),
            ("2028-02-29T12:00:00Z", "2028-02", "2028-03-01T00:00:00Z"),
            ("2027-01-01T00:00:00Z", "2027-01", "2027-02-01T00:00:00Z"),
        ] {
            let containing = Period::containing(at(moment));
            assert_eq!(containing.to_string(), period);
            assert_eq!(containing.end(), at(end));
        }
    }

    fn usage(plan: Plan, free_used: u32, credits_remaining: u32) -> Usage {
        let period = Period::containing(at("2026-11-21T10:00:00Z"));
        Usage { plan, plan_ends: None, free_used, free_limit: 3, credits_remaining, period }
    }

    #[test]
    fn free_units_go_before_credits_and_pro_takes_none() {
        let period = Period::containing(at("2026-11-21T10:00:00Z"));
        assert_eq!(usage(Plan::Free, 2, 5).next_unit(), Some(UnitKind::Free(period)));
        assert_eq!(usage(Plan::Free, 3, 5).next_unit(), Some(UnitKind::Credit));
        assert_eq!(usage(Plan::Free, 3, 0).next_unit(), None);
        assert_eq!(usage(Plan::ProAnnual, 3, 0).next_unit(), Some(UnitKind::Pro));
    }

    #[test]
    fn usage_at_charge_and_usage_agree_on_can_generate() {
        for (plan, free_used, credits) in
            [(Plan::Free, 2, 0), (Plan::Free, 3, 1), (Plan::Free, 3, 0), (Plan::ProAnnual, 3, 0)]
        {
            let usage = usage(plan, free_used, credits);
            assert_eq!(UsageAtCharge::from(usage).can_generate(), usage.can_generate(), "{usage:?}");
        }
    }

    proptest! {
        #[test]
        fn a_moment_lies_before_its_periods_end_and_the_text_form_round_trips(
            second in 0_i64..4_102_444_800
        ) {
            let moment = Timestamp::from_second(second).unwrap();
            let period = Period::containing(moment);
            prop_assert!(moment < period.end());
            prop_assert_eq!(Period::containing(period.end()).to_string() > period.to_string(), true);
            prop_assert_eq!(period.to_string().parse::<Period>(), Ok(period));
        }
    }
}
