//! Caches the families without comparables for a moment.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use listing_domain::product::Product;

/// Lifetime of a cached absence. Another process's addition is found within a second; the remaining
/// tenth is for the search.
const LIFETIME: Duration = Duration::from_millis(900);

/// Caches families without comparables, to save a host without market data a query per request.
///
/// An addition by this process clears the cache before its caller gets the answer.
#[derive(Default)]
pub(in crate::store) struct NegativeCache(Mutex<Families>);

#[derive(Default)]
struct Families {
    /// The time of each family's unsuccessful search.
    absent: HashMap<Product, Instant>,
    /// The number of additions.
    additions: u64,
}

impl NegativeCache {
    /// Returns `true` if a recent search found nothing of a family.
    pub(super) fn has(&self, family: Product) -> bool {
        self.families().absent.get(&family).is_some_and(|since| since.elapsed() < LIFETIME)
    }

    /// A mark to take before a search and pass to [`Self::insert`].
    pub(super) fn mark(&self) -> u64 {
        self.families().additions
    }

    /// Caches the absence of a family, unless something was added since `mark`, because the search may
    /// be older.
    pub(super) fn insert(&self, family: Product, mark: u64) {
        let mut families = self.families();
        if families.additions == mark {
            families.absent.insert(family, Instant::now());
        }
    }

    /// Clears the cache after an addition.
    pub(super) fn clear(&self) {
        let mut families = self.families();
        families.additions += 1;
        families.absent.clear();
    }

    fn families(&self) -> MutexGuard<'_, Families> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_older_than_an_addition_is_not_cached() {
        let absent = NegativeCache::default();
        let before = absent.mark();
        absent.clear();
        absent.insert(Product::Unknown, before);
        assert!(!absent.has(Product::Unknown));

        absent.insert(Product::Unknown, absent.mark());
        assert!(absent.has(Product::Unknown));
        absent.clear();
        assert!(!absent.has(Product::Unknown));
    }
}
