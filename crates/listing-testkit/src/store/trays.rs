use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use listing_domain::batch::{NewBatch, NewItem};
use listing_domain::ids::{AccountId, BatchId, TrayPhotoId};
use listing_domain::photo::Thumbnail;
use listing_domain::ports::{Created, SavedTray, StartedTray, StoreError, TrayStore};
use listing_domain::tray::{Tray, TrayBatch, TrayFiles, TrayItem};

use super::{MemoryStore, State};

#[derive(Default)]
pub(super) struct Trays(HashMap<AccountId, StoredTray>);

struct StoredTray {
    tray: Tray,
    changed_at: Timestamp,
    files: HashMap<TrayPhotoId, TrayFiles>,
}

impl Trays {
    pub(super) fn delete_all(&mut self, account: AccountId) {
        self.0.remove(&account);
    }
}

fn is_suspended(state: &State, account: AccountId) -> bool {
    state.accounts.get(&account).is_none_or(|account| account.suspended_at.is_some())
}

#[async_trait]
impl TrayStore for MemoryStore {
    async fn tray(&self, account: AccountId) -> Result<Option<Tray>, StoreError> {
        Ok(self.lock().trays.0.get(&account).map(|stored| stored.tray.clone()))
    }

    async fn save(
        &self,
        account: AccountId,
        seen: Option<u32>,
        tray: Arc<Tray>,
        files: Arc<[TrayFiles]>,
        now: Timestamp,
    ) -> Result<SavedTray, StoreError> {
        let mut state = self.lock();
        if is_suspended(&state, account) {
            return Ok(SavedTray::NoAccount);
        }
        let stored = state.trays.0.remove(&account);
        let is_seen = match (&stored, seen) {
            (None, None) => true,
            (Some(stored), Some(seen)) => stored.tray.id() == tray.id() && stored.tray.version() == seen,
            _ => false,
        };
        if !is_seen {
            state.trays.0.extend(stored.map(|stored| (account, stored)));
            return Ok(SavedTray::Overtaken);
        }
        let mut all = stored.map(|stored| stored.files).unwrap_or_default();
        all.extend(files.iter().map(|files| (files.photo, files.clone())));
        all.retain(|photo, _| tray.photo(*photo).is_some());
        if !all.is_empty() {
            let tray = StoredTray { tray: Arc::unwrap_or_clone(tray), changed_at: now, files: all };
            state.trays.0.insert(account, tray);
        }
        Ok(SavedTray::Saved)
    }

    async fn photo_thumbnail(
        &self,
        account: AccountId,
        photo: TrayPhotoId,
    ) -> Result<Option<Thumbnail>, StoreError> {
        let state = self.lock();
        let files = state.trays.0.get(&account).and_then(|stored| stored.files.get(&photo));
        Ok(files.and_then(|files| files.thumbnail.clone()))
    }

    async fn start(&self, batch: Arc<TrayBatch>) -> Result<StartedTray, StoreError> {
        let mut state = self.lock();
        if is_suspended(&state, batch.account) {
            return Ok(StartedTray::NoAccount);
        }
        let is_seen =
            |stored: &&StoredTray| stored.tray.id() == batch.tray && stored.tray.version() == batch.version;
        let Some(stored) = state.trays.0.get(&batch.account).filter(is_seen) else {
            return Ok(StartedTray::Overtaken);
        };
        let item = |item: &TrayItem| {
            let photos = item.photos.iter().map(|photo| stored.files.get(photo).map(|it| it.jpeg.clone()));
            let photos = photos.collect::<Option<Vec<_>>>();
            photos.map(|photos| NewItem { id: item.id, request: item.request.clone(), photos })
        };
        let items = batch.items.iter().map(item).collect::<Option<Vec<_>>>();
        let items = items.ok_or_else(|| StoreError::Inconsistent("a photo is missing".into()))?;
        let new = NewBatch {
            id: BatchId::new(*batch.tray.as_uuid()),
            account: batch.account,
            created_at: batch.created_at,
            idempotency: None,
            items,
        };
        match super::batches::create(&mut state, &new) {
            Created::New => {}
            Created::TooMany => return Ok(StartedTray::TooMany),
            Created::NoAccount => return Ok(StartedTray::NoAccount),
            Created::Before(_) | Created::KeyOfOtherRequest => return Ok(StartedTray::Overtaken),
        }
        state.trays.0.remove(&batch.account);
        Ok(StartedTray::Started)
    }

    async fn purge_trays(&self, now: Timestamp, keep_for: SignedDuration) -> Result<u64, StoreError> {
        let before = now.saturating_sub(keep_for).unwrap_or(Timestamp::MIN);
        let mut state = self.lock();
        let count = state.trays.0.len();
        state.trays.0.retain(|_, stored| stored.changed_at > before);
        Ok(u64::try_from(count - state.trays.0.len()).unwrap_or(u64::MAX))
    }
}
