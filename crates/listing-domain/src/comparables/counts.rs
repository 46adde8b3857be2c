//! Counts of the stored comparables.

use jiff::civil::Date;

use crate::product::Product;

/// Counts of the stored comparables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ComparableCounts {
    /// The number of sold items.
    pub sold: u64,
    /// The number of items that were only offered.
    pub asked: u64,
    /// The day of the oldest comparable.
    pub oldest: Option<Date>,
    /// The day of the newest comparable.
    pub newest: Option<Date>,
    /// The number of comparables per product, highest first, then by code.
    pub products: Vec<(Product, u64)>,
    /// The number of comparables per source in the same order, for the [`ComparableCounts::SOURCES`] largest
    /// sources.
    pub sources: Vec<(String, u64)>,
}

impl ComparableCounts {
    /// The maximum number of sources listed.
    pub const SOURCES: usize = 100;

    /// Returns the total number of comparables.
    pub const fn all(&self) -> u64 {
        self.sold + self.asked
    }
}
