//! A writer that answers in time or fails: a decorator of the writer port.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::draft::{Brief, Draft};
use listing_domain::ports::{ListingWriter, WriterError};
use listing_domain::wish::Quality;

/// How long a writer may take, by the quality asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadlines {
    /// For `standard`.
    pub standard: Duration,
    /// For `high`.
    pub high: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self { standard: Duration::from_secs(45), high: Duration::from_secs(90) }
    }
}

impl Deadlines {
    fn of(&self, quality: Quality) -> Duration {
        match quality {
            Quality::Standard => self.standard,
            Quality::High => self.high,
        }
    }

    /// The longest of them: a held unit must outlive it.
    pub fn longest(&self) -> Duration {
        self.standard.max(self.high)
    }
}

/// A writer under a deadline.
pub struct WithDeadline {
    writer: Arc<dyn ListingWriter>,
    deadlines: Deadlines,
}

impl WithDeadline {
    /// Puts a writer under deadlines.
    pub fn new(writer: Arc<dyn ListingWriter>, deadlines: Deadlines) -> Self {
        Self { writer, deadlines }
    }
}

#[async_trait]
impl ListingWriter for WithDeadline {
    async fn write(&self, brief: &Brief) -> Result<Draft, WriterError> {
        let deadline = self.deadlines.of(brief.quality);
        tokio::time::timeout(deadline, self.writer.write(brief))
            .await
            .unwrap_or(Err(WriterError::DeadlineExceeded))
    }
}
