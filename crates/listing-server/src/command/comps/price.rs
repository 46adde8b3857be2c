//! Parses amounts as people and programs write them: with a decimal point or comma, and separated thousands.

use listing_domain::money::{Currency, MINOR_PER_MAJOR, Money};

pub(super) const ACCEPTED: &str = "must be an amount such as 12.50, 12,50 or 1 234,50";

/// They may precede or follow an amount.
const SIGNS: [(&str, Currency); 7] = [
    ("EUR", Currency::Eur),
    ("GBP", Currency::Gbp),
    ("USD", Currency::Usd),
    ("US$", Currency::Usd),
    ("€", Currency::Eur),
    ("£", Currency::Gbp),
    ("$", Currency::Usd),
];

const BETWEEN_THOUSANDS: [char; 6] = [' ', '\u{a0}', '\u{202f}', '\u{2009}', '\'', '’'];

/// Returns the amount in minor units, such as cents, and the currency of its sign. `None` for a text that is
/// no amount, is ambiguous or has fractions of a cent.
pub(super) fn read(text: &str) -> Option<(i64, Option<Currency>)> {
    let text = text.trim();
    let (text, currency) = without_sign(text);
    let digits: String = text.chars().filter(|c| !BETWEEN_THOUSANDS.contains(c)).collect();
    let (major, minor) = parts(&digits)?;
    let major: i64 = major.parse().ok()?;
    let minor: i64 = format!("{minor:0<2}").parse().ok()?;
    let amount = major.checked_mul(MINOR_PER_MAJOR)?.checked_add(minor)?;
    (amount <= Money::MAX_MINOR).then_some((amount, currency))
}

fn without_sign(text: &str) -> (&str, Option<Currency>) {
    for (sign, currency) in SIGNS {
        if let Some(rest) = text.strip_prefix(sign).or_else(|| text.strip_suffix(sign)) {
            return (rest.trim(), Some(currency));
        }
    }
    (text, None)
}

/// The digits of the whole part and of the cents. After the last separator, one or two digits are cents, and
/// three are thousands.
fn parts(digits: &str) -> Option<(String, &str)> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let mark = digits.rfind(['.', ',']);
    let (whole, cents) = match mark {
        Some(at) if digits.len() - at - 1 <= 2 => (&digits[..at], &digits[at + 1..]),
        _ => (digits, ""),
    };
    let has_cents = mark.is_some() && whole.len() < digits.len();
    if has_cents && !is_number(cents) {
        return None;
    }
    let thousands: Vec<&str> = whole.split(['.', ',']).collect();
    let of_one_kind = !(whole.contains('.') && whole.contains(','));
    let is_apart = thousands.len() == 1
        || (thousands[0].len() <= 3 && thousands[1..].iter().all(|group| group.len() == 3));
    let cents_differ = !has_cents || !mark.is_some_and(|at| whole.contains(&digits[at..=at]));
    let is_right = thousands.iter().all(|group| is_number(group)) && of_one_kind && is_apart && cents_differ;
    is_right.then(|| (thousands.concat(), cents))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_people_write_them() {
        for (text, minor) in [
            ("12", 1_200),
            ("12.5", 1_250),
            ("12,50", 1_250),
            ("0,05", 5),
            (" 1 234,50 ", 123_450),
            ("1\u{202f}234,50", 123_450),
            ("1,234.50", 123_450),
            ("1.234,50", 123_450),
            ("1,234", 123_400),
            ("1.234.567", 123_456_700),
            ("10000000", 1_000_000_000),
        ] {
            assert_eq!(read(text), Some((minor, None)), "{text}");
        }
    }

    #[test]
    fn currency_of_an_amount_is_that_of_its_sign() {
        for (text, currency) in [
            ("€ 12.50", Currency::Eur),
            ("12,50 €", Currency::Eur),
            ("$12.50", Currency::Usd),
            ("12.50 GBP", Currency::Gbp),
        ] {
            assert_eq!(read(text), Some((1_250, Some(currency))), "{text}");
        }
    }

    #[test]
    fn invalid_amount_texts_are_refused() {
        for text in [
            "",
            "-",
            "-5",
            "abc",
            "12.345,6,7",
            "1.2.3",
            "12.",
            ",5",
            ".",
            "1,23,456.00",
            "12.50.10",
            "1e3",
            "+5",
            "١٢",
            "10000000.01",
            "99999999999999999999",
            "12.5.",
            "1,234,5",
            "€",
            "NaN",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
