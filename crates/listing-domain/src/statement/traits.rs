//! Reads an item's traits (age, origin, style) from any text: "vintage 90s", "made in Japan", "style Louis
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

/// An item's age, origin and style, as stated.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Traits {
    era: Option<Era>,
    origin: Option<Origin>,
    style: Option<Style>,
}

/// The time from which an item dates ("vintage", "années 60").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Era {
    wording: Wording,
    is_vintage: bool,
    time: Option<Time>,
}

/// The country of make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    wording: Wording,
    /// The key in all languages; `None` for a place without one.
    country: Option<&'static str>,
}

/// A style named after another time, place or maker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    wording: Wording,
    /// In the seller's spelling, such as "Louis XV".
    name: String,
    /// The key in all languages, if known.
    key: Option<&'static str>,
}

/// A trait's words, and their language; `None` for words of all languages ("90s").
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

/// As exact as stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Time {
    Year {
        year: u16,
        is_circa: bool,
    },
    /// The first years of a range's first and last decade, the same for a single one.
    Decades(u16, u16),
    /// 19 for the 19th.
    Century(u16),
    /// A named period's key ("Art Deco"), and a year in its middle.
    Period(&'static str, u16),
}

impl Traits {
    /// Reads a free text in any language.
    pub fn read(text: &str) -> Self {
        Self::read_field(text, Field::FreeText)
    }

    /// Reads a size field, where a bare year, a country or a style means something else.
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

    /// Adds another text's traits that are missing.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            era: self.era.or(other.era),
            origin: self.origin.or(other.origin),
            style: self.style.or(other.style),
        }
    }

    /// The traits to mention for a product. A style named after a brand that makes such products is left out:
    /// buyers could take it for the brand.
    #[must_use]
    pub fn on(self, product: Product) -> Self {
        let is_named_after_its_brand = |style: &Style| {
            let brand = Brand::typed(&style.name);
            brand.is_some_and(|brand| product.department().is_none_or(|department| brand.makes(department)))
        };
        Self { style: self.style.filter(|style| !is_named_after_its_brand(style)), ..self }
    }

    /// The age.
    pub const fn era(&self) -> Option<&Era> {
        self.era.as_ref()
    }

    /// The country of make.
    pub const fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// The style.
    pub const fn style(&self) -> Option<&Style> {
        self.style.as_ref()
    }

    /// True without traits.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The traits' phrases, in the order in which titles use them.
    pub fn phrases(&self, language: Language) -> Vec<String> {
        let era = self.era.as_ref().map(|era| era.phrase(language));
        let style = self.style.as_ref().map(|style| style.phrase(language));
        let origin = self.origin.as_ref().map(|origin| origin.phrase(language));
        [era, style, origin].into_iter().flatten().collect()
    }
}

impl Era {
    /// True if called vintage.
    pub const fn is_vintage(&self) -> bool {
        self.is_vintage
    }

    /// A year in the era's middle, such as 1995 for "90s"; `None` for "vintage" without a date.
    pub fn year(&self) -> Option<u16> {
        Some(match self.time? {
            Time::Year { year, .. } | Time::Period(_, year) => year,
            Time::Decades(first, last) => u16::midpoint(first, last) + 5,
            Time::Century(number) => number * 100 - 50,
        })
    }

    /// The era, in the seller's words if of that language.
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
    /// The origin: "made in Japan", "fabriqué au Japon", in the seller's words if of that language.
    pub fn phrase(&self, language: Language) -> String {
        if let Some(words) = self.wording.in_language(language) {
            return words.to_owned();
        }
        let name = self.country.and_then(|key| WORDS.name(Role::Country(key), language));
        let made_in = lang::of(language).traits.made_in;
        name.map_or_else(|| self.wording.words.clone(), |name| fill(made_in, &[("country", name)]))
    }

    /// The country's key, mostly its ISO 3166 code; `None` for a place without one.
    pub const fn country(&self) -> Option<&'static str> {
        self.country
    }
}

impl Style {
    /// The style: "style Louis XV", "Louis XV style", in the seller's words if of that language.
    pub fn phrase(&self, language: Language) -> String {
        if let Some(words) = self.wording.in_language(language) {
            return words.to_owned();
        }
        let known = self.key.and_then(|key| WORDS.name(Role::StyleName(key), language));
        let name = known.unwrap_or(&self.name);
        fill(lang::of(language).traits.in_style, &[("name", name)])
    }

    pub(crate) const fn key(&self) -> Option<&'static str> {
        self.key
    }
}

/// With the range of its tokens.
pub(super) struct Mention {
    pub(super) range: Range<usize>,
    kind: Kind,
}

enum Kind {
    Era(Era),
    Origin(Origin),
    Style(Style),
}

/// Ranges of tokens.
pub(super) fn ranges_in_brand(text: &str, tokens: &[Token]) -> Vec<Range<usize>> {
    Reader::with_tokens(text, tokens.to_vec(), Field::Brand)
        .mentions()
        .into_iter()
        .map(|mention| mention.range)
        .collect()
}

#[cfg(test)]
mod tests;
