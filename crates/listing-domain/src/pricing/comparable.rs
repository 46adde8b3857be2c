//! Comparable items and their prices.

use jiff::civil::Date;

use crate::closed_enum::closed_enum;
use crate::condition::Condition;
use crate::money::Money;
use crate::product::Product;

closed_enum! {
    /// The kind of a comparable's price.
    pub enum ComparableKind as "kind" {
        /// The price that a seller asks.
        Asking = "asking",
        /// The price that a buyer paid.
        Sold = "sold",
    }
}

/// A comparable item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparable {
    /// The product.
    pub product: Product,
    /// The brand, if stated.
    pub brand: Option<String>,
    /// The price.
    pub price: Money,
    /// The condition, if stated.
    pub condition: Option<Condition>,
    /// The kind of the price.
    pub kind: ComparableKind,
    /// The day it was seen.
    pub seen_on: Date,
    /// The source's display name.
    pub source: String,
    /// The URL of its page, if the source permits showing it.
    pub link: Option<String>,
}

impl Comparable {
    /// Returns true if the comparable is evidence for a product: it is the same good, or of the same type.
    pub fn is_like(&self, product: Product) -> bool {
        let is_same = self.product == product && product.is_named();
        is_same || (product.kind().is_some() && self.product.kind() == product.kind())
    }
}
