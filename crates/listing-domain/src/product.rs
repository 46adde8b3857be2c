//! What is for sale: 63 canonical product types in 18 departments, and the
//! nouns that name them in French and English.

use crate::closed_enum::closed_enum;
use crate::wish::{Language, Words};

closed_enum! {
    /// A broad kind of goods, said when the exact product is not certain.
    pub enum Department as "department" {
        /// Garments.
        Clothing = "clothing",
        /// Footwear.
        Shoes = "shoes",
        /// Bags and small leather goods.
        Bags = "bags",
        /// Hats, scarves, belts, glasses.
        Accessories = "accessories",
        /// Jewellery and watches.
        JewelleryWatches = "jewellery_watches",
        /// Furniture.
        Furniture = "furniture",
        /// Lighting, rugs, mirrors and other decoration.
        HomeDecor = "home_decor",
        /// Tableware and cookware.
        Kitchen = "kitchen",
        /// Small and large appliances.
        Appliances = "appliances",
        /// Phones, computers, cameras, audio.
        Electronics = "electronics",
        /// Books, records, video games and consoles.
        MediaGames = "media_games",
        /// Toys, board games and baby gear.
        ToysBaby = "toys_baby",
        /// Bicycles and sports equipment.
        Sports = "sports",
        /// Musical instruments.
        Instruments = "instruments",
        /// Tools and garden items.
        ToolsGarden = "tools_garden",
        /// Perfume and cosmetics.
        Beauty = "beauty",
        /// Art and collectibles.
        ArtCollectibles = "art_collectibles",
        /// Parts of vehicles.
        Vehicles = "vehicles",
    }
}

closed_enum! {
    /// A canonical product type: the level at which marketplaces' categories,
    /// reference prices and condition labels are known.
    pub enum ProductType as "product type" {
        /// T-shirt.
        TShirt = "t_shirt",
        /// Shirt.
        Shirt = "shirt",
        /// Sweater.
        Sweater = "sweater",
        /// Jacket.
        Jacket = "jacket",
        /// Coat.
        Coat = "coat",
        /// Dress.
        Dress = "dress",
        /// Skirt.
        Skirt = "skirt",
        /// Jeans.
        Jeans = "jeans",
        /// Trousers.
        Trousers = "trousers",
        /// Shorts.
        Shorts = "shorts",
        /// Suit.
        Suit = "suit",
        /// Swimsuit.
        Swimwear = "swimwear",
        /// Lingerie.
        Lingerie = "lingerie",
        /// Trainers.
        Sneakers = "sneakers",
        /// Boots.
        Boots = "boots",
        /// Heels.
        Heels = "heels",
        /// Sandals.
        Sandals = "sandals",
        /// Handbag.
        Handbag = "handbag",
        /// Backpack.
        Backpack = "backpack",
        /// Wallet.
        Wallet = "wallet",
        /// Belt.
        Belt = "belt",
        /// Hat.
        Hat = "hat",
        /// Scarf.
        Scarf = "scarf",
        /// Gloves.
        Gloves = "gloves",
        /// Sunglasses.
        Sunglasses = "sunglasses",
        /// Watch.
        Watch = "watch",
        /// Piece of jewellery.
        Jewellery = "jewellery",
        /// Sofa.
        Sofa = "sofa",
        /// Armchair.
        Armchair = "armchair",
        /// Chair.
        Chair = "chair",
        /// Table.
        Table = "table",
        /// Desk.
        Desk = "desk",
        /// Lamp.
        Lamp = "lamp",
        /// Mirror.
        Mirror = "mirror",
        /// Rug.
        Rug = "rug",
        /// Bookcase.
        ShelfBookcase = "shelf_bookcase",
        /// Bed.
        Bed = "bed",
        /// Decorative object.
        VaseDecor = "vase_decor",
        /// Tableware.
        Crockery = "crockery",
        /// Cookware item.
        Cookware = "cookware",
        /// Small appliance.
        SmallAppliance = "small_appliance",
        /// Large appliance.
        LargeAppliance = "large_appliance",
        /// Phone.
        Phone = "phone",
        /// Laptop.
        Laptop = "laptop",
        /// Tablet.
        Tablet = "tablet",
        /// Camera.
        Camera = "camera",
        /// Headphones.
        Headphones = "headphones",
        /// Game console.
        GameConsole = "game_console",
        /// Video game.
        VideoGame = "video_game",
        /// Book.
        Book = "book",
        /// Record.
        VinylCd = "vinyl_cd",
        /// Toy.
        Toy = "toy",
        /// Board game.
        BoardGame = "board_game",
        /// Baby item.
        BabyGear = "baby_gear",
        /// Bicycle.
        Bicycle = "bicycle",
        /// Sports equipment.
        SportsEquipment = "sports_equipment",
        /// Musical instrument.
        MusicalInstrument = "musical_instrument",
        /// Tool.
        PowerTool = "power_tool",
        /// Garden item.
        Garden = "garden",
        /// Beauty product.
        BeautyPerfume = "beauty_perfume",
        /// Painting.
        ArtPainting = "art_painting",
        /// Collectible.
        Collectible = "collectible",
        /// Car part.
        CarPart = "car_part",
    }
}

impl ProductType {
    /// The department the type belongs to.
    pub const fn department(self) -> Department {
        match self {
            Self::TShirt
            | Self::Shirt
            | Self::Sweater
            | Self::Jacket
            | Self::Coat
            | Self::Dress
            | Self::Skirt
            | Self::Jeans
            | Self::Trousers
            | Self::Shorts
            | Self::Suit
            | Self::Swimwear
            | Self::Lingerie => Department::Clothing,
            Self::Sneakers | Self::Boots | Self::Heels | Self::Sandals => Department::Shoes,
            Self::Handbag | Self::Backpack | Self::Wallet => Department::Bags,
            Self::Belt | Self::Hat | Self::Scarf | Self::Gloves | Self::Sunglasses => Department::Accessories,
            Self::Watch | Self::Jewellery => Department::JewelleryWatches,
            Self::Sofa
            | Self::Armchair
            | Self::Chair
            | Self::Table
            | Self::Desk
            | Self::ShelfBookcase
            | Self::Bed => Department::Furniture,
            Self::Lamp | Self::Mirror | Self::Rug | Self::VaseDecor => Department::HomeDecor,
            Self::Crockery | Self::Cookware => Department::Kitchen,
            Self::SmallAppliance | Self::LargeAppliance => Department::Appliances,
            Self::Phone | Self::Laptop | Self::Tablet | Self::Camera | Self::Headphones => {
                Department::Electronics
            }
            Self::GameConsole | Self::VideoGame | Self::Book | Self::VinylCd => Department::MediaGames,
            Self::Toy | Self::BoardGame | Self::BabyGear => Department::ToysBaby,
            Self::Bicycle | Self::SportsEquipment => Department::Sports,
            Self::MusicalInstrument => Department::Instruments,
            Self::PowerTool | Self::Garden => Department::ToolsGarden,
            Self::BeautyPerfume => Department::Beauty,
            Self::ArtPainting | Self::Collectible => Department::ArtCollectibles,
            Self::CarPart => Department::Vehicles,
        }
    }

    /// The noun that names the type.
    #[expect(clippy::too_many_lines, reason = "a table with one line per product type")]
    pub const fn noun(self) -> Noun {
        match self {
            Self::TShirt => Noun::masculine("t-shirt", "t-shirt"),
            Self::Shirt => Noun::feminine("chemise", "shirt"),
            Self::Sweater => Noun::masculine("pull", "sweater"),
            Self::Jacket => Noun::feminine("veste", "jacket"),
            Self::Coat => Noun::masculine("manteau", "coat"),
            Self::Dress => Noun::feminine("robe", "dress"),
            Self::Skirt => Noun::feminine("jupe", "skirt"),
            Self::Jeans => Noun::masculine("jean", "jeans").plural_in_english(),
            Self::Trousers => Noun::masculine("pantalon", "trousers").plural_in_english(),
            Self::Shorts => Noun::masculine("short", "shorts").plural_in_english(),
            Self::Suit => Noun::masculine("costume", "suit"),
            Self::Swimwear => Noun::masculine("maillot de bain", "swimsuit"),
            Self::Lingerie => Noun::feminine("lingerie", "lingerie"),
            Self::Sneakers => Noun::feminine_plural("baskets", "trainers"),
            Self::Boots => Noun::feminine_plural("bottes", "boots"),
            Self::Heels => Noun::masculine_plural("escarpins", "heels"),
            Self::Sandals => Noun::feminine_plural("sandales", "sandals"),
            Self::Handbag => Noun::masculine("sac à main", "handbag"),
            Self::Backpack => Noun::masculine("sac à dos", "backpack"),
            Self::Wallet => Noun::masculine("portefeuille", "wallet"),
            Self::Belt => Noun::feminine("ceinture", "belt"),
            Self::Hat => Noun::masculine("chapeau", "hat"),
            Self::Scarf => Noun::feminine("écharpe", "scarf"),
            Self::Gloves => Noun::masculine_plural("gants", "gloves"),
            Self::Sunglasses => Noun::feminine_plural("lunettes de soleil", "sunglasses"),
            Self::Watch => Noun::feminine("montre", "watch"),
            Self::Jewellery => Noun::masculine("bijou", "piece of jewellery"),
            Self::Sofa => Noun::masculine("canapé", "sofa"),
            Self::Armchair => Noun::masculine("fauteuil", "armchair"),
            Self::Chair => Noun::feminine("chaise", "chair"),
            Self::Table => Noun::feminine("table", "table"),
            Self::Desk => Noun::masculine("bureau", "desk"),
            Self::Lamp => Noun::feminine("lampe", "lamp"),
            Self::Mirror => Noun::masculine("miroir", "mirror"),
            Self::Rug => Noun::masculine("tapis", "rug"),
            Self::ShelfBookcase => Noun::feminine("étagère", "bookcase"),
            Self::Bed => Noun::masculine("lit", "bed"),
            Self::VaseDecor => Noun::masculine("objet de décoration", "decorative object"),
            Self::Crockery => Noun::feminine("vaisselle", "tableware"),
            Self::Cookware => Noun::masculine("ustensile de cuisine", "cookware item"),
            Self::SmallAppliance => Noun::masculine("petit électroménager", "small appliance"),
            Self::LargeAppliance => Noun::masculine("gros électroménager", "large appliance"),
            Self::Phone => Noun::masculine("téléphone", "phone"),
            Self::Laptop => Noun::masculine("ordinateur portable", "laptop"),
            Self::Tablet => Noun::feminine("tablette", "tablet"),
            Self::Camera => Noun::masculine("appareil photo", "camera"),
            Self::Headphones => Noun::masculine("casque audio", "headphones").plural_in_english(),
            Self::GameConsole => Noun::feminine("console de jeux", "game console"),
            Self::VideoGame => Noun::masculine("jeu vidéo", "video game"),
            Self::Book => Noun::masculine("livre", "book"),
            Self::VinylCd => Noun::masculine("disque", "record"),
            Self::Toy => Noun::masculine("jouet", "toy"),
            Self::BoardGame => Noun::masculine("jeu de société", "board game"),
            Self::BabyGear => Noun::masculine("article de puériculture", "baby item"),
            Self::Bicycle => Noun::masculine("vélo", "bicycle"),
            Self::SportsEquipment => Noun::masculine("équipement de sport", "sports equipment"),
            Self::MusicalInstrument => Noun::masculine("instrument de musique", "musical instrument"),
            Self::PowerTool => Noun::masculine("outil", "tool"),
            Self::Garden => Noun::masculine("article de jardin", "garden item"),
            Self::BeautyPerfume => Noun::masculine("produit de beauté", "beauty product"),
            Self::ArtPainting => Noun::masculine("tableau", "painting"),
            Self::Collectible => Noun::masculine("objet de collection", "collectible"),
            Self::CarPart => Noun::feminine("pièce auto", "car part"),
        }
    }
}

impl Department {
    /// The noun that names any item of the department.
    pub const fn noun(self) -> Noun {
        match self {
            Self::Clothing => Noun::masculine("vêtement", "item of clothing"),
            Self::Shoes => Noun::feminine_plural("chaussures", "shoes"),
            Self::Bags => Noun::masculine("sac", "bag"),
            Self::Accessories => Noun::masculine("accessoire de mode", "fashion accessory"),
            Self::JewelleryWatches => Noun::masculine("bijou ou montre", "jewellery or watch"),
            Self::Furniture => Noun::masculine("meuble", "piece of furniture"),
            Self::HomeDecor => Noun::masculine("article de décoration", "home decor item"),
            Self::Kitchen => Noun::masculine("article de cuisine", "kitchen item"),
            Self::Appliances => Noun::masculine("appareil électroménager", "appliance"),
            Self::Electronics => Noun::masculine("appareil électronique", "electronic device"),
            Self::MediaGames => Noun::masculine("article de loisirs", "media or game item"),
            Self::ToysBaby => Noun::masculine("article pour enfant", "children’s item"),
            Self::Sports => Noun::masculine("article de sport", "sports item"),
            Self::Instruments => Noun::masculine("instrument de musique", "musical instrument"),
            Self::ToolsGarden => Noun::masculine("article de bricolage ou de jardin", "tool or garden item"),
            Self::Beauty => Noun::masculine("produit de beauté", "beauty product"),
            Self::ArtCollectibles => Noun::masculine("objet d’art ou de collection", "art or collectible"),
            Self::Vehicles => Noun::feminine("pièce auto", "car part"),
        }
    }

    /// The product types of the department, in canonical order.
    pub fn types(self) -> impl Iterator<Item = ProductType> {
        ProductType::ALL.iter().copied().filter(move |product| product.department() == self)
    }

    /// Whether items of the department are worn, so that size and audience
    /// matter to a buyer.
    pub const fn is_fashion(self) -> bool {
        matches!(self, Self::Clothing | Self::Shoes | Self::Bags | Self::Accessories | Self::JewelleryWatches)
    }
}

/// What an item is, at the level that is certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Product {
    /// The product type is known.
    Type(ProductType),
    /// Only the department is known.
    Department(Department),
    /// Nothing is known.
    Unknown,
}

impl Product {
    /// The department, as far as it is known.
    pub const fn department(self) -> Option<Department> {
        match self {
            Self::Type(product) => Some(product.department()),
            Self::Department(department) => Some(department),
            Self::Unknown => None,
        }
    }

    /// The noun at the level that is certain; "article" when nothing is.
    pub const fn noun(self) -> Noun {
        match self {
            Self::Type(product) => product.noun(),
            Self::Department(department) => department.noun(),
            Self::Unknown => Noun::masculine("article", "item"),
        }
    }
}

closed_enum! {
    /// Whom a worn item is made for; marketplaces sort fashion by it.
    pub enum Audience as "audience" {
        /// Women.
        Women = "women",
        /// Men.
        Men = "men",
    }
}

/// The grammatical gender of a French noun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gender {
    /// Masculine.
    Masculine,
    /// Feminine.
    Feminine,
}

/// A noun in both languages, in lower case, with what grammar needs so that
/// adjectives and articles agree with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Noun {
    words: Words,
    gender: Gender,
    plural: Words<bool>,
}

impl Noun {
    /// A masculine singular noun.
    pub const fn masculine(fr: &'static str, en: &'static str) -> Self {
        Self::new(fr, en, Gender::Masculine, false)
    }

    /// A feminine singular noun.
    pub const fn feminine(fr: &'static str, en: &'static str) -> Self {
        Self::new(fr, en, Gender::Feminine, false)
    }

    /// A masculine plural noun ("gants").
    pub const fn masculine_plural(fr: &'static str, en: &'static str) -> Self {
        Self::new(fr, en, Gender::Masculine, true)
    }

    /// A feminine plural noun ("baskets").
    pub const fn feminine_plural(fr: &'static str, en: &'static str) -> Self {
        Self::new(fr, en, Gender::Feminine, true)
    }

    const fn new(fr: &'static str, en: &'static str, gender: Gender, plural: bool) -> Self {
        Self { words: Words { fr, en }, gender, plural: Words { fr: plural, en: plural } }
    }

    /// The same noun, plural in English only ("un pantalon", "trousers").
    #[must_use]
    pub const fn plural_in_english(mut self) -> Self {
        self.plural.en = true;
        self
    }

    /// The noun in a language, in lower case.
    pub const fn text(self, language: Language) -> &'static str {
        language.pick(self.words)
    }

    /// The gender of the French noun.
    pub const fn gender(self) -> Gender {
        self.gender
    }

    /// Whether the noun is plural in a language.
    pub const fn is_plural(self, language: Language) -> bool {
        language.pick(self.plural)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_department_has_types_and_every_type_its_noun() {
        for department in Department::ALL {
            assert!(department.types().next().is_some(), "{department}");
        }
        for product in ProductType::ALL {
            for language in Language::ALL {
                assert!(!product.noun().text(*language).is_empty(), "{product}");
            }
        }
        assert_eq!(ProductType::ALL.len(), 63);
    }
}
