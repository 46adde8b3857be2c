//! Numbers and ranges of sizes.

use std::fmt;

/// A number with at most two decimals, in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(pub(super) u32);

impl Decimal {
    /// A whole number.
    pub const fn whole(number: u32) -> Self {
        Self(number.saturating_mul(100))
    }

    /// Digits with up to two decimals after a point.
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

    /// The number, if whole.
    pub const fn as_whole(self) -> Option<u32> {
        if self.0.is_multiple_of(100) { Some(self.0 / 100) } else { None }
    }

    pub(super) const fn times(self, factor: u32) -> Self {
        Self(self.0.saturating_mul(factor))
    }
}

impl fmt::Display for Decimal {
    /// With a point and only the decimals needed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 100, self.0 % 100) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, decimals) if decimals % 10 == 0 => write!(f, "{whole}.{}", decimals / 10),
            (whole, decimals) => write!(f, "{whole}.{decimals:02}"),
        }
    }
}

/// A range such as 38 to 40, or a single size; never descending.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Span<T> {
    pub(super) from: T,
    pub(super) to: T,
}

impl<T: Copy + Ord> Span<T> {
    /// A single size.
    pub const fn one(size: T) -> Self {
        Self { from: size, to: size }
    }

    /// A range; `None` if descending.
    pub fn new(from: T, to: T) -> Option<Self> {
        (from <= to).then_some(Self { from, to })
    }

    /// The lower end.
    pub const fn from(self) -> T {
        self.from
    }

    /// The upper end.
    pub const fn to(self) -> T {
        self.to
    }

    /// The only size, if both ends are equal.
    pub fn single(self) -> Option<T> {
        (self.from == self.to).then_some(self.from)
    }
}
