//! Prepares photos as the service does, so that training and later use see the same pixels.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use listing_domain::ids::AccountId;
use listing_domain::options::Quality;
use listing_domain::photo::{PhotoUpload, Pixels};
use listing_domain::ports::PhotoProcessor as _;
use listing_domain::request::PhotoUploads;
use listing_photo::{PhotoSettings, SafePhotos};
use listing_testkit::OpenAdmission;
use tokio::runtime::Runtime;

const ACCOUNT: &str = "00000000-0000-0000-0000-000000000000";

pub(crate) struct Preparation {
    runtime: Runtime,
    photos: SafePhotos,
    account: AccountId,
}

impl Preparation {
    pub(crate) fn new() -> Result<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        let workers = Arc::new(OpenAdmission::with_workers(1));
        let photos = SafePhotos::new(PhotoSettings::default(), workers);
        Ok(Self { runtime, photos, account: ACCOUNT.parse()? })
    }

    /// Upright and at most as large as the service uses.
    pub(crate) fn pixels(&self, path: &Path) -> Result<Pixels> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        // The processor ignores the data URI's type.
        let upload = PhotoUpload::new(format!("data:image/jpeg;base64,{}", STANDARD.encode(bytes)));
        let uploads = PhotoUploads::new(vec![upload])?;
        let prepared = self.runtime.block_on(self.photos.prepare(self.account, uploads, Quality::Standard));
        let prepared = prepared.with_context(|| format!("the photo {} cannot be used", path.display()))?;
        let photo = prepared.into_iter().next().context("the processor returned no photo")?;
        Ok(photo.pixels)
    }
}
