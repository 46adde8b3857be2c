//! Families of goods in one category: `families.tsv`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Good;
use crate::tsv::Table;

struct Row {
    name: &'static str,
    goods: Vec<&'static str>,
}

impl Row {
    fn parse(line: &'static str) -> Option<Self> {
        let (name, goods) = line.split_once('\t')?;
        Some(Self { name, goods: goods.split(',').collect() })
    }
}

static TABLE: LazyLock<Table<Row>> =
    LazyLock::new(|| Table::read(include_str!("families.tsv"), Row::parse, |row| vec![row.name.to_owned()]));

static BY_GOOD: LazyLock<HashMap<&'static str, Family>> = LazyLock::new(|| {
    let families = (0..TABLE.len()).map(Family);
    families.flat_map(|family| TABLE.row(family.0).goods.iter().map(move |good| (*good, family))).collect()
});

/// Such as kitchen jars and boxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Family(usize);

impl Family {
    /// Such as `kitchen_storage`.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        TABLE.index(name).map(Self)
    }
}

impl Good {
    pub(crate) fn family(self) -> Option<Family> {
        BY_GOOD.get(self.key()).copied()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::tsv::lines;

    #[test]
    fn every_good_of_a_family_exists_and_has_one_family() {
        let mut seen = HashSet::new();
        for line in lines(include_str!("families.tsv")) {
            let row = Row::parse(line).unwrap_or_else(|| panic!("invalid line: {line}"));
            assert!(seen.insert(row.name), "duplicate family: {line}");
            for key in row.goods {
                let good = Good::from_key(key).unwrap_or_else(|| panic!("unknown good {key}: {line}"));
                assert!(seen.insert(key) || Family::from_name(key).is_some(), "good in two families: {key}");
                assert_eq!(good.family(), Family::from_name(row.name), "{key}");
            }
        }
    }
}
