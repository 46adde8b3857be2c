//! Mercari: general second-hand goods by parcel, United States (and, on another site, Japan).
//!
//! How sure these facts are. title: from other tools (medium-high); description: from other
//! tools (medium-high); conditions: from other tools (high); categories: seen live (high, but
//! the tree is partial: an id without a leaf under Shoes, handbags, accessories, Sweaters,
//! Dresses, Pants or Furniture needs one more level picked by the seller); price: a guess
//! (medium; bounds are not verified).
//!
//! Sources: a category tree read from public pages, 2026-10-05; three tools (limits);
//! jessicadownes627/repostrocket, Vaultifacts/my-crosslister; Mercari seller guidelines
//! (official help); a third-party fee registry (fees).

use super::Platform;
use super::facts::{
    Category, CategoryStyle, ConditionLabels, DescriptionRules, Facts, HashtagRules, PriceRules, TitleRules,
    WHOLE, WHOLE_UNITS,
};
use crate::money::Currency;
use crate::product::ProductType;
use crate::text::Lint;
use crate::wish::{Language, Words};

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Mercari,
    name: "Mercari",
    spoken_names: &["mercari"],
    title: TitleRules {
        // US 80 in three tools (older docs 40); JP 40 not verified.
        free_text: true,
        min: 1,
        max: 80,
        lints: &[Lint::NoKeywordList],
    },
    description: DescriptionRules {
        // US 1,000 characters.
        min: 5,
        max: 1_000,
        lints: &[Lint::NoOffPlatformPayment],
    },
    hashtags: HashtagRules {
        // Up to 3 tags or hashtags in all.
        max: 3,
        recommended_min: 0,
        recommended_max: 3,
    },
    languages: &[Language::En],
    conditions: |_| CONDITIONS,
    currency: Words { fr: Currency::Usd, en: Currency::Usd },
    price: PriceRules {
        // Minimum 1 and maximum 2,000 USD are not verified; Japan 300-9,999,999 JPY (not
        // verified).
        // Usual prices: whole dollars.
        unit: WHOLE,
        min: 100,
        max: Some(200_000),
        bands: WHOLE_UNITS,
    },
    category: |product| Some(category(product)),
    catch_all: Words { fr: "Other", en: "Other" },
    category_style: CategoryStyle::FullPath,
};

// Our translation for display only; the platform has no French version, publish the English
// label.
const CONDITIONS: ConditionLabels = ConditionLabels {
    new_with_tags: Some(Words { fr: "Neuf", en: "New" }),
    new: Some(Words { fr: "Neuf", en: "New" }),
    like_new: Some(Words { fr: "Comme neuf", en: "Like new" }),
    very_good: Some(Words { fr: "Comme neuf", en: "Like new" }),
    good: Some(Words { fr: "Bon", en: "Good" }),
    fair: Some(Words { fr: "Correct", en: "Fair" }),
    for_parts: Some(Words { fr: "Mauvais", en: "Poor" }),
};

/// The category of each product type; a new type must be placed here.
#[expect(clippy::too_many_lines, reason = "a table with one line per product type")]
const fn category(product: ProductType) -> Category {
    match product {
        ProductType::TShirt => {
            Category::english("Women > Tops & blouses > T-shirts").for_men_english("Men > Tops > T-shirts")
        }
        ProductType::Shirt => Category::english("Women > Tops & blouses > Button down shirt")
            .for_men_english("Men > Tops > Button-front"),
        ProductType::Sweater => Category::english("Women > Sweaters").for_men_english("Men > Sweaters"),
        ProductType::Jacket => Category::english("Women > Coats & jackets > Other")
            .for_men_english("Men > Coats & jackets > Other"),
        ProductType::Coat => Category::english("Women > Coats & jackets > Wool")
            .for_men_english("Men > Coats & jackets > Wool"),
        ProductType::Dress => Category::english("Women > Dresses"),
        ProductType::Skirt => Category::english("Women > Skirts"),
        ProductType::Jeans => Category::english("Women > Jeans > Straight leg")
            .for_men_english("Men > Jeans > Classic, straight leg"),
        ProductType::Trousers => Category::english("Women > Pants").for_men_english("Men > Pants"),
        ProductType::Shorts => Category::english("Women > Shorts").for_men_english("Men > Shorts"),
        ProductType::Suit => Category::english("Women > Suits & blazers").for_men_english("Men > Suits"),
        ProductType::Swimwear => Category::english("Women > Swimwear").for_men_english("Men > Swimwear"),
        ProductType::Lingerie => Category::english("Women > Underwear").for_men_english("Men > Other"),
        ProductType::Sneakers | ProductType::Boots | ProductType::Heels | ProductType::Sandals => {
            Category::english("Women > Shoes").for_men_english("Men > Shoes")
        }
        ProductType::Handbag | ProductType::Backpack => {
            Category::english("Women > Women's handbags").for_men_english("Men > Men's accessories")
        }
        ProductType::Wallet
        | ProductType::Belt
        | ProductType::Hat
        | ProductType::Scarf
        | ProductType::Gloves
        | ProductType::Sunglasses
        | ProductType::Watch => {
            Category::english("Women > Women's accessories").for_men_english("Men > Men's accessories")
        }
        ProductType::Jewellery => Category::english("Women > Jewelry").for_men_english("Men > Jewelry"),
        ProductType::Sofa | ProductType::Armchair => Category::english("Home > Living Room Furniture"),
        ProductType::Chair | ProductType::Table => Category::english("Home > Kitchen Furniture"),
        ProductType::Desk | ProductType::ShelfBookcase => Category::english("Home > Home Office Furniture"),
        ProductType::Lamp => Category::english("Home > Home decor > Home Decor Lamps"),
        ProductType::Mirror => Category::english("Home > Home decor > Mirrors"),
        ProductType::Rug => Category::english("Home > Home decor > Area Rugs"),
        ProductType::Bed => Category::english("Home > Bedroom Furniture"),
        ProductType::VaseDecor => Category::english("Home > Home decor > Vases"),
        ProductType::Crockery => Category::english("Home > Kitchen Dinnerware"),
        ProductType::Cookware => Category::english("Home > Kitchen Cookware"),
        ProductType::SmallAppliance => Category::english("Home > Kitchen Small Appliances"),
        ProductType::LargeAppliance => Category::english("Home > Home appliances > Refrigerators"),
        ProductType::Phone => Category::english("Electronics > Cell phones & accessories"),
        ProductType::Laptop => Category::english("Electronics > Computers & Laptops > Laptops"),
        ProductType::Tablet => Category::english("Electronics > Tablets & E-readers"),
        ProductType::Camera => Category::english("Electronics > Cameras & photography > Digital cameras"),
        ProductType::Headphones => Category::english("Electronics > Headphones & MP3 Players"),
        ProductType::GameConsole => Category::english("Electronics > Video games & consoles > Consoles"),
        ProductType::VideoGame => Category::english("Electronics > Video games & consoles > Games"),
        ProductType::Book => Category::english("Books > Fiction Books"),
        ProductType::VinylCd => Category::english("Handmade > Music > Vinyl"),
        ProductType::Toy => Category::english("Toys & Collectibles > Action Figures & Accessories"),
        ProductType::BoardGame => Category::english("Toys & Collectibles > Games & Puzzles"),
        ProductType::BabyGear => Category::english("Kids > Strollers"),
        ProductType::Bicycle => Category::english("Sports & outdoors > Cycling Equipment"),
        ProductType::SportsEquipment => Category::english("Sports & outdoors > Exercise"),
        ProductType::MusicalInstrument => Category::english("Other > Musical instruments > Other"),
        ProductType::PowerTool => Category::english("Tools > Power Tools"),
        ProductType::Garden => Category::english("Garden & Outdoor > Garden Hand Tools & Equipment"),
        ProductType::BeautyPerfume => Category::english("Beauty > Fragrance"),
        ProductType::ArtPainting => Category::english("Home > Artwork > Paintings"),
        ProductType::Collectible => {
            Category::english("Toys & Collectibles > Collectibles & Hobbies > Souvenirs & Memorabilia")
        }
        ProductType::CarPart => Category::english("Other > Automotive"),
    }
}
