//! What is asked about a price.

use super::Comparable;
use crate::attributes::Attributes;
use crate::draft::PriceOpinion;
use crate::locale::Locale;
use crate::notes::Notes;
use crate::product::Product;

/// What a price is asked for.
#[derive(Debug, Clone, Copy)]
pub struct PriceQuestion<'a> {
    /// What the item is.
    pub product: Product,
    /// Its attributes.
    pub attributes: &'a Attributes,
    /// The writer's opinion, if it has one.
    pub opinion: Option<&'a PriceOpinion>,
    /// Comparable offers, perhaps none.
    pub comparables: &'a [Comparable],
    /// The seller's notes.
    pub notes: Option<&'a Notes>,
    /// The language of the rationale, and the market in whose currency it is.
    pub locale: Locale,
}
