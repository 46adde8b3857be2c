//! Second-hand goods, in `goods/facts.tsv`, with names in each language's `goods.tsv`.
//!
//! A good is a thing that buyers name by one word, such as puffer jacket: finer than a product type, such as
//! jacket.

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
    /// The kind of size of a good.
    pub enum SizeSystem as "size system" {
        /// Clothing sizes: letters, or numbers such as 38.
        Letters = "letters",
        /// Trousers' waist and leg length, in inches.
        Waist = "waist",
        /// Shoe sizes.
        Shoes = "shoes",
        /// A bra's band and cup.
        Bra = "bra",
        /// Hat sizes (head circumference).
        Hat = "hat",
        /// Glove sizes.
        Gloves = "gloves",
        /// Belt length, in centimeters.
        Belt = "belt",
        /// Ring sizes.
        Ring = "ring",
        /// Children's ages, in months or years.
        Child = "child",
        /// Outer dimensions, in centimeters.
        Dimensions = "dimensions",
        /// Screen diagonal, in inches.
        Screen = "screen",
        /// Memory or storage, in gigabytes.
        Capacity = "capacity",
        /// Volume, in milliliters.
        VolumeMl = "volume_ml",
        /// Volume, in liters.
        Litres = "litres",
        /// Mattress or bedding size, in centimeters.
        Bed = "bed",
        /// Wheel diameter, in inches.
        Wheel = "wheel",
        /// No relevant size.
        None = "none",
    }
}

impl SizeSystem {
    /// True for sizes of people.
    pub const fn is_worn(self) -> bool {
        use SizeSystem::{Belt, Bra, Child, Gloves, Hat, Letters, Ring, Shoes, Waist};
        matches!(self, Letters | Waist | Shoes | Bra | Hat | Gloves | Belt | Ring | Child)
    }
}

closed_enum! {
    /// A fact that buyers ask about, beyond brand, size, material and condition.
    pub enum AskedFact as "asked fact" {
        /// Dimensions, or lengths of a garment laid flat.
        Measurements = "measurements",
        /// The model.
        Model = "model",
        /// Working order.
        Works = "works",
        /// Completeness.
        Complete = "complete",
        /// The battery's condition.
        Battery = "battery",
    }
}

/// A good, as the index of its row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Good(usize);

impl fmt::Debug for Good {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Good").field(&self.key()).finish()
    }
}

/// A good's usual price, in good condition and of an ordinary brand: estimated for this service in November
/// 2026, not measured on any marketplace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsualPrice {
    /// One in ten sells below this price.
    pub low: Money,
    /// Half sell below this price.
    pub typical: Money,
    /// One in ten sells above this price.
    pub high: Money,
}

impl Good {
    /// All goods, in the table's order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..TABLE.len()).map(Self)
    }

    /// The good with a key.
    pub fn from_key(key: &str) -> Option<Self> {
        TABLE.index(key).map(Self)
    }

    fn row(self) -> &'static Row {
        TABLE.row(self.0)
    }

    /// Its key in all tables, such as `puffer_jacket`.
    pub fn key(self) -> &'static str {
        self.row().key
    }

    /// Its type, or the department without one.
    pub fn product(self) -> Product {
        self.row().product
    }

    /// Its usual audiences, the commonest first; mostly none if not worn.
    pub fn wearers(self) -> &'static [Audience] {
        &self.row().wearers
    }

    /// Its kind of size.
    pub fn sizes(self) -> SizeSystem {
        self.row().sizes
    }

    /// The codes of its common materials, the commonest first.
    pub fn materials(self) -> &'static [&'static str] {
        &self.row().materials
    }

    /// The facts that buyers ask about, the most important first.
    pub fn asks(self) -> &'static [AskedFact] {
        &self.row().asks
    }

    /// Its usual price in a market, if estimated.
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
