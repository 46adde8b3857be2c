//! Depop: second-hand fashion of a young public, United Kingdom and United States; it has no
//! title field.
//!
//! How sure these facts are. title: official; description: official; conditions: official;
//! categories: official (slugs); price: official.
//!
//! Sources: api-evangelist/depop (copy of the official Selling OpenAPI file);
//! nikkyjsoriano/depop-cli spec/reference/categories.json; a third-party fee registry (fees).

use super::Platform;
use super::facts::{
    CENTS, Category, CategoryStyle, ConditionLabels, DescriptionRules, FIRST_LINE_MAX, Facts, HashtagRules,
    PriceRules, TitleRules, WHOLE_UNITS,
};
use crate::money::Currency;
use crate::product::ProductType;
use crate::text::Lint;
use crate::wish::{Language, Words};

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Depop,
    name: "Depop",
    spoken_names: &["depop"],
    title: TitleRules {
        // No title field in the selling API; first line of the description acts as the title
        // (keep <= 60-80 characters).
        free_text: false,
        min: 1,
        max: FIRST_LINE_MAX,
        lints: &[Lint::NoOffPlatformPayment],
    },
    description: DescriptionRules {
        // Selling API: <= 1,000 characters, no e-mail address, <= 5 hashtags.
        min: 1,
        max: 1_000,
        lints: &[Lint::NoOffPlatformPayment],
    },
    hashtags: HashtagRules {
        // Inside the description, on its last line; the limit is official, 3-5 is habit.
        max: 5,
        recommended_min: 3,
        recommended_max: 5,
    },
    languages: &[Language::En],
    conditions: |_| CONDITIONS,
    currency: Words { fr: Currency::Gbp, en: Currency::Gbp },
    price: PriceRules {
        // Price >= 1.00 with two decimals (official).
        // Usual prices: whole numbers.
        unit: CENTS,
        min: 100,
        max: None,
        bands: WHOLE_UNITS,
    },
    category,
    catch_all: Words { fr: "everything-else", en: "everything-else" },
    category_style: CategoryStyle::FullPath,
};

// Our translation for display only; the platform has no French version, publish the English
// label.
const CONDITIONS: ConditionLabels = ConditionLabels {
    new_with_tags: Some(Words { fr: "Neuf", en: "Brand new" }),
    new: Some(Words { fr: "Neuf", en: "Brand new" }),
    like_new: Some(Words { fr: "Comme neuf", en: "Like new" }),
    very_good: Some(Words { fr: "Occasion - Excellent", en: "Used - Excellent" }),
    good: Some(Words { fr: "Occasion - Bon", en: "Used - Good" }),
    fair: Some(Words { fr: "Occasion - Correct", en: "Used - Fair" }),
    for_parts: None,
};

/// The category of each product type; a new type must be placed here.
#[expect(clippy::too_many_lines, reason = "a table with one line per product type")]
const fn category(product: ProductType) -> Option<Category> {
    match product {
        ProductType::TShirt => Some(
            Category::english("womenswear > tops > tshirts").for_men_english("menswear > tops > tshirts"),
        ),
        ProductType::Shirt => {
            Some(Category::english("womenswear > tops > shirts").for_men_english("menswear > tops > shirts"))
        }
        ProductType::Sweater => Some(
            Category::english("womenswear > tops > jumpers").for_men_english("menswear > tops > jumpers"),
        ),
        ProductType::Jacket => Some(
            Category::english("womenswear > coats-jackets > jackets")
                .for_men_english("menswear > coats-jackets > jackets"),
        ),
        ProductType::Coat => Some(
            Category::english("womenswear > coats-jackets > coats")
                .for_men_english("menswear > coats-jackets > coats"),
        ),
        ProductType::Dress => Some(Category::english("womenswear > dresses > dresses")),
        ProductType::Skirt => Some(
            Category::english("womenswear > bottoms > skirts").for_men_english("menswear > bottoms > skirts"),
        ),
        ProductType::Jeans => Some(
            Category::english("womenswear > bottoms > jeans").for_men_english("menswear > bottoms > jeans"),
        ),
        ProductType::Trousers => Some(
            Category::english("womenswear > bottoms > trousers")
                .for_men_english("menswear > bottoms > trousers"),
        ),
        ProductType::Shorts => Some(
            Category::english("womenswear > bottoms > shorts").for_men_english("menswear > bottoms > shorts"),
        ),
        ProductType::Suit => {
            Some(Category::english("womenswear > suits > suits").for_men_english("menswear > suits > suits"))
        }
        ProductType::Swimwear => Some(
            Category::english("womenswear > swim-beach-wear > swimsuit-one-piece")
                .for_men_english("menswear > swim-beach-wear > swim-briefs-shorts"),
        ),
        ProductType::Lingerie => Some(
            Category::english("womenswear > underwear > bras")
                .for_men_english("menswear > underwear > boxers-and-briefs"),
        ),
        ProductType::Sneakers => Some(
            Category::english("womenswear > footwear > trainers")
                .for_men_english("menswear > footwear > trainers"),
        ),
        ProductType::Boots => Some(
            Category::english("womenswear > footwear > boots").for_men_english("menswear > footwear > boots"),
        ),
        ProductType::Heels => Some(
            Category::english("womenswear > footwear > courts")
                .for_men_english("menswear > footwear > oxfords"),
        ),
        ProductType::Sandals => Some(
            Category::english("womenswear > footwear > sandals")
                .for_men_english("menswear > footwear > sandals"),
        ),
        ProductType::Handbag | ProductType::Backpack => Some(
            Category::english("womenswear > accessories > bag")
                .for_men_english("menswear > accessories > bag"),
        ),
        ProductType::Wallet => Some(
            Category::english("womenswear > accessories > wallet-buckets")
                .for_men_english("menswear > accessories > wallet-buckets"),
        ),
        ProductType::Belt => Some(
            Category::english("womenswear > accessories > belt")
                .for_men_english("menswear > accessories > belt"),
        ),
        ProductType::Hat => Some(
            Category::english("womenswear > accessories > hat")
                .for_men_english("menswear > accessories > hat"),
        ),
        ProductType::Scarf => Some(
            Category::english("womenswear > accessories > scarf-wraps")
                .for_men_english("menswear > accessories > scarf-wraps"),
        ),
        ProductType::Gloves => Some(
            Category::english("womenswear > accessories > gloves")
                .for_men_english("menswear > accessories > gloves"),
        ),
        ProductType::Sunglasses => Some(
            Category::english("womenswear > accessories > sunglasses")
                .for_men_english("menswear > accessories > sunglasses"),
        ),
        ProductType::Watch => Some(
            Category::english("womenswear > accessories > watch")
                .for_men_english("menswear > accessories > watch"),
        ),
        ProductType::Jewellery => Some(
            Category::english("womenswear > accessories > jewellery")
                .for_men_english("menswear > accessories > jewellery"),
        ),
        ProductType::Sofa
        | ProductType::Armchair
        | ProductType::Chair
        | ProductType::Table
        | ProductType::Desk
        | ProductType::ShelfBookcase
        | ProductType::Bed => Some(Category::english("everything-else > home > furniture")),
        ProductType::Lamp | ProductType::Mirror | ProductType::VaseDecor => {
            Some(Category::english("everything-else > home > decor-home-accesories"))
        }
        ProductType::Rug => Some(Category::english("everything-else > home > soft-furnishings-textiles")),
        ProductType::Crockery | ProductType::Cookware => {
            Some(Category::english("everything-else > home > dinnerware"))
        }
        ProductType::Camera => Some(Category::english("everything-else > film > cameras-and-accessories")),
        ProductType::Book => Some(Category::english("everything-else > books-and-magazine > books")),
        ProductType::VinylCd => Some(Category::english("everything-else > music > cds-and-vinyl")),
        ProductType::Toy => Some(Category::english("everything-else > toys > action-figures-playsets")),
        ProductType::BoardGame => Some(Category::english("everything-else > toys > puzzles-games")),
        ProductType::Bicycle => {
            Some(Category::english("everything-else > sports-equipment-accesories > cycling"))
        }
        ProductType::SportsEquipment => {
            Some(Category::english("everything-else > sports-equipment-accesories > fitness"))
        }
        ProductType::MusicalInstrument => {
            Some(Category::english("everything-else > music > musical-instruments-and-dj"))
        }
        ProductType::BeautyPerfume => Some(Category::english("everything-else > beauty > fragrance")),
        ProductType::ArtPainting => Some(Category::english("everything-else > art > paintings")),
        ProductType::Collectible => Some(Category::english("everything-else > art > collectibles")),
        ProductType::SmallAppliance
        | ProductType::LargeAppliance
        | ProductType::Phone
        | ProductType::Laptop
        | ProductType::Tablet
        | ProductType::Headphones
        | ProductType::GameConsole
        | ProductType::VideoGame
        | ProductType::BabyGear
        | ProductType::PowerTool
        | ProductType::Garden
        | ProductType::CarPart => None,
    }
}
