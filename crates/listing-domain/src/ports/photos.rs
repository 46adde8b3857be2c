//! The photo processor.

use std::time::Duration;

use async_trait::async_trait;

use super::{AdmissionError, BoxError};
use crate::ids::AccountId;
use crate::photo::PreparedPhoto;
use crate::request::PhotoUploads;
use crate::wish::Quality;

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
