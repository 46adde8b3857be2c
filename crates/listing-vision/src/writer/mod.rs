//! The writer: puts what is known about an item into a title, a description
//! and hashtags for each marketplace, in each language, in three tones.
//!
//! Every sentence has a fact: what the item is, or what the seller or the photos say of it. A
//! condition, brand, size or material that nobody stated is not hinted at, and nothing is promised.
//! Only what is too large to send is said to be collected.
//!
//! Sellers write differently on each marketplace: the file under `platforms` has the form of its
//! titles and descriptions.

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

/// What is known about an item. What is `None` nobody knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts<'a> {
    /// What it is, at the level that is sure.
    pub product: Product,
    /// The seller's own name for it, where the seller gave one.
    pub name: Option<&'a str>,
    /// Its colours.
    pub colour: Option<ColourFact<'a>>,
    /// The pattern that was seen on it.
    pub pattern: Option<PatternName>,
    /// The brand, as the seller writes it.
    pub brand: Option<&'a str>,
    /// The model or the number of the book, as it is printed.
    pub reference: Option<&'a Reference>,
    /// The size, as the seller writes it.
    pub size: Option<&'a str>,
    /// The condition: a code of the interface or the seller's words.
    pub condition: Option<&'a str>,
    /// The material, as the seller writes it.
    pub material: Option<&'a str>,
    /// Whom a worn item is made for.
    pub audience: Option<Audience>,
    /// What decides which of several phrases are said: made of the item's photos and facts.
    pub seed: Seed,
}

/// A colour and where it is known from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColourFact<'a> {
    /// It was seen in the photos, perhaps with a second one.
    Seen(Colour, Option<Colour>),
    /// The seller named it, in any language.
    Said(&'a str),
}

impl Facts<'_> {
    /// Facts about an item of which nothing but the product is known.
    pub const fn of(product: Product) -> Self {
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

    /// The most precise noun that is sure.
    fn noun(&self, language: Language) -> Noun {
        self.product.noun(language)
    }
}

/// Who buys on a marketplace: it decides how words are spelled and sizes are numbered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Buyers {
    /// Of the European continent.
    Continental,
    /// Of the United Kingdom.
    British,
    /// Of the United States.
    American,
}

impl Buyers {
    /// Those who pay in a currency.
    pub const fn of(currency: Currency) -> Self {
        match currency {
            Currency::Eur => Self::Continental,
            Currency::Gbp => Self::British,
            Currency::Usd => Self::American,
        }
    }

    /// How they number sizes.
    pub(crate) const fn sizes(self) -> System {
        match self {
            Self::Continental => System::Fr,
            Self::British => System::Uk,
            Self::American => System::Us,
        }
    }
}

/// Writes the text for one marketplace, in the words of those who buy there.
pub fn write(
    facts: &Facts<'_>,
    platform: Platform,
    language: Language,
    buyers: Buyers,
    tone: Tone,
) -> PlatformText {
    platforms::write(&Item::new(facts, language).read_by(buyers), platform, tone)
}

/// What the item is called: "Veste en cuir noir", "Navy blue t-shirt".
pub fn name(facts: &Facts<'_>, language: Language) -> String {
    text::capitalised(&Item::new(facts, language).name())
}

/// Colours that were seen as the value of an attribute: "Noir", "Navy blue and white".
pub fn colour_value(primary: Colour, secondary: Option<Colour>, language: Language) -> String {
    text::capitalised(&ColourPhrase::seen(primary, secondary).value(language))
}

#[cfg(test)]
mod tests;
