//! Vinted: second-hand fashion first, then home, media and electronics, across Europe, sold by
//! parcel.
//!
//! How sure these facts are. title: from other tools (medium); description: from other tools
//! (medium-low); conditions: seen live (high); categories: from other tools (high EN,
//! medium-high FR); price: from other tools (medium-high).
//!
//! Sources: cbryant93/listing-assistant (`Vinted_categories.json`, 3,046 nodes;
//! `VINTED_CONSTRAINTS.md`, Oct 2025); krisfab8/Vinted-draft-list; danieldk04/crosslisteu
//! (extension/content/vinted.js); `StoFlow` repository (100 / 2,000 / 40); two third-party
//! copies of the French category tree; a third-party reading of the live form (condition ids);
//! a third-party fee registry (checked Aug 2026); `vinted.co.uk/help/62`, /help/373 and
//! /catalog-rules.

use super::Platform;
use super::facts::{
    Band, CENTS, Category, CategoryStyle, ConditionLabels, DescriptionRules, Facts, HashtagRules, PriceRules,
    TitleRules,
};
use crate::money::Currency;
use crate::product::ProductType;
use crate::text::Lint;
use crate::wish::{Language, Words};

pub(super) const FACTS: Facts = Facts {
    platform: Platform::Vinted,
    name: "Vinted",
    spoken_names: &["vinted"],
    title: TitleRules {
        // Two working cross-listers cut at 100 and compare with the live page; others say
        // 60-120 or "no limit"; minimum 5 = guess (a short non-empty title is needed).
        free_text: true,
        min: 5,
        max: 100,
        lints: &[Lint::NoAllCaps, Lint::NoPrice, Lint::NoOtherMarketplace],
    },
    description: DescriptionRules {
        // 2,000 used as limit by one FR tool; another source found no strict limit; stay under
        // 2,000.
        min: 5,
        max: 2_000,
        lints: &[Lint::NoOffPlatformPayment, Lint::NoOtherMarketplace],
    },
    hashtags: HashtagRules {
        // 40 is one tool's limit; put 3-5 at the end; official catalogue rules hide listings
        // with deceptive hashtags.
        max: 40,
        recommended_min: 3,
        recommended_max: 5,
    },
    languages: &[Language::Fr, Language::En],
    conditions,
    currency: Words { fr: Currency::Eur, en: Currency::Eur },
    price: PriceRules {
        // Minimum 1 euro or pound; decimal comma in the French form; typical price 20-40 % of
        // new (a French tool's prompt).
        unit: CENTS,
        min: 100,
        max: None,
        bands: &[Band { from: 0, every: 50, endings: &[0] }, Band { from: 2_000, every: 500, endings: &[0] }],
    },
    category,
    // The marketplace has no category for the rest.
    catch_all: Words { fr: "Autre", en: "Other" },
    category_style: CategoryStyle::FullPath,
};

/// The labels for all goods.
const CONDITIONS: ConditionLabels = ConditionLabels {
    new_with_tags: Some(Words { fr: "Neuf avec étiquette", en: "New with tags" }),
    new: Some(Words { fr: "Neuf sans étiquette", en: "New without tags" }),
    like_new: Some(Words { fr: "Très bon état", en: "Very good" }),
    very_good: Some(Words { fr: "Très bon état", en: "Very good" }),
    good: Some(Words { fr: "Bon état", en: "Good" }),
    fair: Some(Words { fr: "Satisfaisant", en: "Satisfactory" }),
    for_parts: None,
};

/// Only these goods may be sold broken.
const fn conditions(product: ProductType) -> ConditionLabels {
    match product {
        ProductType::Phone
        | ProductType::Laptop
        | ProductType::Tablet
        | ProductType::Camera
        | ProductType::Headphones
        | ProductType::GameConsole => ConditionLabels {
            for_parts: Some(Words { fr: "Pas entièrement fonctionnel", en: "Not fully functional" }),
            ..CONDITIONS
        },
        _ => CONDITIONS,
    }
}

/// The category of each product type; a new type must be placed here.
#[expect(clippy::too_many_lines, reason = "a table with one line per product type")]
const fn category(product: ProductType) -> Option<Category> {
    match product {
        ProductType::TShirt => Some(
            Category::new(
                "Women > Clothing > Tops & t-shirts > T-shirts",
                "Femmes > Vêtements > Hauts et t-shirts > T-shirts",
            )
            .for_men(
                "Men > Clothing > Tops & t-shirts > T-shirts",
                "Hommes > Vêtements > Hauts et t-shirts > T-shirts",
            ),
        ),
        ProductType::Shirt => Some(
            Category::new(
                "Women > Clothing > Tops & t-shirts > Shirts",
                "Femmes > Vêtements > Hauts et t-shirts > Chemises",
            )
            .for_men(
                "Men > Clothing > Tops & t-shirts > Shirts",
                "Hommes > Vêtements > Hauts et t-shirts > Chemises",
            ),
        ),
        ProductType::Sweater => Some(
            Category::new(
                "Women > Clothing > Jumpers & sweaters > Jumpers",
                "Femmes > Vêtements > Sweats et sweats à capuche",
            )
            .for_men("Men > Clothing > Jumpers & sweaters > Jumpers", "Hommes > Vêtements > Sweats et pulls"),
        ),
        ProductType::Jacket => Some(
            Category::new(
                "Women > Clothing > Outerwear > Jackets",
                "Femmes > Vêtements > Manteaux et vestes > Vestes",
            )
            .for_men(
                "Men > Clothing > Outerwear > Jackets",
                "Hommes > Vêtements > Manteaux et vestes > Vestes",
            ),
        ),
        ProductType::Coat => Some(
            Category::new(
                "Women > Clothing > Outerwear > Coats",
                "Femmes > Vêtements > Manteaux et vestes > Manteaux",
            )
            .for_men(
                "Men > Clothing > Outerwear > Coats",
                "Hommes > Vêtements > Manteaux et vestes > Manteaux",
            ),
        ),
        ProductType::Dress => Some(Category::new("Women > Clothing > Dresses", "Femmes > Vêtements > Robes")),
        ProductType::Skirt => Some(Category::new("Women > Clothing > Skirts", "Femmes > Vêtements > Jupes")),
        ProductType::Jeans => Some(
            Category::new("Women > Clothing > Jeans", "Femmes > Vêtements > Jeans")
                .for_men("Men > Clothing > Jeans", "Hommes > Vêtements > Jeans"),
        ),
        ProductType::Trousers => Some(
            Category::new(
                "Women > Clothing > Trousers & leggings",
                "Femmes > Vêtements > Pantalons et leggings",
            )
            .for_men("Men > Clothing > Trousers", "Hommes > Vêtements > Pantalons"),
        ),
        ProductType::Shorts => Some(
            Category::new("Women > Clothing > Shorts & cropped trousers", "Femmes > Vêtements > Shorts")
                .for_men("Men > Clothing > Shorts", "Hommes > Vêtements > Shorts"),
        ),
        ProductType::Suit => Some(
            Category::new("Women > Clothing > Suits & blazers", "Femmes > Vêtements > Blazers et tailleurs")
                .for_men("Men > Clothing > Suits & blazers", "Hommes > Vêtements > Costumes et blazers"),
        ),
        ProductType::Swimwear => Some(
            Category::new("Women > Clothing > Swimwear", "Femmes > Vêtements > Maillots de bain")
                .for_men("Men > Clothing > Swimwear", "Hommes > Vêtements > Maillots de bain"),
        ),
        ProductType::Lingerie => Some(
            Category::new(
                "Women > Clothing > Lingerie & nightwear",
                "Femmes > Vêtements > Lingerie et pyjamas",
            )
            .for_men(
                "Men > Clothing > Socks & underwear",
                "Hommes > Vêtements > Sous-vêtements et chaussettes",
            ),
        ),
        ProductType::Sneakers => Some(
            Category::new("Women > Shoes > Trainers", "Femmes > Chaussures > Baskets")
                .for_men("Men > Shoes > Trainers", "Hommes > Chaussures > Baskets"),
        ),
        ProductType::Boots => Some(
            Category::new("Women > Shoes > Boots", "Femmes > Chaussures > Bottes")
                .for_men("Men > Shoes > Boots", "Hommes > Chaussures > Bottes"),
        ),
        ProductType::Heels => Some(
            Category::new("Women > Shoes > Heels", "Femmes > Chaussures > Chaussures à talons")
                .for_men("Men > Shoes > Formal shoes", "Hommes > Chaussures > Chaussures habillées"),
        ),
        ProductType::Sandals => Some(
            Category::new("Women > Shoes > Sandals", "Femmes > Chaussures > Sandales")
                .for_men("Men > Shoes > Sandals", "Hommes > Chaussures > Sandales"),
        ),
        ProductType::Handbag => {
            Some(Category::new("Women > Bags > Handbags", "Femmes > Sacs > Sacs à main").for_men(
                "Men > Accessories > Bags & backpacks > Shoulder bags",
                "Hommes > Accessoires > Sacs et sacoches",
            ))
        }
        ProductType::Backpack => {
            Some(Category::new("Women > Bags > Backpacks", "Femmes > Sacs > Sacs à dos").for_men(
                "Men > Accessories > Bags & backpacks > Backpacks",
                "Hommes > Accessoires > Sacs et sacoches > Sacs à dos",
            ))
        }
        ProductType::Wallet => {
            Some(Category::new("Women > Bags > Wallets & buckets", "Femmes > Sacs > Porte-monnaie").for_men(
                "Men > Accessories > Bags & backpacks > Wallets",
                "Hommes > Accessoires > Sacs et sacoches > Porte-monnaie",
            ))
        }
        ProductType::Belt => Some(
            Category::new("Women > Accessories > Belts", "Femmes > Accessoires > Ceintures")
                .for_men("Men > Accessories > Belts", "Hommes > Accessoires > Ceintures"),
        ),
        ProductType::Hat => Some(
            Category::new(
                "Women > Accessories > Hats & caps",
                "Femmes > Accessoires > Chapeaux & casquettes",
            )
            .for_men("Men > Accessories > Hats & caps", "Hommes > Accessoires > Chapeaux et casquettes"),
        ),
        ProductType::Scarf => Some(
            Category::new(
                "Women > Accessories > Scarves & shawls",
                "Femmes > Accessoires > Écharpes et châles",
            )
            .for_men("Men > Accessories > Scarves & shawls", "Hommes > Accessoires > Écharpes et châles"),
        ),
        ProductType::Gloves => Some(
            Category::new("Women > Accessories > Gloves", "Femmes > Accessoires > Gants")
                .for_men("Men > Accessories > Gloves", "Hommes > Accessoires > Gants"),
        ),
        ProductType::Sunglasses => Some(
            Category::new("Women > Accessories > Sunglasses", "Femmes > Accessoires > Lunettes de soleil")
                .for_men("Men > Accessories > Sunglasses", "Hommes > Accessoires > Lunettes de soleil"),
        ),
        ProductType::Watch => Some(
            Category::new("Women > Accessories > Watches", "Femmes > Accessoires > Montres")
                .for_men("Men > Accessories > Watches", "Hommes > Accessoires > Montres"),
        ),
        ProductType::Jewellery => Some(
            Category::new("Women > Accessories > Jewellery", "Femmes > Accessoires > Bijoux")
                .for_men("Men > Accessories > Jewellery", "Hommes > Accessoires > Bijoux"),
        ),
        ProductType::Sofa => Some(Category::new(
            "Home > Furniture > Seating > Sofas & chaise longues",
            "Maison > Meubles > Canapés",
        )),
        ProductType::Armchair => {
            Some(Category::new("Home > Furniture > Seating > Armchairs", "Maison > Meubles > Fauteuils"))
        }
        ProductType::Chair => {
            Some(Category::new("Home > Furniture > Seating > Dining chairs", "Maison > Meubles > Chaises"))
        }
        ProductType::Table => Some(Category::new(
            "Home > Furniture > Tables & desks > Dining tables",
            "Maison > Meubles > Tables",
        )),
        ProductType::Desk => Some(Category::new(
            "Home > Furniture > Tables & desks > Desks & work tables",
            "Maison > Meubles > Bureaux",
        )),
        ProductType::Lamp => {
            Some(Category::new("Home > Home accessories > Lighting", "Maison > Décoration > Éclairage"))
        }
        ProductType::Mirror => {
            Some(Category::new("Home > Home accessories > Mirrors", "Maison > Décoration > Miroirs"))
        }
        ProductType::Rug => {
            Some(Category::new("Home > Textiles > Rugs & mats > Rugs", "Maison > Textiles > Tapis"))
        }
        ProductType::ShelfBookcase => Some(Category::new(
            "Home > Furniture > Storage furniture > Bookcases",
            "Maison > Décoration > Étagères murales",
        )),
        ProductType::Bed => Some(Category::new(
            "Home > Furniture > Beds > Bed frames & headboards",
            "Maison > Meubles > Lits",
        )),
        ProductType::VaseDecor => {
            Some(Category::new("Home > Home accessories > Vases", "Maison > Décoration > Vases"))
        }
        ProductType::Crockery => {
            Some(Category::new("Home > Tableware > Dinnerware", "Maison > Arts de la table > Vaisselle"))
        }
        ProductType::Cookware => {
            Some(Category::new("Home > Cookware & bakeware", "Maison > Cuisson et pâtisserie"))
        }
        ProductType::SmallAppliance => {
            Some(Category::new("Home > Small kitchen appliances", "Maison > Petits appareils de cuisine"))
        }
        ProductType::LargeAppliance => {
            Some(Category::new("Home > Large appliances", "Maison > Gros électroménager"))
        }
        ProductType::Phone => Some(Category::new(
            "Electronics > Mobile phones & communication > Mobile phones",
            "Électronique > Téléphones portables et équipements de communication > Téléphones portables",
        )),
        ProductType::Laptop => Some(Category::new(
            "Electronics > Computers & accessories > Laptops",
            "Électronique > Ordinateurs et accessoires > Ordinateurs portables",
        )),
        ProductType::Tablet => Some(Category::new(
            "Electronics > Tablets, e-readers & accessories > Tablets",
            "Électronique > Tablettes, liseuses et accessoires > Tablettes",
        )),
        ProductType::Camera => Some(Category::new(
            "Electronics > Cameras & accessories > Cameras",
            "Électronique > Appareils photo et accessoires > Appareils photo",
        )),
        ProductType::Headphones => Some(Category::new(
            "Electronics > Audio, headphones & hi-fi > Headphones & earbuds",
            "Électronique > Audio, casques et hi-fi > Casques audio et écouteurs",
        )),
        ProductType::GameConsole => Some(Category::new(
            "Electronics > Video games & consoles > Consoles",
            "Électronique > Jeux vidéo et consoles > Consoles",
        )),
        ProductType::VideoGame => Some(Category::new(
            "Electronics > Video games & consoles > Games",
            "Électronique > Jeux vidéo et consoles > Jeux",
        )),
        ProductType::Book => Some(Category::new("Entertainment > Books", "Divertissement > Livres")),
        ProductType::VinylCd => {
            Some(Category::new("Entertainment > Music > Vinyl records", "Divertissement > Musique > Vinyles"))
        }
        ProductType::Toy => Some(Category::new("Kids > Toys", "Enfants > Jeux et jouets")),
        ProductType::BoardGame => Some(Category::new(
            "Hobbies & collectables > Board games",
            "Loisirs et collections > Jeux de société",
        )),
        ProductType::BabyGear => Some(Category::new(
            "Kids > Pushchairs, carriers & car seats",
            "Enfants > Poussettes, porte-bébé et sièges auto",
        )),
        ProductType::Bicycle => Some(Category::new("Sports > Cycling > Bikes", "Sport > Cyclisme > Vélos")),
        ProductType::SportsEquipment => Some(Category::new("Sports", "Sport")),
        ProductType::MusicalInstrument => Some(Category::new(
            "Hobbies & collectables > Musical instruments & gear",
            "Loisirs et collections > Instruments de musique et équipement",
        )),
        ProductType::PowerTool => Some(Category::new(
            "Home > Tools & DIY > Power tools",
            "Maison > Outils et bricolage > Outils électriques",
        )),
        ProductType::Garden => Some(Category::new("Home > Outdoor & garden", "Maison > Extérieur et jardin")),
        ProductType::BeautyPerfume => Some(
            Category::new("Women > Beauty > Perfume", "Femmes > Beauté > Parfums")
                .for_men("Men > Grooming > Aftershave & cologne", "Hommes > Soins > Parfums"),
        ),
        ProductType::ArtPainting => Some(Category::new(
            "Home > Home accessories > Wall decor > Paintings",
            "Maison > Décoration > Décorations murales",
        )),
        ProductType::Collectible => {
            Some(Category::new("Hobbies & collectables > Memorabilia", "Loisirs et collections > Souvenirs"))
        }
        ProductType::CarPart => None,
    }
}
