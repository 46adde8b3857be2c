//! Listings that their marketplace accepts, whatever text they are made from.

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

/// An item for sale, as far as it is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The product, as far as it is known.
    pub product: Product,
    /// The audience of the item, if it is worn and the audience is known.
    pub audience: Option<Audience>,
    /// The attributes for the listing: the seller's, completed by detected ones.
    pub attributes: Attributes,
    /// The attributes that the seller sent, which the listing's text must contain.
    pub known: KnownAttributes,
}

/// A listing, ready to publish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The marketplace for which the listing is written.
    pub platform: Platform,
    /// The title, within the marketplace's rules.
    pub title: String,
    /// The description, within the marketplace's rules.
    pub description: String,
    /// The price, in the marketplace's currency.
    pub price: Money,
    /// The category, as the marketplace shows it.
    pub category: String,
    /// The condition's label in the marketplace's form.
    pub condition: String,
    /// A warning about the price, if there is a reason for one.
    pub warning: Option<PriceWarning>,
}

/// A warning about a listing's price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PriceWarning {
    /// The marketplace's minimum price was used, although the item is worth less.
    WorthLess,
}

impl Listing {
    /// Makes a listing from a writer's text. It removes forbidden parts, shortens the text, adds the seller's
    /// attributes, and applies the marketplace's price rules and labels.
    ///
    /// The listing has no [`Marketplace::violations`], whatever the text. Text that can't be made valid is
    /// replaced by the item's name or the noun of its product. Composing a listing again from its own texts
    /// changes nothing.
    ///
    /// `price` must be in the marketplace's currency. A listing without a stated condition gets the label for
    /// "good".
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
