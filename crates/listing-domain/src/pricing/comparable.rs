//! Comparables: similar items that others offer or have sold, with their prices.

use jiff::civil::Date;

use crate::closed_enum::closed_enum;
use crate::condition::Condition;
use crate::money::Money;
use crate::product::Product;

closed_enum! {
    /// The kind of a comparable's price: asked or paid.
    pub enum ComparableKind as "kind" {
        /// The price that a seller asks for the item.
        Asking = "asking",
        /// The price that a buyer paid for the item.
        Sold = "sold",
    }
}

/// An item that others offer or have sold, as evidence for the price of a similar item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparable {
    /// The product of the offered or sold item.
    pub product: Product,
    /// The brand, as far as the offer states one.
    pub brand: Option<String>,
    /// The price that a seller asks or a buyer paid.
    pub price: Money,
    /// The condition, as far as the offer states one.
    pub condition: Option<Condition>,
    /// The kind of the price: asked or paid.
    pub kind: ComparableKind,
    /// The day on which the offer or sale was seen.
    pub seen_on: Date,
    /// The name of the source, for display.
    pub source: String,
    /// The web address of the offer, if the source permits showing it.
    pub link: Option<String>,
}

impl Comparable {
    /// Returns true if the comparable is evidence for a product's price: it is the same product or of the
    /// same type.
    pub fn is_like(&self, product: Product) -> bool {
        let is_same = self.product == product && product.is_named();
        is_same || (product.kind().is_some() && self.product.kind() == product.kind())
    }
}
