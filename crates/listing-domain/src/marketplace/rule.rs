//! The rules of the check of a listing, and where each is published.

use super::required::Specific;
use crate::closed_enum::closed_enum;

closed_enum! {
    /// A rule of the check. Its code never changes.
    pub enum Rule as "rule" {
        /// A field that the marketplace requires is missing.
        RequiredField = "required_field",
        /// The title is shorter than the minimum.
        TitleTooShort = "title_too_short",
        /// The title is longer than the maximum.
        TitleTooLong = "title_too_long",
        /// The title has line breaks.
        TitleOfSeveralLines = "title_of_several_lines",
        /// The description is shorter than the minimum.
        DescriptionTooShort = "description_too_short",
        /// The description is longer than the maximum.
        DescriptionTooLong = "description_too_long",
        /// A text has neither letters nor digits.
        NoLettersOrDigits = "no_letters_or_digits",
        /// A text has control characters.
        ControlCharacters = "control_characters",
        /// A text has invisible characters.
        InvisibleCharacters = "invisible_characters",
        /// A text has HTML or Markdown.
        Markup = "markup",
        /// A text has needless spaces.
        NeedlessSpaces = "needless_spaces",
        /// A text has several empty lines in a row.
        EmptyLines = "empty_lines",
        /// A text has empty brackets or a stray comma.
        EmptyBrackets = "empty_brackets",
        /// A text has a line of punctuation.
        LonePunctuation = "lone_punctuation",
        /// A text has three words in capitals or three exclamation marks in a row.
        Shouting = "shouting",
        /// A text has a web address.
        WebAddress = "web_address",
        /// A text has an email address.
        EmailAddress = "email_address",
        /// A text has a phone number.
        PhoneNumber = "phone_number",
        /// A text has a postal address.
        PostalAddress = "postal_address",
        /// A text has a price.
        PriceInText = "price_in_text",
        /// A text has an emoji.
        Emoji = "emoji",
        /// A text has a word in capitals.
        Capitals = "capitals",
        /// A text has more words in capitals than allowed.
        TooManyCapitals = "too_many_capitals",
        /// A text has a list of keywords.
        KeywordList = "keyword_list",
        /// A text has words that the marketplace refuses.
        RefusedWords = "refused_words",
        /// A text has a run of symbols.
        SymbolRun = "symbol_run",
        /// A text has a character that the marketplace refuses.
        RefusedCharacter = "refused_character",
        /// A text names another marketplace.
        OtherMarketplace = "other_marketplace",
        /// A text offers payment outside the marketplace.
        OffPlatformPayment = "off_platform_payment",
        /// A text makes a promise about shipping.
        ShippingClaim = "shipping_claim",
        /// The description has more hashtags than allowed.
        TooManyHashtags = "too_many_hashtags",
        /// The title has hashtags.
        HashtagsInTitle = "hashtags_in_title",
        /// The description has hashtags before its last line.
        HashtagsBeforeLastLine = "hashtags_before_last_line",
        /// The category is not one of the known ones.
        CategoryUnknown = "category_unknown",
        /// The category has subcategories.
        CategoryNotLeaf = "category_not_leaf",
        /// The condition is not one of the marketplace's labels.
        ConditionUnknown = "condition_unknown",
        /// The price is below the minimum.
        PriceTooLow = "price_too_low",
        /// The price is above the maximum.
        PriceTooHigh = "price_too_high",
        /// The price has cents on a marketplace that accepts only whole amounts.
        PriceNotWhole = "price_not_whole",
        /// The marketplace does not use the price's currency.
        PriceCurrency = "price_currency",
    }
}

closed_enum! {
    /// The consequence of a finding.
    pub enum Severity as "severity" {
        /// The marketplace refuses the listing, as far as is known.
        Error = "error",
        /// The marketplace may accept the listing, but it should be improved or checked.
        Warning = "warning",
    }
}

closed_enum! {
    /// The origin of a published fact about a marketplace.
    pub enum FactOrigin as "origin" {
        /// The marketplace's own page, or a public copy of its interface description.
        Official = "official",
        /// The marketplace's site, as another tool's developers saw it.
        Live = "live",
        /// Another tool.
        Tool = "tool",
    }
}

/// A public page from which a rule was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FactSource {
    /// The address of the page.
    pub url: &'static str,
    /// The day or month of the check, as far as it is known: "2026-07".
    pub checked_on: Option<&'static str>,
    /// The origin of the fact.
    pub origin: FactOrigin,
}

/// A public page, with the rules that were taken from it.
#[derive(Debug)]
pub(super) struct SourcedRules {
    pub(super) source: FactSource,
    pub(super) rules: &'static [Rule],
}

/// A field of a listing that a finding concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListingField {
    /// The title.
    Title,
    /// The description.
    Description,
    /// The price.
    Price,
    /// The category.
    Category,
    /// The condition.
    Condition,
    /// An item specific.
    Specific(Specific),
}
