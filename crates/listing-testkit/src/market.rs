use async_trait::async_trait;
use listing_domain::ports::{MarketData, MarketDataError, MarketQuery};
use listing_domain::pricing::Comparable;

/// A market data source with the same offers for every search, or none.
#[derive(Debug, Clone)]
pub struct FixedMarket(Option<Vec<Comparable>>);

impl FixedMarket {
    /// A source with these offers.
    pub const fn offering(comparables: Vec<Comparable>) -> Self {
        Self(Some(comparables))
    }

    /// An unreachable source.
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
