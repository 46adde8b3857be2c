//! What comparable offers say about a price.

use super::comparable::{Comparable, ComparableKind};
use super::rates::ReferenceRates;
use super::reference::{Band, REFERENCE_CONDITION};
use super::wear::Wear;
use crate::condition::Condition;
use crate::money::{Currency, Money};
use crate::product::Product;

/// A price that was paid says this many times as much as one that was asked.
const SOLD_WEIGHT: i64 = 2;

/// The share of the first comparable in a price that is blended with an
/// estimate, in percent; what each further one adds to it; and the most.
const FIRST_SHARE: i64 = 75;
const SHARE_STEP: i64 = 4;
const LARGEST_SHARE: i64 = 97;

/// The parts of the comparables' weight below the low and the high price, in
/// percent.
const LOW_PART: i64 = 25;
const HIGH_PART: i64 = 75;

/// Comparables in one currency, brought to the condition of the item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Evidence {
    /// Amounts in minor units with their weights, lowest first.
    weighed: Vec<(i64, i64)>,
    currency: Currency,
}

impl Evidence {
    /// The comparables that have a price. `None` when there is none. One whose
    /// condition nobody stated is taken to be in the reference condition.
    pub(super) fn weigh(
        comparables: &[Comparable],
        product: Product,
        condition: Condition,
        currency: Currency,
        rates: &ReferenceRates,
    ) -> Option<Self> {
        let wear = Wear::of_product(product);
        let weigh = |comparable: &Comparable| {
            let price = rates.convert(comparable.price, currency).minor();
            let from = comparable.condition.unwrap_or(REFERENCE_CONDITION);
            let weight = match comparable.kind {
                ComparableKind::Sold => SOLD_WEIGHT,
                ComparableKind::Asking => 1,
            };
            (wear.adjusted(price, from, condition), weight)
        };
        let mut weighed: Vec<(i64, i64)> = priced(comparables).map(weigh).collect();
        weighed.sort_unstable();
        (!weighed.is_empty()).then_some(Self { weighed, currency })
    }

    /// The comparables' median and quartiles, blended with an estimate: the
    /// more comparables, the less the estimate counts.
    pub(super) fn blended_with(&self, estimate: Band) -> Band {
        let further = i64::try_from(self.weighed.len() - 1).unwrap_or(LARGEST_SHARE);
        let share = further.saturating_mul(SHARE_STEP).saturating_add(FIRST_SHARE).min(LARGEST_SHARE);
        let blend = |part, estimated: Money| {
            let minor = (share * self.part(part) + (100 - share) * estimated.minor() + 50) / 100;
            Money::from_minor(minor, self.currency)
        };
        Band {
            low: blend(LOW_PART, estimate.low),
            mid: blend(50, estimate.mid),
            high: blend(HIGH_PART, estimate.high),
        }
        .around_its_middle()
    }

    /// The amount below which `percent` of the weight lies; between two amounts
    /// their mean.
    fn part(&self, percent: i64) -> i64 {
        let target = self.weighed.iter().map(|(_, weight)| weight).sum::<i64>() * percent;
        let mut reached = 0;
        let mut below = None;
        for (amount, weight) in &self.weighed {
            if let Some(below) = below {
                return i64::midpoint(below, *amount);
            }
            reached += weight * 100;
            if reached > target {
                return *amount;
            }
            below = (reached == target).then_some(*amount);
        }
        self.weighed.last().map_or(0, |(amount, _)| *amount)
    }
}

/// The comparables that say something: those with a price above zero.
pub(super) fn priced(comparables: &[Comparable]) -> impl Iterator<Item = &Comparable> {
    comparables.iter().filter(|comparable| comparable.price.minor() > 0)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::product::ProductType;

    const JACKET: Product = Product::Type(ProductType::Jacket);

    fn comparable(major: i64, kind: ComparableKind, condition: Option<Condition>) -> Comparable {
        Comparable {
            product: ProductType::Jacket,
            price: Money::from_major(major, Currency::Eur),
            condition,
            kind,
            seen_on: date(2026, 11, 20),
            source: "a test".to_owned(),
        }
    }

    fn asked(majors: &[i64]) -> Vec<Comparable> {
        majors.iter().map(|major| comparable(*major, ComparableKind::Asking, None)).collect()
    }

    fn weigh(comparables: &[Comparable], condition: Condition) -> Option<Evidence> {
        Evidence::weigh(comparables, JACKET, condition, Currency::Eur, &ReferenceRates::default())
    }

    fn check_median(comparables: &[Comparable], expected_minor: i64) {
        let evidence = weigh(comparables, Condition::Good).unwrap();
        assert_eq!(evidence.part(50), expected_minor, "{comparables:?}");
    }

    #[test]
    fn the_median_ignores_what_is_far_off_and_counts_sales_more() {
        check_median(&asked(&[30]), 3_000);
        check_median(&asked(&[30, 40]), 3_500);
        check_median(&asked(&[30, 40, 9_000]), 4_000);
        check_median(&asked(&[60, 20, 40, 30]), 3_500);
        let mut with_a_sale = asked(&[30, 40]);
        with_a_sale.push(comparable(20, ComparableKind::Sold, None));
        check_median(&with_a_sale, 2_500);
    }

    #[test]
    fn comparables_are_brought_to_the_items_condition_and_currency() {
        let fair = [comparable(17, ComparableKind::Asking, Some(Condition::Fair))];
        assert_eq!(weigh(&fair, Condition::Good).unwrap().part(50), 2_800);
        assert_eq!(weigh(&fair, Condition::Fair).unwrap().part(50), 1_700);
        let rates = ReferenceRates::default();
        let dollars =
            Evidence::weigh(&asked(&[100]), JACKET, Condition::Good, Currency::Usd, &rates).unwrap();
        assert_eq!(dollars.part(50), 11_700);
    }

    #[test]
    fn without_a_price_there_is_no_evidence() {
        assert_eq!(weigh(&[], Condition::Good), None);
        assert_eq!(weigh(&asked(&[0, 0]), Condition::Good), None);
    }

    #[test]
    fn an_estimate_counts_less_the_more_comparables_there_are() {
        let euro = |major| Money::from_major(major, Currency::Eur);
        let estimate = Band { low: euro(50), mid: euro(100), high: euro(200) };
        for (count, expected) in [(1, 4_000), (2, 3_680), (6, 2_400), (7, 2_240), (50, 2_240)] {
            let evidence = weigh(&asked(&vec![20; count]), Condition::Good).unwrap();
            assert_eq!(evidence.blended_with(estimate).mid.minor(), expected, "{count}");
        }
    }
}
