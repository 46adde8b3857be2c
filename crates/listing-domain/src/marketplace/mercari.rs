//! Mercari: general second-hand goods by parcel, United States (and, on another site, Japan).
//!
//! How sure these facts are. title: from other tools (medium-high); description: from other
//! tools (medium-high); conditions: from other tools (high); categories: seen live (high, but
//! the tree is partial: an id without a leaf under Shoes, handbags, accessories, Sweaters,
//! Dresses, Pants or Furniture needs one more level picked by the seller); price: a guess
//! (medium; bounds are not verified).
//!
//! Sources: a category tree read from public pages, 2026-10-05; three tools (limits);
//! jessicadownes627/repostrocket, Vaultifacts/my-crosslister; Mercari seller guidelines
//! (official help); a third-party fee registry (fees).

use super::Platform;
use super::facts::{
    ALL_GOODS, CategoryStyle, DescriptionRules, FIVES, Facts, HashtagRules, PriceRules, TitleRules, WHOLE,
};
use super::fees::Fee;
use crate::money::Currency;
use crate::options::Language;
use crate::text::Lint;

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Mercari,
    name: "Mercari",
    region: "US/Japan",
    spoken_names: &["mercari"],
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
        // Minimum 1 and maximum 2,000 USD are not verified; Japan 300-9,999,999 JPY (not
        // verified).
        // Usual prices: whole dollars; their steps are ours.
        unit: WHOLE,
        min: 100,
        max: Some(200_000),
        bands: FIVES,
        // 10 % since January 2025 (tool, high).
        fees: &[Fee { share: 1_000, ..Fee::none(Currency::Usd) }],
    },
    category_style: CategoryStyle::FullPath,
    accepted_goods: None,
};
