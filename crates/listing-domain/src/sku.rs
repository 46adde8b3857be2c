//! A seller's own number for an item.

use std::fmt;

use crate::short_line::short_line;
use crate::violation::Violation;

/// A stock-keeping unit, as in `B4-0017`: trimmed, one line of 1 to [`Sku::MAX_CHARS`] characters, no control
/// characters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sku(String);

impl Sku {
    /// The maximum length, in characters.
    pub const MAX_CHARS: usize = 50;

    /// Reads a request's SKU.
    pub fn parse(field: &str, text: &str) -> Result<Self, Violation> {
        let is_line_break = |c| matches!(c, '\u{2028}' | '\u{2029}');
        let line = short_line(text, Self::MAX_CHARS).filter(|line| !line.contains(is_line_break));
        line.map(Self).ok_or_else(|| {
            let message = format!("must be one line of 1 to {} characters", Self::MAX_CHARS);
            Violation::new(field, message)
        })
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Sku {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sku_is_trimmed_and_keeps_its_characters() {
        for (text, expected) in [(" B4-0017 ", "B4-0017"), ("=1+1", "=1+1"), ("../é 🧥", "../é 🧥")] {
            assert_eq!(Sku::parse("sku", text).unwrap().as_str(), expected);
        }
        let longest = "é".repeat(Sku::MAX_CHARS);
        assert_eq!(Sku::parse("sku", &longest).unwrap().to_string(), longest);
    }

    #[test]
    fn sku_that_is_not_a_short_line_is_refused() {
        let long = "x".repeat(Sku::MAX_CHARS + 1);
        for text in ["", "  ", "a\nb", "a\0b", "a\u{2028}b", &long] {
            let refused = Sku::parse("sku", text).unwrap_err();
            assert_eq!(refused.to_string(), "sku must be one line of 1 to 50 characters", "{text:?}");
        }
    }
}
