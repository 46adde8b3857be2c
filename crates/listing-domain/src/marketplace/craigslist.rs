//! Craigslist: local classified advertisements, city by city, United States first.
//!
//! How sure these facts are. title: from other tools (low); description: a guess (low; tools
//! use 7,500); conditions: from other tools (high; the numeric codes are a guess); categories:
//! from other tools (high; codes fuo, tls and grd are a guess (the client library has fua, tla,
//! gra)); price: a guess (medium).
//!
//! Sources: irahorecka/pycraigslist constants.py (codes, six conditions);
//! juliomalegria/python-craigslist; `craigslist.org/about/help/reasons` (official removal
//! reasons); howtoselloncraigslistebook.com (capitals, symbols); one further tool (conditions).

use super::Platform;
use super::facts::{
    Category, CategoryStyle, ConditionLabels, DescriptionRules, FIVES, Facts, HashtagRules, PriceRules,
    TitleRules, WHOLE,
};
use crate::money::Currency;
use crate::product::ProductType;
use crate::text::Lint;
use crate::wish::{Language, Words};

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Craigslist,
    name: "Craigslist",
    spoken_names: &["craigslist"],
    title: TitleRules {
        // ~70 used by tools and not verified.
        free_text: true,
        min: 1,
        max: 70,
        lints: &[Lint::NoAllCaps, Lint::NoSymbolRuns, Lint::NoPrice],
    },
    description: DescriptionRules {
        // 30,000 not verified; tools use 7,500.
        min: 1,
        max: 30_000,
        lints: &[Lint::NoKeywordList],
    },
    hashtags: HashtagRules { max: 0, recommended_min: 0, recommended_max: 0 },
    languages: &[Language::En],
    conditions: |_| CONDITIONS,
    currency: Words { fr: Currency::Usd, en: Currency::Usd },
    price: PriceRules {
        // Whole dollars; "OBO" is habit.
        unit: WHOLE,
        min: 100,
        max: None,
        bands: FIVES,
    },
    category: |product| Some(category(product)),
    catch_all: Words { fr: "for sale", en: "for sale" },
    category_style: CategoryStyle::FullPath,
};

// Ids 10..60 = search-parameter codes (not verified).
// Our translation for display only; the platform has no French version, publish the English
// label.
const CONDITIONS: ConditionLabels = ConditionLabels {
    new_with_tags: Some(Words { fr: "neuf", en: "new" }),
    new: Some(Words { fr: "neuf", en: "new" }),
    like_new: Some(Words { fr: "comme neuf", en: "like new" }),
    very_good: Some(Words { fr: "excellent", en: "excellent" }),
    good: Some(Words { fr: "bon", en: "good" }),
    fair: Some(Words { fr: "correct", en: "fair" }),
    for_parts: Some(Words { fr: "pour pièces", en: "salvage" }),
};

/// The category of each product type; a new type must be placed here.
#[expect(clippy::too_many_lines, reason = "a table with one line per product type")]
const fn category(product: ProductType) -> Category {
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
        | ProductType::Sneakers
        | ProductType::Boots
        | ProductType::Heels
        | ProductType::Sandals
        | ProductType::Handbag
        | ProductType::Backpack
        | ProductType::Wallet
        | ProductType::Belt
        | ProductType::Hat
        | ProductType::Scarf
        | ProductType::Gloves
        | ProductType::Sunglasses => Category::english("clothing & accessories"),
        ProductType::Watch | ProductType::Jewellery => Category::english("jewelry"),
        ProductType::Sofa
        | ProductType::Armchair
        | ProductType::Chair
        | ProductType::Table
        | ProductType::Desk
        | ProductType::ShelfBookcase
        | ProductType::Bed => Category::english("furniture"),
        ProductType::Lamp
        | ProductType::Mirror
        | ProductType::Rug
        | ProductType::VaseDecor
        | ProductType::Crockery
        | ProductType::Cookware
        | ProductType::SmallAppliance => Category::english("household items"),
        ProductType::LargeAppliance => Category::english("appliances"),
        ProductType::Phone => Category::english("cell phones"),
        ProductType::Laptop | ProductType::Tablet => Category::english("computers"),
        ProductType::Camera => Category::english("photo/video"),
        ProductType::Headphones => Category::english("electronics"),
        ProductType::GameConsole | ProductType::VideoGame => Category::english("video gaming"),
        ProductType::Book => Category::english("books & magazines"),
        ProductType::VinylCd => Category::english("cds / dvds / vhs"),
        ProductType::Toy | ProductType::BoardGame => Category::english("toys & games"),
        ProductType::BabyGear => Category::english("baby & kid stuff"),
        ProductType::Bicycle => Category::english("bicycles"),
        ProductType::SportsEquipment => Category::english("sporting goods"),
        ProductType::MusicalInstrument => Category::english("musical instruments"),
        ProductType::PowerTool => Category::english("tools"),
        ProductType::Garden => Category::english("farm & garden"),
        ProductType::BeautyPerfume => Category::english("health and beauty"),
        ProductType::ArtPainting => Category::english("arts & crafts"),
        ProductType::Collectible => Category::english("collectibles"),
        ProductType::CarPart => Category::english("auto parts"),
    }
}
