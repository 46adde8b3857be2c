use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::batch::StoredPhoto;
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::kept_photos::{KeptPhotoSummary, PhotoRetention, PhotosToKeep};
use listing_domain::ports::{KeptPhotoStore, StoreError};

use super::{MemoryStore, State, StoredGeneration};

/// The kept photos of a generation.
pub(super) struct KeptSet {
    photos: Vec<StoredPhoto>,
    delete_at: Timestamp,
}

impl KeptSet {
    pub(super) fn new(new: &PhotosToKeep, retention: PhotoRetention, at: Timestamp) -> Self {
        let photos = new.photos.iter().map(|photo| StoredPhoto::new(photo.jpeg.clone())).collect();
        Self { photos, delete_at: new.delete_at(retention, at) }
    }
}

#[async_trait]
impl KeptPhotoStore for MemoryStore {
    async fn photo_retention(&self, account: AccountId) -> Result<Option<PhotoRetention>, StoreError> {
        Ok(self.lock().photo_retentions.get(&account).copied())
    }

    async fn set_photo_retention(
        &self,
        account: AccountId,
        retention: Option<PhotoRetention>,
    ) -> Result<bool, StoreError> {
        let mut state = self.lock();
        if !state.accounts.contains_key(&account) {
            return Ok(false);
        }
        let State { generations, photo_retentions, .. } = &mut *state;
        let own = generations.values_mut().filter(|stored| stored.generation.account == account);
        match retention {
            None => {
                photo_retentions.remove(&account);
                own.for_each(|stored| stored.photos = None);
            }
            Some(retention) => {
                photo_retentions.insert(account, retention);
                for StoredGeneration { generation, photos, .. } in own {
                    if let Some(set) = photos {
                        set.delete_at = set.delete_at.min(retention.end(generation.created_at));
                    }
                }
            }
        }
        Ok(true)
    }

    async fn kept_photos(
        &self,
        account: AccountId,
        generation: GenerationId,
        now: Timestamp,
    ) -> Result<Vec<StoredPhoto>, StoreError> {
        Ok(self.lock().kept_photos(account, generation, now).to_vec())
    }

    async fn count_kept_photos(
        &self,
        account: AccountId,
        generations: &[GenerationId],
        now: Timestamp,
    ) -> Result<Vec<usize>, StoreError> {
        let state = self.lock();
        Ok(generations.iter().map(|id| state.kept_photos(account, *id, now).len()).collect())
    }

    async fn kept_photo_summary(
        &self,
        account: AccountId,
        now: Timestamp,
    ) -> Result<KeptPhotoSummary, StoreError> {
        let state = self.lock();
        let mut summary = KeptPhotoSummary::default();
        for (stored, set) in state.kept_sets(account, now) {
            let at = stored.generation.created_at;
            summary.generations += 1;
            summary.photos += u32::try_from(set.photos.len()).unwrap_or(u32::MAX);
            summary.oldest = Some(summary.oldest.map_or(at, |oldest| oldest.min(at)));
            summary.last_delete_at = summary.last_delete_at.max(Some(set.delete_at));
        }
        Ok(summary)
    }

    async fn purge_kept_photos(
        &self,
        now: Timestamp,
        limit: Option<PhotoRetention>,
    ) -> Result<(), StoreError> {
        for StoredGeneration { generation, photos, .. } in self.lock().generations.values_mut() {
            let end = limit.map_or(Timestamp::MIN, |limit| limit.end(generation.created_at));
            photos.take_if(|set| set.delete_at.min(end) <= now);
        }
        Ok(())
    }
}

impl State {
    fn kept_sets(
        &self,
        account: AccountId,
        now: Timestamp,
    ) -> impl Iterator<Item = (&StoredGeneration, &KeptSet)> {
        let own = self.generations.values().filter(move |stored| stored.generation.account == account);
        own.filter_map(|stored| Some((stored, stored.photos.as_ref()?)))
            .filter(move |(_, set)| set.delete_at > now)
    }

    fn kept_photos(&self, account: AccountId, id: GenerationId, now: Timestamp) -> &[StoredPhoto] {
        let set = self.kept_sets(account, now).find(|(stored, _)| stored.generation.id == id);
        set.map_or(&[], |(_, set)| &set.photos)
    }
}
