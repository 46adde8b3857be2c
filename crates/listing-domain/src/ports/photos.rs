//! The photo processor.

use std::time::Duration;

use async_trait::async_trait;

use super::{AdmissionError, BoxError};
use crate::ids::AccountId;
use crate::options::Quality;
use crate::photo::PreparedPhoto;
use crate::request::PhotoUploads;

/// Turns untrusted uploads into prepared photos, bounded in bytes, pixels,
/// time and memory.
#[async_trait]
pub trait PhotoProcessor: Send + Sync {
    /// Prepares all photos of an account's request, in order and as large as the
    /// quality needs them, or tells every one that cannot be used. What one account
    /// asks for does not keep the others waiting.
    async fn prepare(
        &self,
        account: AccountId,
        uploads: PhotoUploads,
        quality: Quality,
    ) -> Result<Vec<PreparedPhoto>, PhotoError>;
}

/// One photo that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhotoProblem {
    /// Its position in the request, from 0.
    pub index: usize,
    /// What is wrong and what to do about it, as in "must be …" or "is a …: convert
    /// it to …"; for the caller, after the photo's name.
    pub message: String,
    /// The same for those who say it in other words or another language.
    pub fault: PhotoFault,
}

/// Why a photo cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhotoFault {
    /// The file is not a picture of a known type.
    NoPicture,
    /// It is of a type that is known and not accepted.
    OtherType(PhotoType),
    /// The file has more bytes than this.
    TooLarge(usize),
    /// It has more pixels than are accepted.
    TooManyPixels {
        /// The most pixels on a side.
        max_side: u32,
        /// The most pixels in all.
        max_pixels: u64,
    },
    /// Decoding it takes too much memory.
    TooMuchMemory,
    /// It is damaged or cut off.
    Damaged,
    /// It shows hardly anything.
    Blank,
}

/// A type of files that people send and that is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PhotoType {
    /// A photo as iPhones take them.
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

/// Why photos could not be prepared.
#[derive(Debug, thiserror::Error)]
pub enum PhotoError {
    /// The caller sent something that is not an acceptable photo.
    #[error("{} photos cannot be used", .0.len())]
    Unusable(Vec<PhotoProblem>),
    /// Too many photos are being prepared now; later it will go.
    #[error("too many photos are being prepared")]
    Busy {
        /// When there is use in asking again.
        retry_after: Duration,
    },
    /// The processor itself failed.
    #[error("a photo could not be prepared")]
    Failed(#[source] BoxError),
}

impl From<AdmissionError> for PhotoError {
    fn from(refused: AdmissionError) -> Self {
        Self::Busy { retry_after: refused.retry_after() }
    }
}
