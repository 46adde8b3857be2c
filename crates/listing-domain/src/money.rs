//! Amounts of money.

use std::fmt;

use crate::closed_enum::closed_enum;

closed_enum! {
    /// The marketplaces' currencies.
    pub enum Currency as "currency" {
        /// Euro.
        Eur = "EUR",
        /// Pound sterling.
        Gbp = "GBP",
        /// United States dollar.
        Usd = "USD",
    }
}

impl Currency {
    /// Returns the sign of the currency: "€".
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Eur => "€",
            Self::Gbp => "£",
            Self::Usd => "$",
        }
    }
}

/// Cents per euro, and so on: all currencies have two decimals.
pub const MINOR_PER_MAJOR: i64 = 100;

/// A non-negative amount, in minor units (cents).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Money {
    minor: i64,
    currency: Currency,
}

impl Money {
    /// The largest amount: ten million major units, far above any item's price and far below an overflow.
    pub const MAX_MINOR: i64 = 10_000_000 * MINOR_PER_MAJOR;

    /// An amount from minor units, clamped to `0..=MAX_MINOR`.
    pub const fn from_minor(minor: i64, currency: Currency) -> Self {
        let minor = if minor < 0 {
            0
        } else if minor > Self::MAX_MINOR {
            Self::MAX_MINOR
        } else {
            minor
        };
        Self { minor, currency }
    }

    /// An amount from major units.
    pub const fn from_major(major: i64, currency: Currency) -> Self {
        Self::from_minor(major.saturating_mul(MINOR_PER_MAJOR), currency)
    }

    /// The minor units.
    pub const fn minor(self) -> i64 {
        self.minor
    }

    /// The currency.
    pub const fn currency(self) -> Currency {
        self.currency
    }

    /// The amount times a fraction, rounded half up to the minor unit.
    #[must_use]
    pub const fn times(self, fraction: Fraction) -> Self {
        let scaled = self.minor.saturating_mul(fraction.0);
        Self::from_minor((scaled + Fraction::ONE.0 / 2) / Fraction::ONE.0, self.currency)
    }

    /// Converts at a rate (units of `currency` for one unit of this currency).
    #[must_use]
    pub const fn converted(self, currency: Currency, rate: Fraction) -> Self {
        let Self { minor, .. } = self.times(rate);
        Self::from_minor(minor, currency)
    }
}

impl fmt::Display for Money {
    /// Major units without the currency, with a point and only the decimals needed: `45`, `12.50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, cents) = (self.minor / MINOR_PER_MAJOR, self.minor % MINOR_PER_MAJOR);
        if cents == 0 { write!(f, "{major}") } else { write!(f, "{major}.{cents:02}") }
    }
}

/// A share or exchange rate, in parts of ten thousand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fraction(i64);

impl Fraction {
    /// The factor 1.
    pub const ONE: Self = Self(10_000);

    /// The largest factor: 1,000.
    pub const MAX: Self = Self(10_000_000);

    /// A factor from parts of ten thousand, clamped to `0..=MAX`.
    pub const fn per_ten_thousand(parts: i64) -> Self {
        if parts < 0 {
            Self(0)
        } else if parts > Self::MAX.0 {
            Self::MAX
        } else {
            Self(parts)
        }
    }

    /// A factor from a percentage.
    pub const fn percent(parts: i64) -> Self {
        Self::per_ten_thousand(parts.saturating_mul(100))
    }

    /// The parts of ten thousand.
    pub const fn parts(self) -> i64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn whole_amounts_are_formatted_without_decimals() {
        assert_eq!(Money::from_major(45, Currency::Eur).to_string(), "45");
        assert_eq!(Money::from_minor(1250, Currency::Eur).to_string(), "12.50");
        assert_eq!(Money::from_minor(5, Currency::Eur).to_string(), "0.05");
    }

    #[test]
    fn a_multiplied_amount_is_rounded_half_up() {
        let money = Money::from_minor(5, Currency::Usd);
        assert_eq!(money.times(Fraction::percent(50)).minor(), 3);
    }

    proptest! {
        #[test]
        fn times_stays_between_zero_and_the_maximum(minor in any::<i64>(), parts in any::<i64>()) {
            let money = Money::from_minor(minor, Currency::Eur).times(Fraction::per_ten_thousand(parts));
            prop_assert!((0..=Money::MAX_MINOR).contains(&money.minor()));
        }

        #[test]
        fn a_share_is_off_by_less_than_one_minor_unit(minor in 0..Money::MAX_MINOR, parts in 0..=10_000_i64) {
            let share = Money::from_minor(minor, Currency::Eur).times(Fraction::per_ten_thousand(parts)).minor();
            let exact_times_ten_thousand = minor * parts;
            prop_assert!((share * 10_000 - exact_times_ten_thousand).abs() <= 5_000);
        }
    }
}
