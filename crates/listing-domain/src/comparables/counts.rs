//! Counts of the stored comparables.

use jiff::civil::Date;

use crate::product::Product;

/// Counts of the stored comparables, as `ptl comps stats` shows them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ComparableCounts {
    /// Sold items.
    pub sold: u64,
    /// Items with an asking price, not known to be sold.
    pub asked: u64,
    /// The day of the oldest comparable.
    pub oldest: Option<Date>,
    /// The day of the newest comparable.
    pub newest: Option<Date>,
    /// Comparables per product, the most frequent first, then by product code.
    pub products: Vec<(Product, u64)>,
    /// Comparables per source, in the same order; only the [`ComparableCounts::SOURCES`] largest.
    pub sources: Vec<(String, u64)>,
}

impl ComparableCounts {
    /// The maximum length of [`ComparableCounts::sources`].
    pub const SOURCES: usize = 100;

    /// The number of all comparables.
    pub const fn all(&self) -> u64 {
        self.sold + self.asked
    }
}
