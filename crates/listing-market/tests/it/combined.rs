use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::money::{Currency, Money};
use listing_domain::ports::{MarketData, MarketDataError, MarketQuery};
use listing_domain::pricing::{Comparable, ComparableKind};
use listing_market::{CombinedMarketData, MarketMetrics, NamedSource};
use listing_testkit::FixedMarket;
use prometheus::{Encoder as _, Registry, TextEncoder};
use tokio::time::{Instant, sleep};

use crate::support::{WITHIN, query};

fn offer(major: i64) -> Comparable {
    Comparable {
        product: query().product,
        brand: None,
        price: Money::from_major(major, Currency::Eur),
        condition: None,
        kind: ComparableKind::Asking,
        seen_on: jiff::civil::date(2026, 11, 20),
        source: "a test".to_owned(),
        link: None,
    }
}

/// Answers after a delay, or never.
pub(crate) struct Slow(pub(crate) Option<Duration>, pub(crate) FixedMarket);

#[async_trait]
impl MarketData for Slow {
    async fn find(&self, query: &MarketQuery) -> Result<Vec<Comparable>, MarketDataError> {
        match self.0 {
            Some(delay) => sleep(delay).await,
            None => std::future::pending().await,
        }
        self.1.find(query).await
    }
}

fn after(seconds: u64, market: FixedMarket) -> Arc<dyn MarketData> {
    Arc::new(Slow(Some(Duration::from_secs(seconds)), market))
}

/// Returns the prices, the time it took, and the metrics.
async fn search(sources: Vec<Arc<dyn MarketData>>) -> (Option<Vec<i64>>, Duration, String) {
    let registry = Registry::new();
    let metrics = MarketMetrics::new(&registry).unwrap();
    let names = ["first", "second", "third"];
    let sources = names.into_iter().zip(sources).map(|(name, source)| NamedSource { name, source }).collect();
    let start = Instant::now();
    let found = CombinedMarketData::new(sources, metrics).find(&query()).await;
    let took = start.elapsed();
    let mut text = Vec::new();
    TextEncoder::new().encode(&registry.gather(), &mut text).unwrap();
    let prices = |found: Vec<Comparable>| found.iter().map(|one| one.price.minor() / 100).collect();
    (found.ok().map(prices), took, String::from_utf8(text).unwrap())
}

fn has(figures: &str, source: &str, outcome: &str) {
    let line = format!("market_answers_total{{outcome=\"{outcome}\",source=\"{source}\"}} 1");
    assert!(figures.contains(&line), "{line} is missing in {figures}");
}

#[tokio::test(start_paused = true)]
async fn sources_are_searched_in_parallel_and_a_failed_one_adds_no_results() {
    let (found, took, figures) = search(vec![
        after(3, FixedMarket::offering(vec![offer(1), offer(2)])),
        after(2, FixedMarket::down()),
        after(1, FixedMarket::offering(vec![offer(3)])),
    ])
    .await;
    assert_eq!(found, Some(vec![1, 2, 3]));
    assert_eq!(took, Duration::from_secs(3));
    has(&figures, "first", "found");
    has(&figures, "second", "failed");
}

#[tokio::test(start_paused = true)]
async fn a_search_does_not_wait_for_a_late_source() {
    let silent: Arc<dyn MarketData> = Arc::new(Slow(None, FixedMarket::down()));
    let (found, took, figures) = search(vec![silent, after(1, FixedMarket::offering(vec![offer(3)]))]).await;
    assert_eq!((found, took), (Some(vec![3]), WITHIN));
    has(&figures, "first", "failed");
}

#[tokio::test(start_paused = true)]
async fn a_search_fails_only_if_all_sources_fail() {
    let nothing = || after(1, FixedMarket::offering(vec![]));
    let (found, _, figures) = search(vec![nothing(), after(1, FixedMarket::down())]).await;
    assert_eq!(found, Some(vec![]));
    has(&figures, "first", "nothing");
    assert_eq!(search(vec![after(1, FixedMarket::down()); 3]).await.0, None);
    assert_eq!(search(vec![]).await.0, Some(vec![]));
}
