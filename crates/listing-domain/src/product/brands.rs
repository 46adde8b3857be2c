//! Brands sold second-hand, in `brands/brands.tsv`, compiled for this service in November 2026. The tiers are
//! our judgment.

mod table;
mod typed;

use std::fmt;
use std::sync::LazyLock;

use super::Department;
use crate::closed_enum::closed_enum;
use crate::tsv::Table;

use table::{Row, key};
pub(crate) use typed::{Line, Spelling};

static TABLE: LazyLock<Table<Row>> = LazyLock::new(|| {
    Table::read(include_str!("brands/brands.tsv"), Row::parse, |row| row.names().map(key).collect())
});

closed_enum! {
    /// A brand's price tier, by its new goods within a department.
    pub enum Tier as "tier" {
        /// Supermarkets and discounters.
        Mass = "mass",
        /// Ordinary brands.
        Middle = "middle",
        /// Brands clearly above ordinary ones.
        Premium = "premium",
        /// Luxury houses, collected and counterfeited.
        Luxury = "luxury",
    }
}

/// A brand, as the index of its row.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Brand(usize);

impl fmt::Debug for Brand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Brand").field(&self.name()).finish()
    }
}

impl Brand {
    /// All brands, in the table's order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..TABLE.len()).map(Self)
    }

    /// Finds a name regardless of case, accents, spaces and punctuation: "levis" is Levi’s.
    pub fn named(text: &str) -> Option<Self> {
        TABLE.index(&key(text)).map(Self)
    }

    /// Finds a typed name, including short forms not used on labels: "Levi", "Tiffany".
    pub fn typed(text: &str) -> Option<Self> {
        match Spelling::find(text)? {
            (brand, Spelling::Name | Spelling::Short) => Some(brand),
            (_, Spelling::Perhaps | Spelling::Line(..)) => None,
        }
    }

    /// A lookup key, the same for all spellings: lower-case letters and digits. A known brand's key comes
    /// from its main name.
    pub fn canonical_key(text: &str) -> String {
        let typed = key(text);
        TABLE.index(&typed).map_or(typed, |index| key(Self(index).name()))
    }

    /// The same for all spellings: lower-case letters and digits.
    pub(crate) fn key(text: &str) -> String {
        key(text)
    }

    fn row(self) -> &'static Row {
        TABLE.row(self.0)
    }

    /// The brand's own spelling.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The name and its aliases.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.row().names()
    }

    /// The brand's departments, the main one first.
    pub fn departments(self) -> impl Iterator<Item = Department> {
        self.row().departments.iter().map(|(department, _)| *department)
    }

    /// The tier in a department, by default in the main one.
    pub fn tier(self, department: Option<Department>) -> Tier {
        let row = self.row();
        let own_tier = row.departments.iter().find(|(known, _)| Some(*known) == department);
        own_tier.map_or(row.main_tier, |(_, tier)| *tier)
    }

    /// True if the brand makes such goods. Fashion departments count as one, and baby brands also make
    /// children's clothes.
    pub fn makes(self, department: Department) -> bool {
        let is_worn = department.is_fashion();
        self.departments().any(|maker_department| {
            maker_department == department
                || (is_worn && (maker_department.is_fashion() || maker_department == Department::ToysBaby))
        })
    }

    /// True if the name is also an ordinary word, a first name or a place ("Mango"), so that it alone does
    /// not prove the brand.
    pub fn is_ordinary_word(self) -> bool {
        self.row().is_ordinary_word
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::tsv::lines;

    #[test]
    fn every_line_is_valid_and_no_name_belongs_to_two_brands() {
        let mut seen: HashMap<String, &str> = HashMap::new();
        for line in lines(include_str!("brands/brands.tsv")) {
            let row = Row::parse(line).unwrap_or_else(|| panic!("invalid line: {line}"));
            for name in row.names() {
                let other = seen.insert(key(name), row.name);
                assert!(other.is_none(), "{name} of {} also names {other:?}", row.name);
            }
        }
        assert!(TABLE.len() >= 3_000, "the table has only {} brands", TABLE.len());
    }

    #[test]
    fn an_invalid_line_is_refused() {
        let right = "Hermès\tHermès Paris\tbags,beauty\tbags=luxury,beauty=premium\tsure";
        assert!(Row::parse(right).is_some());
        for (part, wrong) in [
            ("Hermès\t", "\t"),
            ("Hermès Paris", "Hermès||Paris"),
            ("bags,beauty", "bags,perfume"),
            ("beauty=premium", "shoes=premium"),
            ("bags=luxury,beauty=premium", "bags=luxury"),
            ("luxury", "dear"),
            ("sure", "certain"),
            ("\tsure", ""),
        ] {
            let line = right.replacen(part, wrong, 1).leak();
            assert!(Row::parse(line).is_none(), "{line}");
        }
    }

    #[test]
    fn a_brand_is_found_however_it_is_typed() {
        for typed in ["Levi’s", "levis", "LEVI'S", " Levi s "] {
            assert_eq!(Brand::named(typed).map(Brand::name), Some("Levi’s"), "{typed}");
        }
        assert_eq!(Brand::named("hermes").map(Brand::name), Some("Hermès"));
        assert_eq!(Brand::named("ysl").map(Brand::name), Some("Saint Laurent"));
        for typed in ["ysl", "Saint-Laurent", "Yves Saint Laurent"] {
            assert_eq!(Brand::canonical_key(typed), "saintlaurent", "{typed}");
        }
        assert_eq!(Brand::canonical_key("Ma Petite Marque!"), "mapetitemarque");
        for nothing in ["", "-", "Zara H&M", "zzz"] {
            assert_eq!(Brand::named(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn a_brands_price_tier_depends_on_the_department() {
        let hermes = Brand::named("Hermès").unwrap();
        assert_eq!(hermes.tier(Some(Department::Bags)), Tier::Luxury);
        assert_eq!(hermes.tier(None), Tier::Luxury);
        assert!(Brand::named("Mango").unwrap().is_ordinary_word() && !hermes.is_ordinary_word());
    }
}
