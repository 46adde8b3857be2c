//! The port of the writer, which analyzes the photos and writes the texts.

use std::time::Duration;

use async_trait::async_trait;

use super::{AdmissionError, BoxError};
use crate::draft::{Draft, DraftRequest};

/// Writes drafts from photos: an AI service, a local model, the embedded engine, or a decorator of one of
/// them.
#[async_trait]
pub trait ListingWriter: Send + Sync {
    /// Writes a draft with one text for each platform of the draft request, within its time. The writer
    /// leaves out what it does not know and never invents a fact. If the draft request names a product, the
    /// text is about that product. The cost of each call is noted in its expenses, even on failure.
    ///
    /// Dropping the future ends the work and closes its connections.
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError>;
}

/// A failure to write a draft. The variants differ in the remedy.
#[derive(Debug, thiserror::Error)]
pub enum WriterError {
    /// The writer cannot be reached, the connection to it broke, or it failed. Nothing was written, so a
    /// retry is safe and may help.
    #[error("the writer is not available")]
    Unavailable {
        /// The wait before a retry, if the writer gave one.
        retry_after: Option<Duration>,
        /// The cause of the failure.
        #[source]
        source: BoxError,
    },
    /// The writer's rate limit is reached. A later retry helps.
    #[error("the writer's rate limit is reached")]
    RateLimited {
        /// The wait before a retry, if the writer gave one.
        retry_after: Option<Duration>,
        /// The error that the writer returned.
        #[source]
        source: BoxError,
    },
    /// All of the writer's slots, and the queue for one, are full.
    #[error("the writer's slots and its queue are full")]
    Busy {
        /// The time to wait before a retry.
        retry_after: Duration,
    },
    /// The writer is out of service for some time: its key is refused, its quota or budget is spent, or it
    /// failed too often.
    #[error("the writer is out of service")]
    OutOfService {
        /// The time during which a retry is useless.
        at_least: Duration,
        /// The cause of the failure.
        #[source]
        source: BoxError,
    },
    /// The writer took longer than a request may.
    #[error("the writer did not answer in time")]
    DeadlineExceeded,
    /// The writer cannot accept this draft request, now or later.
    #[error("the writer does not accept the draft request")]
    Rejected(#[source] BoxError),
    /// The writer declines to write about these photos.
    #[error("the writer declined to write")]
    Refused(#[source] BoxError),
    /// The writer's answer cannot be used, for example because it is incomplete.
    #[error("the writer's answer cannot be used")]
    Unusable(#[source] BoxError),
}

impl WriterError {
    /// Returns the error of an unavailable writer that gave no time to wait.
    pub fn unavailable(source: impl Into<BoxError>) -> Self {
        Self::Unavailable { retry_after: None, source: source.into() }
    }

    /// Returns a label for logs and metrics.
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::Unavailable { .. } => "unavailable",
            Self::RateLimited { .. } => "rate_limited",
            Self::Busy { .. } => "busy",
            Self::OutOfService { .. } => "out_of_service",
            Self::DeadlineExceeded => "deadline_exceeded",
            Self::Rejected(_) => "rejected",
            Self::Refused(_) => "refused",
            Self::Unusable(_) => "unusable",
        }
    }
}

impl From<AdmissionError> for WriterError {
    fn from(refused: AdmissionError) -> Self {
        Self::Busy { retry_after: refused.retry_after() }
    }
}
