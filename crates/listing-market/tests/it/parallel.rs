//! The search runs in parallel with the writer if possible, and never beyond its timeout.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::attributes::{AttributeText, KnownAttributes};
use listing_domain::draft::{Draft, DraftRequest};
use listing_domain::expense::Expenses;
use listing_domain::lane::Lane;
use listing_domain::marketplace::Platform;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::ports::{ListingWriter, MarketData, WriterError};
use listing_domain::product::{Product, ProductType};
use listing_domain::request::{ListingOptions, Platforms};
use listing_domain::usecase::{WriteListings, WritingPolicy};
use listing_market::{CombinedMarketData, MarketMetrics, NamedSource};
use listing_testkit::pictures::{GROUND, SHIRT, prepared, shirt};
use listing_testkit::{FakeWriter, FixedMarket, ScriptedWriter, WriterStep};
use prometheus::Registry;
use tokio::time::{Instant, sleep};

use crate::combined::Slow;

const SECOND: Duration = Duration::from_secs(1);

struct DelayedWriter(Duration, Arc<dyn ListingWriter>);

#[async_trait]
impl ListingWriter for DelayedWriter {
    async fn write(&self, request: &DraftRequest) -> Result<Draft, WriterError> {
        sleep(self.0).await;
        self.1.write(request).await
    }
}

/// Returns whether it succeeded, and the time of writer and search together. A market without a delay never
/// answers.
async fn took(
    size: Option<&str>,
    delay: Duration,
    writer: Arc<dyn ListingWriter>,
    market: Option<Duration>,
) -> (bool, Duration) {
    let source: Arc<dyn MarketData> = Arc::new(Slow(market, FixedMarket::offering(Vec::new())));
    let metrics = MarketMetrics::new(&Registry::new()).unwrap();
    let write = WriteListings {
        writer: Arc::new(DelayedWriter(delay, writer)),
        market: Some(Arc::new(CombinedMarketData::new(vec![NamedSource { name: "slow", source }], metrics))),
        policy: WritingPolicy::default(),
    };
    let size = size.and_then(|size| AttributeText::parse("size", size).unwrap());
    let known = KnownAttributes { size, ..KnownAttributes::default() };
    let options = ListingOptions {
        platforms: Platforms::new([Platform::Vinted]).unwrap(),
        language: Language::Fr,
        tone: Tone::Friendly,
        quality: Quality::Standard,
        market: None,
    };
    let photos = vec![prepared(shirt(SHIRT, GROUND))];
    let start = Instant::now();
    let written = write.run(photos.into(), &options, known, Lane::NO_ACCOUNT, &Expenses::default()).await;
    (written.is_ok(), start.elapsed())
}

#[tokio::test(start_paused = true)]
async fn the_market_search_runs_in_parallel_and_ends_at_its_deadline() {
    let jeans =
        || -> Arc<dyn ListingWriter> { Arc::new(FakeWriter::seeing(Product::Type(ProductType::Jeans))) };
    let parallel = async |delay, market| took(Some("W32 L34"), delay, jeans(), market).await;
    let within = WritingPolicy::MARKET_WITHIN;
    assert_eq!(parallel(9 * SECOND, Some(3 * SECOND)).await, (true, 9 * SECOND));
    assert_eq!(parallel(SECOND, Some(3 * SECOND)).await, (true, 3 * SECOND));
    assert_eq!(parallel(SECOND, None).await, (true, within));
    assert_eq!(parallel(9 * SECOND, None).await, (true, 9 * SECOND));
    let failing = Arc::new(ScriptedWriter::new([WriterStep::Fail(WriterError::unavailable("down"))]));
    assert_eq!(took(Some("W32 L34"), SECOND, failing, None).await, (false, SECOND));
    // If only the writer recognizes the product, the search runs afterwards.
    let after = async |market| took(None, SECOND, jeans(), market).await;
    assert_eq!(after(Some(3 * SECOND)).await, (true, 4 * SECOND));
    assert_eq!(after(None).await, (true, SECOND + within));
}
