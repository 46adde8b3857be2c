//! Mercari: general second-hand goods by parcel, United States (and Japan, on another site).
//!
//! Origin of each fact, with our confidence in it. Title: other tools (medium-high). Description: other tools
//! (medium-high). Conditions: other tools (high). Categories: seen live (high, but partial). An id without a
//! leaf under Shoes, handbags, accessories, Sweaters, Dresses, Pants or Furniture needs one more level picked
//! by the seller. Price: a guess (medium; bounds not verified).
//!
//! Sources: a category tree read from public pages, 2026-10-05; three tools (limits);
//! jessicadownes627/repostrocket, Vaultifacts/my-crosslister; Mercari seller guidelines (official help); a
//! third-party fee registry (fees).

use super::Platform;
use super::facts::{
    ALL_GOODS, CategoryStyle, DescriptionRules, FIVES, Facts, HashtagRules, PriceRules, TitleRules, WHOLE,
};
use super::fees::Fee;
use super::required::{RequiredFields, always};
use crate::money::Currency;
use crate::options::Language;
use crate::text::Lint;

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Mercari,
    name: "Mercari",
    region: "US/Japan",
    everyday_names: &["mercari"],
    title: TitleRules {
        // US 80 in three tools (older docs 40); JP 40 not verified.
        free_text: true,
        min: 1,
        max: 80,
        lints: &[Lint::NoKeywordList],
    },
    description: DescriptionRules {
        // US 1,000 characters.
        min: 5,
        max: 1_000,
        lints: &[Lint::NoOffPlatformPayment],
    },
    hashtags: HashtagRules {
        // Up to 3 tags or hashtags in all.
        max: 3,
        recommended_min: 0,
        recommended_max: 3,
    },
    own_language: Language::En,
    condition_group: |_| Some(ALL_GOODS),
    currency: Some(Currency::Usd),
    price: PriceRules {
        // Not verified: minimum 1 and maximum 2,000 USD; Japan 300-9,999,999 JPY.
        // Usual prices: whole dollars; the steps are ours.
        bounds: Currency::Usd,
        unit: WHOLE,
        min: 100,
        max: Some(200_000),
        bands: FIVES,
        // 10 % since January 2025 (tool, high).
        fees: &[Fee { share: 1_000, ..Fee::none(Currency::Usd) }],
    },
    category_style: CategoryStyle::FullPath,
    accepted_goods: None,
    // Other tools, seen live.
    required: RequiredFields { description: true, condition: always, specifics: &[] },
    // No rule has a public page.
    sources: &[],
};
