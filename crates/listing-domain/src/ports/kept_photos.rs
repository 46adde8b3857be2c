//! The store of photos that accounts keep for their exports.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreError;
use crate::batch::StoredPhoto;
use crate::ids::{AccountId, GenerationId};
use crate::kept_photos::{KeptPhotoSummary, PhotoRetention};

/// Stores the accounts' photo retention and their kept photos.
///
/// [`QuotaLedger::settle`](super::QuotaLedger::settle) saves the photos of a listed generation, in one step
/// with its charge, if the account has a retention at that moment. Deleting the generation or the account
/// deletes its photos in the same step. No method returns photos at or past the moment of their deletion.
#[async_trait]
pub trait KeptPhotoStore: Send + Sync {
    /// Returns an account's retention. `None` for an account that keeps no photos, and for an unknown one.
    async fn photo_retention(&self, account: AccountId) -> Result<Option<PhotoRetention>, StoreError>;

    /// Sets an account's retention. `None` deletes all its photos. A shorter one lets stored photos end
    /// earlier, and a longer one applies to new photos only. `false` for an unknown account.
    ///
    /// When the call returns, no method returns a photo that ended, and no running generation can still
    /// store one under the earlier retention. After a failure, some of them may still be stored, and
    /// [`KeptPhotoStore::purge_kept_photos`] deletes them.
    async fn set_photo_retention(
        &self,
        account: AccountId,
        retention: Option<PhotoRetention>,
    ) -> Result<bool, StoreError>;

    /// Returns the photos of the account's generation, in their order.
    async fn kept_photos(
        &self,
        account: AccountId,
        generation: GenerationId,
        now: Timestamp,
    ) -> Result<Vec<StoredPhoto>, StoreError>;

    /// Returns the number of photos of each of these generations of the account, in their order.
    async fn count_kept_photos(
        &self,
        account: AccountId,
        generations: &[GenerationId],
        now: Timestamp,
    ) -> Result<Vec<usize>, StoreError>;

    /// Returns the numbers and dates of the account's photos.
    async fn kept_photo_summary(
        &self,
        account: AccountId,
        now: Timestamp,
    ) -> Result<KeptPhotoSummary, StoreError>;

    /// Deletes the photos that have ended, and those older than the host's limit; `None` deletes all.
    async fn purge_kept_photos(
        &self,
        now: Timestamp,
        limit: Option<PhotoRetention>,
    ) -> Result<(), StoreError>;
}
