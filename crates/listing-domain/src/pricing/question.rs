//! What is asked about a price.

use crate::attributes::Attributes;
use crate::draft::PriceOpinion;
use crate::money::Currency;
use crate::ports::Comparable;
use crate::product::Product;
use crate::wish::Language;

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
    /// The currency of the answer.
    pub currency: Currency,
    /// The language of the rationale.
    pub language: Language,
}
