//! Caches the usage of accounts for a moment.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use listing_domain::ids::AccountId;
use listing_domain::quota::{Period, Usage};
use moka::sync::Cache;

/// Lifetime of a cached reading. Another process's change takes effect within a second; the remaining
/// tenth is for the reading.
const LIFETIME: Duration = Duration::from_millis(900);

/// The maximum number of cached accounts.
const CAPACITY: u64 = 50_000;

/// Caches the usage of accounts for queries, not for steps that hold or charge units.
///
/// A write by this process takes effect at once: each step that changes an account drops or replaces
/// its reading before its caller gets the answer.
pub(super) struct UsageCache {
    /// `None` to cache nothing.
    readings: Option<Cache<AccountId, Reading>>,
    /// Counters of changes. Accounts that share a counter are sometimes read again without need.
    changes: Box<[AtomicU64]>,
}

/// The number of counters: many more than the accounts written at the same time.
const COUNTERS: usize = 1_024;

/// The number of changes so far to an account, or to another account with the same counter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark(u64);

/// The usage of an account at a moment. It is invalid in another month or under another plan.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    pub(super) usage: Usage,
    pub(super) at: Timestamp,
    /// The known moment of the account's next plan change.
    pub(super) until: Option<Timestamp>,
}

impl Reading {
    fn is_valid_at(&self, now: Timestamp) -> bool {
        // Before the reading, when the clock was set back, the plan may differ.
        let is_same_plan = self.at <= now && self.until.is_none_or(|until| now < until);
        is_same_plan && Period::containing(self.at) == Period::containing(now)
    }
}

impl Default for UsageCache {
    fn default() -> Self {
        let readings = Cache::builder().max_capacity(CAPACITY).time_to_live(LIFETIME).build();
        Self { readings: Some(readings), ..Self::disabled() }
    }
}

impl UsageCache {
    /// Makes a cache that stores nothing.
    pub(super) fn disabled() -> Self {
        Self { readings: None, changes: (0..COUNTERS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Returns the cached usage if it is valid at a moment, with the given limit of free units.
    pub(super) fn usage(&self, account: AccountId, free_limit: u32, now: Timestamp) -> Option<Usage> {
        let reading = self.readings.as_ref()?.get(&account).filter(|reading| reading.is_valid_at(now))?;
        Some(Usage { free_limit, ..reading.usage })
    }

    /// Returns a mark for [`Self::insert`] or [`Self::changed`]. Take it before the account is read or
    /// changed.
    pub(super) fn mark(&self, account: AccountId) -> Mark {
        Mark(self.counter(account).load(Ordering::Acquire))
    }

    /// Caches a reading, unless the account was changed since `mark`, because the reading may be older
    /// than the change.
    pub(super) fn insert(&self, account: AccountId, reading: Reading, mark: Mark) {
        let Some(readings) = &self.readings else { return };
        if self.mark(account) != mark {
            return;
        }
        readings.insert(account, reading);
        // A change may have happened in between.
        if self.mark(account) != mark {
            readings.invalidate(&account);
        }
    }

    /// Caches the usage after a committed change, unless there was another change since `mark`,
    /// because the order of both is unknown.
    pub(super) fn changed(&self, account: AccountId, reading: Reading, mark: Mark) {
        if self.invalidate(account) == mark {
            self.insert(account, reading, Mark(mark.0 + 1));
        }
    }

    /// Drops a changed account. Returns the account's mark from before the change.
    pub(super) fn invalidate(&self, account: AccountId) -> Mark {
        let before = self.counter(account).fetch_add(1, Ordering::AcqRel);
        if let Some(readings) = &self.readings {
            readings.invalidate(&account);
        }
        Mark(before)
    }

    fn counter(&self, account: AccountId) -> &AtomicU64 {
        // The last bits of an identity are random.
        let [.., high, low] = account.as_uuid().into_bytes();
        &self.changes[usize::from(u16::from_be_bytes([high, low])) % COUNTERS]
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
    fn reading_older_than_a_write_is_not_cached() {
        let (cache, account) = (UsageCache::default(), AccountId::new(SeededIds::new(1).id()));
        let before = cache.mark(account);
        cache.invalidate(account);
        cache.insert(account, reading(), before);
        assert_eq!(cache.usage(account, 3, november()), None);

        cache.insert(account, reading(), cache.mark(account));
        assert_eq!(cache.usage(account, 3, november()), Some(usage()));
        cache.invalidate(account);
        assert_eq!(cache.usage(account, 3, november()), None);
    }

    #[test]
    fn change_is_cached_unless_another_came_between() {
        let (cache, account) = (UsageCache::default(), AccountId::new(SeededIds::new(1).id()));
        cache.insert(account, reading(), cache.mark(account));
        let before = cache.mark(account);
        let changed = |free_used| Reading { usage: Usage { free_used, ..usage() }, ..reading() };
        cache.changed(account, changed(2), before);
        assert_eq!(cache.usage(account, 3, november()).map(|usage| usage.free_used), Some(2));
        // A reading from before the change is not cached.
        cache.insert(account, reading(), before);
        assert_eq!(cache.usage(account, 3, november()).map(|usage| usage.free_used), Some(2));
        // Neither is one of two concurrent changes.
        cache.changed(account, changed(3), before);
        assert_eq!(cache.usage(account, 3, november()), None);
    }

    #[test]
    fn change_of_one_account_keeps_the_others_cached() {
        let ids = SeededIds::new(1);
        let (cache, one, other) = (UsageCache::default(), AccountId::new(ids.id()), AccountId::new(ids.id()));
        let mark = cache.mark(one);
        cache.invalidate(other);
        cache.insert(one, reading(), mark);
        assert_eq!(cache.usage(one, 3, november()), Some(usage()));
    }

    #[test]
    fn a_reading_is_valid_for_its_month_and_for_any_limit() {
        let (cache, account) = (UsageCache::default(), AccountId::new(SeededIds::new(1).id()));
        cache.insert(account, reading(), cache.mark(account));
        assert_eq!(cache.usage(account, 3, at("2026-12-01T00:00:00Z")), None);
        assert_eq!(cache.usage(account, 5, november()), Some(Usage { free_limit: 5, ..usage() }));
    }

    #[test]
    fn reading_is_valid_until_the_plan_changes() {
        let (cache, account) = (UsageCache::default(), AccountId::new(SeededIds::new(1).id()));
        let end = at("2026-11-21T10:00:01Z");
        cache.insert(account, Reading { until: Some(end), ..reading() }, cache.mark(account));
        assert_eq!(cache.usage(account, 3, at("2026-11-21T10:00:00.999Z")), Some(usage()));
        assert_eq!(cache.usage(account, 3, end), None);
        assert_eq!(cache.usage(account, 3, at("2026-11-21T09:59:59Z")), None, "the clock was set back");
    }

    #[test]
    fn disabled_cache_caches_nothing() {
        let (cache, account) = (UsageCache::disabled(), AccountId::new(SeededIds::new(1).id()));
        cache.insert(account, reading(), cache.mark(account));
        assert_eq!(cache.usage(account, 3, november()), None);
    }
}
