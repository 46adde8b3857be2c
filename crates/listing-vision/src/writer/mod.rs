//! Writes a title, a description and hashtags about an item, for each marketplace, in each language and in
//! three tones.
//!
//! Every sentence has a fact that the seller or the photos state. The texts hint at nothing that is not
//! stated, and promise nothing. Only items too large to send are offered for collection.
//!
//! Sellers write differently on each marketplace: its file under `platforms` defines the form.

pub(crate) mod colour_words;
mod condition_words;
pub(crate) mod details;
mod hashtags;
pub(crate) mod item;
pub(crate) mod material_words;
mod plan;
pub(crate) mod platforms;
pub(crate) mod seed;
mod size_words;
pub(crate) mod text;
mod titles;

use listing_domain::draft::PlatformText;
use listing_domain::label::Reference;
use listing_domain::marketplace::Platform;
use listing_domain::money::Currency;
use listing_domain::options::{Language, Tone};
use listing_domain::product::{Audience, Noun, Product};
use listing_domain::statement::{PatternName, System};

use crate::colour::Colour;
use colour_words::ColourPhrase;
use item::Item;

pub use seed::Seed;

/// The facts about an item; `None` means unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts<'a> {
    /// The product, at the most precise confident level.
    pub product: Product,
    /// The seller's own name for the item.
    pub name: Option<&'a str>,
    /// The colors, as recognized or stated.
    pub colour: Option<ColourFact<'a>>,
    /// The pattern recognized in the photos.
    pub pattern: Option<PatternName>,
    /// The brand, as the seller writes it.
    pub brand: Option<&'a str>,
    /// The model or ISBN, as printed.
    pub reference: Option<&'a Reference>,
    /// The size, as the seller writes it.
    pub size: Option<&'a str>,
    /// The condition: a code of the API such as `like_new`, or the seller's words.
    pub condition: Option<&'a str>,
    /// The material, as the seller writes it.
    pub material: Option<&'a str>,
    /// The audience of an item that is worn.
    pub audience: Option<Audience>,
    /// Selects among equivalent phrases.
    pub seed: Seed,
}

/// A color, as recognized or as stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColourFact<'a> {
    /// A recognized color, perhaps with a second one.
    Seen(Colour, Option<Colour>),
    /// The seller's words, in any language.
    Stated(&'a str),
}

impl Facts<'_> {
    /// Creates facts with only the product.
    pub const fn for_product(product: Product) -> Self {
        Self {
            product,
            name: None,
            colour: None,
            pattern: None,
            brand: None,
            reference: None,
            size: None,
            condition: None,
            material: None,
            audience: None,
            seed: Seed::NOTHING,
        }
    }

    fn noun(&self, language: Language) -> Noun {
        self.product.noun(language)
    }
}

/// The buyers, who determine the spelling and the system of sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Buyers {
    /// Buyers on the European continent.
    Continental,
    /// Buyers in the United Kingdom.
    British,
    /// Buyers in the United States.
    American,
}

impl Buyers {
    /// Returns the buyers who pay in a currency.
    pub const fn for_currency(currency: Currency) -> Self {
        match currency {
            Currency::Eur => Self::Continental,
            Currency::Gbp => Self::British,
            Currency::Usd => Self::American,
        }
    }

    pub(crate) const fn sizes(self) -> System {
        match self {
            Self::Continental => System::Fr,
            Self::British => System::Uk,
            Self::American => System::Us,
        }
    }
}

/// Writes the text for one marketplace and its buyers.
pub fn write(
    facts: &Facts<'_>,
    platform: Platform,
    language: Language,
    buyers: Buyers,
    tone: Tone,
) -> PlatformText {
    platforms::write(&Item::new(facts, language).read_by(buyers), platform, tone)
}

/// Returns the item's name: "Veste en cuir noir", "Navy blue t-shirt".
pub fn name(facts: &Facts<'_>, language: Language) -> String {
    text::capitalized(&Item::new(facts, language).name())
}

/// Returns recognized colors as an attribute: "Noir", "Navy blue and white".
pub fn colour_value(primary: Colour, secondary: Option<Colour>, language: Language) -> String {
    text::capitalized(&ColourPhrase::seen(primary, secondary).value(language))
}

#[cfg(test)]
mod tests;
