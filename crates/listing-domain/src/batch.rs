//! Batches: many items that the service generates one after another in the background.

use std::fmt;

use jiff::{SignedDuration, Timestamp};

use crate::attributes::KnownAttributes;
use crate::closed_enum::closed_enum;
use crate::idempotency::IdempotentRequest;
use crate::ids::{AccountId, BatchId, GenerationId};
use crate::request::{ItemReferences, ListingOptions};
use crate::sku::Sku;

closed_enum! {
    /// The state of a batch.
    pub enum BatchState as "state" {
        /// Some items wait or run.
        Running = "running",
        /// Every item has ended.
        Finished = "finished",
        /// The account cancelled the batch. An item that ran at that moment still ends.
        Cancelled = "cancelled",
    }
}

closed_enum! {
    /// The state of an item of a batch.
    pub enum ItemState as "state" {
        /// The item waits for its turn.
        Waiting = "waiting",
        /// A process generates its listings.
        Running = "running",
        /// The generation with the item's id is stored and charged.
        Done = "done",
        /// The item failed and cost nothing.
        Failed = "failed",
        /// The batch was cancelled before the item's turn.
        Cancelled = "cancelled",
    }
}

closed_enum! {
    /// The reason of a failed item.
    pub enum ItemFault as "reason" {
        /// The photos cannot be used, or do not show what is for sale.
        Refused = "refused",
        /// The account had no unit left.
        QuotaExhausted = "quota_exhausted",
        /// The service failed, also when it tried again.
        Failed = "failed",
    }
}

/// A stored photo as a JPEG file.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredPhoto(Vec<u8>);

impl StoredPhoto {
    /// Wraps a JPEG file of the photo processor.
    pub const fn new(jpeg: Vec<u8>) -> Self {
        Self(jpeg)
    }

    /// Returns the file.
    pub fn as_jpeg(&self) -> &[u8] {
        &self.0
    }

    /// Returns the file.
    pub fn into_jpeg(self) -> Vec<u8> {
        self.0
    }
}

impl fmt::Debug for StoredPhoto {
    /// Writes only the size, because no log may hold photos.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StoredPhoto({} bytes)", self.0.len())
    }
}

/// The request for one item, without its photos.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemRequest {
    /// The options.
    pub options: ListingOptions,
    /// The caller's attributes.
    pub known: KnownAttributes,
    /// The caller's references.
    pub references: ItemReferences,
}

/// An item of a new batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewItem {
    /// The id of the generation to make.
    pub id: GenerationId,
    /// The request.
    pub request: ItemRequest,
    /// The photos, one to four.
    pub photos: Vec<StoredPhoto>,
}

/// A batch to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBatch {
    /// The batch's id.
    pub id: BatchId,
    /// The paying account.
    pub account: AccountId,
    /// The time of the request.
    pub created_at: Timestamp,
    /// The request under its idempotency key, if it has one.
    pub idempotency: Option<IdempotentRequest>,
    /// The items, in order.
    pub items: Vec<NewItem>,
}

/// A stored batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The batch's id.
    pub id: BatchId,
    /// The time of the request.
    pub created_at: Timestamp,
    /// The state.
    pub state: BatchState,
    /// The end of the last item, or the time of the cancellation.
    pub ended_at: Option<Timestamp>,
    /// The items, in order.
    pub items: Vec<BatchItem>,
}

impl Batch {
    /// Returns the number of items in a state.
    pub fn count(&self, state: ItemState) -> usize {
        self.items.iter().filter(|item| item.state() == state).count()
    }

    /// Returns the ids of the items that are done, in order.
    pub fn done(&self) -> impl Iterator<Item = GenerationId> {
        self.items.iter().filter(|item| item.state() == ItemState::Done).map(|item| item.id)
    }
}

/// A stored item of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BatchItem {
    /// The id of the item and of its generation.
    pub id: GenerationId,
    /// The stock number.
    pub sku: Option<Sku>,
    /// The progress.
    pub progress: ItemProgress,
}

/// The progress of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemProgress {
    /// See [`ItemState::Waiting`].
    Waiting,
    /// See [`ItemState::Running`].
    Running,
    /// See [`ItemState::Done`].
    Done,
    /// See [`ItemState::Failed`].
    Failed(ItemFailure),
    /// See [`ItemState::Cancelled`].
    Cancelled,
}

/// The failure of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemFailure {
    /// The reason.
    pub fault: ItemFault,
    /// The problem and its remedy for the caller, in English.
    pub message: String,
}

impl BatchItem {
    /// Returns the state.
    pub const fn state(&self) -> ItemState {
        match self.progress {
            ItemProgress::Waiting => ItemState::Waiting,
            ItemProgress::Running => ItemState::Running,
            ItemProgress::Done => ItemState::Done,
            ItemProgress::Failed(_) => ItemState::Failed,
            ItemProgress::Cancelled => ItemState::Cancelled,
        }
    }
}

/// A process's claim to an item. The attempt is the fencing token: a later claim has a higher one, and ends
/// the rights of the earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemClaim {
    /// The item.
    pub item: GenerationId,
    /// The number of claims of this item so far, from 1.
    pub attempt: u32,
    /// The failures of the service before this claim.
    pub failures: u32,
}

/// A claimed item with everything that its generation needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedItem {
    /// The claim.
    pub claim: ItemClaim,
    /// The item's batch.
    pub batch: BatchId,
    /// The paying account.
    pub account: AccountId,
    /// The request.
    pub request: ItemRequest,
    /// The photos.
    pub photos: Vec<StoredPhoto>,
}

/// The end of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemOutcome {
    /// The generation is stored and charged.
    Done,
    /// The item failed for good.
    Failed(ItemFailure),
    /// The item waits again, until this moment.
    Retry {
        /// The earliest moment of the next claim.
        due_at: Timestamp,
        /// True after a failure of the service, whose number is limited.
        is_failure: bool,
    },
}

/// The limits on batches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchPolicy {
    /// The time for which a claim lasts unless it is renewed.
    pub lease: SignedDuration,
    /// The failures of the service after which an item fails for good.
    pub max_failures: u32,
}

impl BatchPolicy {
    /// The maximum number of items in a batch.
    pub const MAX_ITEMS: usize = 300;
    /// The maximum number of running batches of an account.
    pub const MAX_RUNNING: u32 = 10;

    /// The maximum size of a batch's prepared photos, in bytes.
    pub const MAX_PHOTO_BYTES: usize = 128 * 1024 * 1024;
    /// The maximum number of claims of an item. More mean that it ends every process that claims it.
    pub const MAX_CLAIMS: u32 = 50;

    /// Returns the pause after a failed attempt: five seconds, doubled for each earlier failure, at most five minutes.
    pub fn pause_after(failures: u32) -> SignedDuration {
        let seconds = 5_i64.saturating_mul(1 << failures.min(10));
        SignedDuration::from_secs(seconds.min(300))
    }
}

impl Default for BatchPolicy {
    fn default() -> Self {
        Self { lease: SignedDuration::from_secs(30), max_failures: 15 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_five_minutes() {
        let pauses =
            [0, 1, 2, 5, 6, 7, u32::MAX].map(|failures| BatchPolicy::pause_after(failures).as_secs());
        assert_eq!(pauses, [5, 10, 20, 160, 300, 300, 300]);
    }
}
