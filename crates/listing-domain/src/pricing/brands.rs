//! Brands whose things keep more, or less, of their price than their tier says.

use std::sync::LazyLock;

use super::factors::factor;
use crate::product::{Brand, Department, Product};
use crate::tsv::Table;

/// What stands for all departments.
const ALL: &str = "all";

static BRANDS: LazyLock<Table<Strength>> = LazyLock::new(|| {
    Table::read(include_str!("factors/brands.tsv"), Strength::parse, |row| row.keys.clone())
});

/// What some brands are worth beside their tier, in a department.
struct Strength {
    keys: Vec<String>,
    factor: f64,
}

impl Strength {
    fn parse(line: &'static str) -> Option<Self> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [brands, department, number] = columns[..] else { return None };
        if department != ALL && department.parse::<Department>().is_err() {
            return None;
        }
        let keys = brands.split('|').map(|brand| key(brand, department)).collect();
        Some(Self { keys, factor: factor(number)? })
    }
}

fn key(brand: &str, department: &str) -> String {
    format!("{brand}/{department}")
}

/// The logarithm of what a brand's product is worth beside others of its tier.
pub(super) fn of_brand(brand: Brand, product: Product) -> f64 {
    let department = product.department().map(Department::code);
    let places = department.into_iter().chain([ALL]).find_map(|code| BRANDS.place(&key(brand.name(), code)));
    places.map_or(0.0, |place| BRANDS.row(place).factor.ln())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::product::Good;
    use crate::tsv::lines;

    #[test]
    fn every_line_can_be_read_and_names_known_brands_once() {
        let mut seen = HashSet::new();
        for line in lines(include_str!("factors/brands.tsv")) {
            let row = Strength::parse(line).unwrap_or_else(|| panic!("{line}"));
            for key in row.keys {
                let (name, _) = key.rsplit_once('/').unwrap();
                assert_eq!(Brand::named(name).map(Brand::name), Some(name), "{line}");
                assert!(seen.insert(key.clone()), "twice: {key}");
            }
        }
        for wrong in ["Hermès\tbag\t7", "Hermès\tbags", "Hermès\tbags\t0"] {
            assert!(Strength::parse(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_brand_counts_in_its_department() {
        let hermes = Brand::named("Hermès").unwrap();
        let of = |key| of_brand(hermes, Product::Good(Good::of(key).unwrap()));
        assert!(of("handbag") > of("sunglasses") && of("sunglasses") > 0.0);
        assert!(of("vase").abs() < 1e-9);
        assert!(of_brand(Brand::named("Primark").unwrap(), Product::Unknown) < 0.0);
    }
}
