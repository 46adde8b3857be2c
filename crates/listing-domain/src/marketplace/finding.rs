//! The problems that the check of a listing can find, and their wording.

use super::required::Specific;
use super::rule::{FactSource, ListingField, Rule, Severity};
use crate::lang::{self, fill};
use crate::money::{Currency, Money};
use crate::options::Language;
use crate::text::{Lint, is_invisible};

/// The maximum characters of a quotation from the listing in a message.
const MAX_QUOTED: usize = 60;

/// A problem in a listing, with the source of the broken rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub(super) problem: Problem,
    pub(super) source: Option<FactSource>,
    /// False for a limit that no public page states.
    pub(super) is_certain: bool,
}

impl Finding {
    /// Returns the broken rule.
    pub fn rule(&self) -> Rule {
        self.problem.rule()
    }

    /// Returns the consequence.
    pub fn severity(&self) -> Severity {
        if self.is_certain { self.problem.severity() } else { Severity::Warning }
    }

    /// Returns the field that the problem concerns.
    pub fn field(&self) -> ListingField {
        self.problem.field()
    }

    /// Returns a sentence about the problem, for the editor of the listing.
    pub fn message(&self, language: Language) -> String {
        self.problem.sentence(language)
    }

    /// Returns true if the engine's listings may have the problem too, because nothing states the item's exact
    /// kind or its specifics.
    pub const fn is_left_to_seller(&self) -> bool {
        self.problem.is_left_to_seller()
    }

    /// Returns the public page from which the rule was taken; `None` if there is none.
    pub const fn source(&self) -> Option<FactSource> {
        self.source
    }
}

/// A problem in a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Problem {
    /// A field that the marketplace requires is missing. `is_certain` is false for an item
    /// specific of a listing whose specifics are not known.
    Missing { field: ListingField, is_certain: bool },
    /// A text is too short in characters, or too long in UTF-16 units.
    Length { part: Part, characters: usize, units: usize, min: usize, max: usize },
    /// A text has neither a letter nor a digit.
    NoLettersOrDigits(Part),
    /// The title has line breaks.
    TitleOfSeveralLines,
    /// A text has an untidy feature.
    Untidy(Part, Untidiness),
    /// A text contains contact details, which bypass the marketplace.
    Contact { part: Part, kind: Contact },
    /// A text breaks a rule of the marketplace. `text` is the words, the sign or the number of words found.
    Forbidden { part: Part, lint: Lint, text: String },
    /// There are more hashtags than allowed.
    TooManyHashtags { tags: usize, allowed: usize },
    /// There are hashtags in the title.
    HashtagsInTitle,
    /// There are hashtags before the last line of the description.
    HashtagsBeforeLastLine,
    /// The tables do not have the listing's category.
    UnknownCategory(String),
    /// The listing's category has subcategories.
    BroadCategory(String),
    /// The condition is not one of the labels that this service knows.
    UnknownCondition(String),
    /// The price is below the marketplace's minimum.
    PriceTooLow { min: Money },
    /// The price is above the marketplace's maximum.
    PriceTooHigh { max: Money },
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

impl From<Part> for ListingField {
    fn from(part: Part) -> Self {
        match part {
            Part::Title => Self::Title,
            Part::Description => Self::Description,
        }
    }
}

/// An untidy feature of a text, which no listing should have.
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

    const fn rule(self) -> Rule {
        match self {
            Self::ControlCharacters => Rule::ControlCharacters,
            Self::InvisibleCharacters => Rule::InvisibleCharacters,
            Self::Markup => Rule::Markup,
            Self::NeedlessSpaces => Rule::NeedlessSpaces,
            Self::EmptyLines => Rule::EmptyLines,
            Self::EmptyBrackets => Rule::EmptyBrackets,
            Self::LonePunctuation => Rule::LonePunctuation,
            Self::Shouting => Rule::Shouting,
        }
    }
}

/// A kind of contact details.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Contact {
    WebAddress,
    Mail,
    PhoneNumber,
    Street,
}

impl Contact {
    const fn rule(self) -> Rule {
        match self {
            Self::WebAddress => Rule::WebAddress,
            Self::Mail => Rule::EmailAddress,
            Self::PhoneNumber => Rule::PhoneNumber,
            Self::Street => Rule::PostalAddress,
        }
    }
}

impl Lint {
    const fn rule(self) -> Rule {
        match self {
            Self::NoPrice => Rule::PriceInText,
            Self::NoEmoji => Rule::Emoji,
            Self::NoAllCaps => Rule::Capitals,
            Self::Max3CapsWords => Rule::TooManyCapitals,
            Self::NoKeywordList => Rule::KeywordList,
            Self::NoFiller => Rule::RefusedWords,
            Self::NoSymbolRuns => Rule::SymbolRun,
            Self::NoOtherMarketplace => Rule::OtherMarketplace,
            Self::NoOffPlatformPayment => Rule::OffPlatformPayment,
            Self::NoShippingClaim => Rule::ShippingClaim,
            Self::EtsyCharset => Rule::RefusedCharacter,
        }
    }
}

impl Problem {
    pub(super) const fn rule(&self) -> Rule {
        match self {
            Self::Missing { .. } => Rule::RequiredField,
            Self::Length { part: Part::Title, units, max, .. } if *units > *max => Rule::TitleTooLong,
            Self::Length { part: Part::Title, .. } => Rule::TitleTooShort,
            Self::Length { units, max, .. } if *units > *max => Rule::DescriptionTooLong,
            Self::Length { .. } => Rule::DescriptionTooShort,
            Self::NoLettersOrDigits(_) => Rule::NoLettersOrDigits,
            Self::TitleOfSeveralLines => Rule::TitleOfSeveralLines,
            Self::Untidy(_, what) => what.rule(),
            Self::Contact { kind, .. } => kind.rule(),
            Self::Forbidden { lint, .. } => lint.rule(),
            Self::TooManyHashtags { .. } => Rule::TooManyHashtags,
            Self::HashtagsInTitle => Rule::HashtagsInTitle,
            Self::HashtagsBeforeLastLine => Rule::HashtagsBeforeLastLine,
            Self::UnknownCategory(_) => Rule::CategoryUnknown,
            Self::BroadCategory(_) => Rule::CategoryNotLeaf,
            Self::UnknownCondition(_) => Rule::ConditionUnknown,
            Self::PriceTooLow { .. } => Rule::PriceTooLow,
            Self::PriceTooHigh { .. } => Rule::PriceTooHigh,
            Self::PriceWithCents(_) => Rule::PriceNotWhole,
            Self::ForeignCurrency(_) => Rule::PriceCurrency,
        }
    }

    pub(super) fn severity(&self) -> Severity {
        let is_refused = match self {
            Self::Missing { is_certain, .. } => *is_certain,
            Self::Untidy(_, what) => *what == Untidiness::ControlCharacters,
            Self::TooManyHashtags { allowed, .. } => *allowed > 0,
            // The detection is not certain: a brand or a title may be spelled in capitals.
            Self::Forbidden { lint: Lint::NoAllCaps | Lint::NoPrice, .. }
            | Self::Contact { kind: Contact::Street, .. }
            | Self::HashtagsInTitle
            | Self::HashtagsBeforeLastLine
            // The tables do not have every category and condition of a marketplace.
            | Self::UnknownCategory(_)
            | Self::UnknownCondition(_)
            | Self::BroadCategory(_) => false,
            _ => true,
        };
        if is_refused { Severity::Error } else { Severity::Warning }
    }

    /// Returns true for a limit of the marketplace, whose value may be a guess.
    pub(super) const fn is_limit(&self) -> bool {
        matches!(
            self,
            Self::Length { .. }
                | Self::TooManyHashtags { .. }
                | Self::PriceTooLow { .. }
                | Self::PriceTooHigh { .. }
                | Self::PriceWithCents(_)
        )
    }

    pub(super) fn field(&self) -> ListingField {
        match self {
            Self::Missing { field, .. } => *field,
            Self::Length { part, .. }
            | Self::NoLettersOrDigits(part)
            | Self::Untidy(part, _)
            | Self::Contact { part, .. }
            | Self::Forbidden { part, .. } => (*part).into(),
            Self::TitleOfSeveralLines | Self::HashtagsInTitle => ListingField::Title,
            Self::TooManyHashtags { .. } | Self::HashtagsBeforeLastLine => ListingField::Description,
            Self::UnknownCategory(_) | Self::BroadCategory(_) => ListingField::Category,
            Self::UnknownCondition(_) => ListingField::Condition,
            Self::PriceTooLow { .. }
            | Self::PriceTooHigh { .. }
            | Self::PriceWithCents(_)
            | Self::ForeignCurrency(_) => ListingField::Price,
        }
    }

    /// Returns a sentence about the problem, for the editor of the listing.
    pub(super) fn sentence(&self, language: Language) -> String {
        let words = &lang::of(language).findings;
        let with_part = |part: Part, template| fill(template, &[("part", (words.part)(part))]);
        let with_text = |template, text: &str| fill(template, &[("text", &quoted(text))]);
        let with_limit = |template, limit: &Money| fill(template, &[("limit", &language.amount(*limit))]);
        match self {
            Self::Missing { field, .. } => fill(words.missing, &[("field", (words.field)(*field))]),
            Self::Length { part, characters, units, min, max } => {
                let (template, count, limit) = if units > max {
                    (words.too_long, units, max)
                } else {
                    (words.too_short, characters, min)
                };
                let template = with_part(*part, template(*count));
                let [count, limit] = [count, limit].map(|number| language.number(*number));
                fill(&template, &[("count", &count), ("limit", &limit)])
            }
            Self::NoLettersOrDigits(part) => with_part(*part, words.no_letters_or_digits),
            Self::TitleOfSeveralLines => words.title_of_several_lines.to_owned(),
            Self::Untidy(part, what) => with_part(*part, (words.untidy)(*what)),
            Self::Contact { part, kind } => with_part(*part, (words.contact)(*kind)),
            Self::Forbidden { part, lint, text } => {
                fill((words.forbidden)(*lint), &[("part", (words.part)(*part)), ("text", &quoted(text))])
            }
            Self::TooManyHashtags { allowed: 0, .. } => words.no_hashtags.to_owned(),
            Self::TooManyHashtags { tags, allowed } => {
                let [count, limit] = [tags, allowed].map(|number| language.number(*number));
                fill(words.too_many_hashtags, &[("count", &count), ("limit", &limit)])
            }
            Self::HashtagsInTitle => words.hashtags_in_title.to_owned(),
            Self::HashtagsBeforeLastLine => words.hashtags_before_last_line.to_owned(),
            Self::UnknownCategory(text) => with_text(words.unknown_category, text),
            Self::BroadCategory(text) => with_text(words.broad_category, text),
            Self::UnknownCondition(text) => with_text(words.unknown_condition, text),
            Self::PriceTooLow { min } => with_limit(words.price_too_low, min),
            Self::PriceTooHigh { max } => with_limit(words.price_too_high, max),
            Self::PriceWithCents(_) => words.price_with_cents.to_owned(),
            Self::ForeignCurrency(currency) => fill(words.foreign_currency, &[("text", currency.code())]),
        }
    }

    pub(super) const fn is_left_to_seller(&self) -> bool {
        matches!(self, Self::BroadCategory(_) | Self::Missing { field: ListingField::Specific(_), .. })
    }
}

/// Returns the beginning of a text from a listing, without control and invisible characters.
fn quoted(text: &str) -> String {
    let mut safe = text.trim().chars().filter(|c| !c.is_control() && !is_invisible(*c));
    let start: String = safe.by_ref().take(MAX_QUOTED).collect();
    if safe.next().is_some() { start + "…" } else { start }
}

impl Specific {
    /// Returns the specific as a field of a listing.
    pub(super) const fn field(self) -> ListingField {
        ListingField::Specific(self)
    }
}
