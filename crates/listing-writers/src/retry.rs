use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::ErrorChain;
use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::ports::{ListingWriter, WriterError};
use tokio::time::{Instant, sleep};

use crate::metrics::WriterMetrics;

const MAX_RETRIES: u32 = 2;
/// The maximum, which doubles with each further retry.
const FIRST_PAUSE: Duration = Duration::from_millis(400);
const LONGEST_PAUSE: Duration = Duration::from_secs(6);
/// As a share of the pause's maximum. It exceeds a half, so that each pause is longer than the one before.
const SHORTEST_SHARE: f64 = 0.6;

/// The points that a request adds to the allowance.
const EARNED: u32 = 1;
/// The points of a retry: five requests allow one.
const SPENT: u32 = 5;
/// Ten retries.
const MAX_SAVED: u32 = 10 * SPENT;

/// Limits retries to a fifth of the requests, with bursts of up to ten. Otherwise, retries would triple the
/// load of a service that is down.
#[derive(Debug)]
pub struct RetryAllowance(AtomicU32);

impl Default for RetryAllowance {
    fn default() -> Self {
        Self(AtomicU32::new(MAX_SAVED))
    }
}

impl RetryAllowance {
    fn earn(&self) {
        self.change(|saved| Some((saved + EARNED).min(MAX_SAVED)));
    }

    fn spend(&self) -> bool {
        self.change(|saved| saved.checked_sub(SPENT))
    }

    fn change(&self, to: impl Fn(u32) -> Option<u32>) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, to).is_ok()
    }
}

/// Retries temporary failures. Random pauses keep requests that failed together from being retried together.
pub struct Retrying {
    writer: Arc<dyn ListingWriter>,
    allowance: Arc<RetryAllowance>,
    metrics: WriterMetrics,
}

impl Retrying {
    /// Creates a decorator. Several writers may share an allowance.
    pub fn new(
        writer: Arc<dyn ListingWriter>,
        allowance: Arc<RetryAllowance>,
        metrics: WriterMetrics,
    ) -> Self {
        Self { writer, allowance, metrics }
    }
}

#[async_trait]
impl ListingWriter for Retrying {
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError> {
        let until = Instant::now() + request.within;
        self.allowance.earn();
        let mut retries = 0..MAX_RETRIES;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let failed = match self.writer.write(&request.with_time_limit(left)).await {
                Ok(draft) => return Ok(draft),
                Err(failed) => failed,
            };
            let left = until.saturating_duration_since(Instant::now());
            let pause = retries.next().and_then(|number| pause_after(&failed, number, left));
            match pause {
                Some(pause) if self.allowance.spend() => {
                    let reason = failed.reason();
                    let ms = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
                    tracing::info!(
                        reason,
                        error = %ErrorChain(&failed),
                        ms,
                        "writer failed; retrying in {ms} ms"
                    );
                    self.metrics.retried(reason);
                    sleep(pause).await;
                }
                _ => return Err(failed),
            }
        }
    }
}

/// `None` if a retry is useless, or the pause would exceed half of the remaining time.
fn pause_after(failed: &WriterError, number: u32, left: Duration) -> Option<Duration> {
    let random = || {
        let longest = FIRST_PAUSE.saturating_mul(1 << number).min(LONGEST_PAUSE);
        longest.mul_f64(SHORTEST_SHARE + (1.0 - SHORTEST_SHARE) * fastrand::f64())
    };
    match failed {
        WriterError::Unavailable { retry_after, .. } | WriterError::RateLimited { retry_after, .. } => {
            Some(retry_after.unwrap_or_else(random))
        }
        WriterError::DeadlineExceeded => Some(random()),
        WriterError::Busy { .. }
        | WriterError::OutOfService { .. }
        | WriterError::Rejected(_)
        | WriterError::Refused(_)
        | WriterError::Unusable(_) => None,
    }
    .filter(|pause| *pause <= left / 2 && !left.is_zero())
}
