//! Price factors of brand tier, material, capacity and age, from the tables in `factors/`, which name the
//! sources.

use std::sync::LazyLock;

use super::log::float;
use crate::product::brands::Tier;
use crate::product::{Department, Good, Product, ProductType};
use crate::tsv::Table;

/// Products without a row of their own.
const OTHER: &str = "other";

static TIERS: LazyLock<Table<Tiers>> = LazyLock::new(|| {
    Table::read(include_str!("factors/tiers.tsv"), Tiers::parse, |row| vec![row.code.to_owned()])
});
static MATERIALS: LazyLock<Table<MaterialFactor>> = LazyLock::new(|| {
    Table::read(include_str!("factors/materials.tsv"), MaterialFactor::parse, |row| row.keys.clone())
});
static CAPACITIES: LazyLock<Table<Capacity>> = LazyLock::new(|| {
    Table::read(include_str!("factors/capacities.tsv"), Capacity::parse, |row| vec![row.code.to_owned()])
});
static AGES: LazyLock<Table<Age>> = LazyLock::new(|| {
    Table::read(include_str!("factors/ages.tsv"), Age::parse, |row| vec![row.code.to_owned()])
});

/// Brands around their tier's factor. Our estimate.
const SPREAD_OF_A_TIER: f64 = 0.15;

/// Relative to the middle tier.
struct Tiers {
    code: &'static str,
    none: f64,
    mass: f64,
    middle: f64,
    premium: f64,
    luxury: f64,
    spread: f64,
}

impl Tiers {
    fn parse(line: &'static str) -> Option<Self> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [code, numbers @ ..] = &columns[..] else { return None };
        let numbers: Vec<f64> = numbers.iter().map(|text| factor(text)).collect::<Option<_>>()?;
        let [none, mass, middle, premium, luxury, spread] = numbers[..] else { return None };
        let is_valid = is_code(code) && [mass, middle, premium, luxury].is_sorted() && none <= middle;
        is_valid.then_some(Self { code, none, mass, middle, premium, luxury, spread })
    }
}

/// Relative to an ordinary material, in some departments.
struct MaterialFactor {
    keys: Vec<String>,
    factor: f64,
}

impl MaterialFactor {
    fn parse(line: &'static str) -> Option<Self> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [departments, materials, number] = columns[..] else { return None };
        let departments: Vec<Department> =
            departments.split(',').map(|code| code.parse().ok()).collect::<Option<_>>()?;
        let keys = departments
            .iter()
            .flat_map(|department| materials.split(',').map(move |material| key(*department, material)));
        Some(Self { keys: keys.collect(), factor: factor(number)? })
    }
}

/// Relative to the usual capacity.
struct Capacity {
    code: &'static str,
    unit: Unit,
    usual: f64,
    power: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Gigabytes,
    Milliliters,
}

impl Capacity {
    fn parse(line: &'static str) -> Option<Self> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [code, unit, usual, power] = columns[..] else { return None };
        let unit = match unit {
            "gb" => Unit::Gigabytes,
            "ml" => Unit::Milliliters,
            _ => return None,
        };
        Some(Self { code, unit, usual: factor(usual)?, power: factor(power)? })
    }
}

/// For each year.
struct Age {
    code: &'static str,
    yearly: f64,
    usual: i64,
    most: i64,
}

impl Age {
    fn parse(line: &'static str) -> Option<Self> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [code, yearly, usual, most] = columns[..] else { return None };
        let (usual, most) = (usual.parse().ok()?, most.parse().ok()?);
        let yearly = factor(yearly)?;
        (is_code(code) && yearly < 1.0 && 0 < usual && usual < most).then_some(Self {
            code,
            yearly,
            usual,
            most,
        })
    }
}

/// Factors by name and goods; the narrowest goods count.
pub(super) struct FactorTable(Table<(Vec<String>, f64)>);

impl FactorTable {
    /// Three columns: name, goods, factor.
    pub(super) fn read(table: &'static str) -> Self {
        Self(Table::read(table, Self::line, |(keys, _)| keys.clone()))
    }

    fn line(line: &'static str) -> Option<(Vec<String>, f64)> {
        let columns: Vec<&str> = line.split('\t').collect();
        let [name, goods, number] = columns[..] else { return None };
        let keys = goods.split(',').map(|goods| is_goods(goods).then(|| format!("{name}/{goods}")));
        Some((keys.collect::<Option<_>>()?, factor(number)?))
    }

    /// The logarithm; `None` if no row matches.
    pub(super) fn log_factor(&self, name: &str, product: Product) -> Option<f64> {
        let index = narrowest_first(product).find_map(|goods| self.0.index(&format!("{name}/{goods}")));
        index.map(|index| self.0.row(index).1.ln())
    }
}

const ALL: &str = "all";

/// Codes of the goods that include a product.
pub(super) fn narrowest_first(product: Product) -> impl Iterator<Item = String> {
    let good = matches!(product, Product::Good(_)).then(|| product.code());
    let kind = product.kind().map(|kind| kind.code().to_owned());
    let department = product.department().map(|department| department.code().to_owned());
    [good, kind, department, Some(ALL.to_owned())].into_iter().flatten()
}

pub(super) fn is_goods(goods: &str) -> bool {
    goods == ALL
        || goods.parse::<Department>().is_ok()
        || Product::parse(goods).is_some_and(Product::is_named)
}

/// A number above zero.
pub(super) fn factor(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0)
}

fn is_code(code: &str) -> bool {
    code == OTHER
        || Good::from_key(code).is_some()
        || code.parse::<ProductType>().is_ok()
        || code.parse::<Department>().is_ok()
}

fn key(department: Department, material: &str) -> String {
    format!("{}/{material}", department.code())
}

/// The row for the narrowest goods: the good, its type or its department.
fn row<R>(table: &'static Table<R>, product: Product) -> Option<&'static R> {
    let good = if let Product::Good(good) = product { Some(good.key()) } else { None };
    let codes = [good, product.kind().map(ProductType::code), product.department().map(Department::code)];
    codes.into_iter().flatten().find_map(|code| table.index(code)).map(|index| table.row(index))
}

/// The logarithm of a tier's factor, and the spread around it: zero without a brand, because the usual
/// price's own spread includes it.
pub(super) fn of_tier(tier: Option<Tier>, product: Product) -> (f64, f64) {
    let row = row(&TIERS, product).or_else(|| TIERS.index(OTHER).map(|index| TIERS.row(index)));
    let Some(row) = row else { return (0.0, SPREAD_OF_A_TIER) };
    match tier {
        None => (row.none.ln(), 0.0),
        Some(Tier::Mass) => (row.mass.ln(), SPREAD_OF_A_TIER),
        Some(Tier::Middle) => (row.middle.ln(), SPREAD_OF_A_TIER),
        Some(Tier::Premium) => (row.premium.ln(), SPREAD_OF_A_TIER),
        Some(Tier::Luxury) => (row.luxury.ln(), row.spread),
    }
}

/// The logarithm, relative to the product's most common material.
pub(super) fn of_material(material: &str, product: Product) -> f64 {
    let Some(department) = product.department() else { return 0.0 };
    let absolute = |material: &str| {
        MATERIALS.index(&key(department, material)).map_or(0.0, |index| MATERIALS.row(index).factor.ln())
    };
    let commonest = match product {
        Product::Good(good) => good.materials().first().map_or(0.0, |material| absolute(material)),
        _ => 0.0,
    };
    absolute(material) - commonest
}

/// The logarithm, relative to the usual capacity; `None` if capacity does not affect the price.
pub(super) fn of_capacity(amount: f64, unit: Unit, product: Product) -> Option<f64> {
    let row = row(&CAPACITIES, product).filter(|row| row.unit == unit)?;
    Some(row.power * (amount / row.usual).ln())
}

/// The logarithm, relative to the usual age; `None` if age does not affect the price, or the item is so old
/// that it is a different kind of item.
pub(super) fn of_age(years: i64, product: Product) -> Option<f64> {
    let row = row(&AGES, product).filter(|row| (0..=row.most * 2).contains(&years))?;
    Some(float(years.min(row.most) - row.usual) * row.yearly.ln())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statement::Material;
    use crate::tsv::lines;

    #[test]
    fn every_row_of_the_factor_tables_can_be_read() {
        for line in lines(include_str!("factors/tiers.tsv")) {
            assert!(Tiers::parse(line).is_some(), "{line}");
        }
        for line in lines(include_str!("factors/materials.tsv")) {
            assert!(MaterialFactor::parse(line).is_some(), "{line}");
            let materials = line.split('\t').nth(1).unwrap().split(',');
            for material in materials {
                assert!(Material::all().any(|known| known.key() == material), "{material}");
            }
        }
        for line in lines(include_str!("factors/capacities.tsv")) {
            let row = Capacity::parse(line).unwrap_or_else(|| panic!("invalid row: {line}"));
            assert!(is_code(row.code), "{line}");
        }
        for line in lines(include_str!("factors/ages.tsv")) {
            assert!(Age::parse(line).is_some(), "{line}");
        }
        for department in Department::ALL {
            assert!(TIERS.index(department.code()).is_some(), "{department}");
        }
    }

    #[test]
    fn an_invalid_row_is_rejected() {
        for wrong in [
            "bags\t0.8\t0.7\t1\t2\t15",
            "bags\t0.8\t0.7\t1\t2\t1.5\t0.7",
            "bag\t0.8\t0.7\t1\t2\t15\t0.7",
            "bags\t-1\t0.7\t1\t2\t15\t0.7",
        ] {
            assert!(Tiers::parse(wrong).is_none(), "{wrong}");
        }
        for wrong in ["bag\tleather\t2", "bags\tleather", "bags\tleather\t0"] {
            assert!(MaterialFactor::parse(wrong).is_none(), "{wrong}");
        }
        assert!(Capacity::parse("phone\tgallons\t128\t0.2").is_none());
        assert!(Age::parse("phone\t1.2\t4\t8").is_none());
    }

    fn good(key: &str) -> Product {
        Product::Good(Good::from_key(key).unwrap())
    }

    #[test]
    fn a_higher_brand_tier_never_has_a_lower_factor() {
        for good in Good::all() {
            let factors = Tier::ALL.iter().map(|tier| of_tier(Some(*tier), Product::Good(good)).0);
            assert!(factors.is_sorted(), "{good:?}");
        }
    }

    #[test]
    fn the_factor_of_a_material_is_relative_to_the_most_common_one() {
        assert!(of_material("silk", good("t_shirt")) > 0.3);
        assert!(of_material("leather", good("handbag")).abs() < 1e-9);
        assert!(of_material("faux_leather", good("handbag")) < -0.3);
        assert!(of_material("gold", good("ring")) > 1.0);
        assert!(of_material("leather", Product::Unknown).abs() < 1e-9);
    }

    #[test]
    fn capacity_and_age_count_for_products_with_a_factor() {
        let phone = good("mobile_phone");
        assert!(of_capacity(256.0, Unit::Gigabytes, phone).unwrap() > 0.0);
        assert_eq!(of_capacity(256.0, Unit::Milliliters, phone), None);
        assert_eq!(of_capacity(256.0, Unit::Gigabytes, good("handbag")), None);
        assert!(of_age(1, phone).unwrap() > 0.0 && of_age(7, phone).unwrap() < 0.0);
        assert_eq!(of_age(40, phone), None);
        assert_eq!(of_age(3, good("handbag")), None);
    }
}
