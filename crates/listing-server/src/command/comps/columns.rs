//! Finds the columns of a CSV file of comparables and reads its lines.

use anyhow::{Result, bail, ensure};
use jiff::civil::Date;
use listing_domain::attributes::AttributeText;
use listing_domain::comparables::ComparableInput;
use listing_domain::condition::Condition;
use listing_domain::locale::Market;
use listing_domain::money::{Currency, Money};
use listing_domain::options::Language;
use listing_domain::pricing::{Comparable, ComparableKind};
use listing_domain::product::Product;
use listing_domain::statement::{BrandStatement, ConditionStatement};

use super::price;

const NAMES: [&str; 11] = [
    "product",
    "title",
    "brand",
    "price",
    "currency",
    "condition",
    "kind",
    "date",
    "source",
    "link",
    "reference",
];

/// A file's columns, and values for lines without one.
pub(super) struct Columns {
    positions: Vec<(&'static str, usize)>,
    width: usize,
    pub(super) ignored: Vec<String>,
    currency: Option<Currency>,
    source: String,
    /// Dates such as `20/11/2026`, with the day first.
    is_european: bool,
}

impl Columns {
    pub(super) fn find(
        names: &[String],
        currency: Option<Currency>,
        source: String,
        is_european: bool,
    ) -> Result<Self> {
        let (mut positions, mut ignored) = (Vec::new(), Vec::new());
        for (position, name) in names.iter().enumerate() {
            let known = NAMES.into_iter().find(|known| name.eq_ignore_ascii_case(known));
            match known {
                Some(known) if positions.iter().any(|(other, _)| *other == known) => {
                    bail!("two columns are called {known}")
                }
                Some(known) => positions.push((known, position)),
                None => ignored.push(name.clone()),
            }
        }
        let has = |name| positions.iter().any(|(known, _)| *known == name);
        let accepted =
            || format!("the first line must name the columns; accepted names: {}", NAMES.join(", "));
        for required in ["price", "date"] {
            ensure!(has(required), "no column {required}: {}", accepted());
        }
        ensure!(has("product") || has("title"), "no column product or title: {}", accepted());
        ensure!(has("currency") || currency.is_some(), "no column currency: add one, or give --currency");
        Ok(Self { positions, width: names.len(), ignored, currency, source, is_european })
    }

    /// The error names the column and its accepted values.
    pub(super) fn read(&self, fields: &[String]) -> Result<ComparableInput, String> {
        if fields.len() != self.width {
            return Err(format!(
                "has {} fields, but the first line names {} columns",
                fields.len(),
                self.width
            ));
        }
        let position =
            |name| self.positions.iter().find(|(known, _)| *known == name).map(|(_, position)| *position);
        let field =
            |name| position(name).and_then(|position| fields.get(position)).map_or("", String::as_str);
        let price = self.price(field("price"), field("currency"))?;
        let language = Market::of(price.currency()).language();
        let (title, source) = (field("title"), field("source"));
        let brand = AttributeText::parse("brand", field("brand")).map_err(|wrong| wrong.to_string())?;
        let product = product(field("product"), title, language)?;
        let comparable = Comparable {
            brand: brand.and_then(|brand| {
                let statement = BrandStatement::read(brand.as_str()).on(product);
                statement.brand().map(str::to_owned)
            }),
            product,
            price,
            condition: condition(field("condition"))?,
            kind: kind(field("kind"))?,
            seen_on: self.day(field("date"))?,
            source: if source.is_empty() { self.source.clone() } else { source.to_owned() },
            link: given(field("link")),
        };
        Ok(ComparableInput { comparable, title: given(title), reference: given(field("reference")) })
    }

    fn price(&self, amount: &str, currency: &str) -> Result<Money, String> {
        let wrong = || format!("price {}, not {amount:?}", price::ACCEPTED);
        let (minor, sign) = price::read(amount).ok_or_else(wrong)?;
        let named = match currency {
            "" => None,
            code => {
                let code: Currency =
                    code.to_uppercase().parse().map_err(|wrong| format!("{wrong}, not {code:?}"))?;
                Some(code)
            }
        };
        if let (Some(sign), Some(named)) = (sign, named)
            && sign != named
        {
            return Err(format!("price is in {sign}, but currency says {named}"));
        }
        let currency = named.or(sign).or(self.currency);
        let currency = currency.ok_or("currency must be one of EUR, GBP, USD, not empty")?;
        Ok(Money::from_minor(minor, currency))
    }

    fn day(&self, text: &str) -> Result<Date, String> {
        let european = text.split('/').collect::<Vec<_>>();
        let read = match european[..] {
            [day, month, year] if self.is_european => {
                let number = |text: &str| text.parse::<i8>().ok();
                let year = year.parse().ok().filter(|year| (1_000..=9_999).contains(year));
                year.zip(number(month))
                    .zip(number(day))
                    .and_then(|((year, month), day)| Date::new(year, month, day).ok())
            }
            _ => Some(text).filter(|text| text.len() == 10).and_then(|text| text.parse().ok()),
        };
        let accepted = if self.is_european { "2026-11-20 or 20/11/2026" } else { "2026-11-20" };
        read.ok_or_else(|| format!("date must be a day such as {accepted}, not {text:?}"))
    }
}

fn given(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

/// The product of the column, otherwise of the title, trying the market's language first.
fn product(code: &str, title: &str, language: Language) -> Result<Product, String> {
    if code.is_empty() {
        let others = Language::ALL.iter().copied().filter(|other| *other != language);
        let mut read =
            std::iter::once(language).chain(others).map(|language| Product::of_title(title, language));
        let named = read.find(|product| product.is_named());
        return named
            .ok_or_else(|| format!("title {title:?} names no known product: give it in the column product"));
    }
    super::product(code).map_err(|accepted| format!("product {accepted}, not {code:?}"))
}

fn condition(text: &str) -> Result<Option<Condition>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let codes = || Condition::ALL.iter().map(|grade| grade.code()).collect::<Vec<_>>().join(", ");
    let grade = ConditionStatement::read(text).grade();
    let wrong = || format!("condition must be one of {}, or the same in words, not {text:?}", codes());
    grade.map(Some).ok_or_else(wrong)
}

fn kind(text: &str) -> Result<ComparableKind, String> {
    if text.is_empty() {
        return Ok(ComparableKind::Asking);
    }
    ComparableKind::read(text).ok_or_else(|| format!("kind must be sold or asked, not {text:?}"))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use listing_domain::product::Good;

    use super::*;

    const ALL: &str = "Title|PRICE|currency|date|product|brand|condition|kind|source|link|reference|colour";

    fn columns(names: &str, is_european: bool) -> Result<Columns> {
        let names: Vec<String> = names.split('|').map(str::to_owned).collect();
        Columns::find(&names, None, "sales.csv".to_owned(), is_european)
    }

    fn read(names: &str, line: &str) -> Result<ComparableInput, String> {
        let fields: Vec<String> = line.split('|').map(str::to_owned).collect();
        columns(names, true).unwrap().read(&fields)
    }

    #[test]
    fn columns_are_found_in_any_order() {
        let found = columns(ALL, false).unwrap();
        assert_eq!(found.ignored, ["colour"]);
        let all = "Jean brut|35|eur|2026-11-20|good:mom_jeans|LEVIS|Très bon état|Vendu|shop|https://a.example/1|7|blue";
        let offered = read(ALL, all).unwrap();
        let expected = Comparable {
            product: Product::Good(Good::from_key("mom_jeans").unwrap()),
            brand: Some("Levi’s".to_owned()),
            price: Money::from_major(35, Currency::Eur),
            condition: Some(Condition::VeryGood),
            kind: ComparableKind::Sold,
            seen_on: date(2026, 11, 20),
            source: "shop".to_owned(),
            link: Some("https://a.example/1".to_owned()),
        };
        assert_eq!(offered.comparable, expected);
        assert_eq!((offered.title.as_deref(), offered.reference.as_deref()), (Some("Jean brut"), Some("7")));
    }

    #[test]
    fn values_of_missing_columns_are_derived() {
        let offered = read("title|price|currency|date", "Théière en fonte|12,50|EUR|3/2/2026").unwrap();
        assert_eq!(offered.comparable.product, Product::Good(Good::from_key("teapot").unwrap()));
        assert_eq!(offered.comparable.seen_on, date(2026, 2, 3));
        assert_eq!(
            (offered.comparable.kind, offered.comparable.source.as_str()),
            (ComparableKind::Asking, "sales.csv")
        );
        let signed = read("title|price|currency|date", "cast iron teapot|$12.50||2026-02-03").unwrap();
        assert_eq!(signed.comparable.price, Money::from_minor(1_250, Currency::Usd));
        let key = read("product|price|currency|date", "teapot|1|GBP|2026-02-03").unwrap();
        assert_eq!(key.comparable.product, offered.comparable.product);
    }

    #[test]
    fn error_names_the_missing_column() {
        for (names, says) in [
            ("title|currency|date", "no column price"),
            ("title|price|currency", "no column date"),
            ("price|currency|date", "no column product or title"),
            ("title|price|date", "--currency"),
            ("title|price|date|Price", "two columns are called price"),
        ] {
            let message = columns(names, false).err().unwrap().to_string();
            assert!(message.contains(says), "{names}: {message}");
        }
    }

    #[test]
    fn error_of_a_line_names_the_accepted_values() {
        let names = "product|title|price|currency|condition|kind|date";
        for (line, says) in [
            ("jeans|a|1|EUR||", "has 6 fields, but the first line names 7 columns"),
            (
                "jeans|a|x|EUR|||2026-02-03",
                "price must be an amount such as 12.50, 12,50 or 1 234,50, not \"x\"",
            ),
            ("jeans|a|1|CHF|||2026-02-03", "currency must be one of EUR, GBP, USD, not \"CHF\""),
            ("jeans|a|1||||2026-02-03", "currency must be one of EUR, GBP, USD, not empty"),
            ("jeans|a|$1|EUR|||2026-02-03", "price is in USD, but currency says EUR"),
            (
                "trousseau|a|1|EUR|||2026-02-03",
                "product must be a product type such as jeans, or a good such as good:mom_jeans, not \"trousseau\"",
            ),
            (
                "department:shoes|a|1|EUR|||2026-02-03",
                "product must be a product type such as jeans, or a good such as good:mom_jeans, not \"department:shoes\"",
            ),
            (
                "|Lot divers|1|EUR|||2026-02-03",
                "title \"Lot divers\" names no known product: give it in the column product",
            ),
            ("jeans|a|1|EUR||given|2026-02-03", "kind must be sold or asked, not \"given\""),
            (
                "jeans|a|1|EUR|||2026-02-30",
                "date must be a day such as 2026-11-20 or 20/11/2026, not \"2026-02-30\"",
            ),
            ("jeans|a|1|EUR|||3/2/26", "date must be a day such as 2026-11-20 or 20/11/2026, not \"3/2/26\""),
        ] {
            assert_eq!(read(names, line).unwrap_err(), says, "{line}");
        }
        let message = read(names, "jeans|a|1|EUR|xyzzy||2026-02-03").unwrap_err();
        assert!(message.starts_with("condition must be one of new_with_tags, new, "), "{message}");
        let american = columns("title|price|currency|date", false).unwrap();
        let fields = ["a", "1", "USD", "3/2/2026"].map(str::to_owned);
        let message = american.read(&fields).unwrap_err();
        assert_eq!(message, "title \"a\" names no known product: give it in the column product");
        let fields = ["teapot", "1", "USD", "3/2/2026"].map(str::to_owned);
        let message = american.read(&fields).unwrap_err();
        assert_eq!(message, "date must be a day such as 2026-11-20, not \"3/2/2026\"");
    }
}
