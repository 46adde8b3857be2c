//! A language's tables, parsed on first use. An invalid row is skipped then, but the tests below parse every
//! row. Marketplaces are named by their codes.

use std::collections::HashMap;

use crate::condition::Condition;
use crate::product::{Audience, Family, Gender, Noun, Product};
use crate::tsv::{NONE, lines};

/// Goods that no other row covers.
const REST: &str = "rest";

const ANY_AUDIENCE: &str = "any";

fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    lines(table).map(|line| line.split('\t').collect())
}

fn is_trimmed(text: &str) -> bool {
    !text.is_empty() && text.trim() == text
}

/// `-` means no value.
fn word(column: &'static str) -> Option<&'static str> {
    Some(column).filter(|word| *word != NONE)
}

/// `None` if a word is empty.
fn several(column: &'static str) -> Option<Vec<&'static str>> {
    let words: Vec<&str> = word(column).map_or_else(Vec::new, |words| words.split('|').collect());
    words.iter().copied().all(is_trimmed).then_some(words)
}

pub(crate) struct Nouns(HashMap<Product, ProductWords>);

#[derive(Debug)]
pub(crate) struct ProductWords {
    pub(crate) noun: Noun,
    /// If it differs from the British one.
    pub(crate) american: Option<&'static str>,
}

impl Nouns {
    pub(super) fn read(table: &'static str) -> Self {
        Self(rows(table).filter_map(|row| Self::entry(&row)).collect())
    }

    fn entry(row: &[&'static str]) -> Option<(Product, ProductWords)> {
        let [names, form, noun, american] = row else { return None };
        let words = ProductWords { noun: Noun::parse(form, noun)?, american: word(american) };
        is_trimmed(american).then_some((Product::parse(names)?, words))
    }

    /// Empty words if the table lacks the product.
    pub(crate) fn get(&self, product: Product) -> &ProductWords {
        static NO_WORDS: ProductWords =
            ProductWords { noun: Noun::new("", Gender::Neuter, false), american: None };
        self.0.get(&product).unwrap_or(&NO_WORDS)
    }
}

pub(crate) struct Goods(HashMap<&'static str, GoodWords>);

#[derive(Debug)]
pub(crate) struct GoodWords {
    pub(crate) noun: Noun,
    /// The plural of a singular noun, or the reverse.
    pub(crate) other_number: Option<&'static str>,
    /// If it differs from the British one.
    pub(crate) american: Option<&'static str>,
    /// Buyers search for these instead of the noun.
    pub(crate) search_words: Vec<&'static str>,
    /// Special forms: recognized in texts, but never written.
    pub(crate) narrower_names: Vec<&'static str>,
}

impl Goods {
    pub(super) fn read(table: &'static str) -> Self {
        Self(rows(table).filter_map(|row| Self::entry(&row)).collect())
    }

    fn entry(row: &[&'static str]) -> Option<(&'static str, GoodWords)> {
        let (row, narrower_names) = match row {
            [row @ .., names] if row.len() == 6 => (row, *names),
            row => (row, NONE),
        };
        let [key, form, noun, other_number, american, search_words] = row else { return None };
        if !is_trimmed(other_number) || !is_trimmed(american) {
            return None;
        }
        let words = GoodWords {
            noun: Noun::parse(form, noun)?,
            other_number: word(other_number),
            american: word(american),
            search_words: several(search_words)?,
            narrower_names: several(narrower_names)?,
        };
        Some((key, words))
    }

    /// Empty words if the table lacks it.
    pub(crate) fn get(&self, key: &str) -> &GoodWords {
        static NO_WORDS: GoodWords = GoodWords {
            noun: Noun::new("", Gender::Neuter, false),
            other_number: None,
            american: None,
            search_words: Vec::new(),
            narrower_names: Vec::new(),
        };
        self.0.get(key).unwrap_or(&NO_WORDS)
    }
}

pub(crate) struct Categories {
    decisions: HashMap<(&'static str, CategoryKey), Decision>,
    /// The paths of each marketplace with the goods in them, without repetitions in a row.
    paths: HashMap<&'static str, Vec<(CategoryGoods, &'static str)>>,
}

/// The goods and audience of a row in the categories table. `None` covers each audience without a row of its
/// own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct CategoryKey {
    pub(crate) goods: CategoryGoods,
    pub(crate) audience: Option<Audience>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum CategoryGoods {
    /// One good, one product type, or the goods of a department that have no type.
    Product(Product),
    Family(Family),
    /// Goods that no other row covers.
    Rest,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The category's path, broadest level first, separated by ` > `.
    In(&'static str),
    Nowhere,
}

impl Categories {
    pub(super) fn read(table: &'static str) -> Self {
        let mut paths: HashMap<_, Vec<_>> = HashMap::new();
        let mut decisions = HashMap::new();
        for ((platform, key), decision) in rows(table).filter_map(|row| Self::entries(&row)).flatten() {
            decisions.insert((platform, key), decision);
            if let Decision::In(path) = decision {
                let known = paths.entry(platform).or_default();
                // The audiences of a row follow each other.
                if known.last() != Some(&(key.goods, path)) {
                    known.push((key.goods, path));
                }
            }
        }
        Self { decisions, paths }
    }

    fn entries(row: &[&'static str]) -> Option<Vec<((&'static str, CategoryKey), Decision)>> {
        let [platform, audiences, goods, path] = row else { return None };
        let is_path = path.split(" > ").all(|level| !level.is_empty() && level.trim() == level);
        let decision = if *path == NONE { Decision::Nowhere } else { Decision::In(path) };
        let audiences: Vec<Option<Audience>> = audiences.split(',').map(audience).collect::<Option<_>>()?;
        let goods: Vec<CategoryGoods> = goods.split(',').map(category_goods).collect::<Option<_>>()?;
        let keys = goods.into_iter().flat_map(|goods| {
            audiences.iter().map(move |audience| CategoryKey { goods, audience: *audience })
        });
        is_path.then(|| keys.map(|key| ((*platform, key), decision)).collect())
    }

    pub(crate) fn get(&self, platform: &'static str, key: CategoryKey) -> Option<Decision> {
        self.decisions.get(&(platform, key)).copied()
    }

    /// Returns the category paths of a marketplace, with the goods in them.
    pub(crate) fn paths(&self, platform: &str) -> &[(CategoryGoods, &'static str)] {
        self.paths.get(platform).map_or(&[], Vec::as_slice)
    }
}

#[expect(clippy::option_option, reason = "an unreadable code is not the code for any audience")]
fn audience(code: &str) -> Option<Option<Audience>> {
    if code == ANY_AUDIENCE { Some(None) } else { code.parse().ok().map(Some) }
}

fn category_goods(code: &str) -> Option<CategoryGoods> {
    if code == REST {
        return Some(CategoryGoods::Rest);
    }
    match code.split_once(':') {
        Some(("family", name)) => Family::from_name(name).map(CategoryGoods::Family),
        _ => Product::parse(code).map(CategoryGoods::Product),
    }
}

pub(crate) struct ConditionLabels(HashMap<(&'static str, &'static str, Condition), &'static str>);

impl ConditionLabels {
    pub(super) fn read(table: &'static str) -> Self {
        Self(rows(table).filter_map(|row| Self::entry(&row)).collect())
    }

    fn entry(row: &[&'static str]) -> Option<((&'static str, &'static str, Condition), &'static str)> {
        let [platform, group, grade, label] = row else { return None };
        is_trimmed(label).then_some(((*platform, *group, grade.parse().ok()?), *label))
    }

    /// The label for a grade in a group of goods, and the grade that the label is for: without its own, the
    /// nearest worse one, or else the worst. `None` if the marketplace has no labels in the language.
    pub(crate) fn get(
        &self,
        platform: &'static str,
        group: &'static str,
        grade: Condition,
    ) -> Option<(&'static str, Condition)> {
        let worse = Condition::ALL.iter().filter(|other| **other >= grade);
        let better = Condition::ALL.iter().rev();
        let label = |grade: &Condition| Some((*self.0.get(&(platform, group, *grade))?, *grade));
        worse.chain(better).find_map(label)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::marketplace::Platform;
    use crate::options::Language;
    use crate::product::{Department, Good, ProductType};

    fn file(language: Language, name: &str) -> &'static str {
        let path = format!("{}/src/lang/{language}/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(&path).expect(&path).leak()
    }

    #[test]
    fn every_line_of_every_table_can_be_read_and_is_unique() {
        for language in Language::ALL {
            let mut seen = HashSet::new();
            for row in rows(file(*language, "nouns.tsv")) {
                let (product, _) =
                    Nouns::entry(&row).unwrap_or_else(|| panic!("{language}: bad row {row:?}"));
                assert!(seen.insert(format!("{product:?}")), "{language}: duplicate row {row:?}");
            }
            for row in rows(file(*language, "goods.tsv")) {
                let (key, _) = Goods::entry(&row).unwrap_or_else(|| panic!("{language}: bad row {row:?}"));
                assert!(Good::from_key(key).is_some(), "{language}: unknown good {row:?}");
                assert!(seen.insert(format!("good {key}")), "{language}: duplicate row {row:?}");
            }
            for row in rows(file(*language, "categories.tsv")) {
                let entries =
                    Categories::entries(&row).unwrap_or_else(|| panic!("{language}: bad row {row:?}"));
                let is_platform = Platform::ALL.iter().any(|platform| platform.code() == row[0]);
                assert!(is_platform, "{language}: unknown marketplace {row:?}");
                for (key, _) in entries {
                    assert!(seen.insert(format!("{key:?}")), "{language}: duplicate row {row:?}");
                }
            }
            for row in rows(file(*language, "conditions.tsv")) {
                let (key, _) =
                    ConditionLabels::entry(&row).unwrap_or_else(|| panic!("{language}: bad row {row:?}"));
                let is_platform = Platform::ALL.iter().any(|platform| platform.code() == row[0]);
                assert!(is_platform, "{language}: unknown marketplace {row:?}");
                assert!(seen.insert(format!("{key:?}")), "{language}: duplicate row {row:?}");
            }
        }
    }

    #[test]
    fn an_invalid_line_is_rejected() {
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
        assert!(category(&["ebay", "women,any", "jacket,family:raincoats,good:teapot", "Clothing > Coats"]));
        for row in [
            &["ebay", "any", "jakket", "Clothing"][..],
            &["ebay", "dogs", "jacket", "Clothing"],
            &["ebay", "any,", "jacket", "Clothing"],
            &["ebay", "any", "family:nobody", "Clothing"],
            &["ebay", "any", "jacket,", "Clothing"],
            &["ebay", "any", "jacket", "Clothing >  > Coats"],
            &["ebay", "any", "jacket", ""],
            &["ebay", "any", "jacket", "Clothing", ""],
            &["ebay", "any", "jacket"],
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

    fn keys(language: Language, platform: Platform) -> HashMap<CategoryKey, Decision> {
        let rows = rows(file(language, "categories.tsv")).filter(|row| row[0] == platform.code());
        rows.filter_map(|row| Categories::entries(&row))
            .flatten()
            .map(|((_, key), decision)| (key, decision))
            .collect()
    }

    /// The table of the marketplace's own language decides which categories exist. Another language's table
    /// translates all of them or, if the site lacks that language, only the catch-all category.
    #[test]
    fn every_language_translates_the_categories_of_the_marketplaces_own_language() {
        let rest = CategoryKey { goods: CategoryGoods::Rest, audience: None };
        for platform in Platform::ALL {
            let own = keys(platform.own_language(), *platform);
            assert!(matches!(own.get(&rest), Some(Decision::In(_))), "{platform} has no catch-all category");
            let mut paths: HashSet<CategoryKey> = own
                .iter()
                .filter(|(_, decision)| matches!(decision, Decision::In(_)))
                .map(|(key, _)| *key)
                .collect();
            for language in Language::ALL.iter().filter(|language| **language != platform.own_language()) {
                let translated: HashSet<CategoryKey> = keys(*language, *platform).into_keys().collect();
                if translated.iter().any(|key| *key != rest) {
                    paths.insert(rest);
                    let missing: Vec<_> = paths.symmetric_difference(&translated).collect();
                    assert!(missing.is_empty(), "{platform} {language}: {missing:?}");
                }
            }
        }
    }

    #[test]
    fn every_type_and_department_has_a_category_line() {
        for platform in Platform::ALL {
            let own = keys(platform.own_language(), *platform);
            let types = ProductType::ALL.iter().map(|kind| Product::Type(*kind));
            let departments = Department::ALL.iter().map(|department| Product::Department(*department));
            for product in types.chain(departments) {
                let has_line = own.keys().any(|key| key.goods == CategoryGoods::Product(product));
                let department = product.department().map(Product::Department).map(CategoryGoods::Product);
                let is_covered = own.keys().any(|key| Some(key.goods) == department);
                assert!(has_line || is_covered, "{platform} has no category line for {product:?}");
            }
        }
    }
}
