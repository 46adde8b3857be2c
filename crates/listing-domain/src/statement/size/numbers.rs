//! The numbers in sizes, and ranges of sizes.

use std::fmt;

/// A number with at most two decimals, stored in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(pub(super) u32);

impl Decimal {
    /// Returns a number without decimals.
    pub const fn whole(number: u32) -> Self {
        Self(number.saturating_mul(100))
    }

    /// Reads digits with up to two decimals after a point.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let decimals: u32 = match decimals.len() {
            0 => 0,
            1 => decimals.parse::<u32>().ok()? * 10,
            2 => decimals.parse().ok()?,
            _ => return None,
        };
        Some(Self(whole.parse::<u32>().ok()?.checked_mul(100)?.checked_add(decimals)?))
    }

    /// The number, if it is whole.
    pub const fn as_whole(self) -> Option<u32> {
        if self.0.is_multiple_of(100) { Some(self.0 / 100) } else { None }
    }

    /// The number multiplied by a factor.
    pub(super) const fn times(self, factor: u32) -> Self {
        Self(self.0.saturating_mul(factor))
    }
}

impl fmt::Display for Decimal {
    /// Writes a decimal point and only as many decimals as needed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 100, self.0 % 100) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, decimals) if decimals % 10 == 0 => write!(f, "{whole}.{}", decimals / 10),
            (whole, decimals) => write!(f, "{whole}.{decimals:02}"),
        }
    }
}

/// A range of sizes, such as 38 to 40, or a single size. The upper end is never below the lower one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span<T> {
    pub(super) from: T,
    pub(super) to: T,
}

impl<T: Copy + Ord> Span<T> {
    /// Returns a single size.
    pub const fn one(size: T) -> Self {
        Self { from: size, to: size }
    }

    /// Returns a range of two sizes; `None` if the second is below the first.
    pub fn new(from: T, to: T) -> Option<Self> {
        (from <= to).then_some(Self { from, to })
    }

    /// The lower end of the range.
    pub const fn from(self) -> T {
        self.from
    }

    /// The upper end of the range.
    pub const fn to(self) -> T {
        self.to
    }

    /// The only size, if both ends are equal.
    pub fn single(self) -> Option<T> {
        (self.from == self.to).then_some(self.from)
    }
}
