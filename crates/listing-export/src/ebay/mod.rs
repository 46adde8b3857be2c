//! eBay's IDs of categories and conditions.

use std::collections::HashMap;
use std::sync::LazyLock;

use listing_domain::options::Language;

/// The leaf categories of ebay.com and ebay.fr.
const CATEGORIES: &str = include_str!("categories.tsv");
/// The labels of conditions.
const CONDITIONS: &str = include_str!("conditions.tsv");

static CATEGORY_IDS: LazyLock<HashMap<(&str, String), &str>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let (language, rest) = line.split_once('\t')?;
        let (path, id) = rest.split_once('\t')?;
        Some(((language, plain(path)), id))
    };
    lines(CATEGORIES).filter_map(row).collect()
});

static CONDITION_IDS: LazyLock<HashMap<&str, &str>> =
    LazyLock::new(|| lines(CONDITIONS).filter_map(|line| line.split_once('\t')).collect());

/// Returns the ID of a leaf category by its path in a language.
pub(crate) fn category_id(language: Language, path: &str) -> Option<&'static str> {
    CATEGORY_IDS.get(&(language.code(), plain(path))).copied()
}

/// Returns a path with straight apostrophes. The tree and the listings use different ones.
fn plain(path: &str) -> String {
    path.replace('’', "'")
}

/// Returns the ID of a condition by its label. A label means the same ID in every group of categories.
pub(crate) fn condition_id(label: &str) -> Option<&'static str> {
    CONDITION_IDS.get(label).copied()
}

/// Returns true for an ID of a condition.
pub(crate) fn is_condition_id(id: &str) -> bool {
    CONDITION_IDS.values().any(|known| *known == id)
}

fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use listing_domain::Product;
    use listing_domain::marketplace::{Catalogue, Platform};
    use listing_domain::product::ProductType;

    use super::*;

    #[test]
    fn every_row_is_read() {
        assert_eq!(CATEGORY_IDS.len(), lines(CATEGORIES).count());
        assert_eq!(CONDITION_IDS.len(), lines(CONDITIONS).count());
        for id in CATEGORY_IDS.values().chain(CONDITION_IDS.values()) {
            assert!(!id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()), "{id}");
        }
        assert_eq!(category_id(Language::En, "Baby > Baby Gear > Walkers"), Some("134282"));
        assert_eq!(category_id(Language::Fr, "Baby > Baby Gear > Walkers"), None);
        let path = CATEGORIES.lines().find(|line| line.starts_with("fr\t") && line.contains('\'')).unwrap();
        let path = path.split('\t').nth(1).unwrap();
        assert!(category_id(Language::Fr, &path.replace('\'', "’")).is_some(), "{path}");
    }

    #[test]
    fn every_label_of_a_condition_has_an_id() {
        let catalogue = Catalogue::default();
        let ebay = catalogue.marketplace(Platform::Ebay);
        for product in ProductType::ALL.iter().map(|it| Product::Type(*it)) {
            for label in Language::ALL.iter().flat_map(|language| ebay.condition_labels(product, *language)) {
                assert!(condition_id(label).is_some(), "{label}");
            }
        }
        assert_eq!(condition_id("Occasion - Très bon état"), Some("3000"));
    }
}
