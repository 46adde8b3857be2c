//! Materials that can be named in both languages.

use listing_domain::product::Gender::{self, Feminine, Masculine};
use listing_domain::wish::{Language, Words};

/// A material as a word of a noun phrase: "en cuir", "leather".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct MaterialWord {
    /// The word, in lower case; in English as it stands before a noun.
    pub(super) words: Words,
    /// The gender of the French word.
    pub(super) gender: Gender,
}

/// Each material with its French gender, then further spellings of it.
const MATERIALS: &[(&str, &str, Gender, &[&str])] = &[
    ("cuir", "leather", Masculine, &[]),
    ("cuir verni", "patent leather", Masculine, &[]),
    ("simili cuir", "faux leather", Masculine, &["faux cuir"]),
    ("similicuir", "faux leather", Masculine, &[]),
    ("daim", "suede", Masculine, &[]),
    ("nubuck", "nubuck", Masculine, &[]),
    ("velours", "velvet", Masculine, &[]),
    ("velours côtelé", "corduroy", Masculine, &[]),
    ("coton", "cotton", Masculine, &[]),
    ("coton bio", "organic cotton", Masculine, &[]),
    ("laine", "wool", Feminine, &["woollen", "woolen"]),
    ("laine mérinos", "merino wool", Feminine, &["mérinos", "merino"]),
    ("cachemire", "cashmere", Masculine, &[]),
    ("mohair", "mohair", Masculine, &[]),
    ("alpaga", "alpaca", Masculine, &[]),
    ("soie", "silk", Feminine, &[]),
    ("satin", "satin", Masculine, &[]),
    ("mousseline", "chiffon", Feminine, &[]),
    ("dentelle", "lace", Feminine, &[]),
    ("tulle", "tulle", Masculine, &[]),
    ("tweed", "tweed", Masculine, &[]),
    ("lin", "linen", Masculine, &[]),
    ("denim", "denim", Masculine, &[]),
    ("jean", "denim", Masculine, &[]),
    ("toile", "canvas", Feminine, &[]),
    ("polaire", "fleece", Feminine, &[]),
    ("flanelle", "flannel", Feminine, &[]),
    ("polyester", "polyester", Masculine, &[]),
    ("polyamide", "polyamide", Masculine, &[]),
    ("nylon", "nylon", Masculine, &[]),
    ("viscose", "viscose", Feminine, &[]),
    ("acrylique", "acrylic", Masculine, &[]),
    ("fausse fourrure", "faux fur", Feminine, &[]),
    ("caoutchouc", "rubber", Masculine, &[]),
    ("paille", "straw", Feminine, &[]),
    ("bois", "wooden", Masculine, &["wood"]),
    ("bois massif", "solid wood", Masculine, &[]),
    ("chêne", "oak", Masculine, &[]),
    ("pin", "pine", Masculine, &[]),
    ("noyer", "walnut", Masculine, &[]),
    ("hêtre", "beech", Masculine, &[]),
    ("teck", "teak", Masculine, &[]),
    ("bambou", "bamboo", Masculine, &[]),
    ("rotin", "rattan", Masculine, &[]),
    ("osier", "wicker", Masculine, &[]),
    ("verre", "glass", Masculine, &[]),
    ("cristal", "crystal", Masculine, &[]),
    ("céramique", "ceramic", Feminine, &[]),
    ("porcelaine", "porcelain", Feminine, &["china"]),
    ("faïence", "earthenware", Feminine, &[]),
    ("grès", "stoneware", Masculine, &[]),
    ("terre cuite", "terracotta", Feminine, &[]),
    ("marbre", "marble", Masculine, &[]),
    ("métal", "metal", Masculine, &[]),
    ("acier", "steel", Masculine, &[]),
    ("acier inoxydable", "stainless steel", Masculine, &[]),
    ("inox", "stainless steel", Masculine, &[]),
    ("aluminium", "aluminium", Masculine, &["aluminum", "alu"]),
    ("fonte", "cast iron", Feminine, &[]),
    ("fer", "iron", Masculine, &[]),
    ("fer forgé", "wrought iron", Masculine, &[]),
    ("laiton", "brass", Masculine, &[]),
    ("cuivre", "copper", Masculine, &[]),
    ("bronze", "bronze", Masculine, &[]),
    ("argent", "silver", Masculine, &[]),
    ("or", "gold", Masculine, &[]),
    ("plastique", "plastic", Masculine, &[]),
    ("papier", "paper", Masculine, &[]),
];

/// The material that a seller's words name and nothing else, if it is known.
/// "100% coton" says more than the material and is left in the seller's words.
pub(super) fn read(text: &str) -> Option<MaterialWord> {
    let text = text.trim().to_lowercase().replace('-', " ");
    let found = MATERIALS
        .iter()
        .find(|(fr, en, _, others)| *fr == text || *en == text || others.contains(&text.as_str()));
    found.map(|(fr, en, gender, _)| MaterialWord { words: Words { fr, en }, gender: *gender })
}

impl MaterialWord {
    /// The word on its own, as a value: "cuir", "leather", "wood".
    pub(super) fn value(self, language: Language) -> &'static str {
        match language.pick(self.words) {
            "wooden" => "wood",
            word => word,
        }
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
