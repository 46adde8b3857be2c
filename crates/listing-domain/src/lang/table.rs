//! The tables of a language: nouns, goods, categories, condition labels.
//!
//! They are read when they are first asked for. A line that cannot be read is
//! left out there; the tests below read every line of every table. Marketplaces are
//! known here by their codes alone.

use std::collections::HashMap;

use crate::condition::Condition;
use crate::product::{Gender, Noun, Product};
use crate::tsv::{NONE, lines};

/// What stands for everything that fits no other category.
const REST: &str = "rest";

/// The lines of a table as their columns.
fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    lines(table).map(|line| line.split('\t').collect())
}

fn is_said(text: &str) -> bool {
    !text.is_empty() && text.trim() == text
}

/// A column that may stand for nothing.
fn word(column: &'static str) -> Option<&'static str> {
    Some(column).filter(|word| *word != NONE)
}

/// The nouns of the product types and departments.
pub(crate) struct Nouns(HashMap<Product, ProductWords>);

/// What a product type or a department is called.
#[derive(Debug)]
pub(crate) struct ProductWords {
    pub(crate) noun: Noun,
    /// What Americans call it, where that is another word.
    pub(crate) american: Option<&'static str>,
}

impl Nouns {
    pub(super) fn read(table: &'static str) -> Self {
        Self(rows(table).filter_map(|row| Self::entry(&row)).collect())
    }

    fn entry(row: &[&'static str]) -> Option<(Product, ProductWords)> {
        let [names, form, noun, american] = row else { return None };
        let words = ProductWords { noun: Noun::parse(form, noun)?, american: word(american) };
        is_said(american).then_some((Product::parse(names)?, words))
    }

    /// What a product is called; nothing where the table does not have it.
    pub(crate) fn of(&self, product: Product) -> &ProductWords {
        static NO_WORDS: ProductWords =
            ProductWords { noun: Noun::new("", Gender::Neuter, false), american: None };
        self.0.get(&product).unwrap_or(&NO_WORDS)
    }
}

/// What goods are called.
pub(crate) struct Goods(HashMap<&'static str, GoodWords>);

/// What a good is called.
#[derive(Debug)]
pub(crate) struct GoodWords {
    pub(crate) noun: Noun,
    /// The plural of a singular, the singular of a plural.
    pub(crate) other_number: Option<&'static str>,
    /// What Americans call it, where that is another word.
    pub(crate) american: Option<&'static str>,
    /// What buyers type who look for it, beside the noun.
    pub(crate) search_words: Vec<&'static str>,
}

impl Goods {
    pub(super) fn read(table: &'static str) -> Self {
        Self(rows(table).filter_map(|row| Self::entry(&row)).collect())
    }

    fn entry(row: &[&'static str]) -> Option<(&'static str, GoodWords)> {
        let [key, form, noun, other_number, american, search_words] = row else { return None };
        let search_words = match *search_words {
            NONE => Vec::new(),
            words => words.split('|').collect(),
        };
        if !is_said(other_number) || !is_said(american) || !search_words.iter().copied().all(is_said) {
            return None;
        }
        let (other_number, american) = (word(other_number), word(american));
        Some((key, GoodWords { noun: Noun::parse(form, noun)?, other_number, american, search_words }))
    }

    /// What a good is called; nothing where the table does not have it.
    pub(crate) fn of(&self, key: &str) -> &GoodWords {
        static NO_WORDS: GoodWords = GoodWords {
            noun: Noun::new("", Gender::Neuter, false),
            other_number: None,
            american: None,
            search_words: Vec::new(),
        };
        self.0.get(key).unwrap_or(&NO_WORDS)
    }
}

/// The categories of the marketplaces.
pub(crate) struct Categories(HashMap<(&'static str, Option<Product>), Decision>);

/// A category: its path on the marketplace, and the men's path where the first
/// one is for women. Levels are separated by ` > `, broadest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Category {
    pub(crate) path: &'static str,
    pub(crate) men: Option<&'static str>,
}

/// What a table says of a product on a marketplace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    /// It belongs there.
    In(Category),
    /// The marketplace has no category for it.
    Nowhere,
}

impl Categories {
    pub(super) fn read(table: &'static str) -> Self {
        Self(rows(table).filter_map(|row| Self::entries(&row)).flatten().collect())
    }

    #[expect(clippy::type_complexity, reason = "the entries of the map")]
    fn entries(row: &[&'static str]) -> Option<Vec<((&'static str, Option<Product>), Decision)>> {
        let (platform, products, path, men) = match row {
            [platform, products, path] => (platform, products, *path, None),
            [platform, products, path, men] => (platform, products, *path, Some(*men)),
            _ => return None,
        };
        let is_path = |path: &str| path.split(" > ").all(|level| !level.is_empty() && level.trim() == level);
        if !is_path(path) || !men.is_none_or(is_path) {
            return None;
        }
        let category = if path == NONE { Decision::Nowhere } else { Decision::In(Category { path, men }) };
        let product = |code: &str| match code {
            REST => Some(None),
            code => Product::parse(code).map(Some),
        };
        products.split(',').map(|code| Some(((*platform, product(code)?), category))).collect()
    }

    /// What the table says of a product on a marketplace, or of what fits no other
    /// category there.
    pub(crate) fn of(&self, platform: &'static str, product: Option<Product>) -> Option<Decision> {
        self.0.get(&(platform, product)).copied()
    }
}

/// The labels of the marketplaces' condition fields.
pub(crate) struct ConditionLabels(HashMap<(&'static str, &'static str, Condition), &'static str>);

impl ConditionLabels {
    pub(super) fn read(table: &'static str) -> Self {
        Self(rows(table).filter_map(|row| Self::entry(&row)).collect())
    }

    fn entry(row: &[&'static str]) -> Option<((&'static str, &'static str, Condition), &'static str)> {
        let [platform, group, grade, label] = row else { return None };
        let said = !label.is_empty() && label.trim() == *label;
        said.then_some(((*platform, *group, grade.parse().ok()?), *label))
    }

    /// The label of a grade in a group of goods: where there is none for it, that
    /// of the nearest worse one, else of the worst there is. `None` where the
    /// marketplace has no labels in the language.
    pub(crate) fn of(
        &self,
        platform: &'static str,
        group: &'static str,
        grade: Condition,
    ) -> Option<&'static str> {
        let worse = Condition::ALL.iter().filter(|other| **other >= grade);
        let better = Condition::ALL.iter().rev();
        worse.chain(better).find_map(|grade| self.0.get(&(platform, group, *grade)).copied())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::lang;
    use crate::marketplace::Platform;
    use crate::product::{Department, Good, ProductType};
    use crate::wish::Language;

    /// The folder of a language, with its tables as they are.
    fn file(language: Language, name: &str) -> &'static str {
        let path = format!("{}/src/lang/{language}/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).expect(&path).leak()
    }

    #[test]
    fn every_line_of_every_table_can_be_read_and_says_something_new() {
        for language in Language::ALL {
            let mut seen = HashSet::new();
            for row in rows(file(*language, "nouns.tsv")) {
                let (product, _) = Nouns::entry(&row).unwrap_or_else(|| panic!("{language}: {row:?}"));
                assert!(seen.insert(format!("{product:?}")), "{language} twice: {row:?}");
            }
            for row in rows(file(*language, "goods.tsv")) {
                let (key, _) = Goods::entry(&row).unwrap_or_else(|| panic!("{language}: {row:?}"));
                assert!(Good::of(key).is_some(), "{language}: no good {row:?}");
                assert!(seen.insert(format!("good {key}")), "{language} twice: {row:?}");
            }
            for row in rows(file(*language, "categories.tsv")) {
                let entries = Categories::entries(&row).unwrap_or_else(|| panic!("{language}: {row:?}"));
                let is_platform = Platform::ALL.iter().any(|platform| platform.code() == row[0]);
                assert!(is_platform, "{language}: no marketplace {row:?}");
                for (key, _) in entries {
                    assert!(seen.insert(format!("{key:?}")), "{language} twice: {row:?}");
                }
            }
            for row in rows(file(*language, "conditions.tsv")) {
                let (key, _) = ConditionLabels::entry(&row).unwrap_or_else(|| panic!("{language}: {row:?}"));
                let is_platform = Platform::ALL.iter().any(|platform| platform.code() == row[0]);
                assert!(is_platform, "{language}: no marketplace {row:?}");
                assert!(seen.insert(format!("{key:?}")), "{language} twice: {row:?}");
            }
        }
    }

    #[test]
    fn a_line_that_is_wrong_is_not_read() {
        let noun = |row: &[&'static str]| Nouns::entry(row).is_some();
        assert!(noun(&["jacket", "f", "veste", "-"]));
        for row in [
            &["jakket", "f", "veste", "-"][..],
            &["jacket", "x", "veste", "-"],
            &["jacket", "f", "", "-"],
            &["jacket", "f", "veste", ""],
            &["jacket", "f", "veste"],
            &["jacket"],
        ] {
            assert!(!noun(row), "{row:?}");
        }
        let category = |row: &[&'static str]| Categories::entries(row).is_some();
        assert!(category(&["ebay", "jacket,coat", "Clothing > Coats"]));
        for row in [
            &["ebay", "jakket", "Clothing"][..],
            &["ebay", "jacket,", "Clothing"],
            &["ebay", "jacket", "Clothing >  > Coats"],
            &["ebay", "jacket", ""],
            &["ebay", "jacket", "Clothing", ""],
            &["ebay", "jacket"],
        ] {
            assert!(!category(row), "{row:?}");
        }
        let label = |row: &[&'static str]| ConditionLabels::entry(row).is_some();
        assert!(label(&["ebay", "shoes", "good", "Pre-owned"]));
        for row in
            [&["ebay", "shoes", "goood", "Used"][..], &["ebay", "shoes", "good", " "], &["ebay", "good"]]
        {
            assert!(!label(row), "{row:?}");
        }
    }

    #[test]
    fn every_language_names_every_product() {
        let types = ProductType::ALL.iter().map(|kind| Product::Type(*kind));
        let departments = Department::ALL.iter().map(|department| Product::Department(*department));
        for product in types.chain(departments).chain([Product::Unknown]) {
            for language in Language::ALL {
                let noun = product.noun(*language);
                assert!(!noun.text().is_empty(), "{language}: {product:?} has no noun");
            }
        }
    }

    /// Whether a product has a category is the marketplace's to say: its own
    /// language decides on every type, and another one only translates.
    #[test]
    fn categories_are_decided_by_the_marketplaces_own_language() {
        for platform in Platform::ALL {
            let own = platform.own_language();
            let decided = |kind: Option<ProductType>| {
                lang::of(own).categories.of(platform.code(), kind.map(Product::Type))
            };
            for kind in ProductType::ALL {
                assert!(decided(Some(*kind)).is_some(), "{platform} does not say where {kind} belongs");
            }
            assert!(matches!(decided(None), Some(Decision::In(_))), "{platform} says nothing of the rest");
            for language in Language::ALL.iter().filter(|language| **language != own) {
                for kind in ProductType::ALL {
                    let Some(said) =
                        lang::of(*language).categories.of(platform.code(), Some(Product::Type(*kind)))
                    else {
                        continue;
                    };
                    let has_men = |decision| match decision {
                        Decision::In(category) => Some(category.men.is_some()),
                        Decision::Nowhere => None,
                    };
                    assert_eq!(
                        Some(has_men(said)),
                        decided(Some(*kind)).map(has_men),
                        "{platform} {kind} {language}"
                    );
                }
            }
        }
    }
}
