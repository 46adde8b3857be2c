//! Names of months and the format of numbers.

use jiff::civil::Date;

use super::{PriceWords, fill, grouped, of};
use crate::money::{MINOR_PER_MAJOR, Money};
use crate::options::Language;

impl PriceWords {
    pub(crate) fn month(&self, on: Date) -> &'static str {
        // A date's month is from 1 to 12.
        let month = usize::try_from(on.month() - 1).ok().and_then(|index| self.months.get(index));
        month.copied().unwrap_or_default()
    }
}

impl Language {
    /// The name of a date's month.
    pub fn month(self, on: Date) -> &'static str {
        of(self).price.month(on)
    }

    /// A number in groups of three digits: `1 200` with a narrow no-break space in French, `1,200` in
    /// English.
    pub fn number(self, number: usize) -> String {
        grouped(&number.to_string(), of(self).price.thousands)
    }

    /// Formats an amount with its currency and, if there are any, its cents: `1 200,50 €`, `$0.99`.
    pub fn amount(self, money: Money) -> String {
        let lang = of(self);
        let (major, cents) = (money.minor() / MINOR_PER_MAJOR, money.minor() % MINOR_PER_MAJOR);
        let cents = if cents == 0 { String::new() } else { format!("{}{cents:02}", lang.sizes.decimal) };
        let number = grouped(&major.to_string(), lang.price.thousands) + &cents;
        fill(lang.price.amount, &[("number", &number), ("sign", money.currency().sign())])
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::money::Currency;

    #[test]
    fn months_and_numbers_have_the_format_of_the_language() {
        let day = date(2026, 8, 1);
        assert_eq!([Language::Fr.month(day), Language::En.month(day)], ["août", "August"]);
        assert_eq!(Language::Fr.number(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(Language::En.number(12_345), "12,345");
        assert_eq!(Language::En.number(999), "999");
        let [half, cents] = [120_050, 99].map(|minor| Money::from_minor(minor, Currency::Usd));
        assert_eq!([Language::En.amount(half), Language::En.amount(cents)], ["$1,200.50", "$0.99"]);
        let euros = Money::from_major(45, Currency::Eur);
        assert_eq!(Language::Fr.amount(euros), "45\u{a0}€");
        assert_eq!(Language::Fr.amount(half), "1\u{202f}200,50\u{a0}$");
    }
}
