//! The reference table: what used things usually cost.

use jiff::civil::{Date, date};

use super::wear::Wear;
use crate::condition::Condition;
use crate::locale::Market;
use crate::money::{Currency, Money};
use crate::product::goods::UsualPrice;
use crate::product::{Product, ProductType};

/// When the reference table was last looked over.
pub const REFERENCE_DATE: Date = date(2026, 11, 1);

/// Where the prices of the reference table are usual, and their currency.
const REFERENCE_MARKET: Market = Market::France;
pub(super) const REFERENCE_CURRENCY: Currency = Currency::Eur;

/// The condition that the reference table is for.
pub(super) const REFERENCE_CONDITION: Condition = Condition::Good;

/// A price with what lies around it, in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Band {
    /// What it would fetch quickly.
    pub(super) low: Money,
    /// What it usually fetches.
    pub(super) mid: Money,
    /// What a patient seller might get.
    pub(super) high: Money,
}

impl Band {
    fn euros(low: i64, mid: i64, high: i64) -> Self {
        let money = |major| Money::from_major(major, REFERENCE_CURRENCY);
        Self { low: money(low), mid: money(mid), high: money(high) }
    }

    /// The band with each of its amounts changed by the same rule.
    pub(super) fn map(self, change: impl Fn(Money) -> Money) -> Self {
        Self { low: change(self.low), mid: change(self.mid), high: change(self.high) }
    }

    /// The band widened, where needed, so that its middle lies in it.
    pub(super) fn around_its_middle(self) -> Self {
        let by_amount = |a: Money, b: Money| if a.minor() <= b.minor() { (a, b) } else { (b, a) };
        let (low, _) = by_amount(self.low, self.mid);
        let (_, high) = by_amount(self.high, self.mid);
        Self { low, mid: self.mid, high }
    }
}

/// What a product usually costs second-hand in a condition, in euro.
///
/// Of a good and of a type, the band of the table. Where only the department is certain, from
/// the lowest to the highest of its types, with the median of their middles;
/// where nothing is, the same over the whole table.
pub(super) fn usual_band(product: Product, condition: Condition) -> Band {
    let wear = Wear::of_product(product);
    let band = of_good(product).unwrap_or_else(|| match (product.kind(), product.department()) {
        (Some(kind), _) => of_type(kind),
        (None, Some(department)) => over(department.types()),
        (None, None) => over(ProductType::ALL.iter().copied()),
    });
    band.map(|money| {
        Money::from_minor(wear.adjusted(money.minor(), REFERENCE_CONDITION, condition), money.currency())
    })
}

/// The band of a good that is known exactly.
fn of_good(product: Product) -> Option<Band> {
    let Product::Good(good) = product else { return None };
    let UsualPrice { low, typical, high } = good.usual_price(REFERENCE_MARKET)?;
    Some(Band { low, mid: typical, high })
}

fn over(types: impl Iterator<Item = ProductType>) -> Band {
    let bands: Vec<Band> = types.map(of_type).collect();
    let sorted = |amount: fn(&Band) -> i64| {
        let mut minors: Vec<i64> = bands.iter().map(amount).collect();
        minors.sort_unstable();
        minors
    };
    let (lows, mids) = (sorted(|band| band.low.minor()), sorted(|band| band.mid.minor()));
    let highs = sorted(|band| band.high.minor());
    let euro =
        |minor: Option<&i64>| Money::from_minor(minor.copied().unwrap_or_default(), REFERENCE_CURRENCY);
    Band { low: euro(lows.first()), mid: euro(mids.get(mids.len() / 2)), high: euro(highs.last()) }
}

/// Low, usual and high second-hand prices in euro of an item in good condition
/// and of an ordinary brand, between private people in France, without
/// delivery.
///
/// Estimates made for this service, not measured on any marketplace: they give
/// the order of magnitude where nothing better is known, and every rationale
/// that rests on them says so.
#[expect(
    clippy::too_many_lines,
    clippy::match_same_arms,
    reason = "a table with one line per product type, each an estimate of its own"
)]
fn of_type(product: ProductType) -> Band {
    match product {
        ProductType::TShirt => Band::euros(3, 6, 12),
        ProductType::Shirt => Band::euros(5, 10, 18),
        ProductType::Sweater => Band::euros(6, 12, 25),
        ProductType::Jacket => Band::euros(15, 30, 60),
        ProductType::Coat => Band::euros(20, 40, 80),
        ProductType::Dress => Band::euros(8, 16, 35),
        ProductType::Skirt => Band::euros(5, 10, 20),
        ProductType::Jeans => Band::euros(8, 15, 30),
        ProductType::Trousers => Band::euros(6, 13, 25),
        ProductType::Shorts => Band::euros(4, 8, 16),
        ProductType::Suit => Band::euros(30, 60, 120),
        ProductType::Swimwear => Band::euros(4, 8, 15),
        ProductType::Lingerie => Band::euros(3, 6, 12),
        ProductType::Sneakers => Band::euros(15, 30, 60),
        ProductType::Boots => Band::euros(15, 30, 60),
        ProductType::Heels => Band::euros(10, 20, 40),
        ProductType::Sandals => Band::euros(7, 14, 28),
        ProductType::Handbag => Band::euros(12, 25, 60),
        ProductType::Backpack => Band::euros(10, 20, 40),
        ProductType::Wallet => Band::euros(6, 12, 25),
        ProductType::Belt => Band::euros(4, 9, 18),
        ProductType::Hat => Band::euros(4, 9, 18),
        ProductType::Scarf => Band::euros(4, 9, 20),
        ProductType::Gloves => Band::euros(4, 8, 15),
        ProductType::Sunglasses => Band::euros(8, 18, 45),
        ProductType::Watch => Band::euros(20, 45, 120),
        ProductType::Jewellery => Band::euros(6, 15, 40),
        ProductType::Sofa => Band::euros(80, 180, 400),
        ProductType::Armchair => Band::euros(40, 90, 200),
        ProductType::Chair => Band::euros(12, 25, 60),
        ProductType::Table => Band::euros(40, 90, 200),
        ProductType::Desk => Band::euros(35, 70, 150),
        ProductType::ShelfBookcase => Band::euros(25, 55, 120),
        ProductType::Bed => Band::euros(50, 110, 250),
        ProductType::Lamp => Band::euros(10, 22, 50),
        ProductType::Mirror => Band::euros(15, 30, 70),
        ProductType::Rug => Band::euros(20, 45, 110),
        ProductType::VaseDecor => Band::euros(5, 12, 30),
        ProductType::Crockery => Band::euros(6, 15, 35),
        ProductType::Cookware => Band::euros(8, 18, 40),
        ProductType::SmallAppliance => Band::euros(15, 30, 70),
        ProductType::LargeAppliance => Band::euros(80, 150, 280),
        ProductType::Phone => Band::euros(70, 150, 320),
        ProductType::Laptop => Band::euros(120, 250, 500),
        ProductType::Tablet => Band::euros(60, 120, 250),
        ProductType::Camera => Band::euros(60, 140, 350),
        ProductType::Headphones => Band::euros(20, 45, 110),
        ProductType::GameConsole => Band::euros(70, 140, 260),
        ProductType::VideoGame => Band::euros(8, 16, 30),
        ProductType::Book => Band::euros(2, 4, 9),
        ProductType::VinylCd => Band::euros(4, 9, 20),
        ProductType::Toy => Band::euros(5, 11, 25),
        ProductType::BoardGame => Band::euros(8, 14, 25),
        ProductType::BabyGear => Band::euros(15, 35, 90),
        ProductType::Bicycle => Band::euros(70, 150, 350),
        ProductType::SportsEquipment => Band::euros(12, 30, 80),
        ProductType::MusicalInstrument => Band::euros(60, 140, 350),
        ProductType::PowerTool => Band::euros(20, 45, 100),
        ProductType::Garden => Band::euros(12, 30, 80),
        ProductType::BeautyPerfume => Band::euros(8, 18, 40),
        ProductType::ArtPainting => Band::euros(25, 70, 200),
        ProductType::Collectible => Band::euros(8, 20, 60),
        ProductType::CarPart => Band::euros(15, 40, 110),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::product::{Department, Good};

    fn majors(product: Product, condition: Condition) -> [String; 3] {
        let band = usual_band(product, condition);
        [band.low, band.mid, band.high].map(|money| money.to_string())
    }

    #[test]
    fn every_type_has_a_band_around_its_usual_price() {
        for product in ProductType::ALL {
            let band = of_type(*product);
            let (low, mid, high) = (band.low.minor(), band.mid.minor(), band.high.minor());
            assert!(0 < low && low < mid && mid < high, "{product}");
            assert!(low * 4 >= mid && high <= mid * 4, "{product}: the band is no wider than it can be used");
        }
    }

    #[test]
    fn a_band_follows_the_condition() {
        let jacket = Product::Type(ProductType::Jacket);
        assert_eq!(majors(jacket, Condition::Good), ["15", "30", "60"]);
        assert_eq!(majors(jacket, Condition::NewWithTags), ["29.46", "58.93", "117.86"]);
        assert_eq!(majors(jacket, Condition::Fair), ["9.11", "18.21", "36.43"]);
    }

    #[test]
    fn a_department_spans_its_types_and_nothing_known_spans_all() {
        let shoes = Product::Department(Department::Shoes);
        assert_eq!(majors(shoes, Condition::Good), ["7", "30", "60"]);
        let beauty = Product::Department(Department::Beauty);
        assert_eq!(majors(beauty, Condition::Good), ["8", "18", "40"]);
        let teapot = Product::Good(Good::of("teapot").unwrap());
        let price = Good::of("teapot").unwrap().usual_price(Market::France).unwrap();
        assert_eq!(usual_band(teapot, Condition::Good).mid, price.typical);
        assert_eq!(majors(Product::Unknown, Condition::Good), ["2", "25", "500"]);
    }
}
