//! Second-hand goods, from the table `goods/facts.tsv`. Their names are in `goods.tsv` of each language's
//! folder.
//!
//! A good is a thing that buyers name by one word: a puffer jacket, a teapot, a floor lamp. It is finer than
//! a product type, such as jacket, which is as fine as marketplaces' categories.

mod families;
mod table;

use std::fmt;
use std::sync::LazyLock;

use super::{Audience, Product};
use crate::closed_enum::closed_enum;
use crate::locale::Market;
use crate::money::Money;
use crate::tsv::Table;

pub(crate) use families::Family;
use table::Row;

static TABLE: LazyLock<Table<Row>> = LazyLock::new(|| {
    Table::read(include_str!("goods/facts.tsv"), Row::parse, |row| vec![row.key.to_owned()])
});

closed_enum! {
    /// The kind of size that a good is sold by.
    pub enum SizeSystem as "size system" {
        /// Clothing sizes: letters such as S, M and L, or numbers such as 38.
        Letters = "letters",
        /// Waist and leg length of trousers, in inches.
        Waist = "waist",
        /// Shoe sizes.
        Shoes = "shoes",
        /// Band and cup of a bra.
        Bra = "bra",
        /// Hat sizes, by head circumference.
        Hat = "hat",
        /// Glove sizes.
        Gloves = "gloves",
        /// Belt length in centimeters.
        Belt = "belt",
        /// Ring sizes.
        Ring = "ring",
        /// Children's ages in months or years.
        Child = "child",
        /// Outer dimensions in centimeters.
        Dimensions = "dimensions",
        /// Screen diagonal in inches.
        Screen = "screen",
        /// Memory or storage capacity in gigabytes.
        Capacity = "capacity",
        /// Volume in milliliters.
        VolumeMl = "volume_ml",
        /// Volume in liters.
        Litres = "litres",
        /// Mattress or bedding size in centimeters.
        Bed = "bed",
        /// Wheel diameter in inches.
        Wheel = "wheel",
        /// No relevant size.
        None = "none",
    }
}

impl SizeSystem {
    /// Returns true for sizes of people, such as clothing or shoe sizes, instead of things.
    pub const fn is_worn(self) -> bool {
        use SizeSystem::{Belt, Bra, Child, Gloves, Hat, Letters, Ring, Shoes, Waist};
        matches!(self, Letters | Waist | Shoes | Bra | Hat | Gloves | Belt | Ring | Child)
    }
}

closed_enum! {
    /// A fact that buyers ask about, beyond brand, size, material and condition.
    pub enum AskedFact as "asked fact" {
        /// The dimensions, or the lengths of a garment laid flat.
        Measurements = "measurements",
        /// The name of the model.
        Model = "model",
        /// The answer to "does it work?".
        Works = "works",
        /// The answer to "is it complete?".
        Complete = "complete",
        /// The battery's condition.
        Battery = "battery",
    }
}

/// A good in the table, as the index of its row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Good(usize);

impl fmt::Debug for Good {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Good").field(&self.key()).finish()
    }
}

/// The usual second-hand price of a good, in good condition and of an ordinary brand. It was estimated for
/// this service in November 2026, not measured on any marketplace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsualPrice {
    /// The price below which one in ten such items sells.
    pub low: Money,
    /// The price below which half of such items sell.
    pub typical: Money,
    /// The price above which one in ten such items sells.
    pub high: Money,
}

impl Good {
    /// Returns all goods, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..TABLE.len()).map(Self)
    }

    /// Finds a good by its key, such as `puffer_jacket`.
    pub fn from_key(key: &str) -> Option<Self> {
        TABLE.index(key).map(Self)
    }

    fn row(self) -> &'static Row {
        TABLE.row(self.0)
    }

    /// Returns the good's key, such as `puffer_jacket`, which is the same in all tables.
    pub fn key(self) -> &'static str {
        self.row().key
    }

    /// Returns the product type, or the department for a good without a type.
    pub fn product(self) -> Product {
        self.row().product
    }

    /// Returns the usual audiences of the good, the commonest first. Most goods that are not worn have none.
    pub fn wearers(self) -> &'static [Audience] {
        &self.row().wearers
    }

    /// Returns the kind of size that the good is sold by.
    pub fn sizes(self) -> SizeSystem {
        self.row().sizes
    }

    /// Returns the codes of the good's common materials, the commonest first.
    pub fn materials(self) -> &'static [&'static str] {
        &self.row().materials
    }

    /// Returns the facts that buyers ask about, the most important first.
    pub fn asks(self) -> &'static [AskedFact] {
        &self.row().asks
    }

    /// Returns the good's usual second-hand price in a market; `None` without an estimate.
    pub fn usual_price(self, market: Market) -> Option<UsualPrice> {
        let [low, typical, high] = match market {
            Market::France => self.row().france,
            Market::UnitedStates => self.row().united_states,
            Market::UnitedKingdom => return None,
        };
        let money = |major| Money::from_major(major, market.currency());
        Some(UsualPrice { low: money(low), typical: money(typical), high: money(high) })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::product::{Department, ProductType};
    use crate::tsv::lines;

    #[test]
    fn every_line_is_valid_and_no_good_has_two_lines() {
        let mut seen = HashSet::new();
        for line in lines(include_str!("goods/facts.tsv")) {
            let row = Row::parse(line).unwrap_or_else(|| panic!("invalid line: {line}"));
            assert!(seen.insert(row.key), "duplicate good: {line}");
        }
        assert_eq!(seen.len(), TABLE.len());
        assert!(TABLE.len() >= 800, "the table has only {} goods", TABLE.len());
    }

    #[test]
    fn an_invalid_line_is_refused() {
        let right = "teapot\tcrockery\t-\tlitres\tporcelain,metal\tmeasurements,complete\t4/9/25\t5/14/40";
        assert!(Row::parse(right).is_some());
        for (part, wrong) in [
            ("teapot", "Tea pot"),
            ("crockery", "crokery"),
            ("crockery", "department:kitchn"),
            ("crockery", "good:plate"),
            ("crockery", "good:plate"),
            ("\t-\t", "\tdogs\t"),
            ("litres", "pints"),
            ("porcelain,", "porcelain,,"),
            ("measurements,complete", "chips"),
            ("4/9/25", "9/4/25"),
            ("4/9/25", "4/9"),
            ("5/14/40", "0/14/40"),
            ("\t5/14/40", ""),
            ("5/14/40", "5/14/40\tmore"),
        ] {
            let line = right.replacen(part, wrong, 1).leak();
            assert!(Row::parse(line).is_none(), "{line}");
        }
    }

    #[test]
    fn every_product_type_and_department_has_goods() {
        let products: HashSet<Product> = Good::all().map(Good::product).collect();
        for kind in ProductType::ALL {
            assert!(products.contains(&Product::Type(*kind)), "no good is a {kind}");
        }
        let departments: HashSet<Department> =
            Good::all().filter_map(|good| good.product().department()).collect();
        assert_eq!(departments.len(), Department::ALL.len());
    }

    #[test]
    fn a_good_is_found_by_its_key_and_has_a_usual_price() {
        let jacket = Good::from_key("puffer_jacket").unwrap();
        assert_eq!(jacket.key(), "puffer_jacket");
        assert_eq!(jacket.product(), Product::Type(ProductType::Jacket));
        let price = jacket.usual_price(Market::France).unwrap();
        assert!(price.low.minor() < price.typical.minor() && price.typical.minor() < price.high.minor());
        assert_eq!(jacket.usual_price(Market::UnitedKingdom), None);
        assert_eq!(Good::from_key("puffer jacket"), None);
    }
}
