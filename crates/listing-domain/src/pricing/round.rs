//! Rounds prices to customary amounts.

use crate::money::{MINOR_PER_MAJOR, Money};

/// An amount and the step from it on, in major units: 37 euros for a chair would look odd.
const STEPS: [(i64, i64); 5] = [(0, 1), (20, 5), (100, 10), (1_000, 50), (10_000, 500)];

/// In major units. Cheaper items are given away.
const LOWEST: i64 = 1;

/// To the nearest customary price, half up, at least one major unit. A larger amount never gets a lower
/// price.
pub(super) fn to_usual_price(money: Money) -> Money {
    let step =
        STEPS.iter().rfind(|(from, _)| money.minor() >= from * MINOR_PER_MAJOR).map_or(1, |(_, step)| *step);
    let step_minor = step * MINOR_PER_MAJOR;
    let steps = (money.minor() + step_minor / 2) / step_minor;
    let lowest = LOWEST * MINOR_PER_MAJOR;
    Money::from_minor((steps * step_minor).max(lowest), money.currency())
}

/// To the nearest major unit, at least one.
pub(super) fn to_whole(money: Money) -> Money {
    let major = (money.minor() + MINOR_PER_MAJOR / 2) / MINOR_PER_MAJOR;
    Money::from_major(major.max(LOWEST), money.currency())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::money::Currency;

    #[test]
    fn prices_are_rounded_to_customary_amounts() {
        for (minor, expected) in [
            (0, 1),
            (49, 1),
            (150, 2),
            (1_249, 12),
            (1_999, 20),
            (2_249, 20),
            (2_250, 25),
            (9_749, 95),
            (9_900, 100),
            (10_400, 100),
            (10_500, 110),
            (41_200, 410),
            (127_400, 1_250),
            (1_234_500, 12_500),
            (Money::MAX_MINOR, 10_000_000),
        ] {
            let rounded = to_usual_price(Money::from_minor(minor, Currency::Eur));
            assert_eq!(rounded, Money::from_major(expected, Currency::Eur), "{minor}");
        }
    }

    proptest! {
        #[test]
        fn a_larger_amount_is_never_rounded_to_a_lower_price(a in 0..1_000_000_i64, b in 0..1_000_000_i64) {
            let round = |minor| to_usual_price(Money::from_minor(minor, Currency::Eur)).minor();
            prop_assert!((a <= b) <= (round(a) <= round(b)), "{a} {b}");
        }

        #[test]
        fn rounding_twice_changes_nothing(minor in 0..Money::MAX_MINOR) {
            let once = to_usual_price(Money::from_minor(minor, Currency::Eur));
            prop_assert_eq!(to_usual_price(once), once);
        }
    }
}
