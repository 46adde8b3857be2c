//! The port of the photo processor.

use std::time::Duration;

use async_trait::async_trait;

use super::{AdmissionError, BoxError};
use crate::ids::AccountId;
use crate::options::Quality;
use crate::photo::PreparedPhoto;
use crate::request::PhotoUploads;

/// Turns untrusted uploads into prepared photos, bounded in bytes, pixels, time and memory.
#[async_trait]
pub trait PhotoProcessor: Send + Sync {
    /// Prepares all photos of an account's request, in order and as large as the quality needs them, or
    /// reports every unusable one. The photos of one account never delay those of others.
    async fn prepare(
        &self,
        account: AccountId,
        uploads: PhotoUploads,
        quality: Quality,
    ) -> Result<Vec<PreparedPhoto>, PhotoError>;
}

/// A photo that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhotoProblem {
    /// The photo's position in the request, from 0.
    pub index: usize,
    /// The problem and the remedy for the caller. The photo's name precedes this text: "must be …" or "is a
    /// …: convert it to …".
    pub message: String,
    /// The same problem as a value, for other wording or another language.
    pub fault: PhotoFault,
}

/// A reason why a photo is unusable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhotoFault {
    /// The file is not a picture of a known type.
    NoPicture,
    /// The file is of a known type that is not accepted.
    OtherType(PhotoType),
    /// The file has more bytes than this maximum.
    TooLarge(usize),
    /// The photo has more pixels than are accepted.
    TooManyPixels {
        /// The maximum number of pixels on a side.
        max_side: u32,
        /// The maximum number of pixels in all.
        max_pixels: u64,
    },
    /// Decoding the photo takes too much memory.
    TooMuchMemory,
    /// The file is damaged or cut off.
    Damaged,
    /// The photo shows hardly anything.
    Blank,
}

/// A common file type that is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhotoType {
    /// A photo in the format of iPhones.
    Heic,
    /// An AVIF image.
    Avif,
    /// A TIFF or raw camera image.
    Tiff,
    /// A BMP image.
    Bmp,
    /// An SVG drawing.
    Svg,
    /// A PDF document.
    Pdf,
    /// A video.
    Video,
}

/// A failure to prepare photos.
#[derive(Debug, thiserror::Error)]
pub enum PhotoError {
    /// Some uploads are not acceptable photos.
    #[error("{} photos cannot be used", .0.len())]
    Unusable(Vec<PhotoProblem>),
    /// Too many photos are being prepared now. A retry later helps.
    #[error("too many photos are being prepared")]
    Busy {
        /// The time to wait before a retry.
        retry_after: Duration,
    },
    /// The photo processor itself failed.
    #[error("cannot prepare a photo")]
    Failed(#[source] BoxError),
}

impl From<AdmissionError> for PhotoError {
    fn from(refused: AdmissionError) -> Self {
        Self::Busy { retry_after: refused.retry_after() }
    }
}
