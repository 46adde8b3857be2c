//! Materials that can be named in every language.

use listing_domain::product::Noun;
use listing_domain::wish::Language;

use crate::lang::{self, MaterialEntry};

/// A material as a word of a noun phrase: "en cuir", "leather".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MaterialWord(&'static str);

/// What the tables of all languages call the materials. Where a word names
/// several, the first one is meant.
pub(crate) const MATERIALS: &[&str] = &[
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
];

/// The material that a seller's words name and nothing else, if it is known.
/// "100% coton" says more than the material and is left in the seller's words.
pub(crate) fn read(text: &str) -> Option<MaterialWord> {
    let text = text.trim().to_lowercase().replace('-', " ");
    let is_said =
        |key: &&&str| lang::all().any(|lang| lang.materials.of(key).is_some_and(|entry| entry.is(&text)));
    MATERIALS.iter().find(is_said).map(|key| MaterialWord(key))
}

impl MaterialWord {
    fn entry(self, language: Language) -> Option<&'static MaterialEntry> {
        lang::of(language).materials.of(self.0)
    }

    /// What the tables of all languages call it.
    pub(crate) const fn key(self) -> &'static str {
        self.0
    }

    /// The word as it stands in a name: "cuir", "leather", "wooden".
    pub(crate) fn noun(self, language: Language) -> Option<Noun> {
        Some(self.entry(language)?.noun)
    }

    /// The word on its own, as a value: "cuir", "leather", "wood".
    pub(crate) fn value(self, language: Language) -> &'static str {
        self.entry(language).map_or(self.0, |entry| entry.alone)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sellers_materials_are_read_in_both_languages() {
        let check = |text: &str, fr: &str, en: &str| {
            let word = read(text).unwrap();
            assert_eq!((word.value(Language::Fr), word.value(Language::En)), (fr, en));
        };
        check("Cuir", "cuir", "leather");
        check("LEATHER", "cuir", "leather");
        check("Simili-cuir", "simili cuir", "faux leather");
        check("wood", "bois", "wood");
        check("bois", "bois", "wood");
        assert_eq!(read("100% coton"), None);
        assert_eq!(read("coton et lin"), None);
        assert_eq!(read(""), None);
    }
}
