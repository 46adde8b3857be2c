//! What comparable items are offered or sold for.

use jiff::civil::Date;

use crate::closed_enum::closed_enum;
use crate::condition::Condition;
use crate::money::Money;
use crate::product::Product;

closed_enum! {
    /// Whether a price was asked or paid.
    pub enum ComparableKind as "kind" {
        /// The seller asks for it.
        Asking = "asking",
        /// A buyer paid it.
        Sold = "sold",
    }
}

/// A comparable item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparable {
    /// What it is.
    pub product: Product,
    /// Its brand, if stated.
    pub brand: Option<String>,
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
    /// The address of its page, where the source allows to show it.
    pub link: Option<String>,
}

impl Comparable {
    /// Whether it tells anything of a product: it is the same good, or of the same type.
    pub fn is_like(&self, product: Product) -> bool {
        let is_same = self.product == product && product.is_named();
        is_same || (product.kind().is_some() && self.product.kind() == product.kind())
    }
}
