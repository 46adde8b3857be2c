//! Market data: what comparable items are offered or sold for.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;

use super::BoxError;
use crate::attributes::KnownAttributes;
use crate::locale::Locale;
use crate::photo::PreparedPhoto;
use crate::pricing::Comparable;

/// Finds comparable offers, by what is known before anybody has looked at an item:
/// its photos and the seller's own words.
#[async_trait]
pub trait MarketData: Send + Sync {
    /// Comparables of an item, best first, within the time that the query allows;
    /// none is a normal answer, and so is it where the query says too little. It is
    /// asked beside the writer, so nobody can say what the item is: each comparable
    /// says what it is itself, and those that turn out to be something else are left
    /// aside.
    async fn find(&self, query: &MarketQuery) -> Result<Vec<Comparable>, MarketDataError>;
}

/// What comparables are looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarketQuery {
    /// The photos of the item, for sources that find by pictures.
    pub photos: Arc<[PreparedPhoto]>,
    /// What the seller says of it, for those that find by words.
    pub known: KnownAttributes,
    /// The language of these words, and the market in whose currency prices are
    /// compared.
    pub locale: Locale,
    /// How long the source may take.
    pub within: Duration,
}

/// Why no market data could be had. The price then rests on less evidence and
/// says so; it never fails a request.
#[derive(Debug, thiserror::Error)]
#[error("market data is not available")]
pub struct MarketDataError(#[source] pub BoxError);
