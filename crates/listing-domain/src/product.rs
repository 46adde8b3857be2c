//! Products at three levels: 18 departments (clothing), 63 product types (jacket) and goods (puffer jacket),
//! and their nouns.

mod audience;
pub mod brands;
pub mod goods;

use crate::closed_enum::closed_enum;

pub use audience::Audience;
pub use brands::Brand;
pub(crate) use goods::Family;
pub use goods::Good;

closed_enum! {
    /// A broad kind of goods.
    pub enum Department as "department" {
        /// Garments.
        Clothing = "clothing",
        /// Footwear.
        Shoes = "shoes",
        /// Bags and small leather goods.
        Bags = "bags",
        /// Hats, scarves, belts, glasses.
        Accessories = "accessories",
        /// Jewelry and watches.
        JewelleryWatches = "jewellery_watches",
        /// Furniture.
        Furniture = "furniture",
        /// Lighting, rugs, mirrors and decoration.
        HomeDecor = "home_decor",
        /// Tableware and cookware.
        Kitchen = "kitchen",
        /// Small and large appliances.
        Appliances = "appliances",
        /// Phones, computers, cameras, audio.
        Electronics = "electronics",
        /// Books, records, video games, consoles.
        MediaGames = "media_games",
        /// Toys, board games, baby gear.
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
        /// Vehicle parts.
        Vehicles = "vehicles",
    }
}

closed_enum! {
    /// A product type, as fine as marketplaces' categories, prices and condition labels.
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
        /// Sneakers.
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
        /// Piece of jewelry.
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
        /// Shelf or bookcase.
        ShelfBookcase = "shelf_bookcase",
        /// Bed.
        Bed = "bed",
        /// Vase or other decorative object.
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
        /// Vinyl record or CD.
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
        /// Power tool.
        PowerTool = "power_tool",
        /// Garden item.
        Garden = "garden",
        /// Perfume or cosmetics.
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
    /// The type's department.
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
}

impl Department {
    /// Its product types, in canonical order.
    pub fn types(self) -> impl Iterator<Item = ProductType> {
        ProductType::ALL.iter().copied().filter(move |product| product.department() == self)
    }

    /// True if items are worn, so that size and audience matter.
    pub const fn is_fashion(self) -> bool {
        matches!(self, Self::Clothing | Self::Shoes | Self::Bags | Self::Accessories | Self::JewelleryWatches)
    }

    /// Prices depend much on the brand.
    pub(crate) const fn is_sold_by_brand(self) -> bool {
        self.is_fashion()
            || matches!(self, Self::Appliances | Self::Electronics | Self::Instruments | Self::ToolsGarden)
    }
}

/// Collected in person, although most goods of the type fit a parcel.
const BULKY_GOODS: [&str; 43] = [
    "wardrobe",
    "sliding_door_wardrobe",
    "walk_in_wardrobe",
    "chest_of_drawers",
    "sideboard",
    "china_cabinet",
    "display_cabinet",
    "tv_unit",
    "bed_base",
    "mattress",
    "bed_end_bench",
    "exercise_bike",
    "treadmill",
    "rowing_machine",
    "trampoline",
    "pool_table",
    "table_tennis_table",
    "table_saw",
    "surfboard",
    "paddle_board",
    "windsurf_board",
    "kayak",
    "canoe",
    "double_bass",
    "harp",
    "upright_piano",
    "grand_piano",
    "digital_piano",
    "organ",
    "drum_kit",
    "ladder",
    "lawn_mower",
    "garden_swing_seat",
    "garden_table",
    "sun_lounger",
    "barbecue",
    "pizza_oven",
    "hot_tub",
    "swimming_pool",
    "arcade_machine",
    "pinball_machine",
    "swing",
    "tyre",
];

/// They fit a parcel, although most goods of the type do not.
const LIGHT_GOODS: [&str; 6] =
    ["moses_basket", "bedside_table", "nesting_tables", "unicycle", "folding_bed", "wall_shelf"];

/// A product, as specific as certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Product {
    /// The exact good.
    Good(Good),
    /// The product type.
    Type(ProductType),
    /// The department.
    Department(Department),
    /// Unknown.
    Unknown,
}

impl Product {
    /// Reads the notation of tables, databases and files: `jeans`, `department:shoes`, `good:puffer_jacket`
    /// or `unknown`.
    pub fn parse(text: &str) -> Option<Self> {
        match text.split_once(':') {
            Some(("department", code)) => code.parse().ok().map(Self::Department),
            Some(("good", key)) => Good::from_key(key).map(Self::Good),
            Some(_) => None,
            None if text == "unknown" => Some(Self::Unknown),
            None => text.parse().ok().map(Self::Type),
        }
    }

    /// The notation that [`Product::parse`] reads.
    pub fn code(self) -> String {
        match self {
            Self::Good(good) => format!("good:{}", good.key()),
            Self::Type(kind) => kind.code().to_owned(),
            Self::Department(department) => format!("department:{department}"),
            Self::Unknown => "unknown".to_owned(),
        }
    }

    /// True for a product type or an exact good.
    pub const fn is_named(self) -> bool {
        matches!(self, Self::Good(_) | Self::Type(_))
    }

    /// True if usually too large or too heavy for a parcel.
    pub fn is_bulky(self) -> bool {
        let is_large = |kind| {
            use ProductType::{Armchair, Bed, Bicycle, Desk, LargeAppliance, ShelfBookcase, Sofa, Table};
            matches!(kind, Sofa | Armchair | Table | Desk | ShelfBookcase | Bed | LargeAppliance | Bicycle)
        };
        match self {
            Self::Good(good) if LIGHT_GOODS.contains(&good.key()) => false,
            Self::Good(good) if BULKY_GOODS.contains(&good.key()) => true,
            _ => self.kind().is_some_and(is_large),
        }
    }

    /// The product type, if known.
    pub fn kind(self) -> Option<ProductType> {
        match self {
            Self::Good(good) => good.product().kind(),
            Self::Type(kind) => Some(kind),
            Self::Department(_) | Self::Unknown => None,
        }
    }

    /// The department, if known.
    pub fn department(self) -> Option<Department> {
        match self {
            Self::Good(good) => good.product().department(),
            Self::Type(product) => Some(product.department()),
            Self::Department(department) => Some(department),
            Self::Unknown => None,
        }
    }
}

/// A grammatical gender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Gender {
    /// Masculine.
    Masculine,
    /// Feminine.
    Feminine,
    /// Neuter, or without genders.
    Neuter,
}

/// A noun in lower case, with gender and number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Noun {
    text: &'static str,
    gender: Gender,
    is_plural: bool,
}

impl Noun {
    /// A noun.
    pub const fn new(text: &'static str, gender: Gender, is_plural: bool) -> Self {
        Self { text, gender, is_plural }
    }

    /// Reads a noun from a table. The form is `m`, `f` or `n`, then `p` for a plural. `None` for another
    /// form, or an empty or padded text.
    pub fn parse(form: &str, text: &'static str) -> Option<Self> {
        let (gender, is_plural) = match form {
            "m" => (Gender::Masculine, false),
            "f" => (Gender::Feminine, false),
            "n" => (Gender::Neuter, false),
            "mp" => (Gender::Masculine, true),
            "fp" => (Gender::Feminine, true),
            "np" => (Gender::Neuter, true),
            _ => return None,
        };
        let is_text = !text.is_empty() && text.trim() == text;
        is_text.then_some(Self { text, gender, is_plural })
    }

    /// The noun, in lower case.
    pub const fn text(self) -> &'static str {
        self.text
    }

    /// The gender.
    pub const fn gender(self) -> Gender {
        self.gender
    }

    /// True for a plural.
    pub const fn is_plural(self) -> bool {
        self.is_plural
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_department_has_product_types() {
        for department in Department::ALL {
            assert!(department.types().next().is_some(), "{department}");
        }
        assert_eq!(ProductType::ALL.len(), 63);
    }

    #[test]
    fn large_and_heavy_goods_are_bulky() {
        for key in BULKY_GOODS.iter().chain(&LIGHT_GOODS) {
            assert!(Good::from_key(key).is_some(), "{key}");
        }
        let good = |key| Product::Good(Good::from_key(key).unwrap());
        for key in ["sofa", "fridge", "upright_piano", "chest_of_drawers", "mountain_bike"] {
            assert!(good(key).is_bulky(), "{key}");
        }
        for key in ["dress", "laptop", "moses_basket", "mini_oven"] {
            assert!(!good(key).is_bulky(), "{key}");
        }
        assert!(!Product::Unknown.is_bulky());
    }

    #[test]
    fn a_product_code_round_trips() {
        let types = ProductType::ALL.iter().copied().map(Product::Type);
        let departments = Department::ALL.iter().copied().map(Product::Department);
        for product in
            types.chain(departments).chain(Good::all().map(Product::Good)).chain([Product::Unknown])
        {
            assert_eq!(Product::parse(&product.code()), Some(product));
        }
        assert_eq!(Product::parse("good:no such good"), None);
    }
}
