//! leboncoin: the general classified advertisements of France, sold from hand to hand or by
//! parcel.
//!
//! How sure these facts are. title: from other tools (medium: three tools agree on 50, one says
//! 60); description: from other tools (medium); conditions: from other tools (medium-high; EN
//! labels are our translation); categories: official (high for FR labels and ids (copy of the
//! site's own category table); EN = our translation); price: seen live (whole euros seen live
//! (Sep 2026); the minimum is a guess).
//!
//! Sources: etienne-hd/lbc (client library; category table taken Aug 2026);
//! maxgfr/leboncoin-cdp; `FillSell` (French tool), category and criteria survey Jul-Sep 2026;
//! three independent French listing tools (title 50); a real-estate feed document and French
//! tools (description 4,000); two client test suites (code etatneuf); journaldufreenaute.fr,
//! surpat.fr (posting rules); step-in.fr (photo quota); a French tool's fee table (fees).

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
    platform: Platform::Leboncoin,
    name: "leboncoin",
    spoken_names: &["leboncoin", "le bon coin"],
    title: TitleRules {
        // 50 found in three independent French listing tools (two browser extensions, one
        // channel-rule registry that truncates at 50); one other tool uses 60. Official page
        // not reached.
        free_text: true,
        min: 1,
        max: 50,
        lints: &[Lint::NoKeywordList, Lint::NoPrice, Lint::NoFiller, Lint::NoEmoji],
    },
    description: DescriptionRules {
        // 4,000 seen in one real-estate feed document and FR tools; treat as upper bound.
        min: 1,
        max: 4_000,
        lints: &[Lint::NoOtherMarketplace, Lint::NoKeywordList],
    },
    hashtags: HashtagRules {
        // Not a leboncoin habit; keyword lists are refused.
        max: 0,
        recommended_min: 0,
        recommended_max: 0,
    },
    languages: &[Language::Fr],
    conditions: |_| CONDITIONS,
    currency: Words { fr: Currency::Eur, en: Currency::Eur },
    price: PriceRules {
        // Whole euros (seen live, Sep 2026); minimum 1 is a guess; haggling expected, a price
        // 10-15 % above the floor is habit (guess).
        // Usual prices: round tens above 50.
        unit: WHOLE,
        min: 100,
        max: None,
        bands: &[
            Band { from: 0, every: 100, endings: &[0] },
            Band { from: 2_000, every: 500, endings: &[0] },
            Band { from: 5_000, every: 1_000, endings: &[0] },
        ],
    },
    category: |product| Some(category(product)),
    catch_all: Words { fr: "Divers", en: "Miscellaneous" },
    category_style: CategoryStyle::Leaf,
};

// API attribute key "condition"; code "etatneuf" seen in two client test suites (same option
// for both new states); other codes not seen (probably tresbonetat, bonetat, etatsatisfaisant,
// pourpieces: guess). Required for computers, phones, photo/audio/video, shoes, clothing; not
// for appliances, instruments, DIY, home.
// EN = our translation (the site is French only).
const CONDITIONS: ConditionLabels = ConditionLabels {
    new_with_tags: Some(Words { fr: "État neuf", en: "New" }),
    new: Some(Words { fr: "État neuf", en: "New" }),
    like_new: Some(Words { fr: "Très bon état", en: "Very good condition" }),
    very_good: Some(Words { fr: "Très bon état", en: "Very good condition" }),
    good: Some(Words { fr: "Bon état", en: "Good condition" }),
    fair: Some(Words { fr: "État satisfaisant", en: "Satisfactory condition" }),
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
        | ProductType::Dress
        | ProductType::Skirt
        | ProductType::Jeans
        | ProductType::Trousers
        | ProductType::Shorts
        | ProductType::Suit
        | ProductType::Swimwear
        | ProductType::Lingerie => Category::new("Fashion > Clothing", "Mode > Vêtements"),
        ProductType::Sneakers | ProductType::Boots | ProductType::Heels | ProductType::Sandals => {
            Category::new("Fashion > Shoes", "Mode > Chaussures")
        }
        ProductType::Handbag
        | ProductType::Backpack
        | ProductType::Wallet
        | ProductType::Belt
        | ProductType::Hat
        | ProductType::Scarf
        | ProductType::Gloves
        | ProductType::Sunglasses => {
            Category::new("Fashion > Accessories & Luggage", "Mode > Accessoires & Bagagerie")
        }
        ProductType::Watch | ProductType::Jewellery => {
            Category::new("Fashion > Watches & Jewellery", "Mode > Montres & Bijoux")
        }
        ProductType::Sofa
        | ProductType::Armchair
        | ProductType::Chair
        | ProductType::Table
        | ProductType::Desk
        | ProductType::ShelfBookcase
        | ProductType::Bed => Category::new("Home & Garden > Furniture", "Maison & Jardin > Ameublement"),
        ProductType::Lamp
        | ProductType::Mirror
        | ProductType::Rug
        | ProductType::VaseDecor
        | ProductType::ArtPainting => {
            Category::new("Home & Garden > Decoration", "Maison & Jardin > Décoration")
        }
        ProductType::Crockery | ProductType::Cookware => {
            Category::new("Home & Garden > Tableware & Kitchenware", "Maison & Jardin > Arts de la table")
        }
        ProductType::SmallAppliance | ProductType::LargeAppliance => {
            Category::new("Home & Garden > Appliances", "Maison & Jardin > Électroménager")
        }
        ProductType::Phone => Category::new(
            "Electronics > Phones & Connected devices",
            "Électronique > Téléphones & Objets connectés",
        ),
        ProductType::Laptop => Category::new("Electronics > Computers", "Électronique > Ordinateurs"),
        ProductType::Tablet => {
            Category::new("Electronics > Tablets & E-readers", "Électronique > Tablettes & Liseuses")
        }
        ProductType::Camera | ProductType::Headphones => {
            Category::new("Electronics > Photo, audio & video", "Électronique > Photo, audio & vidéo")
        }
        ProductType::GameConsole => Category::new("Electronics > Consoles", "Électronique > Consoles"),
        ProductType::VideoGame => Category::new("Electronics > Video games", "Électronique > Jeux vidéo"),
        ProductType::Book => Category::new("Leisure > Books", "Loisirs > Livres"),
        ProductType::VinylCd => Category::new("Leisure > CDs - Music", "Loisirs > CD - Musique"),
        ProductType::Toy | ProductType::BoardGame => {
            Category::new("Leisure > Games & Toys", "Loisirs > Jeux & Jouets")
        }
        ProductType::BabyGear => Category::new("Family > Baby equipment", "Famille > Équipement bébé"),
        ProductType::Bicycle => Category::new("Leisure > Bicycles", "Loisirs > Vélos"),
        ProductType::SportsEquipment => {
            Category::new("Leisure > Sports & Outdoor", "Loisirs > Sport & Plein air")
        }
        ProductType::MusicalInstrument => {
            Category::new("Leisure > Musical instruments", "Loisirs > Instruments de musique")
        }
        ProductType::PowerTool => Category::new("Home & Garden > DIY", "Maison & Jardin > Bricolage"),
        ProductType::Garden => {
            Category::new("Home & Garden > Garden & Plants", "Maison & Jardin > Jardin & Plantes")
        }
        ProductType::BeautyPerfume => Category::new("Miscellaneous > Other", "Divers > Autres"),
        ProductType::Collectible => Category::new("Leisure > Collectibles", "Loisirs > Collection"),
        ProductType::CarPart => {
            Category::new("Vehicles > Car parts & equipment", "Véhicules > Équipement auto")
        }
    }
}
