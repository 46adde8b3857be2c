//! Photos as the service looks at them.

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

/// The photos are no account's.
const NOBODY: &str = "00000000-0000-0000-0000-000000000000";

/// Prepares photos by the service's own photo processor, so that what is learnt from photos and
/// what is looked at later are alike.
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
        Ok(Self { runtime, photos, account: NOBODY.parse()? })
    }

    /// A photo's pixels, upright and no larger than the service looks at.
    pub(crate) fn pixels(&self, path: &Path) -> Result<Pixels> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        // What the data URI says of the type is a claim that nobody believes.
        let upload = PhotoUpload::new(format!("data:image/jpeg;base64,{}", STANDARD.encode(bytes)));
        let uploads = PhotoUploads::new(vec![upload])?;
        let prepared = self.runtime.block_on(self.photos.prepare(self.account, uploads, Quality::Standard));
        let prepared = prepared.with_context(|| format!("{} cannot be used", path.display()))?;
        let photo = prepared.into_iter().next().context("a photo was lost")?;
        Ok(photo.pixels)
    }
}
