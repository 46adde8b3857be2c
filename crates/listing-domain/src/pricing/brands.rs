//! Price factors of single brands.

use std::sync::LazyLock;

use super::factors::{factor, is_goods, narrowest_first};
use crate::product::{Brand, Product};
use crate::tsv::Table;

static BRANDS: LazyLock<Table<Strength>> = LazyLock::new(|| {
    Table::read(include_str!("factors/brands.tsv"), Strength::parse, |row| row.keys.clone())
});

/// The price factor of some brands relative to their tier, for some goods, types or departments.
struct Strength {
    keys: Vec<String>,
    factor: f64,
}

impl Strength {
    fn parse(line: &'static str) -> Option<Self> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [brands, goods, number] = columns[..] else { return None };
        if !goods.split(',').all(is_goods) {
            return None;
        }
        let keys_for = |goods| brands.split('|').map(move |brand| key(brand, goods));
        let keys = goods.split(',').flat_map(keys_for).collect();
        Some(Self { keys, factor: factor(number)? })
    }
}

fn key(brand: &str, goods: &str) -> String {
    format!("{brand}/{goods}")
}

/// The logarithm of the factor relative to the tier, from the row for the narrowest goods; `None` if no row
/// matches.
pub(super) fn of_brand(brand: Brand, product: Product) -> Option<f64> {
    let index = narrowest_first(product).find_map(|goods| BRANDS.index(&key(brand.name(), &goods)));
    index.map(|index| BRANDS.row(index).factor.ln())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::product::Good;
    use crate::tsv::lines;

    #[test]
    fn every_row_can_be_read_and_names_known_brands_once() {
        let mut seen = HashSet::new();
        for line in lines(include_str!("factors/brands.tsv")) {
            let row = Strength::parse(line).unwrap_or_else(|| panic!("invalid row: {line}"));
            for key in row.keys {
                let (name, _) = key.rsplit_once('/').unwrap();
                assert_eq!(Brand::named(name).map(Brand::name), Some(name), "{line}");
                assert!(seen.insert(key.clone()), "duplicate {key}");
            }
        }
        for wrong in ["Hermès\tbag\t7", "Hermès\tgood:no such good\t7", "Hermès\tbags", "Hermès\tbags\t0"]
        {
            assert!(Strength::parse(wrong).is_none(), "{wrong}");
        }
    }

    #[test]
    fn a_brand_has_the_factor_of_the_narrowest_goods() {
        let hermes = Brand::named("Hermès").unwrap();
        let factor = |key| of_brand(hermes, Product::Good(Good::from_key(key).unwrap()));
        assert!(factor("handbag") > factor("sunglasses") && factor("sunglasses") > Some(0.0));
        assert!(
            factor("handbag") > factor("wallet") && factor("wallet").is_some(),
            "only the row of the narrowest goods counts"
        );
        assert_eq!(factor("floor_lamp"), None);
        assert!(of_brand(Brand::named("Primark").unwrap(), Product::Unknown) < Some(0.0));
    }
}
