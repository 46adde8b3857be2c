//! The seller's facts that affect a price.

use super::brands;
use super::factors::{self, Unit};
use super::models::{self, ModelKnown};
use super::remarks::Remarks;
use super::usual::REFERENCE_DATE;
use crate::attributes::Attributes;
use crate::locale::Market;
use crate::notes::Notes;
use crate::product::brands::Tier;
use crate::product::{Brand, Product};
use crate::statement::{
    BrandStatement, CapacityUnit, Lot, MaterialStatement, MemoryKind, Share, Size, SizeStatement, VolumeUnit,
};

/// For the year in which an item was made.
const OLDEST_YEAR: i64 = 1900;

/// The remaining share of a brand's factor (as a logarithm). Brands cost much the same everywhere, but
/// ordinary goods more in the United States. Our estimates, checked against `tests/items.tsv`.
const DISTANCE_IN_FRANCE: f64 = 1.0;
const DISTANCE_IN_THE_UNITED_STATES: f64 = 0.88;
/// Halfway between the others.
const DISTANCE_IN_THE_UNITED_KINGDOM: f64 = 0.94;

/// Luxury costs nearly as many dollars as euros.
const LUXURY_IN_THE_UNITED_STATES: f64 = 0.92;
const LUXURY_IN_THE_UNITED_KINGDOM: f64 = 0.96;

/// The share of a material's factor (as a logarithm) for luxury brands, whose prices include good materials.
/// Our estimate.
const MATERIAL_IN_LUXURY: f64 = 0.3;

/// Megabytes in a gigabyte, and so on, and milliliters in a liter.
const THOUSAND: f64 = 1_000.0;
const ML_IN_CL: f64 = 10.0;
const ML_IN_FL_OZ: f64 = 29.574;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StatedBrand {
    Known(Brand, Tier),
    /// Not in the table: it counts as an ordinary brand.
    Other,
    None,
}

/// And their common price factor.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stated {
    /// A model's name may be more precise than the photos.
    pub(super) product: Product,
    pub(super) brand: StatedBrand,
    /// The sum of the logarithms of all price factors except those of condition and remarks.
    pub(super) factor: f64,
    pub(super) spread: f64,
    pub(super) material: Option<MaterialStatement>,
    pub(super) model: ModelKnown,
    pub(super) lot: Option<Lot>,
    pub(super) remarks: Remarks,
    pub(super) counted: Counted,
}

/// Facts that changed the price, except brand and condition.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate reason in the rationale")]
pub(super) struct Counted {
    pub(super) model: bool,
    pub(super) material: bool,
    pub(super) capacity: bool,
    pub(super) age: bool,
    pub(super) era: bool,
    pub(super) style: bool,
    pub(super) origin: bool,
}

impl Stated {
    pub(super) fn read(
        product: Product,
        attributes: &Attributes,
        notes: Option<&Notes>,
        market: Market,
    ) -> Self {
        let texts = attributes.texts().with_notes(notes);
        let statement = attributes.brand_of(product);
        let product = statement.refined(product);
        let statement = statement.on(product);
        let brand = StatedBrand::from_statement(&statement, product);
        let model = models::of_model(&statement, product);
        let traits = models::of_traits(&texts.traits(product), product);
        let material =
            attributes.material.as_ref().and_then(|material| MaterialStatement::read(&material.value));
        let in_luxury = if brand.tier() == Some(Tier::Luxury) { MATERIAL_IN_LUXURY } else { 1.0 };
        let by_material =
            in_luxury * material.as_ref().map_or(0.0, |material| material_factor(material, product));
        let capacity = attributes.size.as_ref().and_then(|size| capacity_factor(&size.value, product));
        let age = age_factor(attributes, product, model.year);
        let lot = texts.lot(product);
        let (by_brand, spread) = brand.worth(product, market);
        let factors = [
            Some(by_brand),
            Some(by_material),
            Some(model.factor),
            capacity,
            age,
            traits.era,
            traits.style,
            traits.origin,
            lot.map(|lot| models::of_lot(lot, product)),
        ];
        let condition = attributes.condition.as_ref().map_or("", |condition| &condition.value);
        Self {
            product,
            brand,
            factor: factors.into_iter().flatten().sum(),
            spread: [spread, model.spread, traits.spread]
                .iter()
                .map(|spread| spread * spread)
                .sum::<f64>()
                .sqrt(),
            material,
            model: model.known,
            lot,
            remarks: Remarks::read(&condition_text(&statement, condition, notes)),
            counted: Counted {
                model: changes(model.factor),
                material: changes(by_material),
                capacity: capacity.is_some_and(changes),
                age: age.is_some_and(changes),
                era: traits.era.is_some_and(changes),
                style: traits.style.is_some_and(changes),
                origin: traits.origin.is_some_and(changes),
            },
        }
    }
}

/// The condition, the brand field's other words and the notes.
fn condition_text(brand: &BrandStatement, condition: &str, notes: Option<&Notes>) -> String {
    let lines = notes.into_iter().flat_map(|notes| notes.as_str().lines());
    let texts = [brand.rest(), Some(condition)].into_iter().flatten().chain(lines);
    texts.collect::<Vec<_>>().join(", ")
}

/// `by` is a logarithm.
fn changes(by: f64) -> bool {
    by.abs() > f64::EPSILON
}

impl Stated {
    /// There are copies of luxury brands.
    pub(super) fn is_luxury(&self) -> bool {
        self.brand.tier() == Some(Tier::Luxury)
    }
}

impl StatedBrand {
    fn from_statement(statement: &BrandStatement, product: Product) -> Self {
        match (statement.known(), statement.brand()) {
            (Some(brand), _) => Self::Known(brand, brand.tier(product.department())),
            (None, Some(_)) => Self::Other,
            (None, None) => Self::None,
        }
    }

    /// The logarithm of the brand's factor, and the spread that it adds.
    pub(super) fn worth(self, product: Product, market: Market) -> (f64, f64) {
        let Self::Known(brand, tier) = self else { return factors::of_tier(None, product) };
        let is_luxury = tier == Tier::Luxury;
        let by_brand = brands::of_brand(brand, product);
        // A luxury brand's goods outside its departments count as premium, unless the table has a row for
        // them.
        let is_known_for = brand.departments().any(|department| Some(department) == product.department());
        let is_side_line = is_luxury && !is_known_for && by_brand.is_none();
        let tier = if is_side_line { Tier::Premium } else { tier };
        let (by_tier, spread) = factors::of_tier(Some(tier), product);
        let distance = match market {
            Market::France => DISTANCE_IN_FRANCE,
            Market::UnitedStates if is_luxury => LUXURY_IN_THE_UNITED_STATES,
            Market::UnitedStates => DISTANCE_IN_THE_UNITED_STATES,
            Market::UnitedKingdom if is_luxury => LUXURY_IN_THE_UNITED_KINGDOM,
            Market::UnitedKingdom => DISTANCE_IN_THE_UNITED_KINGDOM,
        };
        (distance * (by_tier + by_brand.unwrap_or_default()), spread)
    }

    pub(super) const fn tier(self) -> Option<Tier> {
        match self {
            Self::Known(_, tier) => Some(tier),
            Self::Other | Self::None => None,
        }
    }
}

pub(super) fn read_brand(text: &str, product: Product) -> StatedBrand {
    StatedBrand::from_statement(&BrandStatement::read(text).on(product), product)
}

/// The mean of the factors' logarithms, weighted by shares. Unstated shares count equally.
fn material_factor(material: &MaterialStatement, product: Product) -> f64 {
    let weight = |share: &Share| share.percent().map_or(1.0, f64::from);
    let total: f64 = material.shares().iter().map(weight).sum();
    let worth = |share: &Share| weight(share) * factors::of_material(share.material().key(), product);
    material.shares().iter().map(worth).sum::<f64>() / total
}

fn capacity_factor(size: &str, product: Product) -> Option<f64> {
    let statement = SizeStatement::read(size);
    let factors = statement.sizes().iter().filter_map(|size| {
        let (number, unit, times) = match size {
            Size::Memory(.., MemoryKind::Ram) => return None,
            Size::Capacity(number, unit) | Size::Memory(number, unit, _) => {
                (number, Unit::Gigabytes, gigabytes(*unit))
            }
            Size::Volume(number, VolumeUnit::Ml) => (number, Unit::Milliliters, 1.0),
            Size::Volume(number, VolumeUnit::Cl) => (number, Unit::Milliliters, ML_IN_CL),
            Size::Volume(number, VolumeUnit::L) => (number, Unit::Milliliters, THOUSAND),
            Size::Volume(number, VolumeUnit::FlOz) => (number, Unit::Milliliters, ML_IN_FL_OZ),
            _ => return None,
        };
        let amount = f64::from(number.as_whole().filter(|whole| *whole > 0)?) * times;
        factors::of_capacity(amount, unit, product)
    });
    // In "16 GB RAM, 512 GB", the larger number is the storage.
    factors.max_by(f64::total_cmp)
}

const fn gigabytes(unit: CapacityUnit) -> f64 {
    match unit {
        CapacityUnit::Mb => 1.0 / THOUSAND,
        CapacityUnit::Gb => 1.0,
        CapacityUnit::Tb => THOUSAND,
    }
}

/// The logarithm of the factor, by the year in the name or condition, else the model's release.
fn age_factor(attributes: &Attributes, product: Product, release_year: Option<i64>) -> Option<f64> {
    let now = i64::from(REFERENCE_DATE.year());
    let size = attributes.size.as_ref().filter(|size| is_year(&size.value));
    let texts = [&attributes.condition, &attributes.name, &attributes.brand].map(Option::as_ref);
    let years = texts.into_iter().chain([size]).flatten().flat_map(|text| years(&text.value));
    let newest = years.filter(|year| (OLDEST_YEAR..=now).contains(year)).max().or(release_year)?;
    factors::of_age(now - newest, product)
}

/// Exactly four digits, unlike "2000 W".
fn is_year(size: &str) -> bool {
    let size = size.trim();
    size.len() == 4 && size.bytes().all(|byte| byte.is_ascii_digit())
}

fn years(text: &str) -> impl Iterator<Item = i64> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() == 4)
        .filter_map(|word| word.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attributes::Attribute;
    use crate::product::Good;

    fn good(key: &str) -> Product {
        Product::Good(Good::from_key(key).unwrap())
    }

    fn stated(key: &str, fields: [&str; 4]) -> Stated {
        let [brand, material, size, condition] =
            fields.map(|text| (!text.is_empty()).then(|| Attribute::seen(text, 1.0)));
        let attributes = Attributes { brand, size, condition, material, ..Attributes::default() };
        Stated::read(good(key), &attributes, None, Market::France)
    }

    #[test]
    fn a_brand_is_found_at_the_beginning_of_a_statement() {
        let tier = |text| read_brand(text, good("jeans")).tier();
        assert_eq!(tier("Levi’s 501"), Some(Tier::Middle));
        assert!(matches!(read_brand("Levi’s 501", good("jeans")), StatedBrand::Known(..)));
        assert_eq!(tier("Hermès Paris"), Some(Tier::Luxury));
        assert_eq!(read_brand("Zzyzx", good("jeans")), StatedBrand::Other);
        assert_eq!(read_brand("Mango wood", good("coffee_table")), StatedBrand::Other);
        assert_eq!(stated("jeans", [""; 4]).brand, StatedBrand::None);
    }

    #[test]
    fn the_factor_of_mixed_materials_is_weighted_by_their_shares() {
        let factor = |material| stated("jumper", ["", material, "", ""]).factor;
        assert!(factor("cachemire") > factor("80 % cachemire, 20 % coton"));
        assert!(factor("80 % cashmere, 20 % cotton") > factor("20 % cashmere, 80 % cotton"));
        assert!(!stated("jumper", ["", "zzyzx", "", ""]).counted.material);
    }

    #[test]
    fn stated_capacity_and_age_change_the_price() {
        let phone = |size, condition| stated("mobile_phone", ["", "", size, condition]);
        let factor = |size, condition| phone(size, condition).factor;
        assert!(factor("256 Go", "") > factor("128 GB", "") && factor("128 GB", "") > factor("64 Go", ""));
        assert!((factor("1 To", "") - factor("1000 GB", "")).abs() < 1e-9);
        assert!(factor("", "bon état, 2025") > factor("", "bon état, acheté en 2019"));
        assert_eq!(phone("", "").counted, Counted::default());
        assert!(phone("256 Go", "2024").counted.capacity && phone("256 Go", "2024").counted.age);
        let laptop = |size| stated("laptop", ["", "", size, ""]).factor;
        assert!((laptop("16 Go RAM, 512 Go SSD") - laptop("512 Go")).abs() < 1e-9);
        assert!(phone("2021", "").counted.age, "a year alone is not a size");
        assert!(!phone("128 Go 2024", "").counted.age, "next to a size, a number is not a year");
        assert!(!stated("handbag", ["", "", "", "2019"]).counted.age);
        let scent = |size| stated("eau_de_toilette", ["", "", size, ""]).factor;
        assert!(scent("100 ml") > scent("50 ml"));
        assert!((scent("10 cl") - scent("100 ml")).abs() < 1e-9);
    }
}
