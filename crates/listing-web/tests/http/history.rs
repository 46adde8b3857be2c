//! A history of generations that records its reads and fails on demand.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use listing_domain::generation::{
    Generation, GenerationCursor, GenerationEntry, GenerationFilter, ListPurpose, Revised, Revision,
    RewriteCount,
};
use listing_domain::ids::{AccountId, GenerationId, ReservationId};
use listing_domain::photo::Thumbnail;
use listing_domain::ports::{GenerationStore, StoreError};
use listing_testkit::{Faulty, MemoryStore};

/// A history that wraps a store to record reads.
pub(crate) struct History {
    store: Arc<Faulty<MemoryStore>>,
    max_batch: AtomicU32,
    lists_left: AtomicU32,
}

impl History {
    pub(crate) fn new(store: Arc<Faulty<MemoryStore>>) -> Self {
        Self { store, max_batch: AtomicU32::new(0), lists_left: AtomicU32::new(u32::MAX) }
    }

    /// Returns the maximum number of generations that were requested in one read.
    pub(crate) fn max_batch(&self) -> u32 {
        self.max_batch.load(Ordering::SeqCst)
    }

    /// Makes reads fail after this number of reads.
    pub(crate) fn fail_after(&self, pages: u32) {
        self.lists_left.store(pages, Ordering::SeqCst);
    }
}

impl History {
    /// Counts a read of up to `limit` generations.
    fn count(&self, limit: u32) -> Result<(), StoreError> {
        self.max_batch.fetch_max(limit, Ordering::SeqCst);
        let left = self.lists_left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |it| it.checked_sub(1));
        left.map(|_| ()).map_err(|_| StoreError::Unavailable("the database is gone".into()))
    }
}

#[async_trait]
impl GenerationStore for History {
    async fn list(
        &self,
        account: AccountId,
        after: Option<GenerationCursor>,
        limit: u32,
        purpose: ListPurpose,
    ) -> Result<Vec<GenerationEntry>, StoreError> {
        self.count(limit)?;
        self.store.list(account, after, limit, purpose).await
    }

    async fn list_matching(
        &self,
        account: AccountId,
        filter: &GenerationFilter,
        after: Option<GenerationCursor>,
        limit: u32,
    ) -> Result<Vec<GenerationEntry>, StoreError> {
        self.count(limit)?;
        self.store.list_matching(account, filter, after, limit).await
    }

    async fn list_in_full(
        &self,
        account: AccountId,
        filter: &GenerationFilter,
        after: Option<GenerationCursor>,
        limit: u32,
    ) -> Result<Vec<Generation>, StoreError> {
        self.count(limit)?;
        self.store.list_in_full(account, filter, after, limit).await
    }

    async fn get_all(&self, account: AccountId, ids: &[GenerationId]) -> Result<Vec<Generation>, StoreError> {
        self.store.get_all(account, ids).await
    }

    async fn get(&self, account: AccountId, id: GenerationId) -> Result<Option<Generation>, StoreError> {
        self.store.get(account, id).await
    }

    async fn thumbnail(&self, account: AccountId, id: GenerationId) -> Result<Option<Thumbnail>, StoreError> {
        self.store.thumbnail(account, id).await
    }

    async fn charged(
        &self,
        account: AccountId,
        id: GenerationId,
    ) -> Result<Option<ReservationId>, StoreError> {
        self.store.charged(account, id).await
    }

    async fn find(&self, id: GenerationId) -> Result<Option<Generation>, StoreError> {
        self.store.find(id).await
    }

    async fn count_rewrite(
        &self,
        account: AccountId,
        id: GenerationId,
        limit: u32,
    ) -> Result<RewriteCount, StoreError> {
        self.store.count_rewrite(account, id, limit).await
    }

    async fn uncount_rewrite(&self, account: AccountId, id: GenerationId) -> Result<(), StoreError> {
        self.store.uncount_rewrite(account, id).await
    }

    async fn revise(
        &self,
        account: AccountId,
        id: GenerationId,
        revision: &Revision,
    ) -> Result<Revised, StoreError> {
        self.store.revise(account, id, revision).await
    }

    async fn delete(&self, account: AccountId, id: GenerationId) -> Result<bool, StoreError> {
        self.store.delete(account, id).await
    }

    async fn purge(&self, now: Timestamp, keep_for: SignedDuration) -> Result<(), StoreError> {
        self.store.purge(now, keep_for).await
    }
}
