//! Craigslist: local classified advertisements, city by city, mainly in the United States.
//!
//! Origin of each fact, with our confidence in it. Title: other tools (low). Description: a guess (low; tools
//! use 7,500). Conditions: other tools (high; numeric codes guessed). Categories: other tools (high); codes
//! fuo, tls and grd guessed (the client library has fua, tla, gra). Price: a guess (medium).
//!
//! Sources: irahorecka/pycraigslist constants.py (codes, six conditions); juliomalegria/python-craigslist;
//! `craigslist.org/about/help/reasons` (official removal reasons); howtoselloncraigslistebook.com (capitals,
//! symbols); one further tool (conditions).

use super::Platform;
use super::facts::{
    ALL_GOODS, CategoryStyle, DescriptionRules, FIVES, Facts, HashtagRules, PriceRules, TitleRules, WHOLE,
};
use super::required::{RequiredFields, never};
use super::rule::{FactOrigin, FactSource, Rule, SourcedRules};
use crate::money::Currency;
use crate::options::Language;
use crate::text::Lint;

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Craigslist,
    name: "Craigslist",
    region: "US",
    everyday_names: &["craigslist"],
    title: TitleRules {
        // Tools use ~70, not verified.
        free_text: true,
        min: 1,
        max: 70,
        lints: &[Lint::NoAllCaps, Lint::NoSymbolRuns, Lint::NoPrice],
    },
    description: DescriptionRules {
        // 30,000 not verified; tools use 7,500.
        min: 1,
        max: 30_000,
        lints: &[Lint::NoKeywordList],
    },
    hashtags: HashtagRules { max: 0, recommended_min: 0, recommended_max: 0 },
    own_language: Language::En,
    // Ids 10..60 = search-parameter codes (not verified).
    condition_group: |_| Some(ALL_GOODS),
    currency: Some(Currency::Usd),
    price: PriceRules {
        // Whole dollars; "OBO" is habit.
        bounds: Currency::Usd,
        unit: WHOLE,
        min: 100,
        max: None,
        bands: FIVES,
        // Uncertain: free for most goods (own knowledge).
        fees: &[],
    },
    category_style: CategoryStyle::FullPath,
    accepted_goods: None,
    // The condition is optional.
    required: RequiredFields { description: true, condition: never, specifics: &[] },
    sources: &[
        SourcedRules {
            source: FactSource {
                url: "https://www.craigslist.org/about/help/reasons",
                checked_on: None,
                origin: FactOrigin::Official,
            },
            rules: &[
                Rule::WebAddress,
                Rule::EmailAddress,
                Rule::PhoneNumber,
                Rule::PostalAddress,
                Rule::KeywordList,
            ],
        },
        SourcedRules {
            source: FactSource {
                url: "https://github.com/irahorecka/pycraigslist",
                checked_on: None,
                origin: FactOrigin::Tool,
            },
            rules: &[Rule::ConditionUnknown],
        },
    ],
};
