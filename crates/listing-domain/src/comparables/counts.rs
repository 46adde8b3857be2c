//! What is kept, in numbers.

use jiff::civil::Date;

use crate::product::Product;

/// What is kept, in numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ComparableCounts {
    /// Things that were sold.
    pub sold: u64,
    /// Things that were only offered.
    pub asked: u64,
    /// The day of the oldest.
    pub oldest: Option<Date>,
    /// The day of the newest.
    pub newest: Option<Date>,
    /// How many there are of each product, most first, those of one number by their codes.
    pub products: Vec<(Product, u64)>,
    /// How many come from each source, likewise; the [`ComparableCounts::SOURCES`] that most come from.
    pub sources: Vec<(String, u64)>,
}

impl ComparableCounts {
    /// The most sources that are told.
    pub const SOURCES: usize = 100;

    /// How many there are.
    pub const fn all(&self) -> u64 {
        self.sold + self.asked
    }
}
