//! The problems that the check of a listing can find, and their wording.

use super::Platform;
use crate::lang::{self, fill, grouped};
use crate::money::{Currency, Money};
use crate::options::Language;
use crate::text::Lint;

/// A problem in a listing for which its marketplace would reject it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Finding {
    /// The listing was written for another marketplace.
    OtherPlatform { is_for: Platform, not: Platform },
    /// A text is too short in characters, or too long in UTF-16 units.
    Length { part: Part, characters: usize, units: usize, min: usize, max: usize },
    /// A text has neither a letter nor a digit.
    NoLettersOrDigits(Part),
    /// The title has line breaks.
    TitleOfSeveralLines,
    /// A text has an untidy feature.
    Untidy(Part, Untidiness),
    /// A text contains contact details, which bypass the marketplace.
    Contact { part: Part, kind: Contact, text: String },
    /// A text breaks a rule of the marketplace. `text` is the words, the sign or the number of words found.
    Forbidden { part: Part, lint: Lint, text: String },
    /// There are more hashtags than allowed.
    TooManyHashtags { tags: usize, allowed: usize },
    /// There are hashtags in the title.
    HashtagsInTitle,
    /// There are hashtags before the last line of the description.
    HashtagsBeforeLastLine,
    /// The listing has no category.
    NoCategory,
    /// The listing's condition is not one of the marketplace's labels.
    UnknownCondition(String),
    /// The price is below the marketplace's minimum or above its maximum.
    PriceOutOfBounds(Money),
    /// The price has cents, but the marketplace accepts only whole units.
    PriceWithCents(Money),
    /// The marketplace does not use the price's currency.
    ForeignCurrency(Currency),
}

/// The text of a listing that a problem concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Title,
    Description,
}

/// An untidy feature of a text, which no marketplace accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Untidiness {
    ControlCharacters,
    InvisibleCharacters,
    Markup,
    NeedlessSpaces,
    EmptyLines,
    EmptyBrackets,
    LonePunctuation,
    Shouting,
}

impl Untidiness {
    /// All variants, in the order in which the check reports them.
    pub(super) const ALL: [Self; 8] = [
        Self::ControlCharacters,
        Self::InvisibleCharacters,
        Self::Markup,
        Self::NeedlessSpaces,
        Self::EmptyLines,
        Self::EmptyBrackets,
        Self::LonePunctuation,
        Self::Shouting,
    ];
}

/// A kind of contact details.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contact {
    WebAddress,
    Mail,
    PhoneNumber,
    Street,
}

impl Finding {
    /// Returns a sentence about the problem, for the editor of the listing.
    pub(super) fn sentence(&self, language: Language) -> String {
        let lang = lang::of(language);
        let words = &lang.findings;
        let number = |number: usize| grouped(&number.to_string(), lang.price.thousands);
        let with_part = |part: Part, template| fill(template, &[("part", (words.part)(part))]);
        match self {
            Self::OtherPlatform { is_for, not } => {
                let given = [("other", is_for.facts().name), ("marketplace", not.facts().name)];
                fill(words.other_platform, &given)
            }
            Self::Length { part, characters, units, min, max } => {
                let (template, count, limit) = if units > max {
                    (words.too_long, units, max)
                } else {
                    (words.too_short, characters, min)
                };
                let template = with_part(*part, template(*count));
                fill(&template, &[("count", &number(*count)), ("limit", &number(*limit))])
            }
            Self::NoLettersOrDigits(part) => with_part(*part, words.no_letters_or_digits),
            Self::TitleOfSeveralLines => words.title_of_several_lines.to_owned(),
            Self::Untidy(part, what) => with_part(*part, (words.untidy)(*what)),
            Self::Contact { part, kind, .. } => with_part(*part, (words.contact)(*kind)),
            Self::Forbidden { part, lint, text } => {
                fill((words.forbidden)(*lint), &[("part", (words.part)(*part)), ("text", text)])
            }
            Self::TooManyHashtags { allowed: 0, .. } => words.no_hashtags.to_owned(),
            Self::TooManyHashtags { tags, allowed } => {
                fill(words.too_many_hashtags, &[("count", &number(*tags)), ("limit", &number(*allowed))])
            }
            Self::HashtagsInTitle => words.hashtags_in_title.to_owned(),
            Self::HashtagsBeforeLastLine => words.hashtags_before_last_line.to_owned(),
            Self::NoCategory => words.no_category.to_owned(),
            Self::UnknownCondition(text) => fill(words.unknown_condition, &[("text", text)]),
            Self::PriceOutOfBounds(_) => words.price_out_of_bounds.to_owned(),
            Self::PriceWithCents(_) => words.price_with_cents.to_owned(),
            Self::ForeignCurrency(currency) => fill(words.foreign_currency, &[("text", currency.code())]),
        }
    }

    /// Returns a short English note about the problem with all values found, for tests and developers.
    pub(super) fn violation(&self) -> String {
        match self {
            Self::OtherPlatform { is_for, not } => format!("the listing is for {is_for}, not {not}"),
            Self::Length { part, characters, units, min, max } => {
                format!("the {} has {characters} characters ({units} units), not {min}..={max}", part.code())
            }
            Self::NoLettersOrDigits(part) => format!("the {} has no letters or digits", part.code()),
            Self::TitleOfSeveralLines => "the title has more than one line".to_owned(),
            Self::Untidy(part, what) => format!("the {} has {}", part.code(), what.violation()),
            Self::Contact { part, text, .. } => format!("the {} has {text}", part.code()),
            Self::Forbidden { part, lint, text } => {
                let what = match lint {
                    Lint::NoFiller
                    | Lint::NoOtherMarketplace
                    | Lint::NoOffPlatformPayment
                    | Lint::NoShippingClaim => format!("“{text}”"),
                    Lint::Max3CapsWords => format!("{text} words in capitals"),
                    Lint::EtsyCharset => format!("the character {text}, or more than one of it"),
                    Lint::NoPrice
                    | Lint::NoEmoji
                    | Lint::NoAllCaps
                    | Lint::NoKeywordList
                    | Lint::NoSymbolRuns => text.clone(),
                };
                format!("the {} has {what}", part.code())
            }
            Self::TooManyHashtags { tags, allowed } => {
                format!("the description has {tags} hashtags, the maximum is {allowed}")
            }
            Self::HashtagsInTitle => "the title has hashtags".to_owned(),
            Self::HashtagsBeforeLastLine => "the description has hashtags before its last line".to_owned(),
            Self::NoCategory => "the category is empty".to_owned(),
            Self::UnknownCondition(text) => format!("“{text}” is not a condition of the marketplace"),
            Self::PriceOutOfBounds(price) => format!("the price {price} is out of bounds"),
            Self::PriceWithCents(price) => format!("the price {price} has cents"),
            Self::ForeignCurrency(currency) => format!("{currency} is not a currency of the marketplace"),
        }
    }
}

impl Part {
    const fn code(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Description => "description",
        }
    }
}

impl Untidiness {
    const fn violation(self) -> &'static str {
        match self {
            Self::ControlCharacters => "control characters",
            Self::InvisibleCharacters => "invisible characters",
            Self::Markup => "markup",
            Self::NeedlessSpaces => "needless spaces",
            Self::EmptyLines => "too many empty lines",
            Self::EmptyBrackets => "empty brackets or a stray comma",
            Self::LonePunctuation => "a line that contains only punctuation",
            Self::Shouting => "three words in capitals or three exclamation marks in a row",
        }
    }
}
