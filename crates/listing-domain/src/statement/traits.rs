//! Reads the traits of an item, that is, its age, origin and style, from any text: "vintage 90s", "made in
//! Japan", "style Louis XV".

mod read;
mod words;

use std::ops::Range;

use self::read::{Field, Reader};
use self::words::{Role, WORDS};
use super::tokens::Token;
use crate::lang::{self, fill};
use crate::options::Language;
use crate::product::{Brand, Product};

/// The age, origin and style of an item, as far as the seller states them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Traits {
    era: Option<Era>,
    origin: Option<Origin>,
    style: Option<Style>,
}

/// The age of an item: the time from which it dates ("vintage", "années 60").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Era {
    wording: Wording,
    is_vintage: bool,
    time: Option<Time>,
}

/// The country in which an item was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    wording: Wording,
    /// The country's key in the tables of all languages; `None` for a place that the tables lack.
    country: Option<&'static str>,
}

/// A style named after another time, place or maker: "Louis XV style".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    wording: Wording,
    /// The style's name in the seller's spelling, such as "Louis XV".
    name: String,
    /// The style's key in the tables of all languages; `None` for a style that the tables lack.
    key: Option<&'static str>,
}

/// The seller's words for a trait, and their language; `None` if sellers of all languages use such words
/// ("90s").
#[derive(Debug, Clone, PartialEq, Eq)]
struct Wording {
    words: String,
    language: Option<Language>,
}

impl Wording {
    fn in_language(&self, language: Language) -> Option<&str> {
        self.language.is_none_or(|stated| stated == language).then_some(&*self.words)
    }
}

/// A point in time, as exact as the seller states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Time {
    Year {
        year: u16,
        is_circa: bool,
    },
    /// The first years of the first and the last decade of a range; both are the same for a single decade.
    Decades(u16, u16),
    /// A century, by its number: 19 for the 19th.
    Century(u16),
    /// The key of a named period ("Art Deco"), and a year in its middle.
    Period(&'static str, u16),
}

impl Traits {
    /// Reads a free text in any of the supported languages.
    pub fn read(text: &str) -> Self {
        Self::read_field(text, Field::FreeText)
    }

    /// Reads the text of a size field. There, a bare year, a country or a style means something else.
    pub fn read_size(text: &str) -> Self {
        Self::read_field(text, Field::Size)
    }

    fn read_field(text: &str, field: Field) -> Self {
        let mut traits = Self::default();
        for mention in Reader::new(text, field).mentions() {
            match mention.kind {
                Kind::Era(era) => {
                    traits.era.get_or_insert(era);
                }
                Kind::Origin(origin) => {
                    traits.origin.get_or_insert(origin);
                }
                Kind::Style(style) => {
                    traits.style.get_or_insert(style);
                }
            }
        }
        traits
    }

    /// Adds the traits from another text that this one lacks.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            era: self.era.or(other.era),
            origin: self.origin.or(other.origin),
            style: self.style.or(other.style),
        }
    }

    /// Returns the traits that a listing of the product may mention. A style named after a brand that makes
    /// such products is left out, because buyers could take it for the brand.
    #[must_use]
    pub fn on(self, product: Product) -> Self {
        let is_named_after_its_brand = |style: &Style| {
            let brand = Brand::typed(&style.name);
            brand.is_some_and(|brand| product.department().is_none_or(|department| brand.makes(department)))
        };
        Self { style: self.style.filter(|style| !is_named_after_its_brand(style)), ..self }
    }

    /// Returns the time from which the item dates.
    pub const fn era(&self) -> Option<&Era> {
        self.era.as_ref()
    }

    /// Returns the country in which the item was made.
    pub const fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// Returns the item's style.
    pub const fn style(&self) -> Option<&Style> {
        self.style.as_ref()
    }

    /// Returns true if there are no traits.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the traits as phrases in a language, in the order in which titles list them.
    pub fn phrases(&self, language: Language) -> Vec<String> {
        let era = self.era.as_ref().map(|era| era.phrase(language));
        let style = self.style.as_ref().map(|style| style.phrase(language));
        let origin = self.origin.as_ref().map(|origin| origin.phrase(language));
        [era, style, origin].into_iter().flatten().collect()
    }
}

impl Era {
    /// Returns true if the seller calls the item vintage.
    pub const fn is_vintage(&self) -> bool {
        self.is_vintage
    }

    /// Returns a year in the middle of the era, such as 1995 for "90s"; `None` for "vintage" without a date.
    pub fn year(&self) -> Option<u16> {
        Some(match self.time? {
            Time::Year { year, .. } | Time::Period(_, year) => year,
            Time::Decades(first, last) => u16::midpoint(first, last) + 5,
            Time::Century(number) => number * 100 - 50,
        })
    }

    /// Returns the era in a language, in the seller's own words if they are of that language.
    pub fn phrase(&self, language: Language) -> String {
        if let Some(words) = self.wording.in_language(language) {
            return words.to_owned();
        }
        let words = &lang::of(language).traits;
        let time = self.time.and_then(|time| match time {
            Time::Year { year, is_circa: false } => Some(year.to_string()),
            Time::Year { year, is_circa: true } => Some(fill(words.circa, &[("year", &year.to_string())])),
            Time::Decades(first, last) => Some((words.decades)(first, last)),
            Time::Century(number) => WORDS.name(Role::Century(number), language).map(str::to_owned),
            Time::Period(key, year) => WORDS.name(Role::Period(key, year), language).map(str::to_owned),
        });
        let vintage = self.is_vintage.then(|| WORDS.name(Role::Vintage, language).map(str::to_owned));
        let words: Vec<String> = [vintage.flatten(), time].into_iter().flatten().collect();
        words.join(" ")
    }
}

impl Origin {
    /// Returns the origin in a language: "made in Japan", "fabriqué au Japon". The seller's own words stay if
    /// they are of that language.
    pub fn phrase(&self, language: Language) -> String {
        if let Some(words) = self.wording.in_language(language) {
            return words.to_owned();
        }
        let name = self.country.and_then(|key| WORDS.name(Role::Country(key), language));
        let made_in = lang::of(language).traits.made_in;
        name.map_or_else(|| self.wording.words.clone(), |name| fill(made_in, &[("country", name)]))
    }

    /// Returns the country's key in the tables, mostly its ISO 3166 code; none for a place that they lack.
    pub const fn country(&self) -> Option<&'static str> {
        self.country
    }
}

impl Style {
    /// Returns the style in a language: "style Louis XV", "Louis XV style". The seller's own words stay if
    /// they are of that language.
    pub fn phrase(&self, language: Language) -> String {
        if let Some(words) = self.wording.in_language(language) {
            return words.to_owned();
        }
        let known = self.key.and_then(|key| WORDS.name(Role::StyleName(key), language));
        let name = known.unwrap_or(&self.name);
        fill(lang::of(language).traits.in_style, &[("name", name)])
    }

    /// Returns the style's key in the tables of all languages, if known.
    pub(crate) const fn key(&self) -> Option<&'static str> {
        self.key
    }
}

/// A trait that a text mentions, with the range of its tokens.
pub(super) struct Mention {
    pub(super) range: Range<usize>,
    kind: Kind,
}

enum Kind {
    Era(Era),
    Origin(Origin),
    Style(Style),
}

/// The ranges of tokens in a brand field that state an age, an origin or a style.
pub(super) fn ranges_in_brand(text: &str, tokens: &[Token]) -> Vec<Range<usize>> {
    Reader::with_tokens(text, tokens.to_vec(), Field::Brand)
        .mentions()
        .into_iter()
        .map(|mention| mention.range)
        .collect()
}

#[cfg(test)]
mod tests;
