//! Prices as natural logarithms of minor units: the one place where money becomes a floating
//! number and a floating number money.
//!
//! In logarithms "twice as dear" is the same step for a spoon and for a piano, so that factors
//! are added and spreads compared.

use crate::money::{Currency, Money};

/// The standard normal quantile of nine tenths: what lies between it and its negative is 80 %.
pub(super) const Z_OF_EIGHTY_PERCENT: f64 = 1.2816;

/// The logarithm of an amount; `None` for nothing.
pub(super) fn log_of(money: Money) -> Option<f64> {
    (money.minor() > 0).then(|| float(money.minor()).ln())
}

/// The amount of a logarithm, by the only rounding of the model: to the nearest minor unit, at
/// least one and at most [`Money::MAX_MINOR`].
pub(super) fn money_of(log: f64, currency: Currency) -> Money {
    let bounded = log.exp().clamp(1.0, float(Money::MAX_MINOR)).round();
    #[expect(
        clippy::as_conversions,
        clippy::cast_possible_truncation,
        reason = "a whole number from 1 to 10^9 is exact in both, and the language has no other way"
    )]
    Money::from_minor(bounded as i64, currency)
}

/// The spread (one standard deviation) of which eight in ten lie between two amounts.
pub(super) fn spread_between(low: f64, high: f64) -> f64 {
    (high - low).abs() / (2.0 * Z_OF_EIGHTY_PERCENT)
}

/// A whole number as a floating one; [`Money::MAX_MINOR`] is below the bound.
pub(super) fn float(number: i64) -> f64 {
    f64::from(i32::try_from(number).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nothing_has_no_logarithm_and_no_logarithm_is_nothing() {
        assert_eq!(log_of(Money::from_minor(0, Currency::Eur)), None);
        assert_eq!(money_of(-40.0, Currency::Eur).minor(), 1);
        assert_eq!(money_of(400.0, Currency::Usd).minor(), Money::MAX_MINOR);
    }

    #[test]
    fn a_spread_holds_eight_in_ten() {
        let spread = spread_between(10_f64.ln(), 40_f64.ln());
        let band = |z: f64| money_of(2_000_f64.ln() + z * spread, Currency::Eur).minor();
        assert_eq!((band(-Z_OF_EIGHTY_PERCENT), band(Z_OF_EIGHTY_PERCENT)), (1_000, 4_000));
    }

    proptest! {
        #[test]
        fn there_and_back_is_the_same_amount(minor in 1..=Money::MAX_MINOR) {
            let money = Money::from_minor(minor, Currency::Gbp);
            prop_assert_eq!(money_of(log_of(money).unwrap(), Currency::Gbp), money);
        }
    }
}
