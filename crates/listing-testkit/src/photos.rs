use std::sync::Arc;

use async_trait::async_trait;
use listing_domain::ids::AccountId;
use listing_domain::options::Quality;
use listing_domain::photo::{PhotoNote, PhotoUpload, PreparedPhoto, Thumbnail, UploadContent};
use listing_domain::ports::{PhotoError, PhotoFault, PhotoProblem, PhotoProcessor, Thumbnailer};
use listing_domain::request::PhotoUploads;

use crate::pictures::{GROUND, SHIRT, prepared, shirt};

/// Takes each upload as a photo of the drawn t-shirt, without decoding it. It accepts data URIs of image
/// types and all files except PDF documents, notes duplicates, and refuses everything else with the upload's
/// position.
#[derive(Debug, Clone, Copy, Default)]
pub struct SketchPhotos;

impl SketchPhotos {
    /// Continues the sentence "photo 1 …".
    pub const ACCEPTED: &'static str = "must be a data URI of a JPEG, PNG, WebP or GIF image in base64";

    fn is_acceptable(upload: &PhotoUpload) -> bool {
        let uri = match upload.content() {
            UploadContent::DataUri(uri) => uri,
            UploadContent::File(bytes) => return !bytes.is_empty() && !bytes.starts_with(b"%PDF"),
        };
        let Some((head, data)) = uri.split_once(";base64,") else { return false };
        let is_image =
            matches!(head, "data:image/jpeg" | "data:image/png" | "data:image/webp" | "data:image/gif");
        is_image && !data.is_empty()
    }
}

#[async_trait]
impl PhotoProcessor for SketchPhotos {
    async fn prepare(
        &self,
        _: AccountId,
        uploads: PhotoUploads,
        _: Quality,
    ) -> Result<Vec<PreparedPhoto>, PhotoError> {
        let uploads = uploads.into_inner();
        let problems: Vec<PhotoProblem> = uploads
            .iter()
            .enumerate()
            .filter(|(_, upload)| !Self::is_acceptable(upload))
            .map(|(index, _)| PhotoProblem {
                index,
                message: Self::ACCEPTED.to_owned(),
                fault: PhotoFault::NoPicture,
            })
            .collect();
        if !problems.is_empty() {
            return Err(PhotoError::Unusable(problems));
        }
        let photo = |(at, upload): (usize, &PhotoUpload)| {
            let mut photo = prepared(shirt(SHIRT, GROUND));
            photo.notes.extend(uploads[..at].contains(upload).then_some(PhotoNote::Duplicate));
            photo
        };
        Ok(uploads.iter().enumerate().map(photo).collect())
    }
}

/// The photo's own file: the drawing is small.
#[async_trait]
impl Thumbnailer for SketchPhotos {
    async fn thumbnail(&self, photos: Arc<[PreparedPhoto]>) -> Option<Thumbnail> {
        photos.first().and_then(|photo| Thumbnail::new(photo.jpeg.clone()).ok())
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;
    use crate::pictures::{JPEG_DATA_URI, PNG_DATA_URI};

    #[tokio::test]
    async fn every_unusable_photo_is_reported_by_its_position() {
        let photos = |uris: &[&str]| {
            let uploads = uris.iter().map(|uri| PhotoUpload::new((*uri).to_owned())).collect();
            SketchPhotos.prepare(
                AccountId::new(Uuid::nil()),
                PhotoUploads::new(uploads).unwrap(),
                Quality::Standard,
            )
        };
        assert_eq!(photos(&[PNG_DATA_URI, JPEG_DATA_URI]).await.unwrap().len(), 2);
        let refused = photos(&["data:text/plain;base64,aGk=", PNG_DATA_URI, "photo"]).await.unwrap_err();
        let PhotoError::Unusable(problems) = refused else { panic!("{refused}") };
        assert_eq!(problems.iter().map(|p| p.index).collect::<Vec<_>>(), [0, 2]);
    }
}
