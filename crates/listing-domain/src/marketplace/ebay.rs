//! eBay: the general auction and shop site, worldwide; found by search, so titles are full of
//! facts.
//!
//! How sure these facts are. title: official; description: official; conditions: official (ids,
//! enums and EN names official; FR apparel labels live (Jul 2026); other FR labels guess);
//! categories: seen live (FR labels and ids live (ebay.fr, Jul 2026), EN labels from older tree
//! dumps (medium); rows marked guess are not verified); price: a guess (medium; minimum is not
//! verified).
//!
//! Sources: api-evangelist/ebay (copies of the official OpenAPI files: inventory, browse,
//! marketplace insights);
//! `developer.ebay.com/api-docs/sell/static/metadata/condition-id-values.html`; `FillSell`
//! reading of ebay.fr, Jul 2026; Apex-Importer (US top-level ids); moshebeeri/this (older US
//! tree); a third-party fee registry and a French tool's fee table (fees).

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
    platform: Platform::Ebay,
    name: "eBay",
    spoken_names: &["ebay"],
    title: TitleRules {
        // Inventory API product.title maxLength 80; subtitle 55 (paid).
        free_text: true,
        min: 1,
        max: 80,
        lints: &[Lint::NoAllCaps, Lint::NoPrice, Lint::NoShippingClaim],
    },
    description: DescriptionRules {
        // ListingDescription 500,000 incl. HTML; conditionDescription 1,000 and ignored for new
        // conditions.
        min: 1,
        max: 500_000,
        lints: &[Lint::NoOffPlatformPayment, Lint::NoKeywordList],
    },
    hashtags: HashtagRules {
        // Use item specifics (aspects) instead.
        max: 0,
        recommended_min: 0,
        recommended_max: 0,
    },
    languages: &[Language::Fr, Language::En],
    conditions: |product| group(product).labels(),
    currency: Words { fr: Currency::Eur, en: Currency::Usd },
    price: PriceRules {
        // Fixed-price minimum 0.99 USD / 1 EUR (not verified); Best Offer optional.
        unit: CENTS,
        min: 99,
        max: None,
        bands: &[Band { from: 0, every: 100, endings: &[0, 95, 99] }],
    },
    category: |product| Some(category(product)),
    // The marketplace has no category for the rest.
    catch_all: Words { fr: "Autre", en: "Other" },
    category_style: CategoryStyle::FullPath,
};

/// The groups of categories that share a list of conditions.
#[derive(Clone, Copy)]
enum ConditionGroup {
    /// Clothes, bags and fashion accessories.
    Apparel,
    /// Footwear.
    Shoes,
    /// Books, records and video games.
    Media,
    /// Electronics, home, instruments, tools and most other goods.
    General,
    /// Toys, baby goods, art, collectibles and beauty.
    NewOrUsed,
}

impl ConditionGroup {
    const fn labels(self) -> ConditionLabels {
        match self {
            Self::Apparel => APPAREL,
            Self::Shoes => SHOES,
            Self::Media => MEDIA,
            Self::General => GENERAL,
            Self::NewOrUsed => NEW_OR_USED,
        }
    }
}

/// The group of a product type (our reading of the published condition ids).
#[expect(clippy::too_many_lines, reason = "a table with one line per product type")]
const fn group(product: ProductType) -> ConditionGroup {
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
        | ProductType::Lingerie
        | ProductType::Handbag
        | ProductType::Backpack
        | ProductType::Wallet
        | ProductType::Belt
        | ProductType::Hat
        | ProductType::Scarf
        | ProductType::Gloves => ConditionGroup::Apparel,
        ProductType::Sneakers | ProductType::Boots | ProductType::Heels | ProductType::Sandals => {
            ConditionGroup::Shoes
        }
        ProductType::VideoGame | ProductType::Book | ProductType::VinylCd => ConditionGroup::Media,
        ProductType::Sunglasses
        | ProductType::Watch
        | ProductType::Jewellery
        | ProductType::Sofa
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
        | ProductType::Bicycle
        | ProductType::SportsEquipment
        | ProductType::MusicalInstrument
        | ProductType::PowerTool
        | ProductType::Garden
        | ProductType::CarPart => ConditionGroup::General,
        ProductType::Toy
        | ProductType::BoardGame
        | ProductType::BabyGear
        | ProductType::BeautyPerfume
        | ProductType::ArtPainting
        | ProductType::Collectible => ConditionGroup::NewOrUsed,
    }
}

const APPAREL: ConditionLabels = ConditionLabels {
    new_with_tags: Some(Words { fr: "Neuf avec étiquettes", en: "New with tags" }),
    new: Some(Words { fr: "Neuf sans étiquettes", en: "New without tags" }),
    like_new: Some(Words { fr: "Occasion - Parfait état", en: "Pre-owned - Excellent" }),
    very_good: Some(Words { fr: "Occasion - Parfait état", en: "Pre-owned - Excellent" }),
    good: Some(Words { fr: "Occasion - Très bon état", en: "Pre-owned - Good" }),
    fair: Some(Words { fr: "Occasion - Bon état", en: "Pre-owned - Fair" }),
    for_parts: None,
};

const SHOES: ConditionLabels = ConditionLabels {
    new_with_tags: Some(Words { fr: "Neuf avec boîte", en: "New with box" }),
    new: Some(Words { fr: "Neuf sans boîte", en: "New without box" }),
    like_new: Some(Words { fr: "Occasion", en: "Pre-owned" }),
    very_good: Some(Words { fr: "Occasion", en: "Pre-owned" }),
    good: Some(Words { fr: "Occasion", en: "Pre-owned" }),
    fair: Some(Words { fr: "Occasion", en: "Pre-owned" }),
    for_parts: None,
};

const MEDIA: ConditionLabels = ConditionLabels {
    new_with_tags: Some(Words { fr: "Neuf", en: "Brand New" }),
    new: Some(Words { fr: "Neuf", en: "Brand New" }),
    like_new: Some(Words { fr: "Comme neuf", en: "Like New" }),
    very_good: Some(Words { fr: "Très bon état", en: "Very Good" }),
    good: Some(Words { fr: "Bon état", en: "Good" }),
    fair: Some(Words { fr: "État correct", en: "Acceptable" }),
    for_parts: None,
};

const GENERAL: ConditionLabels = ConditionLabels {
    new_with_tags: Some(Words { fr: "Neuf", en: "New" }),
    new: Some(Words { fr: "Ouvert (jamais utilisé)", en: "Open box" }),
    like_new: Some(Words { fr: "Occasion", en: "Used" }),
    very_good: Some(Words { fr: "Occasion", en: "Used" }),
    good: Some(Words { fr: "Occasion", en: "Used" }),
    fair: Some(Words { fr: "Occasion", en: "Used" }),
    for_parts: Some(Words {
        fr: "Pour pièces détachées / ne fonctionne pas",
        en: "For parts or not working",
    }),
};

const NEW_OR_USED: ConditionLabels = ConditionLabels {
    new_with_tags: Some(Words { fr: "Neuf", en: "New" }),
    new: Some(Words { fr: "Neuf", en: "New" }),
    like_new: Some(Words { fr: "Occasion", en: "Used" }),
    very_good: Some(Words { fr: "Occasion", en: "Used" }),
    good: Some(Words { fr: "Occasion", en: "Used" }),
    fair: Some(Words { fr: "Occasion", en: "Used" }),
    for_parts: None,
};

/// The category of each product type; a new type must be placed here.
#[expect(clippy::too_many_lines, reason = "a table with one line per product type")]
const fn category(product: ProductType) -> Category {
    match product {
        ProductType::TShirt => Category::new("Clothing, Shoes & Accessories > Women > Women's Clothing > Tops", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : vêtements > Hauts, chemises").for_men("Clothing, Shoes & Accessories > Men > Men's Clothing > Shirts > T-Shirts", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : vêtements > Chemises, hauts > T-shirts"),
        ProductType::Shirt => Category::new("Clothing, Shoes & Accessories > Women > Women's Clothing > Tops", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : vêtements > Hauts, chemises").for_men("Clothing, Shoes & Accessories > Men > Men's Clothing > Shirts > Casual Button-Down Shirts", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : vêtements > Chemises, hauts > Chemises décontractées, hauts"),
        ProductType::Sweater => Category::new("Clothing, Shoes & Accessories > Women > Women's Clothing > Sweaters", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : vêtements > Pulls, cardigans").for_men("Clothing, Shoes & Accessories > Men > Men's Clothing > Sweaters", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : vêtements > Pulls, cardigans"),
        ProductType::Jacket | ProductType::Coat => Category::new("Clothing, Shoes & Accessories > Women > Women's Clothing > Coats, Jackets & Vests", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : vêtements > Manteaux, vestes et gilets").for_men("Clothing, Shoes & Accessories > Men > Men's Clothing > Coats, Jackets & Vests", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : vêtements > Manteaux, vestes et gilets"),
        ProductType::Dress => Category::new("Clothing, Shoes & Accessories > Women > Women's Clothing > Dresses", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : vêtements > Robes"),
        ProductType::Skirt => Category::new("Clothing, Shoes & Accessories > Women > Women's Clothing > Skirts", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : vêtements > Jupes"),
        ProductType::Jeans => Category::new("Clothing, Shoes & Accessories > Women > Women's Clothing > Jeans", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : vêtements > Jeans").for_men("Clothing, Shoes & Accessories > Men > Men's Clothing > Jeans", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : vêtements > Jeans"),
        ProductType::Trousers => Category::new("Clothing, Shoes & Accessories > Women > Women's Clothing > Pants", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : vêtements > Pantalons").for_men("Clothing, Shoes & Accessories > Men > Men's Clothing > Pants", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : vêtements > Pantalons"),
        ProductType::Shorts => Category::new("Clothing, Shoes & Accessories > Women > Women's Clothing > Shorts", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : vêtements > Shorts").for_men("Clothing, Shoes & Accessories > Men > Men's Clothing > Shorts", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : vêtements > Shorts"),
        ProductType::Suit => Category::new("Clothing, Shoes & Accessories > Women > Women's Clothing > Suits & Suit Separates", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : vêtements > Costumes, tailleurs").for_men("Clothing, Shoes & Accessories > Men > Men's Clothing > Suits & Suit Separates", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : vêtements > Costumes"),
        ProductType::Swimwear => Category::new("Clothing, Shoes & Accessories > Women > Women's Clothing > Swimwear", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : vêtements > Maillots de bain").for_men("Clothing, Shoes & Accessories > Men > Men's Clothing > Swimwear", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : vêtements > Maillots de bain"),
        ProductType::Lingerie => Category::new("Clothing, Shoes & Accessories > Women > Women's Clothing > Intimates & Sleep > Sleepwear & Robes", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : vêtements > Lingerie, nuit > Pyjamas, nuisettes"),
        ProductType::Sneakers => Category::new("Clothing, Shoes & Accessories > Women > Women's Shoes > Athletic Shoes", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : chaussures > Baskets").for_men("Clothing, Shoes & Accessories > Men > Men's Shoes > Athletic Shoes", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : chaussures > Baskets"),
        ProductType::Boots => Category::new("Clothing, Shoes & Accessories > Women > Women's Shoes > Boots", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : chaussures > Bottes, bottines").for_men("Clothing, Shoes & Accessories > Men > Men's Shoes > Boots", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : chaussures > Bottes, bottines"),
        ProductType::Heels => Category::new("Clothing, Shoes & Accessories > Women > Women's Shoes > Heels", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : chaussures > Escarpins, talons").for_men("Clothing, Shoes & Accessories > Men > Men's Shoes > Dress Shoes", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : chaussures > Chaussures de ville"),
        ProductType::Sandals => Category::new("Clothing, Shoes & Accessories > Women > Women's Shoes > Sandals", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : chaussures > Sandales, tongues").for_men("Clothing, Shoes & Accessories > Men > Men's Shoes > Sandals", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : chaussures > Sandales, tongues"),
        ProductType::Handbag | ProductType::Backpack => Category::new("Clothing, Shoes & Accessories > Women > Women's Bags & Handbags", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : sacs, sacs à main").for_men("Clothing, Shoes & Accessories > Men > Men's Accessories > Bags", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : accessoires > Sacs"),
        ProductType::Wallet => Category::new("Clothing, Shoes & Accessories > Women > Women's Accessories > Wallets", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : accessoires > Porte-monnaie, portefeuilles").for_men("Clothing, Shoes & Accessories > Men > Men's Accessories > Wallets", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : accessoires > Portefeuilles"),
        ProductType::Belt => Category::new("Clothing, Shoes & Accessories > Women > Women's Accessories > Belts", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : accessoires > Ceintures").for_men("Clothing, Shoes & Accessories > Men > Men's Accessories > Belts", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : accessoires > Ceintures"),
        ProductType::Hat => Category::new("Clothing, Shoes & Accessories > Women > Women's Accessories > Hats", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : accessoires > Chapeaux").for_men("Clothing, Shoes & Accessories > Men > Men's Accessories > Hats", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : accessoires > Chapeaux"),
        ProductType::Scarf => Category::new("Clothing, Shoes & Accessories > Women > Women's Accessories > Scarves & Wraps", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : accessoires > Écharpes").for_men("Clothing, Shoes & Accessories > Men > Men's Accessories > Scarves", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : accessoires > Écharpes"),
        ProductType::Gloves => Category::new("Clothing, Shoes & Accessories > Women > Women's Accessories > Gloves & Mittens", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : accessoires > Gants, moufles").for_men("Clothing, Shoes & Accessories > Men > Men's Accessories > Gloves & Mittens", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : accessoires > Gants, moufles"),
        ProductType::Sunglasses => Category::new("Clothing, Shoes & Accessories > Women > Women's Accessories > Sunglasses & Sunglasses Accessories > Sunglasses", "Vêtements, accessoires > Femme : vêtements, accessoires > Femme : accessoires > Lunettes de soleil").for_men("Clothing, Shoes & Accessories > Men > Men's Accessories > Sunglasses & Sunglasses Accessories > Sunglasses", "Vêtements, accessoires > Homme : vêtements, accessoires > Homme : accessoires > Lunettes de soleil"),
        ProductType::Watch => Category::new("Jewelry & Watches > Watches, Parts & Accessories > Watches > Wristwatches", "Bijoux, montres > Montres, pièces et accessoires > Montres > Montres classiques"),
        ProductType::Jewellery => Category::new("Jewelry & Watches > Fashion Jewelry", "Bijoux, montres > Bijoux fantaisie > Autres"),
        ProductType::Sofa | ProductType::Armchair => Category::new("Home & Garden > Furniture > Sofas, Armchairs & Couches", "Maison > Meubles > Canapés, fauteuils et salons"),
        ProductType::Chair => Category::new("Home & Garden > Furniture > Chairs", "Maison > Meubles > Chaises"),
        ProductType::Table => Category::new("Home & Garden > Furniture > Tables", "Maison > Meubles > Tables"),
        ProductType::Desk => Category::new("Home & Garden > Furniture > Desks & Home Office Furniture", "Maison > Meubles > Bureaux"),
        ProductType::Lamp => Category::new("Home & Garden > Lamps, Lighting & Ceiling Fans > Lamps", "Maison > Éclairage intérieur > Lampes"),
        ProductType::Mirror => Category::new("Home & Garden > Home Décor > Mirrors", "Maison > Décoration d'intérieur > Miroirs"),
        ProductType::Rug => Category::new("Home & Garden > Rugs & Carpets > Area Rugs", "Maison > Tapis et moquettes"),
        ProductType::ShelfBookcase => Category::new("Home & Garden > Furniture > Bookcases, Shelving & Storage", "Maison > Meubles > Étagères, bibliothèques"),
        ProductType::Bed => Category::new("Home & Garden > Furniture > Beds & Mattresses > Beds & Bed Frames", "Maison > Meubles > Lits, matelas > Lits, cadres, sommiers"),
        ProductType::VaseDecor => Category::new("Home & Garden > Home Décor > Vases", "Maison > Décoration d'intérieur > Vases"),
        ProductType::Crockery => Category::new("Home & Garden > Kitchen, Dining & Bar > Dinnerware & Serveware", "Maison > Cuisine, arts de la table > Arts de la table > Assiettes"),
        ProductType::Cookware => Category::new("Home & Garden > Kitchen, Dining & Bar > Cookware", "Maison > Cuisine, arts de la table > Casseroles, poêles > Casseroles, marmites"),
        ProductType::SmallAppliance => Category::new("Home & Garden > Kitchen, Dining & Bar > Small Kitchen Appliances", "Électroménager > Petit électroménager : cuisine"),
        ProductType::LargeAppliance => Category::new("Home & Garden > Major Appliances", "Électroménager > Gros électroménager"),
        ProductType::Phone => Category::new("Cell Phones & Accessories > Cell Phones & Smartphones", "Téléphonie, mobilité > Téléphones mobiles"),
        ProductType::Laptop => Category::new("Computers/Tablets & Networking > Laptops & Netbooks > PC Laptops & Netbooks", "Informatique, réseaux > Portables, netbooks > Ordinateurs portables"),
        ProductType::Tablet => Category::new("Computers/Tablets & Networking > Tablets & eBook Readers", "Informatique, réseaux > Tablettes, liseuses"),
        ProductType::Camera => Category::new("Cameras & Photo > Digital Cameras", "Photo, caméscopes > Appareils photo numériques"),
        ProductType::Headphones => Category::new("Consumer Electronics > Portable Audio & Headphones > Headphones", "Image, son > Enceintes portables, écouteurs > Écouteurs"),
        ProductType::GameConsole => Category::new("Video Games & Consoles > Video Game Consoles", "Jeux vidéo, consoles > Consoles"),
        ProductType::VideoGame => Category::new("Video Games & Consoles > Video Games", "Jeux vidéo, consoles > Jeux"),
        ProductType::Book => Category::new("Books & Magazines > Books", "Livres, BD, revues > Fiction"),
        ProductType::VinylCd => Category::new("Music > Vinyl Records", "Musique, CD, vinyles > Vinyles"),
        ProductType::Toy => Category::new("Toys & Hobbies", "Jouets et jeux"),
        ProductType::BoardGame => Category::new("Toys & Hobbies > Games > Board & Traditional Games", "Jouets et jeux > Jeux de société, traditionnels"),
        ProductType::BabyGear => Category::new("Baby > Strollers & Accessories > Strollers", "Bébé, puériculture > Poussettes, systèmes combinés"),
        ProductType::Bicycle => Category::new("Sporting Goods > Cycling > Bicycles", "Sports, vacances > Cyclisme, vélos > Vélos"),
        ProductType::SportsEquipment => Category::new("Sporting Goods", "Sports, vacances"),
        ProductType::MusicalInstrument => Category::new("Musical Instruments & Gear", "Instruments de musique"),
        ProductType::PowerTool => Category::new("Home & Garden > Tools & Workshop Equipment > Power Tools", "Bricolage > Outils électriques"),
        ProductType::Garden => Category::new("Home & Garden > Yard, Garden & Outdoor Living", "Jardin, terrasse"),
        ProductType::BeautyPerfume => Category::new("Health & Beauty > Fragrances > Women's Fragrances", "Beauté, bien-être, parfums > Parfums > Parfums femme").for_men("Health & Beauty > Fragrances > Men's Fragrances", "Beauté, bien-être, parfums > Parfums > Parfums homme"),
        ProductType::ArtPainting => Category::new("Art > Paintings", "Art, antiquités > Art du XXe, contemporain > Peintures"),
        ProductType::Collectible => Category::new("Collectibles", "Collections"),
        ProductType::CarPart => Category::new("eBay Motors > Parts & Accessories > Car & Truck Parts & Accessories", "Auto, moto - pièces, accessoires"),
    }
}
