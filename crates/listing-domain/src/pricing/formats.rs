//! Formats for the sentences about a price.

use jiff::civil::Date;

use crate::lang::{PriceWords, fill, grouped};
use crate::locale::Market;
use crate::money::{MINOR_PER_MAJOR, Money};

/// With its noun in singular or plural; empty for zero.
pub(super) fn counted(count: usize, [one, many]: [&str; 2]) -> String {
    match count {
        0 => String::new(),
        1 => format!("1 {one}"),
        _ => format!("{count} {many}"),
    }
}

/// "a", "a et b", "a, b et c".
pub(super) fn listed(words: &[&str], and: &str) -> String {
    match words {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} {and} {last}", first.join(", ")),
    }
}

/// `45 €` with a no-break space in French, `$45` in English.
pub(super) fn amount(money: Money, words: &PriceWords) -> String {
    fill(words.amount, &[("number", &number(money, words)), ("sign", money.currency().sign())])
}

/// Whole major units in groups of three digits: `1 200` with a narrow no-break space in French, `1,200` in
/// English.
pub(super) fn number(money: Money, words: &PriceWords) -> String {
    grouped(&(money.minor() / MINOR_PER_MAJOR).to_string(), words.thousands)
}

/// `1er février 2026`, `31 December 2026`, in the United States `December 31, 2026`.
pub(super) fn day(on: Date, words: &PriceWords, market: Market) -> String {
    let number = if on.day() == 1 { words.first_day.to_owned() } else { on.day().to_string() };
    let year = on.year().to_string();
    fill((words.day)(market), &[("day", &number), ("month", words.month(on)), ("year", &year)])
}

/// `février 2026`, `February 2026`.
pub(super) fn month_and_year(on: Date, words: &PriceWords) -> String {
    format!("{} {}", words.month(on), on.year())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::lang;
    use crate::money::Currency;
    use crate::options::Language;

    #[test]
    fn amounts_have_the_format_of_their_language() {
        let money = |major| Money::from_major(major, Currency::Eur);
        let [fr, en] = [Language::Fr, Language::En].map(|language| &lang::of(language).price);
        assert_eq!(amount(money(45), fr), "45\u{a0}€");
        assert_eq!(amount(money(1_200), fr), "1\u{202f}200\u{a0}€");
        assert_eq!(amount(Money::from_major(1_234_560, Currency::Usd), en), "$1,234,560");
        assert_eq!(amount(Money::from_major(100, Currency::Gbp), en), "£100");
    }

    #[test]
    fn a_day_has_the_format_of_its_country() {
        let [fr, en] = [Language::Fr, Language::En].map(|language| &lang::of(language).price);
        let (first, last) = (date(2026, 2, 1), date(2026, 12, 31));
        for market in Market::ALL {
            assert_eq!(day(first, fr, *market), "1er février 2026");
        }
        assert_eq!(day(first, en, Market::UnitedStates), "February 1, 2026");
        assert_eq!(day(last, en, Market::UnitedStates), "December 31, 2026");
        assert_eq!(day(last, en, Market::UnitedKingdom), "31 December 2026");
        assert_eq!(day(first, en, Market::France), "1 February 2026");
    }
}
