//! Selency: vintage and designer furniture, lighting, decoration and art, France and
//! neighbours.
//!
//! How sure these facts are. title: a guess (one French tool asks for 70 at most); description:
//! a guess; conditions: a guess (everything guessed); categories: a guess; price: a guess.
//!
//! Sources: help.selency.com (seller table of contents, two articles); a French tool (title up
//! to 70, attribution wording).

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
    platform: Platform::Selency,
    name: "Selency",
    spoken_names: &["selency"],
    title: TitleRules {
        // No public limit found; one FR tool asks for <=70.
        free_text: true,
        min: 1,
        max: 70,
        lints: &[],
    },
    description: DescriptionRules {
        // Official help asks for a complete and transparent description.
        min: 1,
        max: 2_000,
        lints: &[Lint::NoOffPlatformPayment],
    },
    hashtags: HashtagRules { max: 0, recommended_min: 0, recommended_max: 0 },
    languages: &[Language::Fr],
    conditions: |_| CONDITIONS,
    currency: Words { fr: Currency::Eur, en: Currency::Eur },
    price: PriceRules {
        // Guess; the buyer may negotiate in a moderated chat.
        unit: WHOLE,
        min: 0,
        max: None,
        bands: FIVES,
    },
    category,
    // The marketplace has no category for the rest.
    catch_all: Words { fr: "Autre", en: "Other" },
    category_style: CategoryStyle::FullPath,
};

// ALL guessed: no public list found.
// EN = our translation.
const CONDITIONS: ConditionLabels = ConditionLabels {
    new_with_tags: Some(Words { fr: "Neuf", en: "New" }),
    new: Some(Words { fr: "Neuf", en: "New" }),
    like_new: Some(Words { fr: "Très bon état", en: "Very good condition" }),
    very_good: Some(Words { fr: "Très bon état", en: "Very good condition" }),
    good: Some(Words { fr: "Bon état", en: "Good condition" }),
    fair: Some(Words { fr: "État d’usage", en: "Worn / patina" }),
    for_parts: Some(Words { fr: "À restaurer", en: "To restore" }),
};

/// The category of each product type; a new type must be placed here.
#[expect(clippy::too_many_lines, reason = "a table with one line per product type")]
const fn category(product: ProductType) -> Option<Category> {
    match product {
        ProductType::Sofa => {
            Some(Category::new("Furniture > Seating > Sofas", "Meubles > Assises > Canapés"))
        }
        ProductType::Armchair => {
            Some(Category::new("Furniture > Seating > Armchairs", "Meubles > Assises > Fauteuils"))
        }
        ProductType::Chair => {
            Some(Category::new("Furniture > Seating > Chairs", "Meubles > Assises > Chaises"))
        }
        ProductType::Table => Some(Category::new("Furniture > Tables", "Meubles > Tables")),
        ProductType::Desk => Some(Category::new("Furniture > Desks", "Meubles > Bureaux")),
        ProductType::Lamp => Some(Category::new("Lighting > Lamps", "Luminaires > Lampes")),
        ProductType::Mirror => Some(Category::new("Decoration > Mirrors", "Décoration > Miroirs")),
        ProductType::Rug => Some(Category::new("Decoration > Rugs", "Décoration > Tapis")),
        ProductType::ShelfBookcase => Some(Category::new(
            "Furniture > Storage > Bookcases & Shelves",
            "Meubles > Rangements > Bibliothèques et étagères",
        )),
        ProductType::Bed => Some(Category::new("Furniture > Beds", "Meubles > Lits")),
        ProductType::VaseDecor => Some(Category::new(
            "Decoration > Vases & decorative objects",
            "Décoration > Vases et objets décoratifs",
        )),
        ProductType::Crockery => Some(Category::new("Tableware > Plates", "Arts de la table > Assiettes")),
        ProductType::Cookware => {
            Some(Category::new("Tableware > Kitchenware", "Arts de la table > Ustensiles"))
        }
        ProductType::Toy => Some(Category::new("Kids > Vintage toys", "Enfants > Jouets anciens")),
        ProductType::Garden => {
            Some(Category::new("Outdoor > Garden furniture", "Extérieur > Mobilier de jardin"))
        }
        ProductType::ArtPainting => Some(Category::new("Art > Paintings", "Art > Tableaux")),
        ProductType::Collectible => {
            Some(Category::new("Decoration > Curiosities", "Décoration > Curiosités"))
        }
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
        | ProductType::Sunglasses
        | ProductType::Watch
        | ProductType::Jewellery
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
        | ProductType::BoardGame
        | ProductType::BabyGear
        | ProductType::Bicycle
        | ProductType::SportsEquipment
        | ProductType::MusicalInstrument
        | ProductType::PowerTool
        | ProductType::BeautyPerfume
        | ProductType::CarPart => None,
    }
}
