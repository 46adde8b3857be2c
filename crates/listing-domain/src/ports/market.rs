//! Market data: what comparable items are offered or sold for.

use async_trait::async_trait;
use jiff::civil::Date;

use super::BoxError;
use crate::condition::Condition;
use crate::money::{Currency, Money};
use crate::product::ProductType;

/// Finds comparable offers.
#[async_trait]
pub trait MarketData: Send + Sync {
    /// Comparables of an item, best first; none is a normal answer.
    async fn find(&self, query: &MarketQuery) -> Result<Vec<Comparable>, MarketDataError>;
}

/// What comparables are looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarketQuery {
    /// The product.
    pub product: ProductType,
    /// The brand, if it is known.
    pub brand: Option<String>,
    /// What the item is called.
    pub name: Option<String>,
    /// The currency of the answer.
    pub currency: Currency,
}

/// Whether a price was asked or paid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ComparableKind {
    /// The seller asks for it.
    Asking,
    /// A buyer paid it.
    Sold,
}

/// A comparable item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparable {
    /// Its price.
    pub price: Money,
    /// Its condition, if stated.
    pub condition: Option<Condition>,
    /// Whether the price was asked or paid.
    pub kind: ComparableKind,
    /// The day it was seen.
    pub seen_on: Date,
    /// Where it was seen, for people.
    pub source: String,
}

/// Why no market data could be had. The price then rests on less evidence and
/// says so; it never fails a request.
#[derive(Debug, thiserror::Error)]
#[error("market data is not available")]
pub struct MarketDataError(#[source] pub BoxError);
