//! A listing that is valid for its marketplace, whatever text it was given.

use crate::attributes::{Attributes, KnownAttributes};
use crate::draft::PlatformText;
use crate::marketplace::{Marketplace, Platform};
use crate::money::Money;
use crate::product::{Audience, Product};
use crate::wish::Language;

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
    /// The marketplace's label for the condition, or `Unknown`.
    pub condition: String,
}

impl Listing {
    /// Makes a listing out of a text: cut, cleaned, completed with the seller's
    /// attributes, priced and labelled by the marketplace's rules.
    pub fn compose(
        marketplace: &Marketplace,
        item: &Item,
        text: &PlatformText,
        price: Money,
        language: Language,
    ) -> Self {
        let _ = (marketplace, item, text, price, language);
        unreachable!("SCAFFOLD")
    }
}
