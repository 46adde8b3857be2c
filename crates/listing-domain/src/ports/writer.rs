//! The writer: looks at the photos and writes the texts.

use std::time::Duration;

use async_trait::async_trait;

use super::{AdmissionError, BoxError};
use crate::draft::{Draft, DraftRequest};

/// Looks at photos and writes a draft: an AI service, a local model, the
/// embedded engine, or a decorator of one of them.
#[async_trait]
pub trait ListingWriter: Send + Sync {
    /// Writes a draft with one text for each platform of the brief, within the
    /// time that the brief allows. What the writer does not know it leaves out;
    /// it never makes anything up. A brief whose product is known is written about
    /// as that product. What its calls took is noted in the brief's
    /// expenses, whatever came of them.
    ///
    /// Dropping the future ends the work and closes what it has open.
    async fn write(&self, brief: &DraftRequest) -> Result<Draft, WriterError>;
}

/// Why there is no draft. The variants differ in what helps.
#[derive(Debug, thiserror::Error)]
pub enum WriterError {
    /// The writer cannot be reached, the connection to it broke, or it failed;
    /// nothing was written, so that asking again is safe and may help.
    #[error("the writer is not available")]
    Unavailable {
        /// How long to wait, where the writer said so.
        retry_after: Option<Duration>,
        /// What happened.
        #[source]
        source: BoxError,
    },
    /// The writer is asked too often; asking again later helps.
    #[error("the writer is asked too often")]
    RateLimited {
        /// How long to wait, where the writer said so.
        retry_after: Option<Duration>,
        /// What it said.
        #[source]
        source: BoxError,
    },
    /// Every place at the writer, and in the queue for one, is taken.
    #[error("too many requests wait for the writer")]
    Busy {
        /// When there is use in asking again.
        retry_after: Duration,
    },
    /// The writer will not answer for a good while: its key is refused, its
    /// quota or budget is spent, or it has failed too often.
    #[error("the writer is out of service")]
    OutOfService {
        /// How long there is no use in asking again.
        at_least: Duration,
        /// Why.
        #[source]
        source: BoxError,
    },
    /// The writer took longer than a request may.
    #[error("the writer did not answer in time")]
    DeadlineExceeded,
    /// The writer cannot take the brief as it is, and would not tomorrow.
    #[error("the writer does not accept the brief")]
    Rejected(#[source] BoxError),
    /// The writer does not want to write about these photos.
    #[error("the writer declined to write")]
    Refused(#[source] BoxError),
    /// The writer answered something that cannot be used.
    #[error("the writer's answer cannot be used")]
    Unusable(#[source] BoxError),
}

impl WriterError {
    /// The writer is not available and did not say for how long.
    pub fn unavailable(source: impl Into<BoxError>) -> Self {
        Self::Unavailable { retry_after: None, source: source.into() }
    }

    /// A word for it in logs and metrics.
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
