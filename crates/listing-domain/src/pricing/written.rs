//! Numbers, amounts and days as people write them.

use jiff::civil::Date;

use crate::money::{Currency, MINOR_PER_MAJOR, Money};
use crate::wish::{Language, Words};

/// A number with its noun; empty for none.
pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    match count {
        0 => String::new(),
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    }
}

/// An amount with its currency: `45 €` with a no-break space in French, `$45`
/// in English.
pub(super) fn amount(money: Money, language: Language) -> String {
    let number = number(money, language);
    let sign = match money.currency() {
        Currency::Eur => '€',
        Currency::Gbp => '£',
        Currency::Usd => '$',
    };
    match language {
        Language::Fr => format!("{number}\u{a0}{sign}"),
        Language::En => format!("{sign}{number}"),
    }
}

/// Whole major units in groups of three digits: `1 200` with a narrow no-break
/// space in French, `1,200` in English.
pub(super) fn number(money: Money, language: Language) -> String {
    let digits = (money.minor() / MINOR_PER_MAJOR).to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(language.pick(Words { fr: '\u{202f}', en: ',' }));
        }
        grouped.push(digit);
    }
    grouped
}

/// A day: `1er février 2026`, `31 December 2026`.
pub(super) fn day(on: Date, language: Language) -> String {
    let month_and_year = month_and_year(on, language);
    match (language, on.day()) {
        (Language::Fr, 1) => format!("1er {month_and_year}"),
        (_, day) => format!("{day} {month_and_year}"),
    }
}

/// A month: `février 2026`, `February 2026`.
pub(super) fn month_and_year(on: Date, language: Language) -> String {
    const MONTHS: [Words; 12] = [
        Words { fr: "janvier", en: "January" },
        Words { fr: "février", en: "February" },
        Words { fr: "mars", en: "March" },
        Words { fr: "avril", en: "April" },
        Words { fr: "mai", en: "May" },
        Words { fr: "juin", en: "June" },
        Words { fr: "juillet", en: "July" },
        Words { fr: "août", en: "August" },
        Words { fr: "septembre", en: "September" },
        Words { fr: "octobre", en: "October" },
        Words { fr: "novembre", en: "November" },
        Words { fr: "décembre", en: "December" },
    ];
    // A date's month is from 1 to 12.
    let month = usize::try_from(on.month() - 1).ok().and_then(|index| MONTHS.get(index));
    format!("{} {}", month.map_or("", |words| language.pick(*words)), on.year())
}

/// The text with its first letter in upper case.
pub(super) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn amounts_and_days_are_written_as_in_their_language() {
        let money = |major| Money::from_major(major, Currency::Eur);
        assert_eq!(amount(money(45), Language::Fr), "45\u{a0}€");
        assert_eq!(amount(money(1_200), Language::Fr), "1\u{202f}200\u{a0}€");
        assert_eq!(amount(Money::from_major(1_234_560, Currency::Usd), Language::En), "$1,234,560");
        assert_eq!(amount(Money::from_major(100, Currency::Gbp), Language::En), "£100");
        assert_eq!(day(date(2026, 2, 1), Language::Fr), "1er février 2026");
        assert_eq!(day(date(2026, 12, 31), Language::En), "31 December 2026");
    }
}
