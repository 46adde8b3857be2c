//! Facebook Marketplace: local classified advertisements inside Facebook, worldwide.
//!
//! How sure these facts are. title: from other tools (medium-high); description: from other
//! tools (low); conditions: seen live (high (FR, 30 Sep 2026)); categories: seen live (high; FR
//! live, EN tool); price: seen live (high (Jul 2026)).
//!
//! Sources: Karim2111/onelisting (EN and FR-CA categories); a third-party reading of the live
//! French form, 30 Sep 2026; danieldk04/crosslisteu facebook.js (price, 20 photos); a channel
//! registry, a 2016 guide and one tool (title); GauteR/buying-and-selling-items;
//! `facebook.com/legal/merchant_policies` and `facebook.com/help/376859780413203` as quoted by
//! a third-party fee registry; unanswered.io guide (no published description limit).

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
    platform: Platform::Marketplace,
    name: "Facebook Marketplace",
    spoken_names: &["facebook marketplace", "fb marketplace", "facebook"],
    title: TitleRules {
        // 100 in a channel registry and a 2016 guide; one tool uses 99.
        free_text: true,
        min: 1,
        max: 100,
        lints: &[Lint::NoPrice, Lint::NoEmoji, Lint::NoAllCaps],
    },
    description: DescriptionRules {
        // Tools use 5,000; one document claims 30-9,999; no official number reached -> stay
        // under 1,000.
        min: 1,
        max: 5_000,
        lints: &[],
    },
    hashtags: HashtagRules {
        // Few sellers use them.
        max: 0,
        recommended_min: 0,
        recommended_max: 0,
    },
    languages: &[Language::Fr, Language::En],
    conditions: |_| CONDITIONS,
    currency: Words { fr: Currency::Eur, en: Currency::Usd },
    price: PriceRules {
        // Integers only: the form rounds 29,50 to 30 and reads "." as a thousands separator
        // (seen live, Jul 2026); 0 = free item; low offers are normal, so a price 15-20 % above
        // the floor (tool advice).
        unit: WHOLE,
        min: 0,
        max: None,
        bands: FIVES,
    },
    category: |product| Some(category(product)),
    catch_all: Words { fr: "Divers", en: "Miscellaneous" },
    category_style: CategoryStyle::FullPath,
};

// FR (France) labels observed live 30/09/2026. FR-Canada: Neuf / Usagé – comme neuf / Usagé –
// bon état / Usagé – état passable. Apostrophe is the curly one.
const CONDITIONS: ConditionLabels = ConditionLabels {
    new_with_tags: Some(Words { fr: "Neuf", en: "New" }),
    new: Some(Words { fr: "Neuf", en: "New" }),
    like_new: Some(Words { fr: "D’occasion - comme neuf", en: "Used - Like New" }),
    very_good: Some(Words { fr: "D’occasion - comme neuf", en: "Used - Like New" }),
    good: Some(Words { fr: "D’occasion - bon état", en: "Used - Good" }),
    fair: Some(Words { fr: "D’occasion - assez bon état", en: "Used - Fair" }),
    for_parts: Some(Words { fr: "D’occasion - assez bon état", en: "Used - Fair" }),
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
        | ProductType::Swimwear
        | ProductType::Sneakers
        | ProductType::Boots
        | ProductType::Sandals => {
            Category::new("Women's Clothing & Shoes", "Vêtements et chaussures pour femmes")
                .for_men("Men's Clothing & Shoes", "Vêtements et chaussures pour hommes")
        }
        ProductType::Dress | ProductType::Skirt | ProductType::Lingerie | ProductType::Heels => {
            Category::new("Women's Clothing & Shoes", "Vêtements et chaussures pour femmes")
        }
        ProductType::Handbag | ProductType::Backpack => Category::new("Bags & Luggage", "Sacs et bagages"),
        ProductType::Wallet
        | ProductType::Belt
        | ProductType::Hat
        | ProductType::Scarf
        | ProductType::Gloves
        | ProductType::Sunglasses
        | ProductType::Watch
        | ProductType::Jewellery => Category::new("Jewelry & Accessories", "Bijoux et accessoires"),
        ProductType::Sofa
        | ProductType::Armchair
        | ProductType::Chair
        | ProductType::Table
        | ProductType::Desk
        | ProductType::ShelfBookcase
        | ProductType::Bed => Category::new("Furniture", "Meubles"),
        ProductType::Lamp
        | ProductType::Mirror
        | ProductType::Rug
        | ProductType::VaseDecor
        | ProductType::Crockery
        | ProductType::Cookware => Category::new("Household", "Pour la maison"),
        ProductType::SmallAppliance | ProductType::LargeAppliance => {
            Category::new("Appliances", "Électroménager")
        }
        ProductType::Phone => Category::new("Mobile Phones", "Téléphones mobiles"),
        ProductType::Laptop | ProductType::Tablet | ProductType::Camera | ProductType::Headphones => {
            Category::new("Electronics & Computers", "Électronique et ordinateurs")
        }
        ProductType::GameConsole | ProductType::VideoGame => Category::new("Video Games", "Jeux vidéo"),
        ProductType::Book | ProductType::VinylCd => {
            Category::new("Books, Movies & Music", "Livres, films et musique")
        }
        ProductType::Toy | ProductType::BoardGame => Category::new("Toys & Games", "Jouets et jeux"),
        ProductType::BabyGear => Category::new("Baby & Kids", "Puériculture et enfants"),
        ProductType::Bicycle => Category::new("Bicycles", "Vélos"),
        ProductType::SportsEquipment => Category::new("Sports & Outdoors", "Sports et activités extérieures"),
        ProductType::MusicalInstrument => Category::new("Musical Instruments", "Instruments de musique"),
        ProductType::PowerTool => Category::new("Tools", "Outils"),
        ProductType::Garden => Category::new("Garden", "Jardin"),
        ProductType::BeautyPerfume => Category::new("Health & Beauty", "Santé et beauté"),
        ProductType::ArtPainting => Category::new("Arts & Crafts", "Artisanat d’art"),
        ProductType::Collectible => {
            Category::new("Antiques & Collectibles", "Antiquités et objets de collection")
        }
        ProductType::CarPart => Category::new("Auto Parts", "Pièces auto"),
    }
}
