//! The input of a price suggestion.

use super::Comparable;
use crate::attributes::Attributes;
use crate::draft::PriceOpinion;
use crate::locale::Locale;
use crate::notes::Notes;
use crate::product::Product;

/// A question about the price of an item.
#[derive(Debug, Clone, Copy)]
pub struct PriceQuestion<'a> {
    /// The product.
    pub product: Product,
    /// The attributes.
    pub attributes: &'a Attributes,
    /// The writer's opinion, if any.
    pub opinion: Option<&'a PriceOpinion>,
    /// Comparable offers, possibly none.
    pub comparables: &'a [Comparable],
    /// The seller's notes.
    pub notes: Option<&'a Notes>,
    /// The rationale's language, and the market that determines the currency.
    pub locale: Locale,
}
