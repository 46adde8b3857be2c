//! The materials with a name in every language.

use crate::lang;
use crate::options::Language;
use crate::product::Noun;

/// A material, by its key in all languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Material(&'static str);

/// Of several materials with one word, the first wins.
const MATERIALS: &[&str] = &[
    "leather",
    "patent_leather",
    "faux_leather",
    "similicuir",
    "suede",
    "nubuck",
    "velvet",
    "corduroy",
    "cotton",
    "organic_cotton",
    "wool",
    "merino_wool",
    "cashmere",
    "mohair",
    "alpaca",
    "silk",
    "satin",
    "chiffon",
    "lace",
    "tulle",
    "tweed",
    "linen",
    "denim",
    "jean_fabric",
    "canvas",
    "fleece",
    "flannel",
    "polyester",
    "polyamide",
    "nylon",
    "viscose",
    "acrylic",
    "faux_fur",
    "rubber",
    "straw",
    "wood",
    "solid_wood",
    "oak",
    "pine",
    "walnut",
    "beech",
    "teak",
    "bamboo",
    "rattan",
    "wicker",
    "glass",
    "crystal",
    "ceramic",
    "porcelain",
    "earthenware",
    "stoneware",
    "terracotta",
    "marble",
    "metal",
    "steel",
    "stainless_steel",
    "inox",
    "aluminium",
    "cast_iron",
    "iron",
    "wrought_iron",
    "brass",
    "copper",
    "bronze",
    "silver",
    "gold",
    "plastic",
    "paper",
    "elastane",
    "modal",
    "lyocell",
    "cupro",
    "acetate",
    "ramie",
    "hemp",
    "jute",
    "angora",
    "microfibre",
    "metallic_fibre",
    "neoprene",
    "mesh",
    "knit",
    "jersey",
    "crepe",
    "organza",
    "poplin",
    "gabardine",
    "taffeta",
    "muslin",
    "boucle",
    "down",
    "feather",
    "fur",
    "shearling",
    "sheepskin",
    "lambskin",
    "calfskin",
    "goatskin",
    "exotic_leather",
    "technical_fabric",
    "fabric",
    "synthetic",
    "rubber_latex",
    "silicone",
    "foam",
    "carbon",
    "titanium",
    "sterling_silver",
    "gold_plated",
    "silver_plated",
    "pewter",
    "zinc",
    "chrome",
    "pearl",
    "ash",
    "mahogany",
    "cherry_wood",
    "chestnut",
    "birch",
    "elm",
    "rosewood",
    "mango_wood",
    "acacia",
    "exotic_wood",
    "plywood",
    "chipboard",
    "mdf",
    "formica",
    "cork",
    "seagrass",
    "resin",
    "concrete",
    "stone",
    "granite",
    "slate",
    "travertine",
    "terrazzo",
    "bone_china",
    "enamel",
    "opaline",
    "cardboard",
];

impl Material {
    /// The material with a key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::all().find(|material| material.0 == key)
    }

    /// Every material.
    pub fn all() -> impl Iterator<Item = Self> {
        MATERIALS.iter().map(|key| Self(key))
    }

    /// The key in all languages.
    pub const fn key(self) -> &'static str {
        self.0
    }

    /// The word within an item's name: "leather", "wooden".
    pub fn noun(self, language: Language) -> Noun {
        lang::of(language).materials.get(self.0).noun
    }

    /// The word alone: "leather", "wood".
    pub fn alone(self, language: Language) -> &'static str {
        lang::of(language).materials.get(self.0).alone
    }
}
