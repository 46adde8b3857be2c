use super::Comparable;
use crate::attributes::Attributes;
use crate::draft::PriceOpinion;
use crate::locale::Locale;
use crate::notes::Notes;
use crate::product::Product;

/// All facts for an item's price.
#[derive(Debug, Clone, Copy)]
pub struct PriceQuestion<'a> {
    /// The product.
    pub product: Product,
    /// The seller's attributes, completed by detected ones.
    pub attributes: &'a Attributes,
    /// The writer's opinion, if any.
    pub opinion: Option<&'a PriceOpinion>,
    /// Similar items that others offer or have sold.
    pub comparables: &'a [Comparable],
    /// The seller's notes.
    pub notes: Option<&'a Notes>,
    /// The rationale's language, and the market, which determines the currency.
    pub locale: Locale,
}
