//! Changes the time for which an account keeps photos.

use std::sync::Arc;

use super::PersonError;
use crate::ids::AccountId;
use crate::kept_photos::PhotoRetention;
use crate::ports::KeptPhotoStore;

/// Changes the time for which an account keeps photos for its exports.
pub struct SetPhotoRetention {
    photos: Arc<dyn KeptPhotoStore>,
    limit: Option<PhotoRetention>,
}

impl SetPhotoRetention {
    /// Creates the use case under the host's limit; `None` forbids photos.
    pub fn new(photos: Arc<dyn KeptPhotoStore>, limit: Option<PhotoRetention>) -> Self {
        Self { photos, limit }
    }

    /// Returns the host's limit.
    pub const fn limit(&self) -> Option<PhotoRetention> {
        self.limit
    }

    /// Returns the retention in effect, at most the host's limit; `None` if the account keeps no photos.
    pub async fn now(&self, account: AccountId) -> Result<Option<PhotoRetention>, PersonError> {
        let chosen = self.photos.photo_retention(account).await?;
        Ok(self.limited(chosen))
    }

    /// Sets the retention, at most the host's limit. `None` deletes all photos of the account.
    pub async fn run(
        &self,
        account: AccountId,
        retention: Option<PhotoRetention>,
    ) -> Result<(), PersonError> {
        let is_there = self.photos.set_photo_retention(account, self.limited(retention)).await?;
        if is_there { Ok(()) } else { Err(PersonError::NoSuchAccount) }
    }

    fn limited(&self, retention: Option<PhotoRetention>) -> Option<PhotoRetention> {
        retention.zip(self.limit).map(|(retention, limit)| retention.min(limit))
    }
}
