//! Depop: second-hand fashion for young buyers, United Kingdom and United States, without a title field.
//!
//! Origin of the facts: all are official. Categories are named by their slugs.
//!
//! Sources: api-evangelist/depop (copy of the official Selling OpenAPI file); nikkyjsoriano/depop-cli
//! spec/reference/categories.json; a third-party fee registry (fees).

use super::Platform;
use super::facts::{
    ALL_GOODS, CENTS, CategoryStyle, DescriptionRules, FIRST_LINE_MAX, FIVES, Facts, HashtagRules,
    PriceRules, TitleRules,
};
use super::fees::Fee;
use super::required::{RequiredFields, Specific, always, never};
use super::rule::{FactOrigin, FactSource, Rule, SourcedRules};
use crate::money::Currency;
use crate::options::Language;
use crate::text::Lint;

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Depop,
    name: "Depop",
    region: "UK/US",
    everyday_names: &["depop"],
    title: TitleRules {
        // The selling API has no title field; the first line of the description acts as the title (keep <=
        // 60-80 characters).
        free_text: false,
        min: 1,
        max: FIRST_LINE_MAX,
        lints: &[Lint::NoOffPlatformPayment],
    },
    description: DescriptionRules {
        // Selling API: <= 1,000 characters, no email address, <= 5 hashtags.
        min: 1,
        max: 1_000,
        lints: &[Lint::NoOffPlatformPayment],
    },
    hashtags: HashtagRules {
        // On the last line of the description; the limit is official, 3-5 is habit.
        max: 5,
        recommended_min: 3,
        recommended_max: 5,
    },
    own_language: Language::En,
    condition_group: |_| Some(ALL_GOODS),
    currency: Some(Currency::Gbp),
    price: PriceRules {
        // Price >= 1.00 with two decimals (official).
        // Usual prices: whole numbers; the steps are ours.
        bounds: Currency::Gbp,
        unit: CENTS,
        min: 100,
        max: None,
        bands: FIVES,
        // No selling fee since 2024; United States: 3.3 % and 0.45 for payment (tool, high).
        fees: &[Fee { share: 330, fixed: 45, ..Fee::none(Currency::Usd) }],
    },
    category_style: CategoryStyle::FullPath,
    accepted_goods: None,
    // The selling API (official).
    required: RequiredFields {
        description: true,
        condition: never,
        specifics: &[(Specific::Audience, always), (Specific::Size, always)],
    },
    sources: &[
        // A public copy of the OpenAPI file.
        SourcedRules {
            source: FactSource {
                url: "https://github.com/api-evangelist/depop",
                checked_on: None,
                origin: FactOrigin::Official,
            },
            rules: &[
                Rule::DescriptionTooLong,
                Rule::EmailAddress,
                Rule::TooManyHashtags,
                Rule::ConditionUnknown,
                Rule::PriceTooLow,
                Rule::RequiredField,
            ],
        },
    ],
};
