use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::ErrorChain;
use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::ports::{ListingWriter, WriterError};
use tokio::time::{Instant, timeout};

use crate::metrics::WriterMetrics;

/// Of the remaining time, for each writer except the last one.
const SHARE: f64 = 0.6;

/// Tries writers in order until one returns a draft.
///
/// If two models decline the request, no third one is tried.
pub struct Fallback {
    writers: Vec<(String, Arc<dyn ListingWriter>)>,
    metrics: WriterMetrics,
}

impl Fallback {
    /// Creates a chain of at least one named writer.
    pub fn new(writers: Vec<(String, Arc<dyn ListingWriter>)>, metrics: WriterMetrics) -> Self {
        Self { writers, metrics }
    }
}

#[async_trait]
impl ListingWriter for Fallback {
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError> {
        let until = Instant::now() + request.within;
        let mut was_refused = false;
        let mut last = WriterError::unavailable("no writer is configured");
        for (number, (name, writer)) in (1..).zip(&self.writers) {
            let left = until.saturating_duration_since(Instant::now());
            let within = if number < self.writers.len() { left.mul_f64(SHARE) } else { left };
            if within < Duration::from_millis(1) {
                return Err(WriterError::DeadlineExceeded);
            }
            let answer = timeout(within, writer.write(&request.with_time_limit(within))).await;
            last = match answer.unwrap_or(Err(WriterError::DeadlineExceeded)) {
                Ok(draft) => return Ok(draft),
                Err(failed) => failed,
            };
            let reason = last.reason();
            self.metrics.fell_back(name, reason);
            let next = self.writers.get(number).map_or("none", |(name, _)| name.as_str());
            let error = ErrorChain(&last);
            tracing::warn!(writer = %name, reason, %error, next, "writer {name} failed; next writer: {next}");
            if matches!(last, WriterError::Refused(_)) && std::mem::replace(&mut was_refused, true) {
                break;
            }
        }
        Err(last)
    }
}
