use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use listing_domain::ports::{MarketData, MarketDataError, MarketQuery};
use listing_domain::pricing::Comparable;
use listing_outbound::{Attempt, Circuit, Fault};
use moka::sync::Cache;
use tokio::time::{Instant, timeout_at};

use crate::failure::Failure;
use crate::metrics::MarketMetrics;
use crate::search::{Search, SourceClient};

/// Cached comparables plus cached searches; about 15 MB.
const MAX_CACHED: u64 = 50_000;

/// A service with a timeout, a cache and a circuit breaker.
pub struct Source {
    client: Arc<dyn SourceClient>,
    cache: Option<Cache<Search, Arc<[Comparable]>>>,
    circuit: Circuit,
    metrics: MarketMetrics,
}

impl Source {
    /// Creates a source that caches results for `keep_for`, or not at all if zero.
    pub fn new(client: Arc<dyn SourceClient>, keep_for: Duration, metrics: MarketMetrics) -> Self {
        let (name, circuit_metrics) = (client.name(), metrics.clone());
        let circuit = Circuit::new(move |open_for| {
            circuit_metrics.set_circuit_open(name, open_for.is_some());
            if let Some(time) = open_for {
                let seconds = time.as_secs();
                tracing::warn!(source = name, seconds, "circuit opened: no calls to {name} for {seconds} s");
            }
        });
        let cache = (!keep_for.is_zero()).then(|| {
            let weight = |_: &Search, found: &Arc<[Comparable]>| {
                u32::try_from(found.len()).unwrap_or(u32::MAX).saturating_add(1)
            };
            Cache::builder().max_capacity(MAX_CACHED).weigher(weight).time_to_live(keep_for).build()
        });
        Self { client, cache, circuit, metrics }
    }

    async fn search(&self, search: &Search, within: Duration) -> Result<Vec<Comparable>, Failure> {
        let permit = self.circuit.admit()?;
        let until = Instant::now() + within;
        let found = timeout_at(until, self.client.search(search, until)).await;
        let found = found.unwrap_or_else(|_| Err(Fault::TimedOut.into()));
        match found.as_ref().map_or_else(Failure::attempt, |_| Some(Attempt::Worked)) {
            Some(attempt) => permit.end(attempt),
            None => drop(permit),
        }
        found
    }
}

#[async_trait]
impl MarketData for Source {
    async fn find(&self, query: &MarketQuery) -> Result<Vec<Comparable>, MarketDataError> {
        let Some(search) = Search::from_query(query) else { return Ok(Vec::new()) };
        if let Some(found) = self.cache.as_ref().and_then(|cache| cache.get(&search)) {
            self.metrics.cache_hit(self.client.name());
            return Ok(found.to_vec());
        }
        let found = self.search(&search, query.within).await;
        let found = found.map_err(|failure| MarketDataError(failure.into()))?;
        if let Some(cache) = &self.cache {
            cache.insert(search, found.clone().into());
        }
        Ok(found)
    }
}
