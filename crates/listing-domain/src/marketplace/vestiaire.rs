//! Vestiaire Collective: second-hand fashion of accepted designer brands; it makes the title
//! itself.
//!
//! How sure these facts are. title: from other tools (medium); description: a guess;
//! conditions: from other tools (medium-high); categories: from other tools (departments and
//! second level medium; leaves low); price: official (US minimum from the seller terms; the EUR
//! minimum is not verified).
//!
//! Sources: faq.vestiairecollective.com (three seller articles); two independent public
//! repositories (conditions); a third-party fee registry (fees); vendoo.co guide; a copy of a
//! luxury-resale site menu in French (labels match Vestiaire; attribution inferred); one list
//! of leaf names (uncertain).

use super::Platform;
use super::eligibility::AcceptedGoods;
use super::facts::{
    ALL_GOODS, CategoryStyle, DescriptionRules, FIRST_LINE_MAX, FIVES, Facts, HashtagRules, PriceRules,
    TitleRules, WHOLE,
};
use crate::money::Currency;
use crate::options::Language;
use crate::text::Lint;

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Vestiaire,
    name: "Vestiaire Collective",
    region: "Europe",
    spoken_names: &["vestiaire collective"],
    title: TitleRules {
        // No free title: site composes it from brand + material + category (+ colour/model).
        // Generate attributes, keep a suggested title for display only.
        free_text: false,
        min: 1,
        max: FIRST_LINE_MAX,
        lints: &[Lint::NoOffPlatformPayment],
    },
    description: DescriptionRules {
        // Limit not found in public sources; 1,000 is a cautious guess.
        min: 1,
        max: 1_000,
        lints: &[Lint::NoOffPlatformPayment],
    },
    hashtags: HashtagRules { max: 0, recommended_min: 0, recommended_max: 0 },
    own_language: Language::En,
    // Two independent repos; some UI text "État correct". Broken items refused.
    condition_group: |_| Some(ALL_GOODS),
    currency: Some(Currency::Eur),
    price: PriceRules {
        // Minimum listing 18 USD (US terms); the EUR minimum is not verified (about 15: guess);
        // offers enabled; the terms contain a price-rounding clause.
        // Usual prices: whole numbers; the site rounds prices, to which steps is not known: ours.
        unit: WHOLE,
        min: 1_800,
        max: None,
        bands: FIVES,
        // 12 % (from 10 to 2,000) and 3 % (from 3) for payment, in all at most 30 %: the United States'
        // terms of March 2026; those in euro are not sure.
        fees: &[],
    },
    category_style: CategoryStyle::FullPath,
    // From other tools: accepted brands alone, no fast fashion since 2022.
    accepted_goods: Some(AcceptedGoods::DesignerFashion),
};
