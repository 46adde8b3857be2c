use std::sync::Arc;

use async_trait::async_trait;
use futures_util::future::join_all;
use listing_domain::ErrorChain;
use listing_domain::ports::{MarketData, MarketDataError, MarketQuery};
use listing_domain::pricing::Comparable;
use tokio::time::timeout;

use crate::failure::Failure;
use crate::metrics::MarketMetrics;

/// Each source's share of the time, below 1 so that it can still report its own timeout.
const SHARE: f64 = 0.95;

/// A source with its name.
#[derive(Clone)]
pub struct NamedSource {
    /// The name in logs and metrics.
    pub name: &'static str,
    /// The source.
    pub source: Arc<dyn MarketData>,
}

/// Searches several sources in parallel. A failed or late one adds no results; the search fails only if all
/// fail.
pub struct CombinedMarketData {
    sources: Vec<NamedSource>,
    metrics: MarketMetrics,
}

impl CombinedMarketData {
    /// Combines sources. Results keep their order.
    pub fn new(sources: Vec<NamedSource>, metrics: MarketMetrics) -> Self {
        Self { sources, metrics }
    }

    async fn query_source(&self, named: &NamedSource, query: &MarketQuery) -> Option<Vec<Comparable>> {
        let shortened = MarketQuery { within: query.within.mul_f64(SHARE), ..query.clone() };
        let answer = timeout(query.within, named.source.find(&shortened)).await;
        match answer.unwrap_or_else(|_| Err(MarketDataError("no answer in time".into()))) {
            Ok(found) => {
                self.metrics.answered(named.name, if found.is_empty() { "nothing" } else { "found" });
                Some(found)
            }
            Err(error) => {
                self.record_failure(named.name, &error);
                None
            }
        }
    }

    fn record_failure(&self, source: &'static str, error: &MarketDataError) {
        let failure = error.0.downcast_ref::<Failure>();
        let outcome = failure.map_or("failed", Failure::outcome);
        self.metrics.answered(source, outcome);
        let error = ErrorChain(error);
        if failure.is_some_and(Failure::is_logged) {
            tracing::debug!(source, %error, "skipped market data source {source}");
        } else {
            tracing::warn!(source, outcome, %error, "market data source {source} failed: pricing without it");
        }
    }
}

#[async_trait]
impl MarketData for CombinedMarketData {
    async fn find(&self, query: &MarketQuery) -> Result<Vec<Comparable>, MarketDataError> {
        let answers = join_all(self.sources.iter().map(|named| self.query_source(named, query))).await;
        if !answers.is_empty() && answers.iter().all(Option::is_none) {
            return Err(MarketDataError("all market data sources failed".into()));
        }
        Ok(answers.into_iter().flatten().flatten().collect())
    }
}
