use listing_domain::options::Language;
use listing_domain::product::Noun;
use listing_domain::statement::{Material, MaterialStatement};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum MaterialPhrase<'a> {
    /// Every language has words for these.
    Known(MaterialStatement),
    /// The seller's own words, if no table has them.
    Own(&'a str),
}

impl<'a> MaterialPhrase<'a> {
    /// In any language.
    pub(crate) fn read(text: &'a str) -> Self {
        MaterialStatement::read(text).map_or(Self::Own(text), Self::Known)
    }

    /// A single material without details such as a percentage.
    pub(crate) fn plain(&self) -> Option<Material> {
        match self {
            Self::Known(materials) => materials.plain(),
            Self::Own(_) => None,
        }
    }

    /// "cuir", "leather", "wooden". `None` for more than one plain material, such as "100 % coton".
    pub(crate) fn noun(&self, language: Language) -> Option<Noun> {
        Some(self.plain()?.noun(language))
    }

    /// "cuir", "95 % coton, 5 % élasthanne".
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
    fn sellers_materials_are_worded_in_both_languages() {
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
