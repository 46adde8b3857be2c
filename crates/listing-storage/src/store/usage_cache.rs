use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use listing_domain::ids::AccountId;
use listing_domain::quota::{Period, Usage};
use moka::sync::Cache;

/// Another process's change must take effect within a second; the remaining tenth is for reading the usage.
const LIFETIME: Duration = Duration::from_millis(900);

const CAPACITY: u64 = 50_000;

/// Caches accounts' usage for queries. Steps that hold or charge units do not read it.
///
/// Each step of this process that changes an account drops or replaces its cached usage before its caller
/// gets the answer.
pub(super) struct UsageCache {
    readings: Option<Cache<AccountId, Reading>>,
    /// Several accounts share a counter of changes, so a change of one can cause needless reads of the
    /// others.
    changes: Box<[AtomicU64]>,
}

/// Much larger than the number of accounts changed at the same time.
const COUNTERS: usize = 1_024;

/// The number of changes so far to an account, or to others with the same counter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark(u64);

/// The usage as read at a moment. Invalid in another month or under another plan.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    pub(super) usage: Usage,
    pub(super) at: Timestamp,
    /// The account's next known plan change.
    pub(super) until: Option<Timestamp>,
}

impl Reading {
    fn is_valid_at(&self, now: Timestamp) -> bool {
        // If the clock was set back, the plan may differ.
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
    pub(super) fn disabled() -> Self {
        Self { readings: None, changes: (0..COUNTERS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// `None` if the cached usage is not valid at `now`.
    pub(super) fn usage(&self, account: AccountId, free_limit: u32, now: Timestamp) -> Option<Usage> {
        let reading = self.readings.as_ref()?.get(&account).filter(|reading| reading.is_valid_at(now))?;
        Some(Usage { free_limit, ..reading.usage })
    }

    /// For [`Self::insert`] or [`Self::changed`]. Call it before the account is read or changed.
    pub(super) fn mark(&self, account: AccountId) -> Mark {
        Mark(self.counter(account).load(Ordering::Acquire))
    }

    /// Caches a usage unless the account was changed since `mark`, because the reading may be older than the
    /// change.
    pub(super) fn insert(&self, account: AccountId, reading: Reading, mark: Mark) {
        let Some(readings) = &self.readings else { return };
        if self.mark(account) != mark {
            return;
        }
        readings.insert(account, reading);
        // The account may have been changed during the insertion.
        if self.mark(account) != mark {
            readings.invalidate(&account);
        }
    }

    /// Caches the usage after a committed change. If there was another since `mark`, drops the account
    /// instead, because the order of both is unknown.
    pub(super) fn changed(&self, account: AccountId, reading: Reading, mark: Mark) {
        if self.invalidate(account) == mark {
            self.insert(account, reading, Mark(mark.0 + 1));
        }
    }

    /// Returns the number of changes before this one.
    pub(super) fn invalidate(&self, account: AccountId) -> Mark {
        let before = self.counter(account).fetch_add(1, Ordering::AcqRel);
        if let Some(readings) = &self.readings {
            readings.invalidate(&account);
        }
        Mark(before)
    }

    fn counter(&self, account: AccountId) -> &AtomicU64 {
        // The last two bytes of an id are random.
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
    fn usage_read_before_a_write_is_not_cached() {
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
    fn usage_after_a_change_is_cached_unless_another_change_came_between() {
        let (cache, account) = (UsageCache::default(), AccountId::new(SeededIds::new(1).id()));
        cache.insert(account, reading(), cache.mark(account));
        let before = cache.mark(account);
        let changed = |free_used| Reading { usage: Usage { free_used, ..usage() }, ..reading() };
        cache.changed(account, changed(2), before);
        assert_eq!(cache.usage(account, 3, november()).map(|usage| usage.free_used), Some(2));
        cache.insert(account, reading(), before);
        assert_eq!(cache.usage(account, 3, november()).map(|usage| usage.free_used), Some(2));
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
    fn cached_usage_is_valid_in_its_month_and_for_any_limit() {
        let (cache, account) = (UsageCache::default(), AccountId::new(SeededIds::new(1).id()));
        cache.insert(account, reading(), cache.mark(account));
        assert_eq!(cache.usage(account, 3, at("2026-12-01T00:00:00Z")), None);
        assert_eq!(cache.usage(account, 5, november()), Some(Usage { free_limit: 5, ..usage() }));
    }

    #[test]
    fn cached_usage_is_valid_until_the_plan_changes() {
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
