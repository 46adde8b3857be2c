//! Approximate exchange rates.

use jiff::civil::{Date, date};

use crate::money::{Currency, Fraction, Money};

/// The day of the built-in rates.
pub const RATES_DATE: Date = date(2025, 9, 30);

/// US dollars for one euro, to the cent: prices are rounded to customary amounts anyway.
pub const USD_PER_EURO: Fraction = Fraction::per_ten_thousand(11_700);

/// Pounds sterling for one euro, to the penny, as with [`USD_PER_EURO`].
pub const GBP_PER_EURO: Fraction = Fraction::per_ten_thousand(8_700);

/// Exchange rates for one euro, and their day; by default of [`RATES_DATE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReferenceRates {
    usd_per_euro: Fraction,
    gbp_per_euro: Fraction,
    date: Date,
}

/// The error for a rate of zero, which allows no conversion back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an exchange rate must be above zero")]
pub struct InvalidRate;

impl Default for ReferenceRates {
    fn default() -> Self {
        Self { usd_per_euro: USD_PER_EURO, gbp_per_euro: GBP_PER_EURO, date: RATES_DATE }
    }
}

impl ReferenceRates {
    /// Rates for one euro.
    ///
    /// # Errors [`InvalidRate`] for a rate of zero.
    pub fn new(usd_per_euro: Fraction, gbp_per_euro: Fraction, date: Date) -> Result<Self, InvalidRate> {
        let zero = Fraction::per_ten_thousand(0);
        if usd_per_euro == zero || gbp_per_euro == zero {
            return Err(InvalidRate);
        }
        Ok(Self { usd_per_euro, gbp_per_euro, date })
    }

    /// The day of the rates.
    pub const fn date(&self) -> Date {
        self.date
    }

    /// Converts, rounding half up to the minor unit, only once between pounds and dollars.
    pub const fn convert(&self, money: Money, currency: Currency) -> Money {
        let (from, to) = (self.per_euro(money.currency()).parts(), self.per_euro(currency).parts());
        // At most MAX_MINOR (10^9) times Fraction::MAX (10^7) times two: no overflow.
        let minor = (money.minor() * to * 2 + from) / (from * 2);
        Money::from_minor(minor, currency)
    }

    const fn per_euro(&self, currency: Currency) -> Fraction {
        match currency {
            Currency::Eur => Fraction::ONE,
            Currency::Usd => self.usd_per_euro,
            Currency::Gbp => self.gbp_per_euro,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn amounts_are_converted_both_ways() {
        use Currency::{Eur, Gbp, Usd};
        let rates = ReferenceRates::default();
        for (from, minor, to, expected) in [
            (Eur, 10_000, Usd, 11_700),
            (Usd, 11_700, Eur, 10_000),
            (Eur, 10_000, Gbp, 8_700),
            (Gbp, 8_700, Eur, 10_000),
            (Gbp, 8_700, Usd, 11_700),
            (Usd, 11_700, Gbp, 8_700),
            (Eur, 1_234, Eur, 1_234),
            (Usd, 100, Eur, 85),
            (Eur, 0, Gbp, 0),
        ] {
            let converted = rates.convert(Money::from_minor(minor, from), to);
            assert_eq!(converted, Money::from_minor(expected, to), "{minor} {from} in {to}");
        }
    }

    #[test]
    fn custom_rates_are_used_and_zero_is_rejected() {
        let parts = Fraction::per_ten_thousand;
        let rates = ReferenceRates::new(parts(12_345), parts(9_000), RATES_DATE).unwrap();
        let converted = rates.convert(Money::from_major(100, Currency::Eur), Currency::Usd);
        assert_eq!(converted.minor(), 12_345);
        assert_eq!(ReferenceRates::new(parts(0), parts(9_000), RATES_DATE), Err(InvalidRate));
        assert_eq!(ReferenceRates::new(parts(12_345), parts(0), RATES_DATE), Err(InvalidRate));
    }

    proptest! {
        #[test]
        fn a_conversion_and_back_is_off_by_at_most_one_minor_unit(
            minor in 0..Money::MAX_MINOR / 2,
            from in proptest::sample::select(Currency::ALL),
            to in proptest::sample::select(Currency::ALL),
        ) {
            let rates = ReferenceRates::default();
            let money = Money::from_minor(minor, from);
            let back = rates.convert(rates.convert(money, to), from);
            // Half a unit after the first conversion is at most 0.7 units back here, plus half a unit again.
            prop_assert!((back.minor() - minor).abs() <= 1, "{minor} {from} by {to}: {back:?}");
        }
    }
}
