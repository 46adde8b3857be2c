use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use listing_domain::product::Product;

/// Comparables that another process adds must be found within a second; the remaining tenth is for the
/// search.
const LIFETIME: Duration = Duration::from_millis(900);

/// Caches product families without comparables, which saves an operator without market data a query for each
/// request.
///
/// A step of this process that adds comparables clears the cache before its caller gets the answer.
#[derive(Default)]
pub(in crate::store) struct NegativeCache(Mutex<Families>);

#[derive(Default)]
struct Families {
    /// Each with the time of its unsuccessful search.
    absent: HashMap<Product, Instant>,
    additions: u64,
}

impl NegativeCache {
    pub(super) fn has(&self, family: Product) -> bool {
        self.families().absent.get(&family).is_some_and(|since| since.elapsed() < LIFETIME)
    }

    /// Take it before a search and pass it to [`Self::insert`].
    pub(super) fn mark(&self) -> u64 {
        self.families().additions
    }

    /// Does nothing if comparables were added since `mark`, because the search may have missed them.
    pub(super) fn insert(&self, family: Product, mark: u64) {
        let mut families = self.families();
        if families.additions == mark {
            families.absent.insert(family, Instant::now());
        }
    }

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
    fn search_begun_before_an_addition_is_not_cached() {
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
