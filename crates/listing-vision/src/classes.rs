//! Maps the classifier's classes to goods (kinds of things that sellers offer, such as "acoustic guitar").

use std::sync::LazyLock;

use listing_domain::product::Good;

use crate::classifier::CLASSES;
use crate::tables::lines;

/// Its first lines explain its columns.
const TABLE: &str = include_str!("../data/classes.tsv");

/// Returns a class's good; `None` for things not sold here (animals, plants, food, scenery, vehicles).
pub fn good(class: usize) -> Option<Good> {
    static GOODS: LazyLock<Vec<Option<Good>>> = LazyLock::new(|| {
        let mut goods = vec![None; CLASSES];
        // A test below proves that every line parses.
        for (class, good) in lines(TABLE).filter_map(entry) {
            goods[class] = Some(good);
        }
        goods
    });
    GOODS.get(class).copied().flatten()
}

fn entry(line: &str) -> Option<(usize, Good)> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [class, _class_name, key] = columns[..] else { return None };
    let class = class.parse().ok().filter(|&class| class < CLASSES)?;
    Some((class, Good::from_key(key)?))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use listing_domain::options::Language;
    use listing_domain::product::{Gender, Product, ProductType};

    use super::*;

    #[test]
    fn class_table_lines_parse_and_have_different_classes() {
        let mut classes = HashSet::new();
        for line in lines(TABLE) {
            let (class, _) = entry(line).expect(line);
            assert!(classes.insert(class), "class listed twice: {line}");
        }
        assert!(classes.len() > 340, "{} classes", classes.len());
    }

    #[test]
    fn invalid_line_of_the_class_table_is_refused() {
        assert!(entry("402\tacoustic guitar\tacoustic_guitar").is_some());
        for line in [
            "402\tacoustic guitar\tacoustic guitar",
            "402\tacoustic guitar",
            "1000\tacoustic guitar\tacoustic_guitar",
            "402\tacoustic guitar\tacoustic_guitar\tmore",
        ] {
            assert!(entry(line).is_none(), "{line}");
        }
    }

    #[test]
    fn well_known_classes_have_the_names_that_sellers_use() {
        let guitar = good(402).unwrap();
        assert_eq!(guitar.product(), Product::Type(ProductType::MusicalInstrument));
        assert_eq!(guitar.noun(Language::Fr).text(), "guitare acoustique");
        assert_eq!(guitar.noun(Language::Fr).gender(), Gender::Feminine);
        assert_eq!(good(770).unwrap().product().kind(), Some(ProductType::Sneakers));
        assert_eq!(good(285), None, "a cat is not for sale");
        assert_eq!(good(CLASSES), None);
    }
}
