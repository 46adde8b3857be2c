//! The traits of photos, for grouping them.

use std::path::Path;

use listing_domain::grouping::PhotoTraits;
use listing_domain::lane::Lane;
use listing_domain::options::Quality;
use listing_domain::request::PhotoUploads;

use super::bar;
use crate::command::generate::upload;
use crate::compose::PhotosToListings;

/// Prepares one photo after another, because a thousand do not fit into memory. A photo that cannot be used
/// has no traits; the run then names it with its item.
pub(super) async fn traits(
    parts: &PhotosToListings,
    folder: &Path,
    photos: &[String],
    quality: Quality,
) -> Vec<PhotoTraits> {
    let progress = bar(photos.len(), "photos");
    let mut traits = Vec::with_capacity(photos.len());
    for photo in photos {
        traits.push(of_photo(parts, &folder.join(photo), quality).await.unwrap_or_default());
        progress.inc(1);
    }
    progress.finish_and_clear();
    traits
}

async fn of_photo(parts: &PhotosToListings, file: &Path, quality: Quality) -> Option<PhotoTraits> {
    let uploads = PhotoUploads::new(vec![upload(file).ok()?]).ok()?;
    let prepared = parts.photos.prepare(Lane::NO_ACCOUNT.account(), uploads, quality).await.ok()?;
    let photo = prepared.first()?;
    let look = match &parts.looks {
        Some(looks) => looks.look(Lane::NO_ACCOUNT, photo).await,
        None => None,
    };
    Some(PhotoTraits { taken_at: photo.taken_at, look })
}
