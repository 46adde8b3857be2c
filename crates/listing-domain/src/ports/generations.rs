//! The history: the store of past generations.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::StoreError;
use crate::generation::{
    Generation, GenerationCursor, GenerationEntry, GenerationFilter, ListPurpose, Revised, Revision,
    RewriteCount,
};
use crate::ids::{AccountId, GenerationId, ReservationId};
use crate::photo::Thumbnail;

/// Stores generations. [`QuotaLedger::settle`](super::QuotaLedger::settle) saves them, in one step with their
/// charge.
///
/// The answer under an idempotency key is kept for
/// [`ANSWER_RETENTION`](crate::idempotency::ANSWER_RETENTION), even when its generation is deleted. The
/// generation is then not found, and its thumbnail and revisions are gone.
#[async_trait]
pub trait GenerationStore: Send + Sync {
    /// Lists the account's generations after a position, newest first, at most `limit`. Generations charged
    /// at the same moment are in descending order of their ids. Answers and thumbnails are not read, and
    /// search texts only for a search.
    async fn list(
        &self,
        account: AccountId,
        after: Option<GenerationCursor>,
        limit: u32,
        purpose: ListPurpose,
    ) -> Result<Vec<GenerationEntry>, StoreError>;

    /// Lists the generations that match a filter, like [`GenerationStore::list`] for showing.
    async fn list_matching(
        &self,
        account: AccountId,
        filter: &GenerationFilter,
        after: Option<GenerationCursor>,
        limit: u32,
    ) -> Result<Vec<GenerationEntry>, StoreError>;

    /// Returns the generations of such a list in full.
    async fn list_in_full(
        &self,
        account: AccountId,
        filter: &GenerationFilter,
        after: Option<GenerationCursor>,
        limit: u32,
    ) -> Result<Vec<Generation>, StoreError>;

    /// Returns a generation of the account; `None` for an unknown one.
    async fn get(&self, account: AccountId, id: GenerationId) -> Result<Option<Generation>, StoreError>;

    /// Returns the generations of the account with these ids, in this order, without unknown ones.
    async fn get_all(&self, account: AccountId, ids: &[GenerationId]) -> Result<Vec<Generation>, StoreError>;

    /// Returns the thumbnail of a generation; `None` for an unknown generation, or one without a thumbnail.
    async fn thumbnail(&self, account: AccountId, id: GenerationId) -> Result<Option<Thumbnail>, StoreError>;

    /// Returns the reservation of the unit charged for a generation; `None` for an unknown one.
    async fn charged(
        &self,
        account: AccountId,
        id: GenerationId,
    ) -> Result<Option<ReservationId>, StoreError>;

    /// Returns a generation of any account, for the operator; `None` when no history lists this id.
    async fn find(&self, id: GenerationId) -> Result<Option<Generation>, StoreError>;

    /// Counts a rewrite of a generation, if fewer than `limit` are counted, in one step, so that simultaneous
    /// rewrites never exceed the limit.
    async fn count_rewrite(
        &self,
        account: AccountId,
        id: GenerationId,
        limit: u32,
    ) -> Result<RewriteCount, StoreError>;

    /// Takes back the count of a failed rewrite, if the generation still exists.
    async fn uncount_rewrite(&self, account: AccountId, id: GenerationId) -> Result<(), StoreError>;

    /// Stores new data and their product for a generation, next to the original answer, which stays
    /// unchanged.
    async fn revise(
        &self,
        account: AccountId,
        id: GenerationId,
        revision: &Revision,
    ) -> Result<Revised, StoreError>;

    /// Deletes a generation; `false` for an unknown one. Its charge stays in the ledger.
    async fn delete(&self, account: AccountId, id: GenerationId) -> Result<bool, StoreError>;

    /// Drops generations charged `keep_for` ago or earlier, and answers whose idempotency keys no longer need
    /// them.
    async fn purge(&self, now: Timestamp, keep_for: SignedDuration) -> Result<(), StoreError>;
}
