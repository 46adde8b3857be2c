//! How accounts stand, remembered for a moment.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use listing_domain::ids::AccountId;
use listing_domain::quota::{Period, Usage};
use moka::sync::Cache;

/// How long a reading is remembered. What another process changes reaches this
/// one within a second; the tenth below is for the reading.
const REMEMBERED: Duration = Duration::from_millis(900);

/// Accounts that are remembered at most.
const CAPACITY: u64 = 50_000;

/// Remembers how accounts stand, for those who ask. What holds and charges units
/// never goes by it.
///
/// What this process writes is seen at once: each step forgets the account that
/// it concerns, before its caller hears of it.
pub(super) struct UsageCache {
    /// `None` to remember nothing.
    readings: Option<Cache<AccountId, Reading>>,
    changes: AtomicU64,
}

/// How an account stood at a moment. Another month has other free units, and
/// another plan other rules: a reading is good for neither.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    pub(super) usage: Usage,
    /// The moment.
    pub(super) at: Timestamp,
    /// When the account's plan changes next, as far as it is known.
    pub(super) until: Option<Timestamp>,
}

impl Reading {
    fn is_good_at(&self, now: Timestamp) -> bool {
        // Before it, when the clock was set back, there may have been another plan.
        let is_same_plan = self.at <= now && self.until.is_none_or(|until| now < until);
        is_same_plan && Period::containing(self.at) == Period::containing(now)
    }
}

impl Default for UsageCache {
    fn default() -> Self {
        let readings = Cache::builder().max_capacity(CAPACITY).time_to_live(REMEMBERED).build();
        Self { readings: Some(readings), changes: AtomicU64::new(0) }
    }
}

impl UsageCache {
    /// A cache that remembers nothing.
    pub(super) const fn forgetful() -> Self {
        Self { readings: None, changes: AtomicU64::new(0) }
    }

    /// The remembered reading, if it is good at a moment, for a limit of free
    /// units.
    pub(super) fn usage(&self, account: AccountId, free_limit: u32, now: Timestamp) -> Option<Usage> {
        let reading = self.readings.as_ref()?.get(&account).filter(|reading| reading.is_good_at(now))?;
        Some(Usage { free_limit, ..reading.usage })
    }

    /// A mark to be taken before a reading and given to [`Self::remember`].
    pub(super) fn mark(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// Remembers a reading, unless something was forgotten since `mark`: the
    /// reading may then have seen the state before the change.
    pub(super) fn remember(&self, account: AccountId, reading: Reading, mark: u64) {
        let Some(readings) = &self.readings else { return };
        if self.mark() != mark {
            return;
        }
        readings.insert(account, reading);
        // A change may have come in between.
        if self.mark() != mark {
            readings.invalidate(&account);
        }
    }

    /// Forgets an account that a committed change concerns.
    pub(super) fn forget(&self, account: AccountId) {
        self.changes.fetch_add(1, Ordering::AcqRel);
        if let Some(readings) = &self.readings {
            readings.invalidate(&account);
        }
    }
}

#[cfg(test)]
mod tests {
    use listing_domain::account::Plan;
    use listing_domain::ports::IdSource as _;
    use listing_testkit::SeededIds;

    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn november() -> Timestamp {
        at("2026-11-21T10:00:00Z")
    }

    fn reading() -> Reading {
        Reading { usage: usage(), at: november(), until: None }
    }

    fn usage() -> Usage {
        let period = Period::containing(november());
        Usage { plan: Plan::Free, plan_ends: None, free_used: 1, free_limit: 3, credits_remaining: 0, period }
    }

    #[test]
    fn a_reading_that_a_write_overtook_is_not_remembered() {
        let (cache, account) = (UsageCache::default(), AccountId::new(SeededIds::new(1).id()));
        let before = cache.mark();
        cache.forget(account);
        cache.remember(account, reading(), before);
        assert_eq!(cache.usage(account, 3, november()), None);

        cache.remember(account, reading(), cache.mark());
        assert_eq!(cache.usage(account, 3, november()), Some(usage()));
        cache.forget(account);
        assert_eq!(cache.usage(account, 3, november()), None);
    }

    #[test]
    fn a_reading_is_for_the_month_that_it_was_asked_for_in_and_for_any_limit() {
        let (cache, account) = (UsageCache::default(), AccountId::new(SeededIds::new(1).id()));
        cache.remember(account, reading(), cache.mark());
        assert_eq!(cache.usage(account, 3, at("2026-12-01T00:00:00Z")), None);
        assert_eq!(cache.usage(account, 5, november()), Some(Usage { free_limit: 5, ..usage() }));
    }

    #[test]
    fn a_reading_is_good_until_the_plan_changes() {
        let (cache, account) = (UsageCache::default(), AccountId::new(SeededIds::new(1).id()));
        let end = at("2026-11-21T10:00:01Z");
        cache.remember(account, Reading { until: Some(end), ..reading() }, cache.mark());
        assert_eq!(cache.usage(account, 3, at("2026-11-21T10:00:00.999Z")), Some(usage()));
        assert_eq!(cache.usage(account, 3, end), None);
        assert_eq!(cache.usage(account, 3, at("2026-11-21T09:59:59Z")), None, "the clock was set back");
    }

    #[test]
    fn who_is_forgetful_remembers_nothing() {
        let (cache, account) = (UsageCache::forgetful(), AccountId::new(SeededIds::new(1).id()));
        cache.remember(account, reading(), cache.mark());
        assert_eq!(cache.usage(account, 3, november()), None);
    }
}
