//! Market data is asked for beside the writer, and never waited for longer than it may
//! take.

use async_trait::async_trait;
use listing_domain::ports::{MarketData, MarketDataError, MarketQuery};
use listing_domain::pricing::Comparable;
use listing_domain::request::Wish;
use listing_domain::usecase::{WriteListings, WritingPolicy, WrittenListings};
use listing_writers::MarketWithDeadline;
use tokio::time::sleep;

use super::*;

/// Answers after a while, or never.
struct Slow(Option<Duration>);

#[async_trait]
impl MarketData for Slow {
    async fn find(&self, _: &MarketQuery) -> Result<Vec<Comparable>, MarketDataError> {
        match self.0 {
            Some(while_) => sleep(while_).await,
            None => std::future::pending().await,
        }
        Ok(Vec::new())
    }
}

/// Thinks for a while before it writes.
struct Thinking(Duration, Arc<dyn ListingWriter>);

#[async_trait]
impl ListingWriter for Thinking {
    async fn write(&self, brief: &Brief) -> Result<Draft, WriterError> {
        sleep(self.0).await;
        self.1.write(brief).await
    }
}

/// How long both take together.
async fn took(thinking: Duration, writer: Arc<dyn ListingWriter>, market: Slow) -> (bool, Duration) {
    let write = WriteListings {
        writer: Arc::new(Thinking(thinking, writer)),
        market: Some(Arc::new(MarketWithDeadline::new(Arc::new(market)))),
        policy: WritingPolicy::default(),
    };
    let Brief { photos, platforms, locale, tone, quality, known, expenses, .. } = brief();
    let wish = Wish { platforms, language: locale.language, tone, quality };
    let start = Instant::now();
    let written: Result<WrittenListings, _> =
        write.run(photos, &wish, known, listing_domain::lane::Lane::NOBODY, &expenses).await;
    (written.is_ok(), start.elapsed())
}

#[tokio::test(start_paused = true)]
async fn a_market_is_asked_beside_the_writer_and_ends_at_its_deadline() {
    let sketch = || -> Arc<dyn ListingWriter> { Arc::new(SketchWriter::default()) };
    let within = WritingPolicy::MARKET_WITHIN;
    assert_eq!(took(9 * SECOND, sketch(), Slow(Some(3 * SECOND))).await, (true, 9 * SECOND));
    assert_eq!(took(SECOND, sketch(), Slow(Some(3 * SECOND))).await, (true, 3 * SECOND));
    assert_eq!(took(SECOND, sketch(), Slow(None)).await, (true, within));
    assert_eq!(took(9 * SECOND, sketch(), Slow(None)).await, (true, 9 * SECOND));
    // Without a draft nobody needs comparables.
    assert_eq!(took(SECOND, failing(vec![unavailable()]), Slow(None)).await, (false, SECOND));
}
