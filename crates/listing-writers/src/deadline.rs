use std::sync::Arc;

use async_trait::async_trait;
use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::ports::{ListingWriter, WriterError};
use tokio::time::timeout;

/// Cancels a writer that exceeds its request's time.
pub struct WithDeadline {
    writer: Arc<dyn ListingWriter>,
}

impl WithDeadline {
    /// Wraps a writer.
    pub fn new(writer: Arc<dyn ListingWriter>) -> Self {
        Self { writer }
    }
}

#[async_trait]
impl ListingWriter for WithDeadline {
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError> {
        let answer = timeout(request.within, self.writer.write(request));
        answer.await.unwrap_or(Err(WriterError::DeadlineExceeded))
    }
}
