//! Vestiaire Collective: second-hand fashion of accepted designer brands; it makes the title
//! itself.
//!
//! How sure these facts are. title: from other tools (medium); description: a guess;
//! conditions: from other tools (medium-high); categories: from other tools (departments and
//! second level medium; leaves low); price: official (US minimum from the seller terms; the EUR
//! minimum is not verified).
//!
//! Sources: faq.vestiairecollective.com (three seller articles); two independent public
//! repositories (conditions); a third-party fee registry (fees); vendoo.co guide; a copy of a
//! luxury-resale site menu in French (labels match Vestiaire; attribution inferred); one list
//! of leaf names (uncertain).

use super::Platform;
use super::facts::{
    Category, CategoryStyle, ConditionLabels, DescriptionRules, FIRST_LINE_MAX, Facts, HashtagRules,
    PriceRules, TitleRules, WHOLE, WHOLE_UNITS,
};
use crate::money::Currency;
use crate::product::ProductType;
use crate::text::Lint;
use crate::wish::{Language, Words};

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Vestiaire,
    name: "Vestiaire Collective",
    spoken_names: &["vestiaire collective"],
    title: TitleRules {
        // No free title: site composes it from brand + material + category (+ colour/model).
        // Generate attributes, keep a suggested title for display only.
        free_text: false,
        min: 1,
        max: FIRST_LINE_MAX,
        lints: &[Lint::NoOffPlatformPayment],
    },
    description: DescriptionRules {
        // Limit not found in public sources; 1,000 is a cautious guess.
        min: 1,
        max: 1_000,
        lints: &[Lint::NoOffPlatformPayment],
    },
    hashtags: HashtagRules { max: 0, recommended_min: 0, recommended_max: 0 },
    languages: &[Language::Fr, Language::En],
    conditions: |_| CONDITIONS,
    currency: Words { fr: Currency::Eur, en: Currency::Eur },
    price: PriceRules {
        // Minimum listing 18 USD (US terms); the EUR minimum is not verified (about 15: guess);
        // offers enabled; the terms contain a price-rounding clause.
        // Usual prices: whole numbers; the site rounds prices.
        unit: WHOLE,
        min: 1_800,
        max: None,
        bands: WHOLE_UNITS,
    },
    category,
    // The marketplace has no category for the rest.
    catch_all: Words { fr: "Autre", en: "Other" },
    category_style: CategoryStyle::FullPath,
};

// Two independent repos; some UI text "État correct". Broken items refused.
const CONDITIONS: ConditionLabels = ConditionLabels {
    new_with_tags: Some(Words { fr: "Jamais porté avec étiquette", en: "Never worn, with tag" }),
    new: Some(Words { fr: "Jamais porté", en: "Never worn" }),
    like_new: Some(Words { fr: "Très bon état", en: "Very good condition" }),
    very_good: Some(Words { fr: "Très bon état", en: "Very good condition" }),
    good: Some(Words { fr: "Bon état", en: "Good condition" }),
    fair: Some(Words { fr: "Correct", en: "Fair condition" }),
    for_parts: None,
};

/// The category of each product type; a new type must be placed here.
#[expect(clippy::too_many_lines, reason = "a table with one line per product type")]
const fn category(product: ProductType) -> Option<Category> {
    match product {
        ProductType::TShirt => Some(
            Category::new("Women > Clothing > Tops", "Femme > Vêtements > Hauts")
                .for_men("Men > Clothing > T-shirts", "Homme > Vêtements > T-shirts"),
        ),
        ProductType::Shirt => Some(
            Category::new("Women > Clothing > Tops", "Femme > Vêtements > Hauts")
                .for_men("Men > Clothing > Shirts", "Homme > Vêtements > Chemises"),
        ),
        ProductType::Sweater => Some(
            Category::new("Women > Clothing > Knitwear", "Femme > Vêtements > Mailles")
                .for_men("Men > Clothing > Knitwear & Sweatshirts", "Homme > Vêtements > Mailles et pulls"),
        ),
        ProductType::Jacket => Some(
            Category::new("Women > Clothing > Jackets", "Femme > Vêtements > Vestes")
                .for_men("Men > Clothing > Jackets", "Homme > Vêtements > Vestes"),
        ),
        ProductType::Coat => Some(
            Category::new("Women > Clothing > Coats", "Femme > Vêtements > Manteaux")
                .for_men("Men > Clothing > Coats", "Homme > Vêtements > Manteaux"),
        ),
        ProductType::Dress => Some(Category::new("Women > Clothing > Dresses", "Femme > Vêtements > Robes")),
        ProductType::Skirt => Some(Category::new("Women > Clothing > Skirts", "Femme > Vêtements > Jupes")),
        ProductType::Jeans => Some(
            Category::new("Women > Clothing > Jeans", "Femme > Vêtements > Jeans")
                .for_men("Men > Clothing > Jeans", "Homme > Vêtements > Jeans"),
        ),
        ProductType::Trousers => Some(
            Category::new("Women > Clothing > Trousers", "Femme > Vêtements > Pantalons")
                .for_men("Men > Clothing > Trousers", "Homme > Vêtements > Pantalons"),
        ),
        ProductType::Shorts => Some(
            Category::new("Women > Clothing > Shorts", "Femme > Vêtements > Shorts")
                .for_men("Men > Clothing > Shorts", "Homme > Vêtements > Shorts"),
        ),
        ProductType::Suit => Some(
            Category::new("Women > Clothing > Jackets", "Femme > Vêtements > Vestes")
                .for_men("Men > Clothing > Suits", "Homme > Vêtements > Costumes"),
        ),
        ProductType::Swimwear => Some(
            Category::new("Women > Clothing > Swimwear", "Femme > Vêtements > Maillots de bain")
                .for_men("Men > Clothing > Swimwear", "Homme > Vêtements > Bain"),
        ),
        ProductType::Lingerie => {
            Some(Category::new("Women > Clothing > Lingerie", "Femme > Vêtements > Lingerie"))
        }
        ProductType::Sneakers => Some(
            Category::new("Women > Shoes > Trainers", "Femme > Chaussures > Baskets")
                .for_men("Men > Shoes > Trainers", "Homme > Chaussures > Baskets"),
        ),
        ProductType::Boots => Some(
            Category::new("Women > Shoes > Boots", "Femme > Chaussures > Bottes et bottines")
                .for_men("Men > Shoes > Boots", "Homme > Chaussures > Bottes et bottines"),
        ),
        ProductType::Heels => Some(
            Category::new("Women > Shoes > Heels", "Femme > Chaussures > Chaussures à talons")
                .for_men("Men > Shoes > Lace ups", "Homme > Chaussures > Derbies"),
        ),
        ProductType::Sandals => Some(
            Category::new("Women > Shoes > Sandals", "Femme > Chaussures > Sandales")
                .for_men("Men > Shoes > Sandals", "Homme > Chaussures > Sandales"),
        ),
        ProductType::Handbag => Some(
            Category::new("Women > Bags > Handbags", "Femme > Sacs > Sacs à main")
                .for_men("Men > Bags", "Homme > Sacs"),
        ),
        ProductType::Backpack => Some(
            Category::new("Women > Bags > Backpacks", "Femme > Sacs > Sacs à dos")
                .for_men("Men > Bags", "Homme > Sacs"),
        ),
        ProductType::Wallet => Some(
            Category::new("Women > Accessories > Wallets", "Femme > Accessoires > Portefeuilles").for_men(
                "Men > Accessories > Small bags, wallets & cases",
                "Homme > Accessoires > Petite maroquinerie",
            ),
        ),
        ProductType::Belt => Some(
            Category::new("Women > Accessories > Belts", "Femme > Accessoires > Ceintures")
                .for_men("Men > Accessories > Belts", "Homme > Accessoires > Ceintures"),
        ),
        ProductType::Hat => {
            Some(Category::new("Women > Accessories > Hats", "Femme > Accessoires > Chapeaux").for_men(
                "Men > Accessories > Hats & pull on hats",
                "Homme > Accessoires > Chapeaux et bonnets",
            ))
        }
        ProductType::Scarf => {
            Some(Category::new("Women > Accessories > Scarves", "Femme > Accessoires > Foulards").for_men(
                "Men > Accessories > Scarves & pocket squares",
                "Homme > Accessoires > Écharpes et pochettes",
            ))
        }
        ProductType::Gloves => Some(
            Category::new("Women > Accessories > Gloves", "Femme > Accessoires > Gants")
                .for_men("Men > Accessories > Gloves", "Homme > Accessoires > Gants"),
        ),
        ProductType::Sunglasses => Some(
            Category::new("Women > Accessories > Sunglasses", "Femme > Accessoires > Lunettes de soleil")
                .for_men("Men > Accessories > Sunglasses", "Homme > Accessoires > Lunettes de soleil"),
        ),
        ProductType::Watch => Some(
            Category::new("Women > Watches", "Femme > Montres").for_men("Men > Watches", "Homme > Montres"),
        ),
        ProductType::Jewellery => Some(
            Category::new("Women > Jewelry", "Femme > Bijoux").for_men("Men > Jewelry", "Homme > Bijoux"),
        ),
        ProductType::Sofa
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
        | ProductType::VideoGame
        | ProductType::Book
        | ProductType::VinylCd
        | ProductType::Toy
        | ProductType::BoardGame
        | ProductType::BabyGear
        | ProductType::Bicycle
        | ProductType::SportsEquipment
        | ProductType::MusicalInstrument
        | ProductType::PowerTool
        | ProductType::Garden
        | ProductType::BeautyPerfume
        | ProductType::ArtPainting
        | ProductType::Collectible
        | ProductType::CarPart => None,
    }
}
