//! Which goods a marketplace takes.
//!
//! Its facts name what it takes. A kind of goods without a category has a `-` in the table of
//! categories of the marketplace's own language, or of the language of the site in question (`lang/`).

use super::category;
use super::facts::Facts;
use crate::options::Language;
use crate::product::Product;
use crate::product::brands::Tier;

/// What a marketplace takes, as far as it takes not everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AcceptedGoods {
    /// Fashion by the designer brands of a list of its own.
    DesignerFashion,
    /// Vintage and designer furniture, lighting, decoration, art and tableware.
    VintageDesignHome,
    /// Handmade goods, vintage of twenty years and more, craft supplies.
    HandmadeVintageSupplies,
}

/// Whether a marketplace takes goods of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Eligibility {
    /// Nothing is known that speaks against it.
    Open,
    /// It takes some of that kind, and whether this one is among them is the seller's to say.
    Limited(AcceptedGoods),
    /// It has no category for that kind; it takes these goods instead.
    NoCategory(Option<AcceptedGoods>),
}

/// The eligibility of goods of a kind, by a brand of a tier, on the site in a language.
pub(super) fn of(facts: &Facts, product: Product, tier: Option<Tier>, language: Language) -> Eligibility {
    if !has_category(facts, product, language) {
        return Eligibility::NoCategory(facts.accepted_goods);
    }
    match facts.accepted_goods {
        None => Eligibility::Open,
        // The houses that are collected are on every such list.
        Some(AcceptedGoods::DesignerFashion) if tier == Some(Tier::Luxury) => Eligibility::Open,
        Some(accepted_goods) => Eligibility::Limited(accepted_goods),
    }
}

/// Returns true if the site in a language has a category for a product, or for anything that it may be.
fn has_category(facts: &Facts, product: Product, language: Language) -> bool {
    let is_decided = |product| category::is_offered(facts, product, language);
    match product {
        Product::Unknown => true,
        Product::Department(department) if !is_decided(product) => {
            department.types().map(Product::Type).any(is_decided)
        }
        Product::Good(_) | Product::Type(_) | Product::Department(_) => is_decided(product),
    }
}
