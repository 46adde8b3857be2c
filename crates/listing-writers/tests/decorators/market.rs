//! Market data is asked for beside the writer where that can be, and never waited for longer than it may
//! take.

use async_trait::async_trait;
use listing_domain::attributes::{AttributeText, KnownAttributes};
use listing_domain::ports::{MarketData, MarketDataError, MarketQuery};
use listing_domain::pricing::Comparable;
use listing_domain::product::{Product, ProductType};
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
async fn took(
    size: Option<&str>,
    thinking: Duration,
    writer: Arc<dyn ListingWriter>,
    market: Slow,
) -> (bool, Duration) {
    let write = WriteListings {
        writer: Arc::new(Thinking(thinking, writer)),
        market: Some(Arc::new(MarketWithDeadline::new(Arc::new(market)))),
        policy: WritingPolicy::default(),
    };
    let Brief { photos, platforms, locale, tone, quality, expenses, .. } = brief();
    let size = size.and_then(|size| AttributeText::parse("size", size).unwrap());
    let known = KnownAttributes { size, ..KnownAttributes::default() };
    let wish = Wish { platforms, language: locale.language, tone, quality };
    let start = Instant::now();
    let written: Result<WrittenListings, _> =
        write.run(photos, &wish, known, listing_domain::lane::Lane::NOBODY, &expenses).await;
    (written.is_ok(), start.elapsed())
}

#[tokio::test(start_paused = true)]
async fn a_market_is_asked_beside_the_writer_and_ends_at_its_deadline() {
    let jeans =
        || -> Arc<dyn ListingWriter> { Arc::new(SketchWriter::seeing(Product::Type(ProductType::Jeans))) };
    let beside = async |thinking, market| took(Some("W32 L34"), thinking, jeans(), market).await;
    let within = WritingPolicy::MARKET_WITHIN;
    assert_eq!(beside(9 * SECOND, Slow(Some(3 * SECOND))).await, (true, 9 * SECOND));
    assert_eq!(beside(SECOND, Slow(Some(3 * SECOND))).await, (true, 3 * SECOND));
    assert_eq!(beside(SECOND, Slow(None)).await, (true, within));
    assert_eq!(beside(9 * SECOND, Slow(None)).await, (true, 9 * SECOND));
    // Without a draft nobody needs comparables.
    let failed = took(Some("W32 L34"), SECOND, failing(vec![unavailable()]), Slow(None)).await;
    assert_eq!(failed, (false, SECOND));
    // Where only the writer knows what it is, it is asked then.
    let after = async |market| took(None, SECOND, jeans(), market).await;
    assert_eq!(after(Slow(Some(3 * SECOND))).await, (true, 4 * SECOND));
    assert_eq!(after(Slow(None)).await, (true, SECOND + within));
}
