//! Etsy: handmade goods, vintage of twenty years and more, and craft supplies, worldwide.
//!
//! How sure these facts are. title: official (high); description: official (no maxLength
//! documented); conditions: official (there is no condition field); categories: a guess
//! (top-level EN names are official; every deeper path and every FR label is a guess); price: a
//! guess (medium; bounds are not verified).
//!
//! Sources: etsy/open-api and api-evangelist/etsy (copies of the official OpenAPI file); Etsy
//! help and seller handbook (title 140, top categories, fees); a third-party note on AI
//! disclosure, checked 2026-10-06.

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
    platform: Platform::Etsy,
    name: "Etsy",
    spoken_names: &["etsy"],
    title: TitleRules {
        // Open API: charset letters, digits, punctuation, math, space, ™ © ®; each of % : & +
        // at most once; recent seller-handbook advice: under ~15 words, most important words
        // first.
        free_text: true,
        min: 1,
        max: 140,
        lints: &[Lint::NoEmoji, Lint::EtsyCharset, Lint::Max3CapsWords, Lint::NoPrice, Lint::NoShippingClaim],
    },
    description: DescriptionRules {
        // Practical cap 5,000+; first 160 characters used as search snippet.
        min: 1,
        max: 5_000,
        lints: &[Lint::NoOffPlatformPayment],
    },
    hashtags: HashtagRules {
        // Use the tag field.
        max: 0,
        recommended_min: 0,
        recommended_max: 0,
    },
    // No condition field: use who_made + when_made (+ is_supply). Vintage = made 20 or more
    // years ago.
    languages: &[Language::Fr, Language::En],
    conditions: |_| ConditionLabels::NONE,
    currency: Words { fr: Currency::Eur, en: Currency::Usd },
    price: PriceRules {
        // Minimum 0.20 USD and maximum 50,000 USD are not verified.
        unit: CENTS,
        min: 20,
        max: Some(5_000_000),
        bands: &[Band { from: 0, every: 100, endings: &[0, 50, 95, 99] }],
    },
    category,
    // The marketplace has no category for the rest.
    catch_all: Words { fr: "Autre", en: "Other" },
    category_style: CategoryStyle::FullPath,
};

/// The category of each product type; a new type must be placed here.
#[expect(clippy::too_many_lines, reason = "a table with one line per product type")]
const fn category(product: ProductType) -> Option<Category> {
    match product {
        ProductType::TShirt => Some(
            Category::new(
                "Clothing > Women's Clothing > Tops & Tees > T-shirts",
                "Vêtements > Vêtements femme > Hauts et t-shirts > T-shirts",
            )
            .for_men(
                "Clothing > Men's Clothing > Shirts & Tees > T-shirts",
                "Vêtements > Vêtements homme > Chemises et t-shirts > T-shirts",
            ),
        ),
        ProductType::Shirt => Some(
            Category::new(
                "Clothing > Women's Clothing > Tops & Tees > Blouses",
                "Vêtements > Vêtements femme > Hauts et t-shirts > Chemisiers",
            )
            .for_men(
                "Clothing > Men's Clothing > Shirts & Tees > Dress Shirts",
                "Vêtements > Vêtements homme > Chemises et t-shirts > Chemises",
            ),
        ),
        ProductType::Sweater => Some(
            Category::new("Clothing > Women's Clothing > Sweaters", "Vêtements > Vêtements femme > Pulls")
                .for_men("Clothing > Men's Clothing > Sweaters", "Vêtements > Vêtements homme > Pulls"),
        ),
        ProductType::Jacket | ProductType::Coat => Some(
            Category::new(
                "Clothing > Women's Clothing > Jackets & Coats",
                "Vêtements > Vêtements femme > Vestes et manteaux",
            )
            .for_men(
                "Clothing > Men's Clothing > Jackets & Coats",
                "Vêtements > Vêtements homme > Vestes et manteaux",
            ),
        ),
        ProductType::Dress => Some(Category::new(
            "Clothing > Women's Clothing > Dresses",
            "Vêtements > Vêtements femme > Robes",
        )),
        ProductType::Skirt => {
            Some(Category::new("Clothing > Women's Clothing > Skirts", "Vêtements > Vêtements femme > Jupes"))
        }
        ProductType::Jeans | ProductType::Trousers => Some(
            Category::new(
                "Clothing > Women's Clothing > Pants & Capris",
                "Vêtements > Vêtements femme > Pantalons",
            )
            .for_men("Clothing > Men's Clothing > Pants", "Vêtements > Vêtements homme > Pantalons"),
        ),
        ProductType::Shorts => Some(
            Category::new(
                "Clothing > Women's Clothing > Shorts & Skorts",
                "Vêtements > Vêtements femme > Shorts",
            )
            .for_men("Clothing > Men's Clothing > Shorts", "Vêtements > Vêtements homme > Shorts"),
        ),
        ProductType::Suit => Some(
            Category::new(
                "Clothing > Women's Clothing > Suits & Blazers",
                "Vêtements > Vêtements femme > Tailleurs et blazers",
            )
            .for_men(
                "Clothing > Men's Clothing > Suits & Sport Coats",
                "Vêtements > Vêtements homme > Costumes et vestes",
            ),
        ),
        ProductType::Swimwear => Some(
            Category::new(
                "Clothing > Women's Clothing > Swimwear",
                "Vêtements > Vêtements femme > Maillots de bain",
            )
            .for_men(
                "Clothing > Men's Clothing > Swimwear",
                "Vêtements > Vêtements homme > Maillots de bain",
            ),
        ),
        ProductType::Lingerie => Some(Category::new(
            "Clothing > Women's Clothing > Lingerie",
            "Vêtements > Vêtements femme > Lingerie",
        )),
        ProductType::Sneakers => Some(
            Category::new(
                "Shoes > Women's Shoes > Sneakers & Athletic Shoes",
                "Chaussures > Chaussures femme > Baskets",
            )
            .for_men(
                "Shoes > Men's Shoes > Sneakers & Athletic Shoes",
                "Chaussures > Chaussures homme > Baskets",
            ),
        ),
        ProductType::Boots => Some(
            Category::new("Shoes > Women's Shoes > Boots", "Chaussures > Chaussures femme > Bottes")
                .for_men("Shoes > Men's Shoes > Boots", "Chaussures > Chaussures homme > Bottes"),
        ),
        ProductType::Heels => {
            Some(Category::new("Shoes > Women's Shoes > Pumps", "Chaussures > Chaussures femme > Escarpins"))
        }
        ProductType::Sandals => Some(
            Category::new("Shoes > Women's Shoes > Sandals", "Chaussures > Chaussures femme > Sandales")
                .for_men("Shoes > Men's Shoes > Sandals", "Chaussures > Chaussures homme > Sandales"),
        ),
        ProductType::Handbag => {
            Some(Category::new("Bags & Buckets > Handbags", "Sacs et pochettes > Sacs à main"))
        }
        ProductType::Backpack => {
            Some(Category::new("Bags & Buckets > Backpacks", "Sacs et pochettes > Sacs à dos"))
        }
        ProductType::Wallet => Some(Category::new(
            "Bags & Buckets > Wallets & Money Clips > Wallets",
            "Sacs et pochettes > Portefeuilles",
        )),
        ProductType::Belt => Some(Category::new(
            "Accessories > Belts & Suspenders > Belts",
            "Accessoires > Ceintures et bretelles > Ceintures",
        )),
        ProductType::Hat => Some(Category::new(
            "Accessories > Hats & Head Coverings",
            "Accessoires > Chapeaux et couvre-chefs",
        )),
        ProductType::Scarf => {
            Some(Category::new("Accessories > Scarves & Wraps", "Accessoires > Écharpes et châles"))
        }
        ProductType::Gloves => {
            Some(Category::new("Accessories > Gloves & Mittens", "Accessoires > Gants et moufles"))
        }
        ProductType::Sunglasses => Some(Category::new(
            "Accessories > Sunglasses & Eyewear > Sunglasses",
            "Accessoires > Lunettes > Lunettes de soleil",
        )),
        ProductType::Watch => Some(Category::new("Jewelry > Watches", "Bijoux > Montres")),
        ProductType::Jewellery => Some(Category::new("Jewelry", "Bijoux")),
        ProductType::Sofa => Some(Category::new(
            "Home & Living > Furniture > Living Room Furniture > Couches & Loveseats",
            "Maison > Meubles > Meubles de salon > Canapés",
        )),
        ProductType::Armchair | ProductType::Chair => Some(Category::new(
            "Home & Living > Furniture > Living Room Furniture > Chairs & Ottomans",
            "Maison > Meubles > Meubles de salon > Fauteuils et chaises",
        )),
        ProductType::Table => Some(Category::new(
            "Home & Living > Furniture > Dining Room Furniture > Kitchen & Dining Tables",
            "Maison > Meubles > Salle à manger > Tables",
        )),
        ProductType::Desk => Some(Category::new(
            "Home & Living > Furniture > Office Furniture > Desks",
            "Maison > Meubles > Bureau > Bureaux",
        )),
        ProductType::Lamp => {
            Some(Category::new("Home & Living > Lighting > Lamps", "Maison > Luminaires > Lampes"))
        }
        ProductType::Mirror => {
            Some(Category::new("Home & Living > Home Decor > Mirrors", "Maison > Décoration > Miroirs"))
        }
        ProductType::Rug => {
            Some(Category::new("Home & Living > Floor & Rugs > Rugs", "Maison > Sols et tapis > Tapis"))
        }
        ProductType::ShelfBookcase => Some(Category::new(
            "Home & Living > Furniture > Living Room Furniture > Bookshelves",
            "Maison > Meubles > Étagères et bibliothèques",
        )),
        ProductType::Bed => Some(Category::new(
            "Home & Living > Furniture > Bedroom Furniture > Beds & Headboards",
            "Maison > Meubles > Chambre > Lits et têtes de lit",
        )),
        ProductType::VaseDecor => {
            Some(Category::new("Home & Living > Home Decor > Vases", "Maison > Décoration > Vases"))
        }
        ProductType::Crockery => Some(Category::new(
            "Home & Living > Kitchen & Dining > Dining & Serving",
            "Maison > Cuisine et table > Service de table",
        )),
        ProductType::Cookware => Some(Category::new(
            "Home & Living > Kitchen & Dining > Cookware",
            "Maison > Cuisine et table > Ustensiles de cuisson",
        )),
        ProductType::SmallAppliance => Some(Category::new(
            "Home & Living > Kitchen & Dining > Kitchen Appliances",
            "Maison > Cuisine et table",
        )),
        ProductType::Camera => Some(Category::new(
            "Electronics & Accessories > Cameras & Equipment > Cameras",
            "Électronique et accessoires > Appareils photo",
        )),
        ProductType::Headphones => {
            Some(Category::new("Electronics & Accessories > Audio", "Électronique et accessoires > Audio"))
        }
        ProductType::GameConsole | ProductType::VideoGame => Some(Category::new(
            "Electronics & Accessories > Video Games",
            "Électronique et accessoires > Jeux vidéo",
        )),
        ProductType::Book => {
            Some(Category::new("Books, Movies & Music > Books", "Livres, films et musique > Livres"))
        }
        ProductType::VinylCd => Some(Category::new(
            "Books, Movies & Music > Music > Recorded Audio",
            "Livres, films et musique > Musique",
        )),
        ProductType::Toy => Some(Category::new("Toys & Games > Toys", "Jeux et jouets > Jouets")),
        ProductType::BoardGame => Some(Category::new(
            "Toys & Games > Games & Puzzles > Board Games",
            "Jeux et jouets > Jeux et puzzles > Jeux de société",
        )),
        ProductType::BabyGear => Some(Category::new(
            "Clothing > Kids' Clothing > Baby Clothing",
            "Vêtements > Vêtements enfant > Bébé",
        )),
        ProductType::Bicycle | ProductType::SportsEquipment => Some(Category::new(
            "Toys & Games > Sports & Outdoor Recreation",
            "Jeux et jouets > Sports et plein air",
        )),
        ProductType::MusicalInstrument => Some(Category::new(
            "Books, Movies & Music > Music > Musical Instruments",
            "Livres, films et musique > Musique > Instruments",
        )),
        ProductType::PowerTool => {
            Some(Category::new("Craft Supplies & Tools", "Fournitures créatives et outils"))
        }
        ProductType::Garden => {
            Some(Category::new("Home & Living > Outdoor & Gardening", "Maison > Extérieur et jardin"))
        }
        ProductType::BeautyPerfume => {
            Some(Category::new("Bath & Beauty > Fragrances", "Bain et beauté > Parfums"))
        }
        ProductType::ArtPainting => {
            Some(Category::new("Art & Collectibles > Painting", "Art et objets de collection > Peinture"))
        }
        ProductType::Collectible => Some(Category::new(
            "Art & Collectibles > Collectibles",
            "Art et objets de collection > Objets de collection",
        )),
        ProductType::LargeAppliance
        | ProductType::Phone
        | ProductType::Laptop
        | ProductType::Tablet
        | ProductType::CarPart => None,
    }
}
