//! The number of a book.

use std::fmt;

/// An ISBN of thirteen digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Isbn([u8; 13]);

/// What stands before the number.
const NAME: &str = "ISBN";
/// What the numbers of books begin with among those of all goods.
const BOOKS: [[u8; 3]; 2] = [[9, 7, 8], [9, 7, 9]];

impl Isbn {
    /// The ISBN in a line, if there is one whose check digit is right. One of ten digits is told
    /// with thirteen; it counts only behind the name, as many numbers have ten digits.
    pub fn read(line: &str) -> Option<Self> {
        let upper = line.to_uppercase();
        let behind = upper.find(NAME).and_then(|at| upper.get(at + NAME.len()..));
        let long = |text: &str| numbers(text).into_iter().find_map(|digits| Self::of_thirteen(&digits));
        let short = |text: &str| numbers(text).into_iter().find_map(|digits| Self::of_ten(&digits));
        long(&upper).or_else(|| behind.and_then(short))
    }

    fn of_thirteen(digits: &[u8]) -> Option<Self> {
        let digits: [u8; 13] = digits.try_into().ok()?;
        let is_book = BOOKS.iter().any(|begin| digits.starts_with(begin));
        (is_book && checksum(&digits).is_multiple_of(10)).then_some(Self(digits))
    }

    /// Ten digits, whose last one may be an X for ten.
    fn of_ten(digits: &[u8]) -> Option<Self> {
        let digits: &[u8; 10] = digits.try_into().ok()?;
        let sum: u32 = (1..=10_u32).rev().zip(digits).map(|(weight, digit)| weight * u32::from(*digit)).sum();
        if !sum.is_multiple_of(11) || digits[..9].contains(&TEN) {
            return None;
        }
        let mut long = [0; 13];
        long[..3].copy_from_slice(&BOOKS[0]);
        long[3..12].copy_from_slice(&digits[..9]);
        long[12] = u8::try_from((10 - checksum(&long) % 10) % 10).unwrap_or_default();
        Some(Self(long))
    }
}

impl fmt::Display for Isbn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|digit| write!(f, "{digit}"))
    }
}

/// What an X stands for.
const TEN: u8 = 10;

fn checksum(digits: &[u8; 13]) -> u32 {
    digits.iter().zip([1, 3].into_iter().cycle()).map(|(digit, weight)| u32::from(*digit) * weight).sum()
}

/// The runs of digits, with the hyphens and spaces within them left out.
fn numbers(text: &str) -> Vec<Vec<u8>> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | ' ' | 'X');
    let digit = |c: char| match c {
        'X' => Some(TEN),
        _ => c.to_digit(10).and_then(|digit| u8::try_from(digit).ok()),
    };
    text.split(|c| !is_part(c)).map(|run| run.chars().filter_map(digit).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Option<&str>) {
        assert_eq!(Isbn::read(line).map(|isbn| isbn.to_string()).as_deref(), expected, "{line}");
    }

    #[test]
    fn a_number_counts_when_its_check_digit_is_right() {
        check("ISBN 978-2-07-036822-8", Some("9782070368228"));
        check("9 782070 368228", Some("9782070368228"));
        check("ISBN : 2-07-036822-X", Some("9782070368228"));
        check("ISBN 978-2-07-036822-9", None);
        check("2-07-036822-X", None);
        check("4006381333931", None);
        check("06 12 34 56 78", None);
        check("", None);
    }
}
