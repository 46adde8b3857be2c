//! Poshmark: second-hand fashion and home goods, United States.
//!
//! How sure these facts are. title: from other tools (medium-high); description: from other
//! tools (medium-high); conditions: from other tools (medium); categories: seen live (high;
//! beauty row tool); price: a guess (medium; not verified).
//!
//! Sources: a third-party category map validated against a copied tree, Oct 2026; a live
//! reading of the Home tree and a menu copy; outfitfashion.info (title and description limits);
//! one tool (conditions); a third-party fee registry (fees); aiot-tindm/poshmark-api.

use super::Platform;
use super::facts::{
    Band, Category, CategoryStyle, ConditionLabels, DescriptionRules, Facts, HashtagRules, PriceRules,
    TitleRules, WHOLE,
};
use crate::money::Currency;
use crate::product::ProductType;
use crate::text::Lint;
use crate::wish::{Language, Words};

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Poshmark,
    name: "Poshmark",
    spoken_names: &["poshmark"],
    title: TitleRules {
        // 80 in several tools (older 50).
        free_text: true,
        min: 1,
        max: 80,
        lints: &[],
    },
    description: DescriptionRules {
        // 1,500 (outfitfashion.info, tools).
        min: 1,
        max: 1_500,
        lints: &[Lint::NoOffPlatformPayment],
    },
    hashtags: HashtagRules {
        // 0-5 recommended; no limit stated; what is recommended is taken for the limit.
        max: 5,
        recommended_min: 0,
        recommended_max: 5,
    },
    languages: &[Language::En],
    conditions: |_| CONDITIONS,
    currency: Words { fr: Currency::Usd, en: Currency::Usd },
    price: PriceRules {
        // Whole dollars and minimum 3 are not verified; an original-price field is required;
        // offers are standard, a price about 20 % above the floor is habit.
        // Usual prices: whole dollars.
        unit: WHOLE,
        min: 300,
        max: None,
        bands: &[
            Band { from: 0, every: 100, endings: &[0] },
            Band { from: 2_000, every: 1_000, endings: &[0, 500, 800] },
        ],
    },
    category,
    // The marketplace has no category for the rest.
    catch_all: Words { fr: "Autre", en: "Other" },
    category_style: CategoryStyle::FullPath,
};

// Some tools show a fifth "New Without Tags (NWOT)"; before 2023 the form had only an NWT
// yes/no switch.
// Our translation for display only; the platform has no French version, publish the English
// label.
const CONDITIONS: ConditionLabels = ConditionLabels {
    new_with_tags: Some(Words { fr: "Neuf avec étiquette", en: "New With Tags (NWT)" }),
    new: Some(Words { fr: "Comme neuf", en: "Like New" }),
    like_new: Some(Words { fr: "Comme neuf", en: "Like New" }),
    very_good: Some(Words { fr: "Comme neuf", en: "Like New" }),
    good: Some(Words { fr: "Bon", en: "Good" }),
    fair: Some(Words { fr: "Correct", en: "Fair" }),
    for_parts: None,
};

/// The category of each product type; a new type must be placed here.
#[expect(clippy::too_many_lines, reason = "a table with one line per product type")]
const fn category(product: ProductType) -> Option<Category> {
    match product {
        ProductType::TShirt => Some(
            Category::english("Women > Tops > Tees - Short Sleeve")
                .for_men_english("Men > Shirts > Tees - Short Sleeve"),
        ),
        ProductType::Shirt => Some(
            Category::english("Women > Tops > Button Down Shirts")
                .for_men_english("Men > Shirts > Casual Button Down Shirts"),
        ),
        ProductType::Sweater => Some(
            Category::english("Women > Sweaters > Crew & Scoop Necks")
                .for_men_english("Men > Sweaters > Crewneck"),
        ),
        ProductType::Jacket => Some(
            Category::english("Women > Jackets & Coats > Utility Jackets")
                .for_men_english("Men > Jackets & Coats > Bomber & Varsity"),
        ),
        ProductType::Coat => Some(
            Category::english("Women > Jackets & Coats > Trench Coats")
                .for_men_english("Men > Jackets & Coats > Pea Coats"),
        ),
        ProductType::Dress => Some(Category::english("Women > Dresses")),
        ProductType::Skirt => Some(Category::english("Women > Skirts")),
        ProductType::Jeans => Some(Category::english("Women > Jeans").for_men_english("Men > Jeans")),
        ProductType::Trousers => Some(
            Category::english("Women > Pants & Jumpsuits > Trousers").for_men_english("Men > Pants > Dress"),
        ),
        ProductType::Shorts => Some(Category::english("Women > Shorts").for_men_english("Men > Shorts")),
        ProductType::Suit => Some(
            Category::english("Women > Jackets & Coats > Blazers & Suit Jackets")
                .for_men_english("Men > Suits & Blazers"),
        ),
        ProductType::Swimwear => Some(Category::english("Women > Swim").for_men_english("Men > Swim")),
        ProductType::Lingerie => Some(
            Category::english("Women > Intimates & Sleepwear").for_men_english("Men > Underwear & Socks"),
        ),
        ProductType::Sneakers => {
            Some(Category::english("Women > Shoes > Sneakers").for_men_english("Men > Shoes > Sneakers"))
        }
        ProductType::Boots => Some(
            Category::english("Women > Shoes > Ankle Boots & Booties").for_men_english("Men > Shoes > Boots"),
        ),
        ProductType::Heels => {
            Some(Category::english("Women > Shoes > Heels").for_men_english("Men > Shoes > Oxfords & Derbys"))
        }
        ProductType::Sandals => Some(
            Category::english("Women > Shoes > Sandals")
                .for_men_english("Men > Shoes > Sandals & Flip-Flops"),
        ),
        ProductType::Handbag => Some(
            Category::english("Women > Bags > Shoulder Bags").for_men_english("Men > Bags > Messenger Bags"),
        ),
        ProductType::Backpack => {
            Some(Category::english("Women > Bags > Backpacks").for_men_english("Men > Bags > Backpacks"))
        }
        ProductType::Wallet => {
            Some(Category::english("Women > Bags > Wallets").for_men_english("Men > Bags > Wallets"))
        }
        ProductType::Belt => Some(
            Category::english("Women > Accessories > Belts").for_men_english("Men > Accessories > Belts"),
        ),
        ProductType::Hat => {
            Some(Category::english("Women > Accessories > Hats").for_men_english("Men > Accessories > Hats"))
        }
        ProductType::Scarf => Some(
            Category::english("Women > Accessories > Scarves & Wraps")
                .for_men_english("Men > Accessories > Scarves"),
        ),
        ProductType::Gloves => Some(
            Category::english("Women > Accessories > Gloves & Mittens")
                .for_men_english("Men > Accessories > Gloves"),
        ),
        ProductType::Sunglasses => Some(
            Category::english("Women > Accessories > Sunglasses")
                .for_men_english("Men > Accessories > Sunglasses"),
        ),
        ProductType::Watch => Some(
            Category::english("Women > Accessories > Watches").for_men_english("Men > Accessories > Watches"),
        ),
        ProductType::Jewellery => {
            Some(Category::english("Women > Jewelry").for_men_english("Men > Accessories > Jewelry"))
        }
        ProductType::Lamp => Some(Category::english("Home > Accents > Decor")),
        ProductType::Mirror => Some(Category::english("Home > Wall Decor > Mirrors")),
        ProductType::VaseDecor => Some(Category::english("Home > Accents > Vases")),
        ProductType::Crockery => Some(Category::english("Home > Dining > Dinnerware")),
        ProductType::Cookware => Some(Category::english("Home > Kitchen > Cookware")),
        ProductType::Phone => {
            Some(Category::english("Electronics > Cell Phones & Accessories > Cell Phones"))
        }
        ProductType::Laptop => Some(Category::english("Electronics > Computers, Laptops & Parts > Laptops")),
        ProductType::Tablet => Some(Category::english("Electronics > Tablets & Accessories > Tablets")),
        ProductType::Camera => {
            Some(Category::english("Electronics > Cameras, Photo & Video > Digital Cameras"))
        }
        ProductType::Headphones => Some(Category::english("Electronics > Headphones > Over-Ear Headphones")),
        ProductType::GameConsole => {
            Some(Category::english("Electronics > Video Games & Consoles > Consoles"))
        }
        ProductType::VideoGame => {
            Some(Category::english("Electronics > Video Games & Consoles > Video Games"))
        }
        ProductType::Book => Some(Category::english("Home > Accents > Coffee Table Books")),
        ProductType::VinylCd => Some(Category::english("Electronics > Media > Vinyl Records")),
        ProductType::Toy => Some(Category::english("Kids > Toys > Action Figures & Playsets")),
        ProductType::BoardGame => Some(Category::english("Home > Games > Board Games")),
        ProductType::BabyGear => Some(Category::english("Women > Bags > Baby Bags")),
        ProductType::BeautyPerfume => {
            Some(Category::english("Women > Bath & Body").for_men_english("Men > Grooming"))
        }
        ProductType::ArtPainting => Some(Category::english("Home > Art > Painting")),
        ProductType::Collectible => Some(Category::english("Kids > Toys > Trading Cards")),
        ProductType::Sofa
        | ProductType::Armchair
        | ProductType::Chair
        | ProductType::Table
        | ProductType::Desk
        | ProductType::Rug
        | ProductType::ShelfBookcase
        | ProductType::Bed
        | ProductType::SmallAppliance
        | ProductType::LargeAppliance
        | ProductType::Bicycle
        | ProductType::SportsEquipment
        | ProductType::MusicalInstrument
        | ProductType::PowerTool
        | ProductType::Garden
        | ProductType::CarPart => None,
    }
}
