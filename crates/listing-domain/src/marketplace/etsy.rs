//! Etsy: handmade goods, vintage of twenty years and more, and craft supplies, worldwide.
//!
//! How sure these facts are. title: official (high); description: official (no maxLength
//! documented); conditions: official (there is no condition field); categories: a guess
//! (top-level EN names are official; every deeper path and every FR label is a guess); price: a
//! guess (medium; bounds are not verified).
//!
//! Sources: etsy/open-api and api-evangelist/etsy (copies of the official OpenAPI file); Etsy
//! help and seller handbook (title 140, top categories, fees); a third-party note on AI
//! disclosure, checked 2026-10-06.

use super::Platform;
use super::eligibility::AcceptedGoods;
use super::facts::{
    A_CENT_LESS, CENTS, CategoryStyle, DescriptionRules, Facts, HashtagRules, PriceRules, TitleRules,
};
use super::fees::Fee;
use crate::money::Currency;
use crate::options::Language;
use crate::text::Lint;

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Etsy,
    name: "Etsy",
    region: "Global",
    spoken_names: &["etsy"],
    title: TitleRules {
        // Open API: charset letters, digits, punctuation, math, space, ™ © ®; each of % : & +
        // at most once; recent seller-handbook advice: under ~15 words, most important words
        // first.
        free_text: true,
        min: 1,
        max: 140,
        lints: &[Lint::NoEmoji, Lint::EtsyCharset, Lint::Max3CapsWords, Lint::NoPrice, Lint::NoShippingClaim],
    },
    description: DescriptionRules {
        // Practical cap 5,000+; first 160 characters used as search snippet.
        min: 1,
        max: 5_000,
        lints: &[Lint::NoOffPlatformPayment],
    },
    hashtags: HashtagRules {
        // Use the tag field.
        max: 0,
        recommended_min: 0,
        recommended_max: 0,
    },
    // No condition field: use who_made + when_made (+ is_supply). Vintage = made 20 or more
    // years ago.
    own_language: Language::En,
    condition_group: |_| None,
    currency: None,
    price: PriceRules {
        // Minimum 0.20 USD and maximum 50,000 USD are not verified.
        unit: CENTS,
        min: 20,
        max: Some(5_000_000),
        bands: A_CENT_LESS,
        // 0.20 a listing and 6.5 %, payment 3 % and 0.25 in the United States (official).
        fees: &[Fee { share: 950, fixed: 45, ..Fee::none(Currency::Usd) }],
    },
    category_style: CategoryStyle::FullPath,
    // Official.
    accepted_goods: Some(AcceptedGoods::HandmadeVintageSupplies),
};
