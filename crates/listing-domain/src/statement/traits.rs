//! Reads the age, origin and style of an item from any text: "vintage 90s", "made in Japan", "style Louis
//! XV".

mod read;
mod words;

use std::ops::Range;

use self::read::{Field, Reader};
use self::words::{Role, WORDS};
use super::tokens::Token;
use crate::lang::{self, fill};
use crate::options::Language;
use crate::product::{Brand, Product};

/// The stated age, origin and style of an item.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Traits {
    era: Option<Era>,
    origin: Option<Origin>,
    style: Option<Style>,
}

/// The time from which an item dates.
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
    /// The key in the tables of all languages; none for a place that they lack.
    country: Option<&'static str>,
}

/// A style named after another time, place or maker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    wording: Wording,
    /// The name in the seller's spelling.
    name: String,
    /// The key in the tables of all languages.
    key: Option<&'static str>,
}

/// The seller's words, and their language; none if sellers of all languages use them.
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

/// A point in time, as exact as stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Time {
    Year {
        year: u16,
        is_circa: bool,
    },
    /// A range of decades, or a single one, by their first years.
    Decades(u16, u16),
    Century(u16),
    Period(&'static str, u16),
}

impl Traits {
    /// Reads a free text in any of the languages.
    pub fn read(text: &str) -> Self {
        Self::read_field(text, Field::FreeText)
    }

    /// Reads a size. A bare year, country or style in a size means something else.
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

    /// Completes the traits with those of another text.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            era: self.era.or(other.era),
            origin: self.origin.or(other.origin),
            style: self.style.or(other.style),
        }
    }

    /// Returns the publishable traits of a product. A style named after a brand that makes such products is
    /// left out, since it would pass for that brand.
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

    /// Returns the traits in a language, in the order of titles.
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

    /// Returns a year in the middle of the era; `None` for "vintage" without a date.
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

pub(super) struct Mention {
    pub(super) range: Range<usize>,
    kind: Kind,
}

enum Kind {
    Era(Era),
    Origin(Origin),
    Style(Style),
}

/// The tokens of a brand field that state traits.
pub(super) fn ranges_in_brand(text: &str, tokens: &[Token]) -> Vec<Range<usize>> {
    Reader::with_tokens(text, tokens.to_vec(), Field::Brand)
        .mentions()
        .into_iter()
        .map(|mention| mention.range)
        .collect()
}

#[cfg(test)]
mod tests;
