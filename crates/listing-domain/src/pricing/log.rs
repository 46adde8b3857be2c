//! Prices as natural logarithms of minor units; only here they become floats. In logarithms, factors add up,
//! and the spreads of cheap and expensive goods are comparable.

use crate::money::{Currency, Money};

/// The 90 % quantile of the standard normal distribution: 80 % lie between it and its negative.
pub(super) const Z_OF_EIGHTY_PERCENT: f64 = 1.2816;

/// `None` for zero.
pub(super) fn log_of(money: Money) -> Option<f64> {
    (money.minor() > 0).then(|| float(money.minor()).ln())
}

/// The model rounds only here: to the nearest minor unit, from one to [`Money::MAX_MINOR`].
pub(super) fn money_of(log: f64, currency: Currency) -> Money {
    let bounded = log.exp().clamp(1.0, float(Money::MAX_MINOR)).round();
    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        reason = "a whole number from 1 to 10^9 is exact in both, and the language has no other way"
    )]
    Money::from_minor(bounded as i64, currency)
}

/// One standard deviation, if 80 % lie between the two logarithms.
pub(super) fn spread_between(low: f64, high: f64) -> f64 {
    (high - low).abs() / (2.0 * Z_OF_EIGHTY_PERCENT)
}

/// At most `i32::MAX`, which is above [`Money::MAX_MINOR`].
pub(super) fn float(number: i64) -> f64 {
    f64::from(i32::try_from(number).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn zero_has_no_logarithm_and_no_result_is_zero() {
        assert_eq!(log_of(Money::from_minor(0, Currency::Eur)), None);
        assert_eq!(money_of(-40.0, Currency::Eur).minor(), 1);
        assert_eq!(money_of(400.0, Currency::Usd).minor(), Money::MAX_MINOR);
    }

    #[test]
    fn eighty_percent_of_prices_are_in_the_range_that_gave_the_spread() {
        let spread = spread_between(10_f64.ln(), 40_f64.ln());
        let band = |z: f64| money_of(2_000_f64.ln() + z * spread, Currency::Eur).minor();
        assert_eq!((band(-Z_OF_EIGHTY_PERCENT), band(Z_OF_EIGHTY_PERCENT)), (1_000, 4_000));
    }

    proptest! {
        #[test]
        fn a_logarithm_round_trip_returns_the_same_amount(minor in 1..=Money::MAX_MINOR) {
            let money = Money::from_minor(minor, Currency::Gbp);
            prop_assert_eq!(money_of(log_of(money).unwrap(), Currency::Gbp), money);
        }
    }
}
