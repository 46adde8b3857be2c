use std::collections::{BTreeMap, HashSet};

use async_trait::async_trait;
use listing_domain::comparables::{
    ComparableCounts, ComparableFilter, ComparableId, ComparableIdentity, ComparableSearch, NewComparable,
    StoredComparable,
};
use listing_domain::ids::AccountId;
use listing_domain::ports::{ComparableStore, StoreError};
use listing_domain::pricing::ComparableKind;

use super::MemoryStore;

/// The comparables by id, each with the digest that identifies equal ones.
#[derive(Default)]
pub(super) struct Comparables {
    stored: BTreeMap<ComparableId, (ComparableIdentity, StoredComparable)>,
    last: i64,
}

impl Comparables {
    fn with_identity(&self, identity: ComparableIdentity) -> Option<ComparableId> {
        let mut stored = self.stored.values();
        stored.find(|(known, _)| *known == identity).map(|(_, one)| one.id)
    }

    /// Removes what an account recorded for itself.
    pub(super) fn remove_account(&mut self, account: AccountId) {
        self.stored.retain(|_, (_, one)| one.account != Some(account));
    }

    fn insert(&mut self, id: Option<ComparableId>, new: NewComparable) -> Option<ComparableId> {
        let id = id.or_else(|| {
            self.last += 1;
            ComparableId::new(self.last)
        })?;
        self.stored.insert(id, (*new.identity(), new.stored(id)));
        Some(id)
    }
}

#[async_trait]
impl ComparableStore for MemoryStore {
    async fn add(&self, new: Vec<NewComparable>) -> Result<usize, StoreError> {
        let comparables = &mut self.lock().comparables;
        let mut added = 0;
        for new in new {
            if comparables.with_identity(*new.identity()).is_none() {
                comparables.insert(None, new);
                added += 1;
            }
        }
        Ok(added)
    }

    async fn known(&self, new: &[NewComparable]) -> Result<usize, StoreError> {
        let comparables = &self.lock().comparables;
        let mut seen = HashSet::new();
        let is_known = |new: &&NewComparable| {
            let is_repeated = !seen.insert(*new.identity());
            is_repeated || comparables.with_identity(*new.identity()).is_some()
        };
        Ok(new.iter().filter(is_known).count())
    }

    async fn put(&self, new: NewComparable) -> Result<(ComparableId, bool), StoreError> {
        let comparables = &mut self.lock().comparables;
        let known = comparables.with_identity(*new.identity());
        let id = comparables.insert(known, new);
        let id = id.ok_or_else(|| StoreError::Unavailable("the numbers are used up".into()))?;
        Ok((id, known.is_some()))
    }

    async fn search(&self, search: &ComparableSearch) -> Result<Vec<StoredComparable>, StoreError> {
        let state = self.lock();
        Ok(search.nearest(state.comparables.stored.values().map(|(_, one)| one.clone()).collect()))
    }

    async fn list(
        &self,
        filter: &ComparableFilter,
        before: Option<ComparableId>,
        limit: u32,
    ) -> Result<Vec<StoredComparable>, StoreError> {
        let state = self.lock();
        let stored = state.comparables.stored.values().rev().map(|(_, one)| one);
        let is_listed =
            |one: &&StoredComparable| before.is_none_or(|before| one.id < before) && filter.allows(one);
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        Ok(stored.filter(is_listed).take(limit).cloned().collect())
    }

    async fn remove(&self, ids: &[ComparableId]) -> Result<Vec<ComparableId>, StoreError> {
        let stored = &mut self.lock().comparables.stored;
        let mut removed: Vec<_> = ids.iter().copied().filter(|id| stored.remove(id).is_some()).collect();
        removed.sort_unstable();
        Ok(removed)
    }

    async fn remove_source(&self, source: &str) -> Result<u64, StoreError> {
        let stored = &mut self.lock().comparables.stored;
        let before = stored.len();
        stored.retain(|_, (_, one)| one.comparable.source != source);
        Ok(u64::try_from(before - stored.len()).unwrap_or(u64::MAX))
    }

    async fn count(&self) -> Result<ComparableCounts, StoreError> {
        let state = self.lock();
        let stored = || state.comparables.stored.values().map(|(_, one)| &one.comparable);
        let count_of =
            |kind| u64::try_from(stored().filter(|one| one.kind == kind).count()).unwrap_or(u64::MAX);
        let mut products = BTreeMap::new();
        let mut sources = BTreeMap::new();
        for one in stored() {
            products.entry(one.product.code()).or_insert((one.product, 0)).1 += 1;
            *sources.entry(one.source.clone()).or_insert(0) += 1;
        }
        let mut products: Vec<_> = products.into_values().collect();
        products.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
        let mut sources: Vec<_> = sources.into_iter().collect();
        sources.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
        sources.truncate(ComparableCounts::SOURCES);
        Ok(ComparableCounts {
            sold: count_of(ComparableKind::Sold),
            asked: count_of(ComparableKind::Asking),
            oldest: stored().map(|one| one.seen_on).min(),
            newest: stored().map(|one| one.seen_on).max(),
            products,
            sources,
        })
    }
}
