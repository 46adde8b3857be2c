//! leboncoin: general classified advertisements in France, sold from hand to hand or by parcel.
//!
//! Origin of each fact, with our confidence in it. Title: other tools (medium: three tools agree on 50, one
//! says 60). Description: other tools (medium). Conditions: other tools (medium-high; EN labels are our
//! translation). Categories: official FR labels and ids (high; copy of the site's own category table), EN our
//! translation. Price: whole euros seen live (Sep 2026), minimum guessed.
//!
//! Sources: etienne-hd/lbc (client library; category table taken Aug 2026); maxgfr/leboncoin-cdp; `FillSell`
//! (French tool), category and criteria survey Jul-Sep 2026; three independent French listing tools (title
//! 50); a real-estate feed document and French tools (description 4,000); two client test suites (code
//! etatneuf); journaldufreenaute.fr, surpat.fr (posting rules); step-in.fr (photo quota); a French tool's fee
//! table (fees).

use super::Platform;
use super::facts::{
    ALL_GOODS, Band, CategoryStyle, DescriptionRules, Facts, HashtagRules, PriceRules, TitleRules, WHOLE,
};
use super::fees::Fee;
use super::required::{RequiredFields, Specific};
use crate::money::Currency;
use crate::options::Language;
use crate::product::{Department, ProductType};
use crate::text::Lint;

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Leboncoin,
    name: "leboncoin",
    region: "France",
    everyday_names: &["leboncoin", "le bon coin"],
    title: TitleRules {
        // 50 in three independent French listing tools (two browser extensions, one channel-rule registry
        // that truncates at 50); 60 in one other tool. Official page not reached.
        free_text: true,
        min: 1,
        max: 50,
        lints: &[Lint::NoKeywordList, Lint::NoPrice, Lint::NoFiller, Lint::NoEmoji],
    },
    description: DescriptionRules {
        // 4,000 in one real-estate feed document and FR tools; treat as upper bound.
        min: 1,
        max: 4_000,
        lints: &[Lint::NoOtherMarketplace, Lint::NoKeywordList],
    },
    hashtags: HashtagRules {
        // Not a leboncoin habit; keyword lists are refused.
        max: 0,
        recommended_min: 0,
        recommended_max: 0,
    },
    own_language: Language::Fr,
    // API attribute key "condition". Code "etatneuf" seen in two client test suites, for both new states;
    // other codes not seen (guess: tresbonetat, bonetat, etatsatisfaisant, pourpieces). Required for
    // computers, phones, photo/audio/video, shoes, clothing; not for appliances, instruments, DIY, home.
    condition_group: |_| Some(ALL_GOODS),
    currency: Some(Currency::Eur),
    price: PriceRules {
        // Whole euros (seen live, Sep 2026); minimum 1 is a guess. Haggling is expected; asking 10-15 % above
        // the floor is habit (guess).
        // Usual prices: round tens above 50; the fifties above 1,000 are ours.
        bounds: Currency::Eur,
        unit: WHOLE,
        min: 100,
        max: None,
        bands: &[
            Band { from: 0, every: 100, endings: &[0] },
            Band { from: 2_000, every: 500, endings: &[0] },
            Band { from: 5_000, every: 1_000, endings: &[0] },
            Band { from: 100_000, every: 5_000, endings: &[0] },
        ],
        // Free for private sellers of general goods (a French tool's fee table).
        fees: &[Fee::none(Currency::Eur)],
    },
    category_style: CategoryStyle::Leaf,
    accepted_goods: None,
    // The form also requires criteria of some goods, which differ by category (other tools, seen live).
    required: RequiredFields {
        description: true,
        condition: |kind| {
            matches!(kind.department(), Department::Clothing | Department::Shoes)
                || matches!(
                    kind,
                    ProductType::Phone
                        | ProductType::Laptop
                        | ProductType::Tablet
                        | ProductType::Camera
                        | ProductType::Headphones
                )
        },
        specifics: &[(Specific::Size, |kind| kind.department() == Department::Shoes)],
    },
    // No rule has a public page.
    sources: &[],
};
