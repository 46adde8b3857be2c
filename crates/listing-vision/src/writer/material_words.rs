//! The words for materials.

use listing_domain::options::Language;
use listing_domain::product::Noun;
use listing_domain::statement::{Material, MaterialStatement};

/// A material as the texts use it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MaterialPhrase<'a> {
    /// One material or several that every language has words for.
    Known(MaterialStatement),
    /// The seller's own words, which no table knows.
    Own(&'a str),
}

impl<'a> MaterialPhrase<'a> {
    /// What a seller's words for a material mean, in any language.
    pub(crate) fn read(text: &'a str) -> Self {
        MaterialStatement::read(text).map_or(Self::Own(text), Self::Known)
    }

    /// The material, if it is a single one of which nothing more is said.
    pub(crate) fn plain(&self) -> Option<Material> {
        match self {
            Self::Known(materials) => materials.plain(),
            Self::Own(_) => None,
        }
    }

    /// The word as it stands in a name: "cuir", "leather", "wooden". "100 % coton" says
    /// more than a material and stands apart.
    pub(crate) fn noun(&self, language: Language) -> Option<Noun> {
        Some(self.plain()?.noun(language))
    }

    /// The words on their own, as a value: "cuir", "95 % coton, 5 % élasthanne".
    pub(crate) fn value(&self, language: Language) -> String {
        match self {
            Self::Known(materials) => materials.value(language),
            Self::Own(words) => (*words).to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sellers_materials_are_told_in_both_languages() {
        let check = |text: &str, fr: &str, en: &str, is_noun: bool| {
            let phrase = MaterialPhrase::read(text);
            assert_eq!([phrase.value(Language::Fr), phrase.value(Language::En)], [fr, en]);
            assert_eq!(phrase.noun(Language::Fr).is_some(), is_noun, "{text}");
        };
        check("Cuir", "cuir", "leather", true);
        check("wood", "bois", "wood", true);
        check("100% coton", "100 % coton", "100% cotton", false);
        check("coton et lin", "coton et lin", "cotton and linen", false);
        check("sans cuir", "sans cuir", "sans cuir", false);
    }
}
