//! A writer that works on few briefs at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::ports::{ListingWriter, WriterError};
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};

/// Briefs that may wait for each that is worked on.
const WAITING_FOR_EACH: usize = 4;
/// How long a brief is worked on, in milliseconds, before any has been.
const FIRST_GUESS_MS: u64 = 5_000;
/// The newest time has one part in so many of the average.
const NEWEST: u64 = 5;

/// Lets a writer work on so many briefs at once. Others wait in order, for half
/// of their time at most; more than four for each place are turned away, and told
/// when those before them will be done.
pub struct Queued {
    writer: Arc<dyn ListingWriter>,
    concurrency: usize,
    places: Semaphore,
    queue: Semaphore,
    /// How long a brief is worked on, in milliseconds; those of late count more.
    lasting_ms: AtomicU64,
}

impl Queued {
    /// At least one place before a writer.
    pub fn new(writer: Arc<dyn ListingWriter>, concurrency: usize) -> Self {
        let concurrency = concurrency.max(1);
        Self {
            writer,
            concurrency,
            places: Semaphore::new(concurrency),
            queue: Semaphore::new(concurrency.saturating_mul(WAITING_FOR_EACH + 1)),
            lasting_ms: AtomicU64::new(FIRST_GUESS_MS),
        }
    }

    /// When those who are there now will be done.
    fn busy(&self) -> WriterError {
        let all = self.concurrency.saturating_mul(WAITING_FOR_EACH + 1);
        let there = all.saturating_sub(self.queue.available_permits());
        let rounds = u64::try_from(there.div_ceil(self.concurrency)).unwrap_or(u64::MAX);
        let wait = self.lasting_ms.load(Ordering::Relaxed).saturating_mul(rounds);
        WriterError::Busy { retry_after: Duration::from_millis(wait) }
    }

    fn lasted(&self, time: Duration) {
        let time = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let newer = |mean: u64| Some(mean - mean / NEWEST + time / NEWEST);
        // The function always has a value.
        let _ = self.lasting_ms.fetch_update(Ordering::Relaxed, Ordering::Relaxed, newer);
    }
}

#[async_trait]
impl ListingWriter for Queued {
    async fn write(&self, brief: &DraftRequest) -> Result<Draft, WriterError> {
        let since = Instant::now();
        let _in_queue = self.queue.try_acquire().map_err(|_| self.busy())?;
        let place = timeout(brief.within / 2, self.places.acquire()).await;
        let _place = place.map_err(|_| self.busy())?.map_err(|_| self.busy())?;
        let begun = Instant::now();
        let left = brief.within.saturating_sub(begun.duration_since(since));
        let written = self.writer.write(&brief.handed_on(left)).await;
        self.lasted(begun.elapsed());
        written
    }
}
