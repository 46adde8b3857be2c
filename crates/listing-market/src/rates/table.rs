//! Reads the date, the dollar and the pound from the bank's XML table. The parser knows only its simple tags,
//! and refuses comments, entities and the like.

use jiff::civil::Date;
use listing_domain::money::Fraction;
use listing_domain::pricing::{GBP_PER_EURO, ReferenceRates, USD_PER_EURO};

/// The bank's table has fewer than two thousand bytes.
pub(super) const LONGEST: usize = 64 * 1024;
const DECIMALS: usize = 4;
/// The largest ratio, in either direction, to the built-in rate.
const PLAUSIBLE: i64 = 2;

/// Why a text is not a table of rates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("invalid table of reference rates: {0}")]
pub struct InvalidTable(&'static str);

pub(super) fn read(text: &str) -> Result<ReferenceRates, InvalidTable> {
    if text.len() > LONGEST {
        return Err(InvalidTable("it is longer than 64 KiB"));
    }
    let (mut day, mut usd, mut gbp) = (None, None, None);
    for tag in tags(text)? {
        let attribute = |name| attribute(tag, name);
        if let Some(time) = attribute("time") {
            let time = time.parse::<Date>().map_err(|_| InvalidTable("its date is invalid"))?;
            set(&mut day, time)?;
        }
        let (slot, built_in) = match attribute("currency") {
            Some("USD") => (&mut usd, USD_PER_EURO),
            Some("GBP") => (&mut gbp, GBP_PER_EURO),
            _ => continue,
        };
        let rate = attribute("rate").and_then(fraction).ok_or(InvalidTable("a rate is invalid"))?;
        set(slot, plausible(rate, built_in)?)?;
    }
    let (Some(day), Some(usd), Some(gbp)) = (day, usd, gbp) else {
        return Err(InvalidTable("the date, the dollar or the pound is missing"));
    };
    ReferenceRates::new(usd, gbp, day).map_err(|_| InvalidTable("a rate is zero"))
}

fn set<T>(slot: &mut Option<T>, value: T) -> Result<(), InvalidTable> {
    if slot.replace(value).is_some() { Err(InvalidTable("it has two values for one entry")) } else { Ok(()) }
}

fn plausible(rate: Fraction, built_in: Fraction) -> Result<Fraction, InvalidTable> {
    let (parts, usual) = (rate.parts(), built_in.parts());
    let is_plausible = (usual / PLAUSIBLE..=usual * PLAUSIBLE).contains(&parts);
    is_plausible.then_some(rate).ok_or(InvalidTable("a rate is not between half and twice the built-in one"))
}

/// Returns the attributes of each `Cube` tag.
fn tags(text: &str) -> Result<Vec<&str>, InvalidTable> {
    let mut tags = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('<') {
        // Comments, entities and the like need a complete XML parser.
        if after.starts_with('!') {
            return Err(InvalidTable("it has markup such as comments or entities"));
        }
        let (tag, after) = after.split_once('>').ok_or(InvalidTable("a tag is not closed"))?;
        if tag.contains('<') {
            return Err(InvalidTable("a tag is not closed"));
        }
        if let Some(inside) = tag.strip_prefix("Cube")
            && inside.starts_with(|c: char| c.is_ascii_whitespace())
        {
            tags.push(inside);
        }
        rest = after;
    }
    Ok(tags)
}

/// In single or double quotes.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = tag;
    loop {
        let (before, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
        let (value, after) = after[1..].split_once(quote)?;
        if before.trim() == name {
            return Some(value);
        }
        rest = after;
    }
}

/// Rounds half up to the fourth decimal.
fn fraction(text: &str) -> Option<Fraction> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_number =
        |text: &str| (1..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(decimals) {
        return None;
    }
    let one_more = format!("{decimals:0<width$}", width = DECIMALS + 1);
    let parts: i64 = format!("{whole}{}", one_more.get(..=DECIMALS)?).parse().ok()?;
    Some(Fraction::per_ten_thousand((parts + 5) / 10))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use listing_domain::money::{Currency, Money};
    use proptest::prelude::*;

    use super::*;

    const TABLE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2026-11-20'>
			<Cube currency='USD' rate='1.1234'/>
			<Cube currency='JPY' rate='171.35'/>
			<Cube currency='GBP' rate='0.86555'/>
		</Cube>
	</Cube>
</gesmes:Envelope>"#;

    #[test]
    fn the_banks_table_is_read() {
        let rates = read(TABLE).unwrap();
        assert_eq!(rates.date(), date(2026, 11, 20));
        let euros = Money::from_major(10_000, Currency::Eur);
        let [dollars, pounds] = [Currency::Usd, Currency::Gbp].map(|to| rates.convert(euros, to).minor());
        assert_eq!((dollars, pounds), (1_123_400, 865_600), "rounded half up");
        assert_eq!(read(&TABLE.replace('\'', "\"")), Ok(rates));
    }

    #[test]
    fn malformed_rates_are_refused() {
        for (from, to) in [
            ("1.1234", "0"),
            ("1.1234", "-1.1"),
            ("1.1234", "1,1"),
            ("1.1234", "1e1"),
            ("1.1234", ""),
            ("1.1234", "11.234"),
            ("1.1234", "0.11"),
            ("1.1234", "999999999999999999999999"),
            ("0.86555", "NaN"),
            ("2026-11-20", "2026-13-40"),
            ("2026-11-20", "yesterday"),
            ("'USD'", "'GBP'"),
            ("'USD'", "'usd'"),
            ("'JPY' rate='171.35'", "'USD' rate='1.2'"),
            ("<Cube currency='JPY'", "<Cube time='2026-11-21' currency='JPY'"),
            ("<Cube currency='JPY'", "<!-- <Cube currency='JPY'"),
            ("<gesmes:subject>", "<!DOCTYPE x [<!ENTITY a \"b\">]><gesmes:subject>"),
            ("'1.1234'/>", "'1.1234'"),
            ("rate='1.1234'", "rate=1.1234"),
            ("Cube time", "Tube time"),
        ] {
            let text = TABLE.replacen(from, to, 1);
            assert_ne!(text, TABLE, "{from}");
            assert!(read(&text).is_err(), "{to} for {from}");
        }
        for text in ["", "<", ">", "<html>", "{}", "<Cube", "<Cube =''>", "<Cube time=>", &TABLE.repeat(100)]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_without_a_panic(text in "[<>/='\" Cubeimratcny0-9.!é-]{0,200}") {
            let _ = read(&text);
        }

        #[test]
        fn a_damaged_table_is_read_without_a_panic(at in 0..TABLE.len(), with in any::<char>()) {
            let mut text: Vec<char> = TABLE.chars().collect();
            text[at] = with;
            if let Ok(rates) = read(&text.iter().collect::<String>()) {
                let dollars = rates.convert(Money::from_major(100, Currency::Eur), Currency::Usd).minor();
                prop_assert!((5_850..=23_400).contains(&dollars));
            }
        }
    }
}
