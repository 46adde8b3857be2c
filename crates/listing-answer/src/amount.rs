use std::fmt;
use std::str::FromStr;

use listing_domain::money::{Currency, MINOR_PER_MAJOR, Money};
use serde::de::Visitor;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An amount as a JSON number: `45`, `12.5`, `12.49`. Its currency is another field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amount {
    minor: i64,
}

/// The error for a JSON number that is not an amount of money.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("an amount must be a number with at most two decimals, from 0 to {}", Money::MAX_MINOR / MINOR_PER_MAJOR)]
pub struct InvalidAmount;

impl Amount {
    /// Returns the amount in minor units.
    pub const fn minor(self) -> i64 {
        self.minor
    }

    /// Returns the money in a currency.
    pub const fn money(self, currency: Currency) -> Money {
        Money::from_minor(self.minor, currency)
    }
}

impl From<Money> for Amount {
    fn from(money: Money) -> Self {
        Self { minor: money.minor() }
    }
}

impl fmt::Display for Amount {
    /// Writes the amount as in JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (major, cents) = (self.minor / MINOR_PER_MAJOR, self.minor % MINOR_PER_MAJOR);
        match cents {
            0 => write!(f, "{major}"),
            _ if cents % 10 == 0 => write!(f, "{major}.{}", cents / 10),
            _ => write!(f, "{major}.{cents:02}"),
        }
    }
}

impl FromStr for Amount {
    type Err = InvalidAmount;

    fn from_str(text: &str) -> Result<Self, InvalidAmount> {
        let (major, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(major) || !is_number(decimals) || decimals.len() > 2 {
            return Err(InvalidAmount);
        }
        let minor = format!("{major}{decimals:0<2}").parse().map_err(|_| InvalidAmount)?;
        if minor > Money::MAX_MINOR { Err(InvalidAmount) } else { Ok(Self { minor }) }
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.minor % MINOR_PER_MAJOR == 0 {
            return serializer.serialize_i64(self.minor / MINOR_PER_MAJOR);
        }
        // The nearest binary number's shortest decimal form gives the amount again.
        serializer.serialize_f64(self.to_string().parse().map_err(S::Error::custom)?)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AmountVisitor)
    }
}

struct AmountVisitor;

impl AmountVisitor {
    /// The shortest decimal form has the digits of the stored text.
    fn exactly<E: serde::de::Error>(number: impl fmt::Display) -> Result<Amount, E> {
        number.to_string().parse().map_err(E::custom)
    }
}

impl Visitor<'_> for AmountVisitor {
    type Value = Amount;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an amount of money")
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<Amount, E> {
        Self::exactly(number)
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Amount, E> {
        Self::exactly(number)
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<Amount, E> {
        Self::exactly(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn amount(minor: i64) -> Amount {
        Money::from_minor(minor, Currency::Eur).into()
    }

    #[test]
    fn amounts_are_numbers_without_empty_decimals() {
        for (minor, expected) in [
            (4500, "45"),
            (1250, "12.5"),
            (1249, "12.49"),
            (5, "0.05"),
            (0, "0"),
            (29, "0.29"),
            (99_999_999, "999999.99"),
        ] {
            assert_eq!(serde_json::to_string(&amount(minor)).unwrap(), expected);
        }
    }

    #[test]
    fn every_amount_survives_a_json_round_trip() {
        for minor in (0..1_000_000).chain(Money::MAX_MINOR - 1000..=Money::MAX_MINOR) {
            let json = serde_json::to_string(&amount(minor)).unwrap();
            let expected = Money::from_minor(minor, Currency::Eur).to_string();
            let expected = if expected.contains('.') { expected.trim_end_matches('0') } else { &expected };
            assert_eq!(json, expected);
            let read: Amount = serde_json::from_str(&json).unwrap();
            assert_eq!(read.money(Currency::Eur).minor(), minor);
        }
    }

    #[test]
    fn invalid_amounts_are_refused() {
        for json in ["-1", "1.234", "0.1e-9", "1e300", "10000000.01", "\"12\"", "null", "[]"] {
            assert!(serde_json::from_str::<Amount>(json).is_err(), "{json}");
        }
        for (json, minor) in [("1e2", 10_000), ("12.50", 1_250), ("10000000", Money::MAX_MINOR)] {
            assert_eq!(serde_json::from_str::<Amount>(json).unwrap(), amount(minor), "{json}");
        }
    }
}
