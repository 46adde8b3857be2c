//! Adjusts comparables' prices to the item; each difference adds to the uncertainty.

use super::comparable::{Comparable, ComparableKind};
use super::log::{float, log_of};
use super::models;
use super::question::PriceQuestion;
use super::rates::ReferenceRates;
use super::signal::PriceSignal;
use super::stated::{Stated, StatedBrand, read_brand};
use super::usual::{REFERENCE_CONDITION, Usual};
use super::wear::{SPREAD_OF_A_CONDITION, SPREAD_WITHOUT_A_CONDITION, Wear};
use crate::money::Fraction;

/// Sellers ask 10 to 20 % more than they get (sources in `docs/pricing.md`).
pub(super) const ASKING_DISCOUNT: Fraction = Fraction::percent(13);

/// Standard deviation in logarithms, for equal items. Our estimate.
const SPREAD_OF_SOLD: f64 = 0.25;
/// Asking prices are less reliable. Our estimate.
const SPREAD_OF_ASKING: f64 = 0.3;

/// Added for a comparable that is another good. Our estimate, like those below.
const SPREAD_OF_ANOTHER_GOOD: f64 = 0.3;
const SPREAD_OF_ANOTHER_BRAND: f64 = 0.4;
const SPREAD_OF_AN_UNSTATED_BRAND: f64 = 0.15;
const SPREAD_OF_ANOTHER_COUNTRY: f64 = 0.2;

/// For each year before the newest comparable, since prices change.
const SPREAD_OF_A_YEAR: f64 = 0.25;
const DAYS_IN_A_YEAR: f64 = 365.25;

pub(super) fn signals(
    question: &PriceQuestion<'_>,
    stated: &Stated,
    rates: &ReferenceRates,
) -> Vec<PriceSignal> {
    let newest = relevant_comparables(question).map(|comparable| comparable.seen_on).max();
    let signal = |comparable: &Comparable| {
        let price = rates.convert(comparable.price, question.locale.currency());
        let days =
            newest.and_then(|newest| newest.since(comparable.seen_on).ok()).map_or(0, |age| age.get_days());
        let years = float(i64::from(days)) / DAYS_IN_A_YEAR;
        let offer = match comparable.kind {
            ComparableKind::Sold => PriceSignal::new(log_of(price)?, SPREAD_OF_SOLD),
            ComparableKind::Asking => {
                let remaining = Fraction::ONE.parts() - ASKING_DISCOUNT.parts();
                let discount = (float(remaining) / float(Fraction::ONE.parts())).ln();
                PriceSignal::new(log_of(price)?, SPREAD_OF_ASKING).shifted(discount, 0.0)
            }
        };
        let (by_brand, brands) = brand(comparable, question, stated);
        let (by_good, goods) = good(comparable, question, rates);
        let (by_wear, wear) = wear(comparable, question, stated);
        let is_abroad = comparable.price.currency() != question.locale.currency();
        let abroad = if is_abroad { SPREAD_OF_ANOTHER_COUNTRY } else { 0.0 };
        Some(
            offer
                .shifted(by_brand, brands)
                .shifted(by_good, goods)
                .shifted(by_wear, wear)
                .shifted(stated.lot.map_or(0.0, |lot| models::of_lot(lot, stated.product)), 0.0)
                .shifted(0.0, years * SPREAD_OF_A_YEAR)
                .shifted(0.0, abroad),
        )
    };
    relevant_comparables(question).filter_map(signal).collect()
}

/// Of the product or type, with a price above zero.
pub(super) fn relevant_comparables<'a>(question: &PriceQuestion<'a>) -> impl Iterator<Item = &'a Comparable> {
    let product = question.product;
    let is_relevant = move |one: &&Comparable| one.price.minor() > 0 && one.is_like(product);
    question.comparables.iter().filter(is_relevant)
}

/// The logarithm of the factor from the comparable's brand to the item's, and the added spread.
fn brand(comparable: &Comparable, question: &PriceQuestion<'_>, stated: &Stated) -> (f64, f64) {
    let Some(name) = &comparable.brand else {
        let spread = if stated.brand == StatedBrand::None { 0.0 } else { SPREAD_OF_AN_UNSTATED_BRAND };
        return (0.0, spread);
    };
    let offered = read_brand(name, question.product);
    let own = question.attributes.brand_of(question.product);
    let own = own.brand().map(str::to_lowercase);
    let is_same = match (offered, stated.brand) {
        (StatedBrand::Known(offered, _), StatedBrand::Known(own, _)) => offered == own,
        _ => own == Some(name.trim().to_lowercase()),
    };
    if is_same {
        return (0.0, 0.0);
    }
    let worth = |brand: StatedBrand| brand.worth(question.product, question.locale.market).0;
    (worth(stated.brand) - worth(offered), SPREAD_OF_ANOTHER_BRAND)
}

/// The same for the product, by usual prices.
fn good(comparable: &Comparable, question: &PriceQuestion<'_>, rates: &ReferenceRates) -> (f64, f64) {
    if comparable.product == question.product {
        return (0.0, 0.0);
    }
    let usual = |product| Usual::for_product(product, question.locale.market, rates).signal.mean;
    (usual(question.product) - usual(comparable.product), SPREAD_OF_ANOTHER_GOOD)
}

/// The same for the condition with the item's remarks. A comparable without one counts as
/// [`REFERENCE_CONDITION`].
fn wear(comparable: &Comparable, question: &PriceQuestion<'_>, stated: &Stated) -> (f64, f64) {
    let to = question.attributes.condition_or_assumed();
    let from = comparable.condition.unwrap_or(REFERENCE_CONDITION);
    // Independent of the item's condition, so that a better one never lowers the price.
    let spread =
        if comparable.condition.is_some() { SPREAD_OF_A_CONDITION } else { SPREAD_WITHOUT_A_CONDITION };
    let wear = Wear::for_product(stated.product, stated.brand.tier());
    let own = stated.remarks.with_grade(to, wear.step(REFERENCE_CONDITION, to), stated.product);
    (own - wear.step(REFERENCE_CONDITION, from), spread)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::attributes::{Attribute, Attributes};
    use crate::condition::Condition;
    use crate::locale::Locale;
    use crate::money::{Currency, Money};
    use crate::options::Language;
    use crate::product::{Good, Product, ProductType};

    const JACKET: Product = Product::Type(ProductType::Jacket);

    fn offer() -> Comparable {
        Comparable {
            product: JACKET,
            brand: None,
            price: Money::from_major(100, Currency::Eur),
            condition: Some(Condition::Good),
            kind: ComparableKind::Sold,
            seen_on: date(2026, 11, 20),
            source: "a test".to_owned(),
            link: None,
        }
    }

    /// The price in minor units and the spread of each comparable, adjusted to a jacket in good condition.
    fn signals_of(offers: &[Comparable], brand: Option<&str>) -> Vec<(i64, f64)> {
        let condition = Some(Attribute::seen("good", 1.0));
        let brand = brand.map(|brand| Attribute::seen(brand, 1.0));
        let attributes = Attributes { brand, condition, ..Attributes::default() };
        let locale = Locale::from(Language::Fr);
        let question = PriceQuestion {
            product: JACKET,
            attributes: &attributes,
            opinion: None,
            comparables: offers,
            notes: None,
            locale,
        };
        let stated = Stated::read(JACKET, &attributes, None, locale.market);
        let signals = signals(&question, &stated, &ReferenceRates::default());
        let amount = |one: &PriceSignal| super::super::log::money_of(one.mean, Currency::Eur).minor();
        signals.iter().map(|one| (amount(one), one.spread())).collect()
    }

    #[test]
    fn an_asking_price_is_lowered_and_counts_less_than_a_sold_one() {
        let [sold, asking] =
            signals_of(&[offer(), Comparable { kind: ComparableKind::Asking, ..offer() }], None)[..]
        else {
            panic!("expected two signals");
        };
        assert_eq!((sold.0, asking.0), (10_000, 8_700));
        assert!(asking.1 > sold.1);
    }

    #[test]
    fn comparables_are_adjusted_to_the_item() {
        let puffer = Product::Good(Good::from_key("puffer_jacket").unwrap());
        let offers = [
            offer(),
            Comparable { condition: Some(Condition::Fair), ..offer() },
            Comparable { price: Money::from_major(117, Currency::Usd), ..offer() },
            Comparable { brand: Some("Hermès".to_owned()), ..offer() },
            Comparable { product: puffer, ..offer() },
            Comparable { seen_on: date(2024, 11, 20), ..offer() },
            Comparable { condition: None, ..offer() },
        ];
        let signals = signals_of(&offers, Some("Zara"));
        let (price, spread) = signals[0];
        assert!(signals[1].0 > price, "a worn comparable means a higher price for the item");
        assert_eq!(signals[2].0, price);
        assert!(signals[3].0 < price / 3, "a comparable of a luxury brand means a lower price for the item");
        assert_ne!(signals[4].0, price);
        assert_eq!((signals[5].0, signals[6].0), (price, price));
        let farther = signals[2..].iter().all(|other| other.1 > spread);
        assert!(farther, "{signals:?}");
    }

    #[test]
    fn a_comparable_of_the_same_brand_counts_most_in_any_spelling() {
        let signal = |brand: Option<&str>| {
            signals_of(&[Comparable { brand: brand.map(str::to_owned), ..offer() }], Some("Levi’s"))[0]
        };
        assert_eq!(signal(Some("LEVIS")).0, 10_000);
        assert!(signal(Some("LEVIS")).1 < signal(None).1 && signal(None).1 < signal(Some("Zara")).1);
    }

    #[test]
    fn an_offer_without_a_price_is_ignored() {
        let free = Comparable { price: Money::from_major(0, Currency::Eur), ..offer() };
        assert_eq!(signals_of(&[free], None), []);
    }
}
