//! Etsy: handmade goods, vintage of at least twenty years, and craft supplies, worldwide.
//!
//! Origin of each fact, with our confidence in it. Title: official (high). Description: official (no
//! maxLength documented). Conditions: official (no condition field). Categories: a guess, except the official
//! top-level EN names. Price: a guess (medium; bounds not verified).
//!
//! Sources: etsy/open-api and api-evangelist/etsy (copies of the official OpenAPI file); Etsy help and seller
//! handbook (title 140, top categories, fees); a third-party note on AI disclosure, checked 2026-10-06.

use super::Platform;
use super::eligibility::AcceptedGoods;
use super::facts::{
    A_CENT_LESS, CENTS, CategoryStyle, DescriptionRules, Facts, HashtagRules, PriceRules, TitleRules,
};
use super::fees::Fee;
use super::required::{RequiredFields, Specific, always, never};
use super::rule::{FactOrigin, FactSource, Rule, SourcedRules};
use crate::money::Currency;
use crate::options::Language;
use crate::text::Lint;

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Etsy,
    name: "Etsy",
    region: "Global",
    everyday_names: &["etsy"],
    title: TitleRules {
        // Open API charset: letters, digits, punctuation, math, space, ™ © ®; each of % : & + at most once.
        // Recent seller-handbook advice: under ~15 words, most important words first.
        free_text: true,
        min: 1,
        max: 140,
        lints: &[Lint::NoEmoji, Lint::EtsyCharset, Lint::Max3CapsWords, Lint::NoPrice, Lint::NoShippingClaim],
    },
    description: DescriptionRules {
        // Practical cap 5,000+; the first 160 characters are the search snippet.
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
    // No condition field: use `who_made` + `when_made` (+ `is_supply`). Vintage = made at least 20 years ago.
    own_language: Language::En,
    condition_group: |_| None,
    currency: None,
    price: PriceRules {
        // Minimum 0.20 USD and maximum 50,000 USD are not verified.
        bounds: Currency::Usd,
        unit: CENTS,
        min: 20,
        max: Some(5_000_000),
        bands: A_CENT_LESS,
        // United States (official): 0.20 per listing and 6.5 %, plus 3 % and 0.25 for payment.
        fees: &[Fee { share: 950, fixed: 45, ..Fee::none(Currency::Usd) }],
    },
    category_style: CategoryStyle::FullPath,
    // Official.
    accepted_goods: Some(AcceptedGoods::HandmadeVintageSupplies),
    // The interface’s required fields (other tools, seen live).
    required: RequiredFields {
        description: true,
        condition: never,
        specifics: &[(Specific::WhoMade, always), (Specific::WhenMade, always)],
    },
    sources: &[
        // The OpenAPI file.
        SourcedRules {
            source: FactSource {
                url: "https://github.com/etsy/open-api",
                checked_on: None,
                origin: FactOrigin::Official,
            },
            rules: &[Rule::RefusedCharacter],
        },
    ],
};
