//! The store of comparables: prices of similar items, which the operator imports or records.

use async_trait::async_trait;

use super::StoreError;
use crate::comparables::{
    ComparableCounts, ComparableFilter, ComparableId, ComparableSearch, NewComparable, StoredComparable,
};

/// Stores comparables. Each identity is stored once.
#[async_trait]
pub trait ComparableStore: Send + Sync {
    /// Adds the comparables that are not yet stored, in one step, and returns their number. Those that are
    /// already stored stay unchanged.
    async fn add(&self, new: Vec<NewComparable>) -> Result<usize, StoreError>;

    /// Returns the number of comparables that are already stored, or repeat an earlier one in the list.
    async fn known(&self, new: &[NewComparable]) -> Result<usize, StoreError>;

    /// Adds a comparable or replaces the one with the same identity, which keeps its number. Returns the
    /// number, and true for a replacement.
    async fn put(&self, new: NewComparable) -> Result<(ComparableId, bool), StoreError>;

    /// Returns the nearest comparables, in the order of [`ComparableSearch::nearest`], among those of the
    /// operator and of the searching account. No nearer one is left
    /// out, with one exception: when the words match hundreds of one tier, only some of these are examined.
    async fn search(&self, search: &ComparableSearch) -> Result<Vec<StoredComparable>, StoreError>;

    /// Returns the comparables that match a filter and were stored before a number, last stored first, at
    /// most `limit`.
    async fn list(
        &self,
        filter: &ComparableFilter,
        before: Option<ComparableId>,
        limit: u32,
    ) -> Result<Vec<StoredComparable>, StoreError>;

    /// Removes comparables by their numbers, and returns the numbers that existed, in the order given.
    async fn remove(&self, ids: &[ComparableId]) -> Result<Vec<ComparableId>, StoreError>;

    /// Removes all comparables of a source, and returns their number.
    async fn remove_source(&self, source: &str) -> Result<u64, StoreError>;

    /// Returns counts of the stored comparables.
    async fn count(&self) -> Result<ComparableCounts, StoreError>;
}
