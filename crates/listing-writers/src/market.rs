//! A source of market data that answers in time or fails.

use std::sync::Arc;

use async_trait::async_trait;
use listing_domain::ports::{MarketData, MarketDataError, MarketQuery};
use listing_domain::pricing::Comparable;
use tokio::time::timeout;

/// Ends a source of market data, which is asked beside a writer, when it takes longer
/// than its query allows.
pub struct MarketWithDeadline {
    market: Arc<dyn MarketData>,
}

impl MarketWithDeadline {
    /// Holds a source to its deadlines.
    pub fn new(market: Arc<dyn MarketData>) -> Self {
        Self { market }
    }
}

#[async_trait]
impl MarketData for MarketWithDeadline {
    async fn find(&self, query: &MarketQuery) -> Result<Vec<Comparable>, MarketDataError> {
        let answer = timeout(query.within, self.market.find(query)).await;
        answer.unwrap_or_else(|_| Err(MarketDataError("no answer in time".into())))
    }
}
