//! Counts of the stored comparables (offers and sales of similar items).

use jiff::civil::Date;

use crate::product::Product;

/// Counts of the stored comparables, as `ptl comps stats` shows them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ComparableCounts {
    /// The number of sold items.
    pub sold: u64,
    /// The number of items with an asking price, not known to be sold.
    pub asked: u64,
    /// The day of the oldest comparable; `None` if none is stored.
    pub oldest: Option<Date>,
    /// The day of the newest comparable; `None` if none is stored.
    pub newest: Option<Date>,
    /// The number of comparables per product, ordered by that number (highest first), then by product code.
    pub products: Vec<(Product, u64)>,
    /// The number of comparables per source, ordered the same way; only the [`ComparableCounts::SOURCES`]
    /// largest sources.
    pub sources: Vec<(String, u64)>,
}

impl ComparableCounts {
    /// The maximum number of sources in [`ComparableCounts::sources`].
    pub const SOURCES: usize = 100;

    /// Returns the total number of comparables.
    pub const fn all(&self) -> u64 {
        self.sold + self.asked
    }
}
