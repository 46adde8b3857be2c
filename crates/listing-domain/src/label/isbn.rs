//! Reads the ISBN near a book's bar code.

use std::fmt;

const ISBN10_LEN: usize = 10;
const ISBN13_LEN: usize = 13;
/// The prefix of the thirteen-digit ISBNs that also have a ten-digit form.
const OLD_PREFIX: &str = "978";
/// Extra digits to the right of a bar code: five for a price, two for a month.
const ADD_ONS: [usize; 2] = [2, 5];
const ANNOUNCEMENT: &str = "isbn";

/// An ISBN with a correct check digit.
#[derive(Debug, Clone)]
pub struct Isbn {
    digits: String,
    /// As on books from before 2007.
    is_printed_as_ten: bool,
}

impl Isbn {
    /// Parses ten or thirteen digits, with or without hyphens or spaces; `None` for a wrong check digit or a
    /// prefix outside books: 979-0 is sheet music.
    pub fn parse(text: &str) -> Option<Self> {
        let written: String =
            text.chars().filter(|c| !is_separator(*c)).map(|c| c.to_ascii_uppercase()).collect();
        match written.len() {
            ISBN13_LEN => Self::from_13_digits(written),
            ISBN10_LEN => Self::from_10_digits(&written),
            _ => None,
        }
    }

    fn from_13_digits(digits: String) -> Option<Self> {
        let is_book =
            digits.starts_with(OLD_PREFIX) || (digits.starts_with("979") && !digits.starts_with("9790"));
        let (body, check) = digits.split_at_checked(ISBN13_LEN - 1)?;
        (is_book && isbn13_check_digit(body)? == check).then_some(Self { digits, is_printed_as_ten: false })
    }

    fn from_10_digits(written: &str) -> Option<Self> {
        let (body, check) = written.split_at_checked(ISBN10_LEN - 1)?;
        if isbn10_check_digit(body)? != check {
            return None;
        }
        let body = format!("{OLD_PREFIX}{body}");
        let check = isbn13_check_digit(&body)?;
        Some(Self { digits: body + &check, is_printed_as_ten: true })
    }

    /// The form with thirteen digits.
    pub fn thirteen(&self) -> &str {
        &self.digits
    }

    /// The form with ten digits, if printed. The last character may be an X.
    pub fn ten(&self) -> Option<String> {
        let body = self.digits.get(OLD_PREFIX.len()..ISBN13_LEN - 1).filter(|_| self.is_printed_as_ten)?;
        Some(format!("{body}{}", isbn10_check_digit(body)?))
    }
}

/// Equal for the same book, in either form.
impl PartialEq for Isbn {
    fn eq(&self, other: &Self) -> bool {
        self.digits == other.digits
    }
}

impl Eq for Isbn {}

impl fmt::Display for Isbn {
    /// All forms that buyers search for: the printed one, and the one of thirteen digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ten() {
            Some(ten) => write!(f, "{ten} / {}", self.digits),
            None => f.write_str(&self.digits),
        }
    }
}

fn digits(body: &str) -> Option<Vec<u32>> {
    body.chars().map(|c| c.to_digit(10)).collect()
}

fn isbn13_check_digit(body: &str) -> Option<String> {
    let weighted = |(digit, weight): (u32, &u32)| digit * weight;
    let sum: u32 = digits(body)?.into_iter().zip([1, 3].iter().cycle()).map(weighted).sum();
    Some(((10 - sum % 10) % 10).to_string())
}

fn isbn10_check_digit(body: &str) -> Option<String> {
    let sum: u32 = digits(body)?.into_iter().zip((2..=10).rev()).map(|(digit, weight)| digit * weight).sum();
    Some(match (11 - sum % 11) % 11 {
        10 => "X".to_owned(),
        check => check.to_string(),
    })
}

fn is_separator(c: char) -> bool {
    matches!(c, ' ' | '-' | '‐' | '‑' | '–')
}

/// `None` if there are two different ones.
pub(super) fn read(lines: &[&str]) -> Option<Isbn> {
    let mut found: Vec<Isbn> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let next = lines.get(at + 1).copied().unwrap_or_default();
        for isbn in announced(line, next).into_iter().chain(bar_code(line)) {
            match found.iter_mut().find(|known| **known == isbn) {
                Some(known) => known.is_printed_as_ten |= isbn.is_printed_as_ten,
                None => found.push(isbn),
            }
        }
    }
    let isbn = found.pop()?;
    found.is_empty().then_some(isbn)
}

/// The ISBNs after the word "ISBN", or at the start of the next line if the word ends its line.
fn announced(line: &str, next: &str) -> Vec<Isbn> {
    let lower = line.to_ascii_lowercase();
    let after = lower.match_indices(ANNOUNCEMENT).map(|(start, word)| &line[start + word.len()..]);
    after.filter_map(|text| announced_after(text.trim_matches(is_filler), next)).collect()
}

fn announced_after(after: &str, next: &str) -> Option<Isbn> {
    // "ISBN-13: 978…" states the number of digits.
    let forms = ["13", "10"].into_iter().find_map(|form| after.strip_prefix(form));
    let after = match forms.filter(|rest| rest.is_empty() || rest.starts_with([' ', ':', ')'])) {
        Some(rest) => rest.trim_matches(is_filler),
        None => after,
    };
    first_number(if after.is_empty() { next } else { after })
}

fn is_filler(c: char) -> bool {
    matches!(c, ' ' | ':' | '.' | '-' | '–' | '(' | ')' | '#' | '=' | '°')
}

/// With thirteen digits, or else with ten.
fn first_number(text: &str) -> Option<Isbn> {
    [ISBN13_LEN, ISBN10_LEN].into_iter().find_map(|count| {
        let digits_and_separators = text.char_indices().take_while(|(_, c)| is_digit(*c) || is_separator(*c));
        let (last, c) = digits_and_separators.filter(|(_, c)| is_digit(*c)).nth(count - 1)?;
        let (number, rest) = text.split_at(last + c.len_utf8());
        let is_whole = !rest.starts_with(|c: char| c.is_alphanumeric() || (is_separator(c) && c != ' '));
        Isbn::parse(number).filter(|_| is_whole)
    })
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, 'x' | 'X')
}

/// On a line of digits only: "9 782070 368228 >".
fn bar_code(line: &str) -> Option<Isbn> {
    let lower = line.trim().to_ascii_lowercase();
    let number =
        lower.strip_prefix("ean").unwrap_or(&lower).trim_matches(|c| is_filler(c) || "<>".contains(c));
    let count = number.chars().filter(char::is_ascii_digit).count();
    let is_code = number.chars().all(|c| c.is_ascii_digit() || is_separator(c) || c == '>')
        && (count == ISBN13_LEN || ADD_ONS.iter().any(|more| count == ISBN13_LEN + more));
    first_number(number).filter(|isbn| is_code && !isbn.is_printed_as_ten)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_isbn_has_a_ten_and_a_thirteen_digit_form() {
        for (written, shown) in [
            ("978-2-07-036822-8", "9782070368228"),
            ("9782070368228", "9782070368228"),
            ("2-07-036822-X", "207036822X / 9782070368228"),
            ("0-14-032872-6", "0140328726 / 9780140328721"),
            ("979-10-90636-07-1", "9791090636071"),
        ] {
            let isbn = Isbn::parse(written);
            assert_eq!(isbn.as_ref().map(Isbn::to_string).as_deref(), Some(shown), "{written}");
        }
        assert_eq!(Isbn::parse("207036822X"), Isbn::parse("978 2 07 036822 8"));
    }

    #[test]
    fn a_wrong_check_digit_is_refused() {
        for wrong in [
            "978-2-07-036822-7",
            "2-07-036822-8",
            "3017620422003",
            "979-0-2600-0043-8",
            "97820703682",
            "",
            "isbn",
            "é782070368228",
        ] {
            assert_eq!(Isbn::parse(wrong), None, "{wrong}");
        }
    }
}
