//! A market with a fixed offer.

use async_trait::async_trait;
use listing_domain::ports::{MarketData, MarketDataError, MarketQuery};
use listing_domain::pricing::Comparable;

/// A market that offers the same things to everyone who asks for something, or is out of reach.
#[derive(Debug, Clone)]
pub struct FixedMarket(Option<Vec<Comparable>>);

impl FixedMarket {
    /// A market with this offer.
    pub const fn offering(comparables: Vec<Comparable>) -> Self {
        Self(Some(comparables))
    }

    /// A market that cannot be reached.
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
