//! English sentences about broken rules of a marketplace.

use crate::lang::FindingWords;
use crate::marketplace::{Contact, ListingField, Part, Specific, Untidiness};
use crate::text::Lint;

pub(super) const FINDINGS: FindingWords = FindingWords {
    part: |part| match part {
        Part::Title => "The title",
        Part::Description => "The description",
    },
    missing: "A required field is missing: {field}.",
    field: |field| match field {
        ListingField::Title => "title",
        ListingField::Description => "description",
        ListingField::Price => "price",
        ListingField::Category => "category",
        ListingField::Condition => "condition",
        ListingField::Specific(Specific::Brand) => "brand",
        ListingField::Specific(Specific::Size) => "size",
        ListingField::Specific(Specific::Color) => "color",
        ListingField::Specific(Specific::Material) => "material",
        ListingField::Specific(Specific::Audience) => "department (women, men, children)",
        ListingField::Specific(Specific::Model) => "model",
        ListingField::Specific(Specific::Storage) => "storage",
        ListingField::Specific(Specific::SimLock) => "SIM lock",
        ListingField::Specific(Specific::Ram) => "memory",
        ListingField::Specific(Specific::Charger) => "charger included or not",
        ListingField::Specific(Specific::ConsolePlatform) => "console",
        ListingField::Specific(Specific::Isbn) => "ISBN",
        ListingField::Specific(Specific::Dimensions) => "dimensions",
        ListingField::Specific(Specific::StylePeriod) => "style or period",
        ListingField::Specific(Specific::WhoMade) => "who made it",
        ListingField::Specific(Specific::WhenMade) => "when it was made",
        ListingField::Specific(Specific::OriginalPrice) => "original price",
    },
    too_short: |count| match count {
        1 => "{part} has {count} character; the minimum is {limit}.",
        _ => "{part} has {count} characters; the minimum is {limit}.",
    },
    too_long: |count| match count {
        1 => "{part} has {count} character; the maximum is {limit}.",
        _ => "{part} has {count} characters; the maximum is {limit}.",
    },
    no_letters_or_digits: "{part} contains no letters or digits.",
    title_of_several_lines: "The title has more than one line.",
    untidy: |what| match what {
        Untidiness::ControlCharacters => "{part} contains control characters.",
        Untidiness::InvisibleCharacters => "{part} contains invisible characters.",
        Untidiness::Markup => "{part} contains markup or one of the characters < > `.",
        Untidiness::NeedlessSpaces => "{part} has unnecessary spaces.",
        Untidiness::EmptyLines => "{part} has several empty lines in a row.",
        Untidiness::EmptyBrackets => "{part} has empty brackets or a stray comma.",
        Untidiness::LonePunctuation => "{part} has a line that contains only punctuation.",
        Untidiness::Shouting => "{part} has three words in capitals or three exclamation marks in a row.",
    },
    contact: |kind| match kind {
        Contact::WebAddress => "{part} contains a web address.",
        Contact::Mail => "{part} contains an email address.",
        Contact::PhoneNumber => "{part} contains a phone number.",
        Contact::Street => "{part} contains a postal address.",
    },
    forbidden: |lint| match lint {
        Lint::NoPrice => "{part} contains a price (“{text}”). Use the price field instead.",
        Lint::NoEmoji => "{part} contains an emoji ({text}), which is not allowed here.",
        Lint::NoAllCaps => "{part} has a word written in capitals (“{text}”).",
        Lint::Max3CapsWords => "{part} has {text} words in capitals; the maximum is three.",
        Lint::NoKeywordList => "{part} has a list of keywords (“{text}”), which is not allowed here.",
        Lint::NoFiller => "{part} contains “{text}”, which is not allowed here.",
        Lint::NoSymbolRuns => "{part} contains a run of symbols (“{text}”).",
        Lint::NoOtherMarketplace => "{part} mentions another marketplace (“{text}”).",
        Lint::NoOffPlatformPayment => "{part} mentions payment outside the marketplace (“{text}”).",
        Lint::NoShippingClaim => {
            "{part} makes a promise about shipping (“{text}”). Use the shipping options instead."
        }
        Lint::EtsyCharset => {
            "{part} contains the character “{text}”, which is not allowed here or may be used only once."
        }
    },
    too_many_hashtags: "The description has {count} hashtags; the maximum is {limit}.",
    no_hashtags: "The description has hashtags, which this marketplace does not use.",
    hashtags_in_title: "The title contains hashtags.",
    hashtags_before_last_line: "Hashtags belong in the last line of the description.",
    unknown_category: "“{text}” is not a known category of this marketplace: check it before you publish.",
    broad_category: "“{text}” has subcategories: choose the most precise one.",
    unknown_condition: "“{text}” is not one of this marketplace’s conditions.",
    foreign_currency: "Prices on this marketplace are not in {text}.",
    price_too_low: "The price is below this marketplace’s minimum of {limit}.",
    price_too_high: "The price is above this marketplace’s maximum of {limit}.",
    price_with_cents: "The price must be a whole amount, without cents.",
};
