//! Usual second-hand prices in each country.

use jiff::civil::{Date, date};

use super::log::{log_of, money_of, spread_between};
use super::rates::ReferenceRates;
use super::round::to_whole;
use super::signal::PriceSignal;
use crate::condition::Condition;
use crate::locale::Market;
use crate::money::Money;
use crate::product::goods::UsualPrice;
use crate::product::{Good, Product};

/// The last review of the table of usual prices.
pub const REFERENCE_DATE: Date = date(2026, 11, 1);

/// The condition that the table's prices are for.
pub(super) const REFERENCE_CONDITION: Condition = Condition::Good;

/// A type's place among the prices of its goods, from 0 (cheapest) to 1.
const RANK_IN_A_TYPE: f64 = 0.5;
/// The same for a department.
const RANK_IN_A_DEPARTMENT: f64 = 0.4;

/// The precision with which a product is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Known {
    /// The good itself.
    Good,
    /// The product type.
    Kind,
    /// The department.
    Department,
    /// Nothing.
    Nothing,
}

/// For an ordinary brand in [`REFERENCE_CONDITION`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Usual {
    /// With the spread of all goods of that name.
    pub(super) signal: PriceSignal,
    pub(super) known: Known,
    /// From the table, for display.
    pub(super) price: Money,
}

impl Usual {
    pub(super) fn for_product(product: Product, market: Market, rates: &ReferenceRates) -> Self {
        let (signal, known) = match product {
            Product::Good(good) => (good_price(good, market, rates), Known::Good),
            Product::Type(kind) => {
                let own = Good::from_key(kind.code()).filter(|good| good.product() == product);
                let goods = || pool(goods(|good| good.product() == product), market, rates, RANK_IN_A_TYPE);
                (own.map_or_else(goods, |good| good_price(good, market, rates)), Known::Kind)
            }
            Product::Department(department) => {
                let goods = goods(|good| good.product().department() == Some(department));
                (pool(goods, market, rates, RANK_IN_A_DEPARTMENT), Known::Department)
            }
            Product::Unknown => (pool(goods(|_| true), market, rates, RANK_IN_A_DEPARTMENT), Known::Nothing),
        };
        Self { signal, known, price: money_of(signal.mean, market.currency()) }
    }

    /// In whole major units.
    pub(super) fn display_price(&self) -> Money {
        to_whole(self.price)
    }
}

fn goods(is_one: impl Fn(Good) -> bool) -> Vec<Good> {
    Good::all().filter(|good| is_one(*good)).collect()
}

/// The table has no British prices: they are the middle (in logarithms) of the French and American prices in
/// pounds, with a spread that includes both.
fn good_price(good: Good, market: Market, rates: &ReferenceRates) -> PriceSignal {
    if let Some(price) = good.usual_price(market) {
        return signal(price, |money| money);
    }
    let in_pounds = |other| {
        let price = good.usual_price(other);
        price.map(|price| signal(price, |money| rates.convert(money, market.currency())))
    };
    match [Market::France, Market::UnitedStates].map(in_pounds) {
        [Some(french), Some(american)] => between(&[french, american], 0.5),
        [Some(one), None] | [None, Some(one)] => one,
        [None, None] => PriceSignal::new(0.0, 1.0),
    }
}

fn signal(price: UsualPrice, change: impl Fn(Money) -> Money) -> PriceSignal {
    let log = |money| log_of(change(money)).unwrap_or_default();
    PriceSignal::new(log(price.typical), spread_between(log(price.low), log(price.high)))
}

/// For an item that may be one of several goods, at a place from 0 (cheapest) to 1. The spread includes the
/// goods' own and the distances between their prices.
fn pool(goods: Vec<Good>, market: Market, rates: &ReferenceRates, rank: f64) -> PriceSignal {
    let signals: Vec<PriceSignal> = goods.into_iter().map(|good| good_price(good, market, rates)).collect();
    between(&signals, rank)
}

fn between(signals: &[PriceSignal], rank: f64) -> PriceSignal {
    let mut sorted: Vec<f64> = signals.iter().map(|signal| signal.mean).collect();
    sorted.sort_by(f64::total_cmp);
    let (Some(lowest), count) = (sorted.first().copied(), signals.len()) else {
        return PriceSignal::new(0.0, 1.0);
    };
    let count = f64::from(u32::try_from(count).unwrap_or(u32::MAX));
    let mut mean = lowest;
    for (index, pair) in (0_u32..).zip(sorted.windows(2)) {
        let share = ((count - 1.0) * rank - f64::from(index)).clamp(0.0, 1.0);
        mean += share * (pair[1] - pair[0]);
    }
    let of_all = |value: &dyn Fn(&PriceSignal) -> f64| signals.iter().map(value).sum::<f64>() / count;
    let variance = of_all(&|one| one.variance) + of_all(&|one| (one.mean - mean).powi(2));
    PriceSignal { mean, variance }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::product::{Department, ProductType};

    fn usual(product: Product, market: Market) -> Usual {
        Usual::for_product(product, market, &ReferenceRates::default())
    }

    fn typical(good: Good, market: Market) -> Money {
        good.usual_price(market).unwrap().typical
    }

    #[test]
    fn a_good_has_the_usual_price_of_each_country() {
        let teapot = Good::from_key("teapot").unwrap();
        for market in [Market::France, Market::UnitedStates] {
            let usual = usual(Product::Good(teapot), market);
            assert_eq!((usual.price, usual.known), (typical(teapot, market), Known::Good));
        }
    }

    #[test]
    fn british_prices_lie_between_the_french_and_the_american_in_pounds() {
        let rates = ReferenceRates::default();
        for good in Good::all() {
            let pounds = usual(Product::Good(good), Market::UnitedKingdom).price;
            let others = [Market::France, Market::UnitedStates]
                .map(|market| rates.convert(typical(good, market), pounds.currency()).minor());
            assert!((others.iter().min()..=others.iter().max()).contains(&Some(&pounds.minor())), "{good:?}");
        }
    }

    #[test]
    fn a_product_type_has_the_price_of_its_good_and_a_plausible_spread() {
        let jacket = usual(Product::Type(ProductType::Jacket), Market::France);
        assert_eq!(jacket.price, typical(Good::from_key("jacket").unwrap(), Market::France));
        for kind in ProductType::ALL {
            let usual = usual(Product::Type(*kind), Market::UnitedStates);
            assert_eq!(usual.known, Known::Kind);
            assert!((0.4..1.7).contains(&usual.signal.spread()), "{kind}: {usual:?}");
        }
    }

    #[test]
    fn the_price_of_a_department_is_at_most_that_of_half_of_its_goods() {
        for department in Department::ALL {
            for market in Market::ALL {
                let usual = usual(Product::Department(*department), *market);
                let goods = goods(|good| good.product().department() == Some(*department));
                let dearer = goods.iter().filter(|good| {
                    good_price(**good, *market, &ReferenceRates::default()).mean >= usual.signal.mean
                });
                assert!(dearer.count() * 2 >= goods.len(), "{department} {market}");
                assert_eq!(usual.known, Known::Department);
            }
        }
        assert_eq!(usual(Product::Unknown, Market::France).known, Known::Nothing);
    }
}
