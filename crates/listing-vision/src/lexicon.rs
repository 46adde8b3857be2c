//! What the classifier's classes are called when they are for sale.

use std::sync::LazyLock;

use listing_domain::product::{Department, Noun, Product, ProductType};

use crate::classifier::CLASSES;

/// The table; its first lines explain its columns.
const TABLE: &str = include_str!("../data/lexicon.tsv");

/// A thing that can be sold: its noun, and where it belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lexeme {
    /// The product type, or the department where no product type fits.
    pub product: Product,
    /// The noun, often more precise than the product type's.
    pub noun: Noun,
}

impl Lexeme {
    /// A noun of a product type.
    pub(crate) const fn of_type(product: ProductType, noun: Noun) -> Self {
        Self { product: Product::Type(product), noun }
    }

    /// A noun of a department, for things that no product type covers.
    pub(crate) const fn of_department(department: Department, noun: Noun) -> Self {
        Self { product: Product::Department(department), noun }
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
        let product = match field()?.split_once(':') {
            Some(("department", code)) => Product::Department(code.parse().ok()?),
            Some(_) => return None,
            None => Product::Type(line.split('\t').nth(2)?.parse().ok()?),
        };
        let (form, fr, en) = (field()?, field()?, field()?);
        let noun = match form {
            "m" => Noun::masculine(fr, en),
            "f" => Noun::feminine(fr, en),
            "mp" => Noun::masculine_plural(fr, en),
            "fp" => Noun::feminine_plural(fr, en),
            "m+" => Noun::masculine(fr, en).plural_in_english(),
            "f+" => Noun::feminine(fr, en).plural_in_english(),
            _ => return None,
        };
        Some(Self { class, lexeme: Lexeme { product, noun } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use listing_domain::product::Gender;
    use listing_domain::wish::Language;
    use std::collections::{HashMap, HashSet};

    #[test]
    fn every_line_can_be_read_and_names_another_class() {
        let mut classes = HashSet::new();
        for line in lines() {
            let entry = Entry::parse(line);
            assert_eq!(line.split('\t').count(), 6, "columns: {line}");
            assert!(classes.insert(entry.expect(line).class), "twice: {line}");
        }
        assert!(classes.len() > 340, "{} classes", classes.len());
    }

    #[test]
    fn nouns_are_bare_lower_case_words() {
        for class in 0..CLASSES {
            let Some(lexeme) = lexeme(class) else { continue };
            for language in Language::ALL {
                let text = lexeme.noun.text(*language);
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
            let facts = (lexeme.noun.gender(), lexeme.noun.is_plural(Language::Fr), lexeme.product);
            let first = *seen.entry(lexeme.noun.text(Language::Fr)).or_insert(facts);
            assert_eq!(first, facts, "{}", lexeme.noun.text(Language::Fr));
        }
    }

    #[test]
    fn well_known_classes_are_called_what_sellers_call_them() {
        let guitar = lexeme(402).unwrap();
        assert_eq!(guitar.product, Product::Type(ProductType::MusicalInstrument));
        assert_eq!(guitar.noun.text(Language::Fr), "guitare acoustique");
        assert_eq!(guitar.noun.gender(), Gender::Feminine);
        assert_eq!(lexeme(770).unwrap().noun.text(Language::Fr), "baskets");
        assert_eq!(lexeme(285), None, "a cat is not for sale");
        assert_eq!(lexeme(CLASSES), None);
    }
}
