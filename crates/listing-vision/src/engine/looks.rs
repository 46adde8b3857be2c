use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::grouping::Look;
use listing_domain::lane::Lane;
use listing_domain::photo::PreparedPhoto;
use listing_domain::ports::{PhotoLooks, WorkKind, WriterError};

use super::{EmbeddedWriter, run};
use crate::look::look;
use crate::threads::Threads;

/// Photos are grouped while a seller waits.
const MAX_WAIT: Duration = Duration::from_secs(30);

#[async_trait]
impl PhotoLooks for EmbeddedWriter {
    async fn look(&self, lane: Lane, photo: &PreparedPhoto) -> Option<Look> {
        let found = self.find_look(lane, photo).await;
        found.unwrap_or_else(|error| {
            tracing::warn!(%error, "failed to describe the look of a photo: {error}");
            None
        })
    }
}

impl EmbeddedWriter {
    async fn find_look(&self, lane: Lane, photo: &PreparedPhoto) -> Result<Option<Look>, WriterError> {
        let mut queued = self.workers.queue(lane, WorkKind::Look, 1, MAX_WAIT)?;
        let permit = queued.next().await?;
        let (models, pixels) = (Arc::clone(&self.models), photo.pixels.clone());
        let work = move |threads: &Threads| look(&models, threads, &pixels);
        let found = run(&self.idle, &self.workers, permit, self.threads, work).await?;
        found.map_err(|failure| WriterError::Unusable(failure.into()))
    }
}
