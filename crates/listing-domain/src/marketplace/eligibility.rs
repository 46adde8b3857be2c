//! Decides if a marketplace takes a kind of goods.
//!
//! The facts name the accepted goods. A `-` in a category table (`lang/`) marks a kind of goods without a
//! category: on the whole marketplace in its own language's table, else on the site in that language.

use super::category;
use super::facts::Facts;
use crate::options::Language;
use crate::product::Product;
use crate::product::brands::Tier;

/// The accepted goods of a marketplace that does not take everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AcceptedGoods {
    /// Fashion by the designer brands on the marketplace's list.
    DesignerFashion,
    /// Vintage and designer furniture, lighting, decoration, art and tableware.
    VintageDesignHome,
    /// Handmade goods, vintage of at least twenty years, craft supplies.
    HandmadeVintageSupplies,
}

/// The eligibility of a kind of goods on a marketplace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Eligibility {
    /// No known fact speaks against it.
    Open,
    /// The marketplace takes some goods of that kind; only the seller knows if this one qualifies.
    Limited(AcceptedGoods),
    /// The marketplace has no category for that kind; it takes these goods instead.
    NoCategory(Option<AcceptedGoods>),
}

/// Returns the eligibility of a product by a brand of a tier, on the site in a language.
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
        // Every such list has the collected luxury houses.
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
