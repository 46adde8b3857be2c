use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::ports::{ListingWriter, WriterError};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};

const QUEUED_PER_SLOT: usize = 4;
/// Before any duration was measured.
const FIRST_GUESS_MS: u64 = 5_000;
/// The newest duration contributes a fifth to the moving average.
const NEWEST: u64 = 5;

/// Limits concurrent requests. Others wait in order, for at most half of their time. With four waiting per
/// running one, requests are rejected with an estimated wait.
pub struct Queued {
    writer: Arc<dyn ListingWriter>,
    concurrency: usize,
    slots: Semaphore,
    queue: Semaphore,
    /// The moving average of durations.
    mean_ms: AtomicU64,
}

impl Queued {
    /// Creates a queue. A concurrency of 0 counts as 1.
    pub fn new(writer: Arc<dyn ListingWriter>, concurrency: usize) -> Self {
        let concurrency = concurrency.max(1);
        Self {
            writer,
            concurrency,
            slots: Semaphore::new(concurrency),
            queue: Semaphore::new(concurrency.saturating_mul(QUEUED_PER_SLOT + 1)),
            mean_ms: AtomicU64::new(FIRST_GUESS_MS),
        }
    }

    /// Estimates the time until all waiting requests are done.
    fn busy(&self) -> WriterError {
        let all = self.concurrency.saturating_mul(QUEUED_PER_SLOT + 1);
        let queued = all.saturating_sub(self.queue.available_permits());
        let rounds = u64::try_from(queued.div_ceil(self.concurrency)).unwrap_or(u64::MAX);
        let wait = self.mean_ms.load(Ordering::Relaxed).saturating_mul(rounds);
        WriterError::Busy { retry_after: Duration::from_millis(wait) }
    }

    fn record_duration(&self, time: Duration) {
        let time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let newer = |mean: u64| Some(mean - mean / NEWEST + time / NEWEST);
        // Cannot fail: `newer` always returns a value.
        let _ = self.mean_ms.fetch_update(Ordering::Relaxed, Ordering::Relaxed, newer);
    }
}

#[async_trait]
impl ListingWriter for Queued {
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError> {
        let since = Instant::now();
        let _in_queue = self.queue.try_acquire().map_err(|_| self.busy())?;
        let slot = timeout(request.within / 2, self.slots.acquire()).await;
        let _slot = slot.map_err(|_| self.busy())?.map_err(|_| self.busy())?;
        let begun = Instant::now();
        let left = request.within.saturating_sub(begun.duration_since(since));
        let written = self.writer.write(&request.with_time_limit(left)).await;
        self.record_duration(begun.elapsed());
        written
    }
}
