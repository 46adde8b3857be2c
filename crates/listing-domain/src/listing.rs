//! A listing that is valid for its marketplace, whatever text it was given.

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
use crate::text::capitalised;
pub(crate) use claims::{States, states};

/// What is for sale, as far as it is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// What it is.
    pub product: Product,
    /// Whom it is made for, if it is worn and that is known.
    pub audience: Option<Audience>,
    /// Its attributes, the seller's laid over the detected ones.
    pub attributes: Attributes,
    /// The seller's own attributes: they must be found in the text.
    pub known: KnownAttributes,
}

/// A listing, ready to publish.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The marketplace it is for.
    pub platform: Platform,
    /// The title.
    pub title: String,
    /// The description.
    pub description: String,
    /// The price, in the marketplace's currency.
    pub price: Money,
    /// The marketplace's category.
    pub category: String,
    /// The marketplace's own label for the condition.
    pub condition: String,
    /// What is to be known of the price.
    pub warning: Option<PriceWarning>,
}

/// What is to be known of a listing's price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PriceWarning {
    /// It is the marketplace's minimum, and the item is worth less.
    WorthLess,
}

impl Listing {
    /// Makes a listing out of a text: cleaned, completed with the seller's
    /// attributes, cut, priced and labelled by the marketplace's rules.
    ///
    /// Whatever the text is, the listing has no [`Marketplace::violations`]:
    /// what cannot be made fit is replaced by the item's name, or by the noun of
    /// its product. Composing a listing's own texts again gives the same texts.
    ///
    /// `price` is in the marketplace's currency. A condition
    /// that nobody stated is labelled as a good one.
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

/// The noun of the item, as a sentence begins.
fn noun(item: &Item, language: Language) -> String {
    capitalised(item.product.noun(language).text())
}

#[cfg(test)]
mod tests;
