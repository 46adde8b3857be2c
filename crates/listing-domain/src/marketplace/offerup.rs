//! OfferUp: local second-hand goods on a phone app, United States.
//!
//! Origin of each fact, with our confidence in it. Title: other tools (low). Description: other tools (low).
//! Conditions: other tools (high). Categories: other tools (medium-high). Price: a guess (medium; habit).
//!
//! Sources: help.pro.offerup.com article 360042745892 (posting rules); one third-party copy of the category
//! tree; several repositories (six conditions); a third-party fee registry (fees).

use super::Platform;
use super::facts::{
    ALL_GOODS, CategoryStyle, DescriptionRules, FIVES, Facts, HashtagRules, PriceRules, TitleRules, WHOLE,
};
use super::required::{RequiredFields, always};
use super::rule::{FactOrigin, FactSource, Rule, SourcedRules};
use crate::money::Currency;
use crate::options::Language;
use crate::text::Lint;

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Offerup,
    name: "OfferUp",
    region: "US",
    everyday_names: &["offerup", "offer up"],
    title: TitleRules {
        // 70 in several small tools; official number not found.
        free_text: true,
        min: 1,
        max: 70,
        lints: &[Lint::NoKeywordList],
    },
    description: DescriptionRules {
        // Guess from tools.
        min: 1,
        max: 1_500,
        lints: &[Lint::NoOffPlatformPayment, Lint::NoKeywordList],
    },
    hashtags: HashtagRules { max: 0, recommended_min: 0, recommended_max: 0 },
    own_language: Language::En,
    // Use Open box only for opened packaging; Other (see description) is the fallback.
    condition_group: |_| Some(ALL_GOODS),
    currency: Some(Currency::Usd),
    price: PriceRules {
        // Whole dollars are habit; the form has a "firm on price" switch.
        bounds: Currency::Usd,
        unit: WHOLE,
        min: 100,
        max: None,
        bands: FIVES,
        // Free from hand to hand, 12.9 % if shipped; the seller's choice is unknown.
        fees: &[],
    },
    category_style: CategoryStyle::FullPath,
    accepted_goods: None,
    // Other tools, seen live.
    required: RequiredFields { description: false, condition: always, specifics: &[] },
    sources: &[SourcedRules {
        source: FactSource {
            url: "https://help.pro.offerup.com/hc/en-us/articles/360042745892",
            checked_on: None,
            origin: FactOrigin::Official,
        },
        rules: &[
            Rule::WebAddress,
            Rule::EmailAddress,
            Rule::PhoneNumber,
            Rule::KeywordList,
            Rule::OffPlatformPayment,
        ],
    }],
};
