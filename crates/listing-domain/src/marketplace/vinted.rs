//! Vinted: second-hand fashion first, then home, media and electronics, across Europe, sold by parcel.
//!
//! Origin of each fact, with our confidence in it. Title: other tools (medium). Description: other tools
//! (medium-low). Conditions: seen live (high). Categories: other tools (high EN, medium-high FR). Price:
//! other tools (medium-high).
//!
//! Sources: cbryant93/listing-assistant (`Vinted_categories.json`, 3,046 nodes; `VINTED_CONSTRAINTS.md`, Oct
//! 2025); krisfab8/Vinted-draft-list; danieldk04/crosslisteu (extension/content/vinted.js); `StoFlow`
//! repository (100 / 2,000 / 40); two third-party copies of the French category tree; a third-party reading
//! of the live form (condition ids); a third-party fee registry (checked Aug 2026); `vinted.co.uk/help/62`,
//! /help/373 and /catalog-rules.

use super::Platform;
use super::facts::{
    ALL_GOODS, Band, CENTS, CategoryStyle, DescriptionRules, Facts, HashtagRules, PriceRules, TitleRules,
};
use super::fees::Fee;
use super::required::{RequiredFields, Specific, always};
use super::rule::{FactOrigin, FactSource, Rule, SourcedRules};
use crate::money::Currency;
use crate::options::Language;
use crate::product::{Department, ProductType};
use crate::text::Lint;

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Vinted,
    name: "Vinted",
    region: "Europe",
    everyday_names: &["vinted"],
    title: TitleRules {
        // Two working cross-listers cut at 100 and compare with the live page; others say 60-120 or "no
        // limit". Minimum 5 is a guess (a short non-empty title is needed).
        free_text: true,
        min: 5,
        max: 100,
        lints: &[Lint::NoAllCaps, Lint::NoPrice, Lint::NoOtherMarketplace],
    },
    description: DescriptionRules {
        // One FR tool uses 2,000; another source found no strict limit. Stay under 2,000.
        min: 5,
        max: 2_000,
        lints: &[Lint::NoOffPlatformPayment, Lint::NoOtherMarketplace],
    },
    hashtags: HashtagRules {
        // 40 is one tool's limit; put 3-5 at the end. Official catalogue rules hide listings with deceptive
        // hashtags.
        max: 40,
        recommended_min: 3,
        recommended_max: 5,
    },
    own_language: Language::En,
    condition_group: |product| Some(group(product)),
    currency: Some(Currency::Eur),
    price: PriceRules {
        // Minimum 1 euro or pound; decimal comma in the French form; typical price 20-40 % of new (a French
        // tool's prompt).
        bounds: Currency::Eur,
        unit: CENTS,
        min: 100,
        max: None,
        // Usual prices end in 0, 5 or .50; their steps are ours.
        bands: &[
            Band { from: 0, every: 50, endings: &[0] },
            Band { from: 2_000, every: 500, endings: &[0] },
            Band { from: 10_000, every: 1_000, endings: &[0] },
            Band { from: 100_000, every: 5_000, endings: &[0] },
        ],
        // No seller fee (tool, high); the buyer pays for protection.
        fees: &[Fee::none(Currency::Eur), Fee::none(Currency::Gbp), Fee::none(Currency::Usd)],
    },
    category_style: CategoryStyle::FullPath,
    accepted_goods: None,
    // Other tools, seen live: the server refuses clothes without brand, size and color.
    required: RequiredFields {
        description: true,
        condition: always,
        specifics: &[
            (Specific::Brand, |kind| kind.department() == Department::Clothing),
            (Specific::Size, |kind| kind.department() == Department::Clothing),
            (Specific::Color, |kind| kind.department() == Department::Clothing),
            (Specific::Storage, |kind| matches!(kind, ProductType::Phone | ProductType::Laptop)),
            (Specific::SimLock, |kind| kind == ProductType::Phone),
            (Specific::Model, |kind| kind == ProductType::Phone),
            (Specific::Ram, |kind| kind == ProductType::Laptop),
            (Specific::Charger, |kind| kind == ProductType::Laptop),
            (Specific::ConsolePlatform, |kind| {
                matches!(kind, ProductType::GameConsole | ProductType::VideoGame)
            }),
            (Specific::Isbn, |kind| kind == ProductType::Book),
        ],
    },
    sources: &[SourcedRules {
        source: FactSource {
            url: "https://www.vinted.co.uk/catalog-rules",
            checked_on: None,
            origin: FactOrigin::Official,
        },
        rules: &[
            Rule::WebAddress,
            Rule::EmailAddress,
            Rule::PhoneNumber,
            Rule::OffPlatformPayment,
            Rule::OtherMarketplace,
        ],
    }],
};

/// The condition group of electronics, the only goods that may be sold broken.
const ELECTRONICS: &str = "electronics";

const fn group(product: ProductType) -> &'static str {
    match product {
        ProductType::Phone
        | ProductType::Laptop
        | ProductType::Tablet
        | ProductType::Camera
        | ProductType::Headphones
        | ProductType::GameConsole => ELECTRONICS,
        _ => ALL_GOODS,
    }
}
