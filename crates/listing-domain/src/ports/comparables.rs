//! The host's own market data.

use async_trait::async_trait;

use super::StoreError;
use crate::comparables::{
    ComparableCounts, ComparableFilter, ComparableId, ComparableSearch, NewComparable, StoredComparable,
};

/// Keeps comparables. Each identity is there once.
#[async_trait]
pub trait ComparableStore: Send + Sync {
    /// Adds those that are not there yet, all in one step, and tells how many these were. The
    /// others change nothing.
    async fn add(&self, new: Vec<NewComparable>) -> Result<usize, StoreError>;

    /// How many of them are there already, or stand before in the same list.
    async fn known(&self, new: &[NewComparable]) -> Result<usize, StoreError>;

    /// Adds one in the place of that with the same identity, which keeps its number; tells the
    /// number and whether there was one.
    async fn put(&self, new: NewComparable) -> Result<(ComparableId, bool), StoreError>;

    /// The nearest, as [`ComparableSearch::nearest`] orders them. None is left out that is nearer
    /// than one told, but where words find hundreds of one shelf: then some of these are looked at.
    async fn search(&self, search: &ComparableSearch) -> Result<Vec<StoredComparable>, StoreError>;

    /// Those that a filter allows and that were stored before a number, last stored first; at most
    /// `limit`.
    async fn list(
        &self,
        filter: &ComparableFilter,
        before: Option<ComparableId>,
        limit: u32,
    ) -> Result<Vec<StoredComparable>, StoreError>;

    /// Removes some by their numbers, and tells which of them were there, in their order.
    async fn remove(&self, ids: &[ComparableId]) -> Result<Vec<ComparableId>, StoreError>;

    /// Removes all that come from a source, and tells how many these were.
    async fn remove_source(&self, source: &str) -> Result<u64, StoreError>;

    /// What there is, in numbers.
    async fn count(&self) -> Result<ComparableCounts, StoreError>;
}
