//! Facebook Marketplace: local classified advertisements inside Facebook, worldwide.
//!
//! Origin of each fact, with our confidence in it. Title: other tools (medium-high). Description: other tools
//! (low). Conditions: seen live (high; FR, 30 Sep 2026). Categories: seen live (high; FR live, EN tool).
//! Price: seen live (high; Jul 2026).
//!
//! Sources: Karim2111/onelisting (EN and FR-CA categories); a third-party reading of the live French form, 30
//! Sep 2026; danieldk04/crosslisteu facebook.js (price, 20 photos); a channel registry, a 2016 guide and one
//! tool (title); GauteR/buying-and-selling-items; `facebook.com/legal/merchant_policies` and
//! `facebook.com/help/376859780413203`, quoted by a third-party fee registry; unanswered.io guide (no
//! published description limit).

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
    platform: Platform::Marketplace,
    name: "Facebook Marketplace",
    region: "Global",
    everyday_names: &["facebook marketplace", "fb marketplace", "facebook"],
    title: TitleRules {
        // 100 in a channel registry and a 2016 guide; 99 in one tool.
        free_text: true,
        min: 1,
        max: 100,
        lints: &[Lint::NoPrice, Lint::NoEmoji, Lint::NoAllCaps],
    },
    description: DescriptionRules {
        // Tools use 5,000; one document claims 30-9,999; official number not reached. Stay under 1,000.
        min: 1,
        max: 5_000,
        lints: &[],
    },
    hashtags: HashtagRules {
        // Few sellers use them.
        max: 0,
        recommended_min: 0,
        recommended_max: 0,
    },
    own_language: Language::En,
    // FR (France) labels seen live 30/09/2026. FR-Canada: Neuf / Usagé – comme neuf / Usagé – bon état /
    // Usagé – état passable. The apostrophe is curly.
    condition_group: |_| Some(ALL_GOODS),
    currency: None,
    price: PriceRules {
        // Whole numbers only: the form rounds 29,50 to 30 and reads "." as a thousands separator (seen live,
        // Jul 2026). 0 = free item. Low offers are normal: ask 15-20 % above the floor (tool advice).
        bounds: Currency::Usd,
        unit: WHOLE,
        min: 0,
        max: None,
        bands: FIVES,
        // Free from hand to hand, 10 % if shipped; the seller's choice is unknown.
        fees: &[],
    },
    category_style: CategoryStyle::FullPath,
    accepted_goods: None,
    // Other tools, seen live.
    required: RequiredFields { description: false, condition: always, specifics: &[] },
    sources: &[SourcedRules {
        source: FactSource {
            url: "https://github.com/danieldk04/crosslisteu",
            checked_on: Some("2026-07"),
            origin: FactOrigin::Live,
        },
        rules: &[Rule::PriceNotWhole],
    }],
};
