//! The writer: looks at the photos and writes the texts.

use async_trait::async_trait;

use super::BoxError;
use crate::draft::{Brief, Draft};

/// Looks at photos and writes a draft: an AI service, a local model, the
/// embedded engine, or a decorator of one of them.
#[async_trait]
pub trait ListingWriter: Send + Sync {
    /// Writes a draft with one text for each platform of the brief. What the
    /// writer does not know it leaves out; it never makes anything up.
    async fn write(&self, brief: &Brief) -> Result<Draft, WriterError>;
}

/// Why there is no draft.
#[derive(Debug, thiserror::Error)]
pub enum WriterError {
    /// The writer cannot be reached or is overloaded.
    #[error("the writer is not available")]
    Unavailable(#[source] BoxError),
    /// The writer took longer than a request may.
    #[error("the writer did not answer in time")]
    DeadlineExceeded,
    /// The writer answered something that cannot be used.
    #[error("the writer's answer cannot be used")]
    Unusable(#[source] BoxError),
}
