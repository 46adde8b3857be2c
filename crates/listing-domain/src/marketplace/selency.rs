//! Selency: vintage and designer furniture, lighting, decoration and art, France and neighboring countries.
//!
//! Origin of the facts: all are guesses. One French tool asks for a title of 70 at most.
//!
//! Sources: help.selency.com (seller table of contents, two articles); a French tool (title up to 70,
//! attribution wording).

use super::Platform;
use super::eligibility::AcceptedGoods;
use super::facts::{
    ALL_GOODS, CategoryStyle, DescriptionRules, FIVES, Facts, HashtagRules, PriceRules, TitleRules, WHOLE,
};
use super::required::{RequiredFields, Specific, always};
use crate::money::Currency;
use crate::options::Language;
use crate::text::Lint;

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Selency,
    name: "Selency",
    region: "France",
    everyday_names: &["selency"],
    title: TitleRules {
        // No public limit found; one FR tool asks for <=70.
        free_text: true,
        min: 1,
        max: 70,
        lints: &[],
    },
    description: DescriptionRules {
        // Official help asks for a complete and transparent description.
        min: 1,
        max: 2_000,
        lints: &[Lint::NoOffPlatformPayment],
    },
    hashtags: HashtagRules { max: 0, recommended_min: 0, recommended_max: 0 },
    own_language: Language::Fr,
    // Guessed: no public list found.
    condition_group: |_| Some(ALL_GOODS),
    currency: Some(Currency::Eur),
    price: PriceRules {
        // Guess; the buyer may negotiate in a moderated chat.
        bounds: Currency::Eur,
        unit: WHOLE,
        min: 0,
        max: None,
        bands: FIVES,
        // The rate of the commission is not published.
        fees: &[],
    },
    category_style: CategoryStyle::FullPath,
    // From other tools.
    accepted_goods: Some(AcceptedGoods::VintageDesignHome),
    // Other tools.
    required: RequiredFields {
        description: true,
        condition: always,
        specifics: &[
            (Specific::Dimensions, always),
            (Specific::Material, always),
            (Specific::StylePeriod, always),
        ],
    },
    // No rule has a public page.
    sources: &[],
};
