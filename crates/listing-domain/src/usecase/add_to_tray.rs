//! Adds uploaded photos to an account's tray.

use std::sync::Arc;

use super::TrayError;
use crate::batch::StoredPhoto;
use crate::grouping::PhotoTraits;
use crate::ids::{AccountId, TrayId, TrayPhotoId};
use crate::lane::Lane;
use crate::options::Quality;
use crate::photo::{PhotoUpload, PreparedPhoto};
use crate::ports::{
    Clock, IdSource, PhotoError, PhotoFault, PhotoLooks, PhotoProcessor, SavedTray, Thumbnailer, TrayStore,
};
use crate::request::PhotoUploads;
use crate::tray::{PhotoName, Tray, TrayFiles, TrayPhoto, TrayStep};

/// Prepares uploaded photos and stores them in the account's tray. It charges nothing.
pub struct AddToTray {
    /// Prepares the photos.
    pub photos: Arc<dyn PhotoProcessor>,
    /// Makes small pictures of the photos.
    pub thumbnails: Arc<dyn Thumbnailer>,
    /// Describes the looks of the photos for their grouping. Without it, only times group them.
    pub looks: Option<Arc<dyn PhotoLooks>>,
    /// Stores the trays.
    pub trays: Arc<dyn TrayStore>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
    /// Creates ids.
    pub ids: Arc<dyn IdSource>,
}

/// A photo to add. The same id is added once.
#[derive(Clone)]
pub struct TrayUpload {
    /// The id of the photo.
    pub id: TrayPhotoId,
    /// The name of the file.
    pub name: PhotoName,
    /// The file.
    pub upload: PhotoUpload,
}

/// The outcome of adding photos.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddedToTray {
    /// The version before the change.
    pub seen: u32,
    /// The tray with the usable photos.
    pub tray: Tray,
    /// The unusable photos, in order.
    pub unusable: Vec<(PhotoName, PhotoFault)>,
}

/// The number of attempts to store photos while other requests change the tray.
const ATTEMPTS: u32 = 8;

impl AddToTray {
    /// Adds photos at the end of the tray, and groups the photos that are not arranged if asked to. Unusable
    /// photos are named, and the others stay.
    ///
    /// # Errors
    /// When not all usable photos could be added. Those before may have been.
    pub async fn run(
        &self,
        account: AccountId,
        uploads: Vec<TrayUpload>,
        regroup: bool,
    ) -> Result<AddedToTray, TrayError> {
        let mut unusable = Vec::new();
        let mut tray = self.trays.tray(account).await?;
        let seen = tray.as_ref().map_or(0, Tray::version);
        for TrayUpload { id, name, upload } in uploads {
            if tray.as_ref().is_some_and(|tray| tray.photo(id).is_some()) {
                continue;
            }
            match self.prepared(account, upload).await {
                Ok(prepared) => tray = Some(self.add(account, id, name, prepared).await?),
                Err(PhotoError::Unusable(problems)) => {
                    unusable.extend(problems.first().map(|problem| (name, problem.fault)));
                }
                Err(error) => return Err(TrayError::Preparation(error)),
            }
        }
        if regroup && tray.is_some() {
            let change =
                |tray: &Tray| tray.apply(TrayStep::Regroup { all: false }).map_err(TrayError::Refused);
            tray = Some(self.change(account, Arc::default(), change).await?);
        }
        let tray = tray.unwrap_or_else(|| Tray::empty(TrayId::new(self.ids.id())));
        Ok(AddedToTray { seen, tray, unusable })
    }

    async fn prepared(&self, account: AccountId, upload: PhotoUpload) -> Result<PreparedPhoto, PhotoError> {
        let uploads =
            PhotoUploads::new(vec![upload]).map_err(|violation| PhotoError::Failed(violation.into()))?;
        let mut prepared = self.photos.prepare(account, uploads, Quality::High).await?;
        prepared.pop().ok_or_else(|| PhotoError::Failed("a photo is missing".into()))
    }

    async fn add(
        &self,
        account: AccountId,
        id: TrayPhotoId,
        name: PhotoName,
        prepared: PreparedPhoto,
    ) -> Result<Tray, TrayError> {
        let taken_at = prepared.taken_at;
        let prepared: Arc<[PreparedPhoto]> = Arc::new([prepared]);
        let thumbnail = self.thumbnails.thumbnail(Arc::clone(&prepared)).await;
        let look = match (&self.looks, prepared.first()) {
            (Some(looks), Some(photo)) => looks.look(Lane::of(account), photo).await,
            _ => None,
        };
        let jpeg = prepared.first().map(|photo| photo.jpeg.clone()).unwrap_or_default();
        let traits = PhotoTraits { taken_at, look };
        let photo = TrayPhoto { id, name, bytes: jpeg.len(), traits };
        let files = TrayFiles { photo: id, jpeg: StoredPhoto::new(jpeg), thumbnail };
        let change = |tray: &Tray| tray.add(vec![photo.clone()]).map_err(TrayError::Refused);
        self.change(account, Arc::new([files]), change).await
    }

    /// Changes the current tray, again if another request changes it meanwhile.
    async fn change(
        &self,
        account: AccountId,
        files: Arc<[TrayFiles]>,
        change: impl Fn(&Tray) -> Result<Tray, TrayError>,
    ) -> Result<Tray, TrayError> {
        for _ in 0..ATTEMPTS {
            let stored = self.trays.tray(account).await?;
            let seen = stored.as_ref().map(Tray::version);
            let stored = stored.unwrap_or_else(|| Tray::empty(TrayId::new(self.ids.id())));
            let tray = Arc::new(change(&stored)?);
            if *tray == stored {
                return Ok(stored);
            }
            match self
                .trays
                .save(account, seen, Arc::clone(&tray), Arc::clone(&files), self.clock.now())
                .await?
            {
                SavedTray::Saved => return Ok(Arc::unwrap_or_clone(tray)),
                SavedTray::Overtaken => {}
                SavedTray::NoAccount => return Err(TrayError::NoAccount),
            }
        }
        Err(TrayError::Overtaken)
    }
}
