use diesel::sql_types::{BigInt, Nullable, Text};
use jiff::civil::Date;
use listing_domain::comparables::{ComparableId, NewComparable, StoredComparable, family, words};
use listing_domain::condition::Condition;
use listing_domain::money::Money;
use listing_domain::pricing::{Comparable, ComparableKind};
use listing_domain::product::{Brand, Product};

use crate::error::Inconsistency;
use crate::prepared::Value;
use crate::rows::ColumnRef;
use crate::schema::comparable as stored;

pub(super) const COLUMNS: (
    stored::id,
    stored::product,
    stored::brand,
    stored::price,
    stored::currency,
    stored::condition,
    stored::is_sold,
    stored::seen_on,
    stored::source,
    stored::link,
    stored::title,
    stored::account,
) = (
    stored::id,
    stored::product,
    stored::brand,
    stored::price,
    stored::currency,
    stored::condition,
    stored::is_sold,
    stored::seen_on,
    stored::source,
    stored::link,
    stored::title,
    stored::account,
);

macro_rules! columns {
    () => {
        "id, product, brand, price, currency, condition, is_sold, seen_on, source, link, title, account"
    };
}
pub(super) use columns;

pub(super) type Types = (
    BigInt,
    Text,
    Nullable<Text>,
    BigInt,
    Text,
    Nullable<Text>,
    BigInt,
    Text,
    Text,
    Nullable<Text>,
    Nullable<Text>,
    Nullable<Text>,
);
pub(super) type Row = (
    i64,
    String,
    Option<String>,
    i64,
    String,
    Option<String>,
    i64,
    String,
    String,
    Option<String>,
    Option<String>,
    Option<String>,
);

pub(super) fn read_all(rows: Vec<Row>) -> Result<Vec<StoredComparable>, Inconsistency> {
    rows.into_iter().map(read).collect()
}

fn read(row: Row) -> Result<StoredComparable, Inconsistency> {
    let (number, product, brand, minor, currency, grade, is_sold, seen_on, source, link, title, account) =
        row;
    let name = number.to_string();
    let cell = |column| ColumnRef { table: "comparable", column, row: &name };
    let known = Product::parse(&product);
    Ok(StoredComparable {
        id: ComparableId::new(number).ok_or_else(|| cell("id").wrong("must be above zero"))?,
        comparable: Comparable {
            product: known.ok_or_else(|| cell("product").wrong("unknown product"))?,
            brand,
            price: Money::from_minor(minor, cell("currency").parse(&currency)?),
            condition: grade.map(|grade| cell("condition").parse(&grade)).transpose()?,
            kind: if is_sold == 0 { ComparableKind::Asking } else { ComparableKind::Sold },
            seen_on: cell("seen_on").parse::<Date>(&seen_on)?,
            source,
            link,
        },
        title,
        account: account.map(|account| cell("account").parse(&account)).transpose()?,
    })
}

/// With the computed values of the row.
pub(super) struct Fields<'a> {
    new: &'a NewComparable,
    product: String,
    family: String,
    brand_key: String,
    seen_on: String,
    words: String,
    account: Option<String>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(new: &'a NewComparable) -> Self {
        let comparable = new.comparable();
        let (product, family) = (comparable.product.code(), family(comparable.product).code());
        let brand_key = comparable.brand.as_deref().map(Brand::canonical_key).unwrap_or_default();
        let mut tokens = vec![product.clone()];
        if !brand_key.is_empty() {
            tokens.push(brand_token(&family, &brand_key));
        }
        let words = words(new.title().unwrap_or_default());
        tokens.extend(words.iter().map(|word| word_token(&family, word)));
        let seen_on = comparable.seen_on.to_string();
        let account = new.account().map(|account| account.to_string());
        Self { new, product, family, brand_key, seen_on, words: tokens.join(" "), account }
    }

    /// Returns the row's values in the column order of the statements that store comparables.
    pub(super) fn values(&self) -> [Value<'_>; 15] {
        let comparable = self.new.comparable();
        [
            Value::Bytes(Some(self.identity())),
            Value::Text(&self.product),
            Value::Text(&self.family),
            Value::OptionalText(comparable.brand.as_deref()),
            Value::Text(&self.brand_key),
            Value::Number(comparable.price.minor()),
            Value::Text(comparable.price.currency().code()),
            Value::OptionalText(comparable.condition.map(Condition::code)),
            Value::Number((comparable.kind == ComparableKind::Sold).into()),
            Value::Text(&self.seen_on),
            Value::Text(&comparable.source),
            Value::OptionalText(comparable.link.as_deref()),
            Value::OptionalText(self.new.title()),
            Value::Text(&self.words),
            Value::OptionalText(self.account.as_deref()),
        ]
    }

    pub(super) fn identity(&self) -> &[u8] {
        self.new.identity().as_bytes()
    }
}

/// The full-text token of a brand. Its sign is unambiguous, because keys and words contain only letters and
/// digits.
pub(super) fn brand_token(family: &str, key: &str) -> String {
    format!("{family}={key}")
}

pub(super) fn word_token(family: &str, word: &str) -> String {
    format!("{family}/{word}")
}
