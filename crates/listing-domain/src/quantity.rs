//! The number of items or pieces sold together.

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

/// A number of items or pieces sold together, from 1 to [`Quantity::MAX`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quantity(NonZeroU8);

/// The error for an invalid number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("must be a whole number from 1 to 99")]
pub struct InvalidQuantity;

impl Quantity {
    /// The largest number.
    pub const MAX: u8 = 99;

    /// Accepts 1 to [`Quantity::MAX`].
    pub fn new(number: u64) -> Result<Self, InvalidQuantity> {
        let number = u8::try_from(number).map_err(|_| InvalidQuantity)?;
        let number = NonZeroU8::new(number).filter(|number| number.get() <= Self::MAX);
        number.map(Self).ok_or(InvalidQuantity)
    }

    /// The number.
    pub const fn get(self) -> u8 {
        self.0.get()
    }
}

impl FromStr for Quantity {
    type Err = InvalidQuantity;

    /// Digits, with optional spaces around them.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::new(text.trim().parse().map_err(|_| InvalidQuantity)?)
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantity_is_a_whole_number_from_1_to_99() {
        for (text, number) in [("1", 1), (" 3 ", 3), ("99", 99), ("012", 12)] {
            assert_eq!(text.parse::<Quantity>().map(Quantity::get), Ok(number), "{text}");
        }
        for text in ["", "0", "100", "-1", "2.5", "2,5", "two", "3 pieces", "18446744073709551616"] {
            assert_eq!(text.parse::<Quantity>(), Err(InvalidQuantity), "{text}");
        }
    }
}
