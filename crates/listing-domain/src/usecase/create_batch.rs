//! Stores a batch of items for generation in the background.

use std::sync::Arc;

use super::ErrorKind;
use crate::batch::{Batch, BatchPolicy, ItemRequest, NewBatch, NewItem, StoredPhoto};
use crate::generation::HistoryPolicy;
use crate::idempotency::{IdempotentRequest, KeyUse};
use crate::ids::{AccountId, BatchId, GenerationId};
use crate::ports::{
    BatchStore, Clock, Created, IdSource, PhotoError, PhotoProblem, PhotoProcessor, StoreError,
};
use crate::request::PhotoUploads;

/// Prepares the photos of many items and stores them as a batch. It charges nothing: each item is charged
/// when its generation is stored.
pub struct CreateBatch {
    /// Prepares the photos.
    pub photos: Arc<dyn PhotoProcessor>,
    /// Stores the batch.
    pub batches: Arc<dyn BatchStore>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
    /// Creates ids.
    pub ids: Arc<dyn IdSource>,
    /// The rules of the history, where the results are found.
    pub history: HistoryPolicy,
}

/// An item to add to a batch.
#[derive(Clone)]
pub struct ItemUpload {
    /// The photos.
    pub photos: PhotoUploads,
    /// The rest of the request.
    pub request: ItemRequest,
}

/// A batch that was stored now, or before under the same idempotency key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreatedBatch {
    /// The batch.
    pub batch: Batch,
    /// True for a batch that was stored before.
    pub is_replayed: bool,
}

/// An unusable photo of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemPhotoProblem {
    /// The item's position in the request, from 0.
    pub item: usize,
    /// The problem.
    pub photo: PhotoProblem,
}

/// A failure to store a batch.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// Some photos are unusable.
    #[error("{} photos cannot be used", .0.len())]
    Photos(Vec<ItemPhotoProblem>),
    /// The photos could not be prepared.
    #[error(transparent)]
    Preparation(PhotoError),
    /// The service stores no generations, so that a batch would have no results.
    #[error("this service stores no generations: request each item by itself")]
    NoHistory,
    /// The prepared photos are too large in all.
    #[error("items must have photos of at most {} MiB in all, after their preparation", BatchPolicy::MAX_PHOTO_BYTES >> 20)]
    TooLarge,
    /// The account was suspended or deleted meanwhile.
    #[error("the account is suspended or deleted")]
    NoAccount,
    /// The account has as many running batches as it may have.
    #[error("the account has {limit} running batches, which is the limit: wait until one has ended")]
    TooMany {
        /// The maximum number of running batches.
        limit: u32,
    },
    /// The idempotency key belongs to another request.
    #[error(transparent)]
    KeyUsed(KeyUse),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored batch is gone.
    #[error("the batch is gone")]
    Gone,
}

impl BatchError {
    /// Returns the kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Photos(_) | Self::TooLarge => ErrorKind::Invalid,
            Self::NoAccount => ErrorKind::Unauthenticated,
            Self::Preparation(PhotoError::Busy { .. }) => ErrorKind::Busy,
            Self::Preparation(_) | Self::Gone => ErrorKind::Internal,
            Self::NoHistory | Self::TooMany { .. } => ErrorKind::Conflict,
            Self::KeyUsed(_) => ErrorKind::KeyReused,
            Self::Store(error) => error.kind(),
        }
    }
}

impl CreateBatch {
    /// Stores a batch, once under an idempotency key.
    ///
    /// # Errors
    /// Nothing is stored on an error.
    pub async fn run(
        &self,
        account: AccountId,
        items: Vec<ItemUpload>,
        idempotency: Option<IdempotentRequest>,
    ) -> Result<CreatedBatch, BatchError> {
        if !self.history.keeps_any() {
            return Err(BatchError::NoHistory);
        }
        let items = self.prepared(account, items).await?;
        let id = BatchId::new(self.ids.id());
        let batch = Arc::new(NewBatch { id, account, created_at: self.clock.now(), idempotency, items });
        let (id, is_replayed) = match self.batches.create(batch).await? {
            Created::New => (id, false),
            Created::Before(id) => (id, true),
            Created::KeyOfOtherRequest => return Err(BatchError::KeyUsed(KeyUse::OtherRequest)),
            Created::NoAccount => return Err(BatchError::NoAccount),
            Created::TooMany => return Err(BatchError::TooMany { limit: BatchPolicy::MAX_RUNNING }),
        };
        let stored = self.batches.get(account, id).await?;
        let batch = stored.ok_or(BatchError::Gone)?;
        Ok(CreatedBatch { batch, is_replayed })
    }

    /// Prepares all photos, or reports every unusable one.
    async fn prepared(
        &self,
        account: AccountId,
        uploads: Vec<ItemUpload>,
    ) -> Result<Vec<NewItem>, BatchError> {
        let (mut items, mut problems, mut bytes) = (Vec::new(), Vec::new(), 0_usize);
        for (item, ItemUpload { photos, request }) in uploads.into_iter().enumerate() {
            match self.photos.prepare(account, photos, request.options.quality).await {
                Ok(photos) => {
                    bytes += photos.iter().map(|photo| photo.jpeg.len()).sum::<usize>();
                    if bytes > BatchPolicy::MAX_PHOTO_BYTES {
                        return Err(BatchError::TooLarge);
                    }
                    let id = GenerationId::new(self.ids.id());
                    let photos = photos.into_iter().map(|photo| StoredPhoto::new(photo.jpeg)).collect();
                    items.push(NewItem { id, request, photos });
                }
                Err(PhotoError::Unusable(found)) => {
                    problems.extend(found.into_iter().map(|photo| ItemPhotoProblem { item, photo }));
                }
                Err(error) => return Err(BatchError::Preparation(error)),
            }
        }
        if problems.is_empty() { Ok(items) } else { Err(BatchError::Photos(problems)) }
    }
}
