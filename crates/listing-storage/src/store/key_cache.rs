use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use listing_domain::ids::KeyId;
use listing_domain::key::{KeyDigest, KeyRecord};
use listing_domain::ports::KeyOwner;
use moka::sync::Cache;

use super::keys::StoredOwner;

/// Another process's change, such as a revoked key or a new plan, must take effect within five seconds. The
/// remaining second is for the look-up.
const LIFETIME: Duration = Duration::from_secs(4);

const CAPACITY: u64 = 50_000;

/// Caches the owners of active keys. Unknown keys are not cached: every guessed key differs, and a new key
/// must work at once.
pub(super) struct KeyCache {
    owners: Cache<KeyDigest, StoredOwner>,
    noted: Cache<KeyId, Timestamp>,
    changes: AtomicU64,
}

impl Default for KeyCache {
    fn default() -> Self {
        let precision = KeyRecord::LAST_USE_PRECISION_SECONDS.unsigned_abs();
        Self {
            owners: Cache::builder().max_capacity(CAPACITY).time_to_live(LIFETIME).build(),
            noted: Cache::builder()
                .max_capacity(CAPACITY)
                .time_to_live(Duration::from_secs(precision))
                .build(),
            changes: AtomicU64::new(0),
        }
    }
}

impl KeyCache {
    pub(super) fn owner(&self, digest: &KeyDigest, at: Timestamp) -> Option<KeyOwner> {
        self.owners.get(digest)?.at(at).map(|owner| self.with_last_use(owner))
    }

    /// Take it before a look-up and pass it to [`Self::insert`].
    pub(super) fn mark(&self) -> u64 {
        self.changes.load(Ordering::Acquire)
    }

    /// Returns the key's owner at a moment. Caches nothing if any key was dropped since `mark`, because the
    /// look-up may be older than that change.
    pub(super) fn insert(
        &self,
        digest: KeyDigest,
        owner: StoredOwner,
        mark: u64,
        at: Timestamp,
    ) -> Option<KeyOwner> {
        let now = owner.at(at);
        self.owners.insert(digest, owner);
        if self.mark() != mark {
            self.owners.invalidate(&digest);
        }
        now.map(|owner| self.with_last_use(owner))
    }

    pub(super) fn invalidate(&self, digests: &[KeyDigest]) {
        self.changes.fetch_add(1, Ordering::AcqRel);
        for digest in digests {
            self.owners.invalidate(digest);
        }
    }

    /// `false` if a recent use is recorded, so that this one need not be written.
    pub(super) fn note_use(&self, key: KeyId, at: Timestamp) -> bool {
        let recent = self.noted.get(&key).is_some_and(|noted| {
            at.duration_since(noted).as_secs().abs() < KeyRecord::LAST_USE_PRECISION_SECONDS
        });
        if !recent {
            self.noted.insert(key, at);
        }
        !recent
    }

    pub(super) fn invalidate_use(&self, key: KeyId) {
        self.noted.invalidate(&key);
    }

    fn with_last_use(&self, mut owner: KeyOwner) -> KeyOwner {
        owner.last_used_at = owner.last_used_at.max(self.noted.get(&owner.key));
        owner
    }
}

#[cfg(test)]
mod tests {
    use listing_domain::account::Plan;
    use listing_domain::entitlement::Term;
    use listing_domain::ids::AccountId;
    use listing_domain::ports::IdSource as _;
    use listing_domain::principal::Scopes;
    use listing_testkit::SeededIds;

    use super::*;

    fn known() -> (KeyDigest, StoredOwner) {
        let ids = SeededIds::new(1);
        let (key, account, scopes) = (KeyId::new(ids.id()), AccountId::new(ids.id()), Scopes::ALL);
        let owner =
            StoredOwner { key, account, scopes, ends_at: None, terms: Vec::new(), last_used_at: None };
        (ids.api_key().digest(), owner)
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn look_up_begun_before_a_change_is_not_cached() {
        let (cache, (digest, owner)) = (KeyCache::default(), known());
        let (now, before) = (at(0), cache.mark());
        cache.invalidate(&[digest]);
        assert_eq!(cache.insert(digest, owner.clone(), before, now), owner.at(now));
        assert_eq!(cache.owner(&digest, now), None);

        cache.insert(digest, owner.clone(), cache.mark(), now);
        assert_eq!(cache.owner(&digest, now), owner.at(now));
        cache.invalidate(&[digest]);
        assert_eq!(cache.owner(&digest, now), None);
    }

    #[test]
    fn cached_plan_ends_on_time() {
        let (cache, (digest, owner)) = (KeyCache::default(), known());
        let terms = vec![Term { plan: Plan::ProMonthly, starts: at(0), ends: Some(at(60)) }];
        let now = cache.insert(digest, StoredOwner { terms, ..owner }, cache.mark(), at(0));
        assert_eq!(now.map(|owner| owner.plan), Some(Plan::ProMonthly));
        assert_eq!(cache.owner(&digest, at(60)).map(|owner| owner.plan), Some(Plan::Free));
    }

    #[test]
    fn cached_key_expires_on_time() {
        let (cache, (digest, owner)) = (KeyCache::default(), known());
        cache.insert(digest, StoredOwner { ends_at: Some(at(60)), ..owner }, cache.mark(), at(0));
        assert!(cache.owner(&digest, at(59)).is_some());
        assert_eq!(cache.owner(&digest, at(60)), None);
    }
}
