//! OfferUp: local second-hand goods on a phone app, United States.
//!
//! How sure these facts are. title: from other tools (low); description: from other tools
//! (low); conditions: from other tools (high); categories: from other tools (medium-high);
//! price: a guess (medium; habit).
//!
//! Sources: help.pro.offerup.com article 360042745892 (posting rules); one third-party copy of
//! the category tree; several repositories (six conditions); a third-party fee registry (fees).

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
    platform: Platform::Offerup,
    name: "OfferUp",
    spoken_names: &["offerup", "offer up"],
    title: TitleRules {
        // 70 in several small tools; official number not found.
        free_text: true,
        min: 1,
        max: 70,
        lints: &[Lint::NoKeywordList],
    },
    description: DescriptionRules {
        // Guess from tools.
        min: 1,
        max: 1_500,
        lints: &[Lint::NoOffPlatformPayment, Lint::NoKeywordList],
    },
    hashtags: HashtagRules { max: 0, recommended_min: 0, recommended_max: 0 },
    languages: &[Language::En],
    conditions: |_| CONDITIONS,
    currency: Words { fr: Currency::Usd, en: Currency::Usd },
    price: PriceRules {
        // Whole dollars are habit; the form has a "firm on price" switch.
        unit: WHOLE,
        min: 100,
        max: None,
        bands: FIVES,
    },
    category: |product| Some(category(product)),
    catch_all: Words { fr: "General", en: "General" },
    category_style: CategoryStyle::FullPath,
};

// Use Open box only when the packaging was opened; Other (see description) as fallback.
// Our translation for display only; the platform has no French version, publish the English
// label.
const CONDITIONS: ConditionLabels = ConditionLabels {
    new_with_tags: Some(Words { fr: "Neuf (jamais utilisé)", en: "New (never used)" }),
    new: Some(Words { fr: "Neuf (jamais utilisé)", en: "New (never used)" }),
    like_new: Some(Words { fr: "Occasion (usure normale)", en: "Used (normal wear)" }),
    very_good: Some(Words { fr: "Occasion (usure normale)", en: "Used (normal wear)" }),
    good: Some(Words { fr: "Occasion (usure normale)", en: "Used (normal wear)" }),
    fair: Some(Words { fr: "Occasion (usure normale)", en: "Used (normal wear)" }),
    for_parts: Some(Words { fr: "Pour pièces", en: "For parts" }),
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
        | ProductType::Jeans
        | ProductType::Trousers
        | ProductType::Shorts
        | ProductType::Suit
        | ProductType::Swimwear => Category::english("Clothing, Shoes, & Accessories > Women's Clothing")
            .for_men_english("Clothing, Shoes, & Accessories > Men's Clothing"),
        ProductType::Dress | ProductType::Skirt | ProductType::Lingerie => {
            Category::english("Clothing, Shoes, & Accessories > Women's Clothing")
        }
        ProductType::Sneakers | ProductType::Boots | ProductType::Heels | ProductType::Sandals => {
            Category::english("Clothing, Shoes, & Accessories > Women's Shoes")
                .for_men_english("Clothing, Shoes, & Accessories > Men's Shoes")
        }
        ProductType::Handbag | ProductType::Backpack => {
            Category::english("Clothing, Shoes, & Accessories > Bags & Luggage")
        }
        ProductType::Wallet
        | ProductType::Belt
        | ProductType::Hat
        | ProductType::Scarf
        | ProductType::Gloves
        | ProductType::Sunglasses
        | ProductType::Watch
        | ProductType::Jewellery => {
            Category::english("Clothing, Shoes, & Accessories > Jewelry & Accessories")
        }
        ProductType::Sofa
        | ProductType::Armchair
        | ProductType::Chair
        | ProductType::Table
        | ProductType::Desk
        | ProductType::ShelfBookcase
        | ProductType::Bed => Category::english("Home & Garden > Furniture"),
        ProductType::Lamp | ProductType::Mirror | ProductType::Rug | ProductType::VaseDecor => {
            Category::english("Home & Garden > Home Decor")
        }
        ProductType::Crockery | ProductType::Cookware => Category::english("Home & Garden > Household"),
        ProductType::SmallAppliance | ProductType::LargeAppliance => {
            Category::english("Home & Garden > Appliances")
        }
        ProductType::Phone => Category::english("Electronics & Media > Cell Phones"),
        ProductType::Laptop => Category::english("Electronics & Media > Computers & Laptops"),
        ProductType::Tablet => Category::english("Electronics & Media > Tablets"),
        ProductType::Camera => Category::english("Electronics & Media > Cameras"),
        ProductType::Headphones => Category::english("Electronics & Media > Audio"),
        ProductType::GameConsole | ProductType::VideoGame => {
            Category::english("Electronics & Media > Video Games & Consoles")
        }
        ProductType::Book | ProductType::VinylCd => {
            Category::english("Electronics & Media > Books, Movies & Music")
        }
        ProductType::Toy => Category::english("Toys, Games, & Hobbies > Toys"),
        ProductType::BoardGame => Category::english("Toys, Games, & Hobbies > Board Games"),
        ProductType::BabyGear => Category::english("Baby & Kids"),
        ProductType::Bicycle => Category::english("Sports & Outdoors > Bicycles"),
        ProductType::SportsEquipment => Category::english("Sports & Outdoors"),
        ProductType::MusicalInstrument => Category::english("Toys, Games, & Hobbies > Musical Instruments"),
        ProductType::PowerTool => Category::english("Home & Garden > Tools & Machinery"),
        ProductType::Garden => Category::english("Home & Garden"),
        ProductType::BeautyPerfume => Category::english("Health & Beauty"),
        ProductType::ArtPainting | ProductType::Collectible => Category::english("Collectibles & Art"),
        ProductType::CarPart => Category::english("Vehicles > Auto Parts"),
    }
}
