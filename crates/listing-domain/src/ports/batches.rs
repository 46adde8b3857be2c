//! The store of batches.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::StoreError;
use crate::batch::{Batch, ClaimedItem, ItemClaim, ItemOutcome, NewBatch};
use crate::ids::{AccountId, BatchId};

/// Stores batches and gives their items to processes, one claim at a time.
///
/// An item goes from waiting to running and then to exactly one of done, failed and cancelled, or back to
/// waiting. Each method is one atomic step. An item's photos are deleted when it ends.
#[async_trait]
pub trait BatchStore: Send + Sync {
    /// Stores a batch with its items, all waiting. A batch under an idempotency key that the account used
    /// before is not stored again.
    ///
    /// # Errors
    /// Nothing is stored on an error.
    async fn create(&self, batch: Arc<NewBatch>) -> Result<Created, StoreError>;

    /// Returns a batch of the account; `None` for an unknown one.
    async fn get(&self, account: AccountId, id: BatchId) -> Result<Option<Batch>, StoreError>;

    /// Lists the account's batches, newest first, at most `limit`.
    async fn list(&self, account: AccountId, limit: u32) -> Result<Vec<Batch>, StoreError>;

    /// Cancels the waiting items of a running batch, and returns the batch; `None` for an unknown one. Does
    /// nothing to a batch that has ended.
    async fn cancel(
        &self,
        account: AccountId,
        id: BatchId,
        now: Timestamp,
    ) -> Result<Option<Batch>, StoreError>;

    /// Claims the next item until `until`: a waiting one that is due, or a running one whose claim has
    /// expired. Accounts take turns: the one with the fewest running items comes first, then the one whose
    /// last claim is oldest. Within an account, earlier batches and earlier items come first.
    /// Items of suspended accounts wait. Of simultaneous
    /// calls, each gets another item.
    async fn claim(&self, now: Timestamp, until: Timestamp) -> Result<Option<ClaimedItem>, StoreError>;

    /// Extends a claim until `until`; `false` for one that a later claim replaced or that has ended.
    async fn renew(&self, claim: ItemClaim, until: Timestamp) -> Result<bool, StoreError>;

    /// Ends a claim; `false` for one that a later claim replaced or that has ended, which changes nothing. An
    /// item of a cancelled batch that should retry is cancelled. The last item to end finishes its batch.
    async fn finish(
        &self,
        claim: ItemClaim,
        outcome: &ItemOutcome,
        now: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Deletes batches that ended `keep_for` ago or earlier. Their generations stay.
    async fn purge_batches(&self, now: Timestamp, keep_for: SignedDuration) -> Result<(), StoreError>;
}

/// The outcome of storing a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Created {
    /// The batch was stored.
    New,
    /// The same request stored this batch before.
    Before(BatchId),
    /// The idempotency key belongs to another request.
    KeyOfOtherRequest,
    /// The account is suspended, deleted or unknown.
    NoAccount,
    /// The account has as many running batches as it may have.
    TooMany,
}
