//! A writer that works on few briefs at once.

use std::sync::Arc;

use async_trait::async_trait;
use listing_domain::draft::{Brief, Draft};
use listing_domain::ports::{ListingWriter, WriterError};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};

/// Briefs that may wait for each that is worked on.
const WAITING_FOR_EACH: usize = 4;

/// Lets a writer work on so many briefs at once. Others wait in order, for half
/// of their time at most; more than four for each place are turned away.
pub struct Queued {
    writer: Arc<dyn ListingWriter>,
    places: Semaphore,
    queue: Semaphore,
}

impl Queued {
    /// At least one place before a writer.
    pub fn new(writer: Arc<dyn ListingWriter>, concurrency: usize) -> Self {
        let concurrency = concurrency.max(1);
        Self {
            writer,
            places: Semaphore::new(concurrency),
            queue: Semaphore::new(concurrency.saturating_mul(WAITING_FOR_EACH + 1)),
        }
    }
}

#[async_trait]
impl ListingWriter for Queued {
    async fn write(&self, brief: &Brief) -> Result<Draft, WriterError> {
        let since = Instant::now();
        let _in_queue = self.queue.try_acquire().map_err(|_| WriterError::Busy)?;
        let place = timeout(brief.within / 2, self.places.acquire()).await;
        let _place = place.map_err(|_| WriterError::Busy)?.map_err(|_| WriterError::Busy)?;
        self.writer.write(&brief.handed_on(brief.within.saturating_sub(since.elapsed()))).await
    }
}
