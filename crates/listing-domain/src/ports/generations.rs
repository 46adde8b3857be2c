//! The history: generations that are kept.

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::StoreError;
use crate::generation::{
    Generation, GenerationEntry, GenerationPlace, ListPurpose, Revised, Revision, RewriteCount,
};
use crate::ids::{AccountId, GenerationId, ReservationId};
use crate::photo::Thumbnail;

/// Keeps generations. They are saved by
/// [`QuotaLedger::settle`](super::QuotaLedger::settle), in one step with their
/// charge; here they are found again.
///
/// What an idempotency key still has to answer with is kept for
/// [`ANSWER_KEPT`](crate::idempotency::ANSWER_KEPT) whatever is done here, but
/// nobody finds it any more, and its thumbnail and what was revised are gone.
#[async_trait]
pub trait GenerationStore: Send + Sync {
    /// Lists the account's generations after a place, newest first, those of one moment by falling
    /// identity; at most `limit`. Neither answers nor thumbnails are read, and search texts only for
    /// a search.
    async fn list(
        &self,
        account: AccountId,
        after: Option<GenerationPlace>,
        limit: u32,
        purpose: ListPurpose,
    ) -> Result<Vec<GenerationEntry>, StoreError>;

    /// Returns the generations of such a list in full.
    async fn list_in_full(
        &self,
        account: AccountId,
        after: Option<GenerationPlace>,
        limit: u32,
    ) -> Result<Vec<Generation>, StoreError>;

    /// A generation of the account; `None` when the account has no such one.
    async fn get(&self, account: AccountId, id: GenerationId) -> Result<Option<Generation>, StoreError>;

    /// The small picture of a generation's item; `None` when the account has no such generation, or it has
    /// no picture.
    async fn thumbnail(&self, account: AccountId, id: GenerationId) -> Result<Option<Thumbnail>, StoreError>;

    /// The unit that was charged for a generation of the account; `None` when the account has no
    /// such one.
    async fn charged(
        &self,
        account: AccountId,
        id: GenerationId,
    ) -> Result<Option<ReservationId>, StoreError>;

    /// A generation of whomever, for the host; `None` when none is listed under the identity.
    async fn find(&self, id: GenerationId) -> Result<Option<Generation>, StoreError>;

    /// Counts a rewrite of a generation of the account, if fewer than `limit` are counted: in one step,
    /// so that rewrites at once are never more than that.
    async fn count_rewrite(
        &self,
        account: AccountId,
        id: GenerationId,
        limit: u32,
    ) -> Result<RewriteCount, StoreError>;

    /// Takes back a counted rewrite that failed, if the generation is still there.
    async fn uncount_rewrite(&self, account: AccountId, id: GenerationId) -> Result<(), StoreError>;

    /// Keeps new data for a generation of the account, with the product that they are of, next to what
    /// went out, which stays as it is.
    async fn revise(
        &self,
        account: AccountId,
        id: GenerationId,
        revision: &Revision,
    ) -> Result<Revised, StoreError>;

    /// Deletes a generation of the account; `false` when it has no such one.
    /// Its charge stays in the books.
    async fn delete(&self, account: AccountId, id: GenerationId) -> Result<bool, StoreError>;

    /// Drops what was charged `keep_for` ago or earlier, and what was kept for a
    /// key that has been answered for long enough.
    async fn purge(&self, now: Timestamp, keep_for: SignedDuration) -> Result<(), StoreError>;
}
