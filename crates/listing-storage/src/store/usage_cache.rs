//! How accounts stand, remembered for a moment.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

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

/// How an account stood when it was asked for in a month. Another month has
/// other free units, so it is a reading of its own.
#[derive(Clone, Copy)]
struct Reading {
    month: Period,
    usage: Usage,
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

    /// The remembered reading, for a month and a limit of free units.
    pub(super) fn usage(&self, account: AccountId, free_limit: u32, month: Period) -> Option<Usage> {
        let reading = self.readings.as_ref()?.get(&account).filter(|reading| reading.month == month)?;
        Some(Usage { free_limit, ..reading.usage })
    }

    /// A mark to be taken before a reading and given to [`Self::remember`].
    pub(super) fn mark(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// Remembers a reading, unless something was forgotten since `mark`: the
    /// reading may then have seen the state before the change.
    pub(super) fn remember(&self, account: AccountId, month: Period, usage: Usage, mark: u64) {
        let Some(readings) = &self.readings else { return };
        if self.mark() != mark {
            return;
        }
        readings.insert(account, Reading { month, usage });
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

    fn month(text: &str) -> Period {
        text.parse().unwrap()
    }

    fn usage() -> Usage {
        let period = month("2026-11");
        Usage { plan: Plan::Free, free_used: 1, free_limit: 3, credits_remaining: 0, period }
    }

    #[test]
    fn a_reading_that_a_write_overtook_is_not_remembered() {
        let (cache, account) = (UsageCache::default(), AccountId::new(SeededIds::new(1).id()));
        let before = cache.mark();
        cache.forget(account);
        cache.remember(account, month("2026-11"), usage(), before);
        assert_eq!(cache.usage(account, 3, month("2026-11")), None);

        cache.remember(account, month("2026-11"), usage(), cache.mark());
        assert_eq!(cache.usage(account, 3, month("2026-11")), Some(usage()));
        cache.forget(account);
        assert_eq!(cache.usage(account, 3, month("2026-11")), None);
    }

    #[test]
    fn a_reading_is_for_the_month_that_it_was_asked_for_in_and_for_any_limit() {
        let (cache, account) = (UsageCache::default(), AccountId::new(SeededIds::new(1).id()));
        cache.remember(account, month("2026-11"), usage(), cache.mark());
        assert_eq!(cache.usage(account, 3, month("2026-12")), None);
        assert_eq!(cache.usage(account, 5, month("2026-11")), Some(Usage { free_limit: 5, ..usage() }));
    }

    #[test]
    fn who_is_forgetful_remembers_nothing() {
        let (cache, account) = (UsageCache::forgetful(), AccountId::new(SeededIds::new(1).id()));
        cache.remember(account, month("2026-11"), usage(), cache.mark());
        assert_eq!(cache.usage(account, 3, month("2026-11")), None);
    }
}
