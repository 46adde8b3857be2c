//! eBay: the general auction and shop site, worldwide. Buyers find items by search, so titles are full of
//! facts.
//!
//! Origin of each fact, with our confidence in it. Title: official. Description: official. Conditions:
//! official (ids, enums and EN names); FR apparel labels live (Jul 2026), other FR labels guessed.
//! Categories: FR labels and ids live (ebay.fr, Jul 2026); EN labels from older tree dumps (medium); rows
//! marked guess are not verified. Price: a guess (medium; minimum not verified).
//!
//! Sources: api-evangelist/ebay (copies of the official OpenAPI files: inventory, browse, marketplace
//! insights); `developer.ebay.com/api-docs/sell/static/metadata/condition-id-values.html`; `FillSell` reading
//! of ebay.fr, Jul 2026; Apex-Importer (US top-level ids); moshebeeri/this (older US tree); a third-party fee
//! registry and a French tool's fee table (fees).

use super::Platform;
use super::facts::{
    A_CENT_LESS, CENTS, CategoryStyle, DescriptionRules, Facts, HashtagRules, PriceRules, TitleRules,
};
use super::fees::Fee;
use super::required::{RequiredFields, always};
use super::rule::{FactOrigin, FactSource, Rule, SourcedRules};
use crate::money::Currency;
use crate::options::Language;
use crate::product::ProductType;
use crate::text::Lint;

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Ebay,
    name: "eBay",
    region: "Global",
    everyday_names: &["ebay"],
    title: TitleRules {
        // Inventory API product.title maxLength 80; subtitle 55 (paid).
        free_text: true,
        min: 1,
        max: 80,
        lints: &[Lint::NoAllCaps, Lint::NoPrice, Lint::NoShippingClaim],
    },
    description: DescriptionRules {
        // `ListingDescription`: 500,000 including HTML. `conditionDescription`: 1,000, ignored for new
        // conditions.
        min: 1,
        max: 500_000,
        lints: &[Lint::NoOffPlatformPayment, Lint::NoKeywordList],
    },
    hashtags: HashtagRules {
        // Use item specifics (aspects) instead.
        max: 0,
        recommended_min: 0,
        recommended_max: 0,
    },
    own_language: Language::En,
    condition_group: |product| Some(group(product)),
    currency: None,
    price: PriceRules {
        // Fixed-price minimum 0.99 USD / 1 EUR (not verified); Best Offer optional.
        bounds: Currency::Usd,
        unit: CENTS,
        min: 99,
        max: None,
        bands: A_CENT_LESS,
        // United States: 13.6 % in most categories, plus 0.30 up to 10 and 0.40 above (checked 2026-08/10).
        // Private sellers' fees elsewhere are uncertain.
        fees: &[Fee { share: 1_360, fixed: 40, small: Some((1_000, 30)), ..Fee::none(Currency::Usd) }],
    },
    category_style: CategoryStyle::FullPath,
    accepted_goods: None,
    // Each category requires item specifics of its own, which only eBay’s interface lists.
    required: RequiredFields { description: false, condition: always, specifics: &[] },
    sources: &[
        SourcedRules {
            source: FactSource {
                url: "https://developer.ebay.com/api-docs/sell/static/metadata/condition-id-values.html",
                checked_on: None,
                origin: FactOrigin::Official,
            },
            rules: &[Rule::ConditionUnknown],
        },
        // A public copy of the OpenAPI files.
        SourcedRules {
            source: FactSource {
                url: "https://github.com/api-evangelist/ebay",
                checked_on: None,
                origin: FactOrigin::Official,
            },
            rules: &[Rule::TitleTooLong, Rule::DescriptionTooLong],
        },
    ],
};

/// The condition group of clothes, bags and fashion accessories.
const APPAREL: &str = "apparel";
/// The condition group of footwear.
const SHOES: &str = "shoes";
/// The condition group of books, records and video games.
const MEDIA: &str = "media";
/// The condition group of electronics, home, instruments, tools and most other goods.
const GENERAL: &str = "general";
/// The condition group of toys, baby goods, art, collectibles and beauty.
const NEW_OR_USED: &str = "new_or_used";

/// Returns the condition group of a product type: types whose listings offer the same conditions. It is our
/// reading of the published condition ids.
const fn group(product: ProductType) -> &'static str {
    match product {
        ProductType::TShirt
        | ProductType::Shirt
        | ProductType::Sweater
        | ProductType::Jacket
        | ProductType::Coat
        | ProductType::Dress
        | ProductType::Skirt
        | ProductType::Jeans
        | ProductType::Trousers
        | ProductType::Shorts
        | ProductType::Suit
        | ProductType::Swimwear
        | ProductType::Lingerie
        | ProductType::Handbag
        | ProductType::Backpack
        | ProductType::Wallet
        | ProductType::Belt
        | ProductType::Hat
        | ProductType::Scarf
        | ProductType::Gloves => APPAREL,
        ProductType::Sneakers | ProductType::Boots | ProductType::Heels | ProductType::Sandals => SHOES,
        ProductType::VideoGame | ProductType::Book | ProductType::VinylCd => MEDIA,
        ProductType::Sunglasses
        | ProductType::Watch
        | ProductType::Jewellery
        | ProductType::Sofa
        | ProductType::Armchair
        | ProductType::Chair
        | ProductType::Table
        | ProductType::Desk
        | ProductType::Lamp
        | ProductType::Mirror
        | ProductType::Rug
        | ProductType::ShelfBookcase
        | ProductType::Bed
        | ProductType::VaseDecor
        | ProductType::Crockery
        | ProductType::Cookware
        | ProductType::SmallAppliance
        | ProductType::LargeAppliance
        | ProductType::Phone
        | ProductType::Laptop
        | ProductType::Tablet
        | ProductType::Camera
        | ProductType::Headphones
        | ProductType::GameConsole
        | ProductType::Bicycle
        | ProductType::SportsEquipment
        | ProductType::MusicalInstrument
        | ProductType::PowerTool
        | ProductType::Garden
        | ProductType::CarPart => GENERAL,
        ProductType::Toy
        | ProductType::BoardGame
        | ProductType::BabyGear
        | ProductType::BeautyPerfume
        | ProductType::ArtPainting
        | ProductType::Collectible => NEW_OR_USED,
    }
}
