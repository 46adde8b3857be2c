//! The facts from which a price is suggested.

use super::Comparable;
use crate::attributes::Attributes;
use crate::draft::PriceOpinion;
use crate::locale::Locale;
use crate::notes::Notes;
use crate::product::Product;

/// The question for the price of an item, with all facts about it.
#[derive(Debug, Clone, Copy)]
pub struct PriceQuestion<'a> {
    /// The product, as far as it is known.
    pub product: Product,
    /// The item's attributes: the seller's, completed by detected ones.
    pub attributes: &'a Attributes,
    /// The writer's opinion of the price, if any.
    pub opinion: Option<&'a PriceOpinion>,
    /// Similar items that others offer or have sold, possibly none.
    pub comparables: &'a [Comparable],
    /// The seller's notes, which may mention flaws.
    pub notes: Option<&'a Notes>,
    /// The language of the rationale, and the market, which determines the currency.
    pub locale: Locale,
}
