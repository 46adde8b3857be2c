//! Decides if a marketplace accepts a kind of goods.
//!
//! The facts name the accepted goods. A `-` in a category table (`lang/`) marks goods without a category. In
//! the table of the marketplace's own language it concerns the whole marketplace, else the site in that
//! language.

use super::category;
use super::facts::Facts;
use crate::lang::{self, fill};
use crate::options::Language;
use crate::product::Product;
use crate::product::brands::Tier;

/// The goods that a marketplace accepts if it does not accept everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AcceptedGoods {
    /// Fashion by the designer brands on the marketplace's list.
    DesignerFashion,
    /// Vintage and designer furniture, lighting, decoration, art and tableware.
    VintageDesignHome,
    /// Handmade goods, vintage goods that are at least twenty years old, and craft supplies.
    HandmadeVintageSupplies,
}

/// The answer to the question if a marketplace accepts a kind of goods.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Eligibility {
    /// The goods are accepted, as far as is known.
    Open,
    /// The marketplace accepts only some goods of that kind. Only the seller knows if this item is among
    /// them.
    Limited(AcceptedGoods),
    /// The marketplace has no category for that kind of goods. It accepts the named goods instead.
    NoCategory(Option<AcceptedGoods>),
}

impl Eligibility {
    /// Returns a sentence for the seller; `None` if the goods are accepted.
    pub(crate) fn sentence(self, marketplace: &str, language: Language) -> Option<String> {
        let words = &lang::of(language).details;
        let (template, goods) = match self {
            Self::Open => return None,
            Self::Limited(goods) => (words.maybe_accepted, Some(goods)),
            Self::NoCategory(Some(goods)) => (words.not_accepted, Some(goods)),
            Self::NoCategory(None) => (words.no_category, None),
        };
        let accepts = goods.map_or_else(String::new, |goods| goods.accepted_by(marketplace, language));
        Some(fill(template, &[("marketplace", marketplace), ("accepts", &accepts)]))
    }
}

impl AcceptedGoods {
    /// Returns the words that a marketplace accepts only these goods, without a full stop.
    pub(crate) fn accepted_by(self, marketplace: &str, language: Language) -> String {
        fill((lang::of(language).details.accepts)(self), &[("marketplace", marketplace)])
    }
}

/// Returns the eligibility of a product, with its brand's price tier, on the marketplace's site in a
/// language.
pub(super) fn evaluate(
    facts: &Facts,
    product: Product,
    tier: Option<Tier>,
    language: Language,
) -> Eligibility {
    if !has_category(facts, product, language) {
        return Eligibility::NoCategory(facts.accepted_goods);
    }
    match facts.accepted_goods {
        None => Eligibility::Open,
        // Luxury houses that are collected are on each marketplace's list of brands.
        Some(AcceptedGoods::DesignerFashion) if tier == Some(Tier::Luxury) => Eligibility::Open,
        Some(accepted_goods) => Eligibility::Limited(accepted_goods),
    }
}

/// Returns true if the site in a language has a category for a product or, for a department, one of its
/// types.
fn has_category(facts: &Facts, product: Product, language: Language) -> bool {
    let is_offered = |product| category::is_offered(facts, product, language);
    match product {
        Product::Unknown => true,
        Product::Department(department) if !is_offered(product) => {
            department.types().map(Product::Type).any(is_offered)
        }
        Product::Good(_) | Product::Type(_) | Product::Department(_) => is_offered(product),
    }
}
