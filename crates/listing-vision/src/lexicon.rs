//! What the classifier's classes are called when they are for sale.

use std::sync::LazyLock;

use listing_domain::product::{Department, Noun, Product, ProductType};
use listing_domain::wish::Language;

use crate::classifier::CLASSES;
use crate::lang;

/// The table; its first lines explain its columns.
const TABLE: &str = include_str!("../data/classes.tsv");

/// A thing that can be sold: what it is called, and where it belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lexeme {
    /// The product type, or the department where no product type fits.
    pub product: Product,
    /// What the lexicon of each language has it under.
    name: &'static str,
}

impl Lexeme {
    /// A thing of a product type, by its name in the lexicons.
    pub(crate) const fn of_type(product: ProductType, name: &'static str) -> Self {
        Self { product: Product::Type(product), name }
    }

    /// A thing of a department, for what no product type covers.
    pub(crate) const fn of_department(department: Department, name: &'static str) -> Self {
        Self { product: Product::Department(department), name }
    }

    /// The noun, often more precise than the product type's.
    pub fn noun(self, language: Language) -> Noun {
        lang::of(language).lexicon.of(self.name).unwrap_or_else(|| self.product.noun(language))
    }
}

/// What a class of the classifier is called; `None` for what is not sold here (animals, plants,
/// food, scenery, vehicles) and for numbers that are no class.
pub fn lexeme(class: usize) -> Option<Lexeme> {
    static LEXICON: LazyLock<Vec<Option<Lexeme>>> = LazyLock::new(|| {
        let mut lexicon = vec![None; CLASSES];
        // The test below proves that every line can be read.
        for entry in lines().filter_map(Entry::parse) {
            lexicon[entry.class] = Some(entry.lexeme);
        }
        lexicon
    });
    LEXICON.get(class).copied().flatten()
}

fn lines() -> impl Iterator<Item = &'static str> {
    TABLE.lines().filter(|line| !line.starts_with('#'))
}

/// One line of the table.
struct Entry {
    class: usize,
    lexeme: Lexeme,
}

impl Entry {
    fn parse(line: &'static str) -> Option<Self> {
        let mut fields = line.split('\t');
        let mut field = || fields.next().filter(|field| !field.is_empty());
        let class = field()?.parse().ok().filter(|&class| class < CLASSES)?;
        let _class_name = field()?;
        let product = field()?;
        let product = match product.split_once(':') {
            Some(("department", code)) => Product::Department(code.parse().ok()?),
            Some(_) => return None,
            None => Product::Type(product.parse().ok()?),
        };
        let name = field()?;
        if fields.next().is_some() {
            return None;
        }
        Some(Self { class, lexeme: Lexeme { product, name } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use listing_domain::product::Gender;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn every_line_can_be_read_and_names_another_class() {
        let mut classes = HashSet::new();
        for line in lines() {
            let entry = Entry::parse(line);
            let Entry { class, lexeme } = entry.expect(line);
            assert!(classes.insert(class), "twice: {line}");
            for language in Language::ALL {
                let noun = lang::of(*language).lexicon.of(lexeme.name);
                assert!(noun.is_some(), "{language} has no word for {}", lexeme.name);
            }
        }
        assert!(classes.len() > 340, "{} classes", classes.len());
    }

    #[test]
    fn nouns_are_bare_lower_case_words() {
        for class in 0..CLASSES {
            let Some(lexeme) = lexeme(class) else { continue };
            for language in Language::ALL {
                let text = lexeme.noun(*language).text();
                assert_eq!(text, text.trim(), "{class}");
                assert!(!text.contains('\''), "{class}: typographic apostrophe wanted in {text}");
                assert!(!text.starts_with("un ") && !text.starts_with("une "), "{class}: {text}");
            }
        }
    }

    #[test]
    fn a_french_noun_has_one_gender_and_one_place() {
        let mut seen = HashMap::new();
        for lexeme in (0..CLASSES).filter_map(lexeme) {
            let noun = lexeme.noun(Language::Fr);
            let facts = (noun.gender(), noun.is_plural(), lexeme.product);
            let first = *seen.entry(noun.text()).or_insert(facts);
            assert_eq!(first, facts, "{}", noun.text());
        }
    }

    #[test]
    fn well_known_classes_are_called_what_sellers_call_them() {
        let guitar = lexeme(402).unwrap();
        assert_eq!(guitar.product, Product::Type(ProductType::MusicalInstrument));
        assert_eq!(guitar.noun(Language::Fr).text(), "guitare acoustique");
        assert_eq!(guitar.noun(Language::Fr).gender(), Gender::Feminine);
        assert_eq!(lexeme(770).unwrap().noun(Language::Fr).text(), "baskets");
        assert_eq!(lexeme(285), None, "a cat is not for sale");
        assert_eq!(lexeme(CLASSES), None);
    }
}
