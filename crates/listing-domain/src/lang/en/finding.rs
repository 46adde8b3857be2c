//! Sentences for breaches of a marketplace's rules, in English.

use crate::lang::FindingWords;
use crate::marketplace::{Contact, Part, Untidiness};
use crate::text::Lint;

pub(super) const FINDINGS: FindingWords = FindingWords {
    part: |part| match part {
        Part::Title => "The title",
        Part::Description => "The description",
    },
    other_platform: "This listing was written for {other}, not for {marketplace}.",
    too_short: [
        "{part} has {count} character; at least {limit} are needed.",
        "{part} has {count} characters; at least {limit} are needed.",
    ],
    too_long: [
        "{part} has {count} character; {limit} are allowed.",
        "{part} has {count} characters; {limit} are allowed.",
    ],
    says_nothing: "{part} has neither a letter nor a digit.",
    title_of_several_lines: "The title has more than one line.",
    untidy: |what| match what {
        Untidiness::ControlCharacters => "{part} contains control characters.",
        Untidiness::InvisibleCharacters => "{part} contains invisible characters.",
        Untidiness::Markup => "{part} contains markup or one of the signs < > `.",
        Untidiness::NeedlessSpaces => "{part} has needless spaces.",
        Untidiness::EmptyLines => "{part} has several empty lines in a row.",
        Untidiness::EmptyBrackets => "{part} has empty brackets or a comma that follows nothing.",
        Untidiness::LonePunctuation => "{part} has a line with nothing but punctuation.",
        Untidiness::Shouting => "{part} shouts: three words in capitals or three exclamation marks in a row.",
    },
    contact: |kind| match kind {
        Contact::WebAddress => "{part} contains a web address.",
        Contact::Mail => "{part} contains an e-mail address.",
        Contact::PhoneNumber => "{part} contains a phone number.",
        Contact::Street => "{part} contains a postal address.",
    },
    forbidden: |lint| match lint {
        Lint::NoPrice => "{part} contains a price (“{text}”), which has a field of its own.",
        Lint::NoEmoji => "{part} contains an emoji ({text}), which is not allowed here.",
        Lint::NoAllCaps => "{part} has a word written in capitals (“{text}”).",
        Lint::Max3CapsWords => "{part} has {text} words in capitals; three are allowed.",
        Lint::NoKeywordList => "{part} has a list of search words (“{text}”), which is not allowed here.",
        Lint::NoFiller => "{part} contains “{text}”, which is not allowed here.",
        Lint::NoSymbolRuns => "{part} contains a run of signs (“{text}”).",
        Lint::NoOtherMarketplace => "{part} names another marketplace (“{text}”).",
        Lint::NoOffPlatformPayment => "{part} names a way to pay outside the marketplace (“{text}”).",
        Lint::NoShippingClaim => {
            "{part} makes a promise about shipping (“{text}”), which has a field of its own."
        }
        Lint::EtsyCharset => {
            "{part} contains the sign “{text}”, which is not allowed here or allowed only once."
        }
    },
    too_many_hashtags: "The description has {count} hashtags; {limit} are allowed.",
    no_hashtags: "The description has hashtags, which are not used here.",
    hashtags_in_title: "The title contains hashtags.",
    hashtags_before_last_line: "Hashtags belong in the last line of the description.",
    no_category: "The category is missing.",
    unknown_condition: "“{text}” is not one of the conditions here.",
    foreign_currency: "Prices here are not in {text}.",
    price_out_of_bounds: "The price is lower or higher than is allowed here.",
    price_with_cents: "The price must be a whole amount, without cents.",
};
