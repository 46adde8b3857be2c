//! Poshmark: second-hand fashion and home goods, United States.
//!
//! Origin of each fact, with our confidence in it. Title: other tools (medium-high). Description: other tools
//! (medium-high). Conditions: other tools (medium). Categories: seen live (high; beauty row from a tool).
//! Price: a guess (medium; not verified).
//!
//! Sources: a third-party category map validated against a copied tree, Oct 2026; a live reading of the Home
//! tree and a menu copy; outfitfashion.info (title and description limits); one tool (conditions); a
//! third-party fee registry (fees); aiot-tindm/poshmark-api.

use super::Platform;
use super::facts::{
    ALL_GOODS, Band, CategoryStyle, DescriptionRules, Facts, HashtagRules, PriceRules, TitleRules, WHOLE,
};
use super::fees::Fee;
use super::required::{RequiredFields, Specific, always};
use crate::money::Currency;
use crate::options::Language;
use crate::text::Lint;

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Poshmark,
    name: "Poshmark",
    region: "US",
    everyday_names: &["poshmark"],
    title: TitleRules {
        // 80 in several tools (older 50).
        free_text: true,
        min: 1,
        max: 80,
        lints: &[],
    },
    description: DescriptionRules {
        // 1,500 (outfitfashion.info, tools).
        min: 1,
        max: 1_500,
        lints: &[Lint::NoOffPlatformPayment],
    },
    hashtags: HashtagRules {
        // No stated limit; the recommended maximum of 5 serves as the limit.
        max: 5,
        recommended_min: 0,
        recommended_max: 5,
    },
    own_language: Language::En,
    // Some tools show a fifth "New Without Tags (NWOT)". Before 2023 the form had only an NWT yes/no switch.
    condition_group: |_| Some(ALL_GOODS),
    currency: Some(Currency::Usd),
    price: PriceRules {
        // Whole dollars and minimum 3 are not verified; an original-price field is required. Offers are
        // standard; asking about 20 % above the floor is habit.
        // Usual prices: whole dollars ending in 0, 5 or 8; above 200, tens, which is ours.
        bounds: Currency::Usd,
        unit: WHOLE,
        min: 300,
        max: None,
        bands: &[
            Band { from: 0, every: 100, endings: &[0] },
            Band { from: 2_000, every: 1_000, endings: &[0, 500, 800] },
            Band { from: 20_000, every: 1_000, endings: &[0] },
            Band { from: 100_000, every: 5_000, endings: &[0] },
        ],
        // 2.95 below 15, else 20 % (checked 2026-08-19).
        fees: &[Fee { share: 2_000, flat: Some((1_500, 295)), ..Fee::none(Currency::Usd) }],
    },
    category_style: CategoryStyle::FullPath,
    accepted_goods: None,
    // Other tools, seen live. The brand may be none.
    required: RequiredFields {
        description: false,
        condition: always,
        specifics: &[
            (Specific::Audience, always),
            (Specific::Size, always),
            (Specific::Color, always),
            (Specific::OriginalPrice, always),
        ],
    },
    // No rule has a public page.
    sources: &[],
};
