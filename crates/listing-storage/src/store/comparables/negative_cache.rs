//! Of what there are no comparables, remembered for a moment.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use listing_domain::product::Product;

/// How long it is remembered that there is nothing. What another process adds is found
/// within a second; the tenth below is for the search.
const REMEMBERED: Duration = Duration::from_millis(900);

/// Remembers families of which there is nothing: a host without market data need not be
/// asked for it with every request.
///
/// What this process adds is found at once: whoever adds forgets them all, before its
/// caller hears of it.
#[derive(Default)]
pub(in crate::store) struct NegativeCache(Mutex<Families>);

#[derive(Default)]
struct Families {
    /// When each was looked for in vain.
    absent: HashMap<Product, Instant>,
    /// How often something was added.
    additions: u64,
}

impl NegativeCache {
    /// Whether there was nothing of a family a moment ago.
    pub(super) fn has(&self, family: Product) -> bool {
        self.families().absent.get(&family).is_some_and(|since| since.elapsed() < REMEMBERED)
    }

    /// A mark to be taken before a search and given to [`Self::remember`].
    pub(super) fn mark(&self) -> u64 {
        self.families().additions
    }

    /// Remembers that there is nothing of a family, unless something was added since
    /// `mark`: the search may then have been before it.
    pub(super) fn remember(&self, family: Product, mark: u64) {
        let mut families = self.families();
        if families.additions == mark {
            families.absent.insert(family, Instant::now());
        }
    }

    /// Forgets all families, because something was added.
    pub(super) fn forget(&self) {
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
    fn a_search_that_an_addition_overtook_is_not_remembered() {
        let absent = NegativeCache::default();
        let before = absent.mark();
        absent.forget();
        absent.remember(Product::Unknown, before);
        assert!(!absent.has(Product::Unknown));

        absent.remember(Product::Unknown, absent.mark());
        assert!(absent.has(Product::Unknown));
        absent.forget();
        assert!(!absent.has(Product::Unknown));
    }
}
