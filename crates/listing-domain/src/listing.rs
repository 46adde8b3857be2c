//! Listings that their marketplace accepts, from any text.

mod claims;
mod description;
mod stated;
mod title;

use crate::attributes::{Attributes, KnownAttributes};
use crate::draft::PlatformText;
use crate::lang;
use crate::marketplace::{Marketplace, Platform};
use crate::money::Money;
use crate::options::Language;
use crate::product::{Audience, Product};
use crate::text::capitalized;
pub(crate) use claims::{StatedFacts, stated_facts};

/// An item for sale.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The product.
    pub product: Product,
    /// The audience, if worn and known.
    pub audience: Option<Audience>,
    /// The seller's attributes, completed by detected ones.
    pub attributes: Attributes,
    /// The seller's attributes, which the text must contain.
    pub known: KnownAttributes,
}

/// A listing, ready to publish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The marketplace.
    pub platform: Platform,
    /// The title.
    pub title: String,
    /// The description.
    pub description: String,
    /// The price, in the marketplace's currency.
    pub price: Money,
    /// The category as the marketplace shows it.
    pub category: String,
    /// The condition's label on the marketplace.
    pub condition: String,
    /// A warning about the price.
    pub warning: Option<PriceWarning>,
}

/// A warning about a listing's price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PriceWarning {
    /// The marketplace's minimum was used, although the item is worth less.
    WorthLess,
}

impl Listing {
    /// Makes a listing from a writer's text: removes forbidden parts, shortens, adds the seller's attributes,
    /// and applies the marketplace's price rules and labels.
    ///
    /// The listing has no [`Marketplace::violations`], whatever the text: invalid text is replaced by the
    /// item's name or noun. Composing a listing again changes nothing.
    ///
    /// `price` must be in the marketplace's currency. Without a stated condition, the label is for "good".
    pub fn compose(
        marketplace: &Marketplace,
        item: &Item,
        text: &PlatformText,
        price: Money,
        language: Language,
    ) -> Self {
        let condition = item.attributes.condition_or_assumed();
        let condition = marketplace.condition_label(item.product, condition, language);
        let typeset = lang::of(language).typeset;
        Self {
            platform: marketplace.platform(),
            title: typeset(&title::compose(marketplace, item, &text.title, language)),
            description: typeset(&description::compose(marketplace, item, text, language)),
            price: marketplace.round_price(price),
            category: marketplace.category(item.product, item.audience, language),
            condition: condition.to_owned(),
            warning: marketplace.is_below_minimum(price).then_some(PriceWarning::WorthLess),
        }
    }
}

fn noun(item: &Item, language: Language) -> String {
    capitalized(item.product.noun(language).text())
}

#[cfg(test)]
mod tests;
