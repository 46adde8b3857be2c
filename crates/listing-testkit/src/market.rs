//! Provides a market data source with fixed offers.

use async_trait::async_trait;
use listing_domain::ports::{MarketData, MarketDataError, MarketQuery};
use listing_domain::pricing::Comparable;

/// A market data source that returns the same offers for every search, or is unreachable.
#[derive(Debug, Clone)]
pub struct FixedMarket(Option<Vec<Comparable>>);

impl FixedMarket {
    /// Returns a source with these offers.
    pub const fn offering(comparables: Vec<Comparable>) -> Self {
        Self(Some(comparables))
    }

    /// Returns an unreachable source.
    pub const fn down() -> Self {
        Self(None)
    }
}

#[async_trait]
impl MarketData for FixedMarket {
    async fn find(&self, query: &MarketQuery) -> Result<Vec<Comparable>, MarketDataError> {
        let offered = self.0.clone().ok_or_else(|| MarketDataError("the fixed market is down".into()))?;
        Ok(if query.product.is_named() { offered } else { Vec::new() })
    }
}
