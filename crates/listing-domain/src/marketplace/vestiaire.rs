//! Vestiaire Collective: second-hand fashion by accepted designer brands; the site writes the title.
//!
//! Origin of each fact, with our confidence in it. Title: other tools (medium). Description: a guess.
//! Conditions: other tools (medium-high). Categories: other tools (departments and second level medium,
//! leaves low). Price: official US minimum from the seller terms; EUR minimum not verified.
//!
//! Sources: faq.vestiairecollective.com (three seller articles); two independent public repositories
//! (conditions); a third-party fee registry (fees); vendoo.co guide; a copy of a luxury-resale site menu in
//! French (labels match Vestiaire; attribution inferred); one list of leaf names (uncertain).

use super::Platform;
use super::eligibility::AcceptedGoods;
use super::facts::{
    ALL_GOODS, CategoryStyle, DescriptionRules, FIRST_LINE_MAX, FIVES, Facts, HashtagRules, PriceRules,
    TitleRules, WHOLE,
};
use super::required::{RequiredFields, Specific, always};
use crate::money::Currency;
use crate::options::Language;
use crate::text::Lint;

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Vestiaire,
    name: "Vestiaire Collective",
    region: "Europe",
    everyday_names: &["vestiaire collective"],
    title: TitleRules {
        // No free title: the site composes it from brand + material + category (+ color/model). Generate the
        // attributes, and suggest a title for display only.
        free_text: false,
        min: 1,
        max: FIRST_LINE_MAX,
        lints: &[Lint::NoOffPlatformPayment],
    },
    description: DescriptionRules {
        // No limit in public sources; 1,000 is a cautious guess.
        min: 1,
        max: 1_000,
        lints: &[Lint::NoOffPlatformPayment],
    },
    hashtags: HashtagRules { max: 0, recommended_min: 0, recommended_max: 0 },
    own_language: Language::En,
    // Two independent repositories; some UI text says "État correct". The site refuses broken items.
    condition_group: |_| Some(ALL_GOODS),
    currency: Some(Currency::Eur),
    price: PriceRules {
        // Minimum 18 USD (US terms); the EUR minimum is not verified (guess: about 15). Offers are enabled,
        // and the terms contain a price-rounding clause.
        // Usual prices: whole numbers. The site's rounding steps are unknown; these are ours.
        bounds: Currency::Usd,
        unit: WHOLE,
        min: 1_800,
        max: None,
        bands: FIVES,
        // 12 % (between 10 and 2,000) and 3 % (at least 3) for payment, at most 30 % in all: United States'
        // terms of March 2026. Fees in euro are uncertain.
        fees: &[],
    },
    category_style: CategoryStyle::FullPath,
    // From other tools: only accepted brands, no fast fashion since 2022.
    accepted_goods: Some(AcceptedGoods::DesignerFashion),
    // Other tools.
    required: RequiredFields {
        description: false,
        condition: always,
        specifics: &[
            (Specific::Brand, always),
            (Specific::Audience, always),
            (Specific::Material, always),
            (Specific::Color, always),
            (Specific::Size, always),
        ],
    },
    // No rule has a public page.
    sources: &[],
};
