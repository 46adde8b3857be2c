//! Comparables: similar items that others offer or have sold.

use jiff::civil::Date;

use crate::closed_enum::closed_enum;
use crate::condition::Condition;
use crate::money::Money;
use crate::product::Product;

closed_enum! {
    /// The kind of a price: asked or paid.
    pub enum ComparableKind as "kind" {
        /// A seller asks it.
        Asking = "asking",
        /// A buyer paid it.
        Sold = "sold",
    }
}

/// An item that others offer or have sold, as evidence for a similar item's price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparable {
    /// The product.
    pub product: Product,
    /// The brand, if stated.
    pub brand: Option<String>,
    /// The price asked or paid.
    pub price: Money,
    /// The condition, if stated.
    pub condition: Option<Condition>,
    /// Asked or paid.
    pub kind: ComparableKind,
    /// The day of the offer or sale.
    pub seen_on: Date,
    /// The source's name, for display.
    pub source: String,
    /// The offer's web address, if the source permits showing it.
    pub link: Option<String>,
}

impl Comparable {
    /// True for the same product or one of its type.
    pub fn is_like(&self, product: Product) -> bool {
        let is_same = self.product == product && product.is_named();
        is_same || (product.kind().is_some() && self.product.kind() == product.kind())
    }
}
