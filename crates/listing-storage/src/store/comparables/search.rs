//! Reads the newest comparables of each match tier by an index, then those whose title has the searched
//! words. Each statement reads a limited number of rows.

use diesel::prelude::*;
use diesel::sql_types::BigInt;
use listing_domain::comparables::{ComparableSearch, MatchTier, StoredComparable};
use listing_domain::money::Currency;

use super::rows::{Row, Types, brand_token, columns, read_all, word_token};
use crate::connection::{Conn, on_engine};
use crate::error::StorageError;
use crate::prepared::{Prepared, Value};

const IS_ANY: &str = "SELECT id FROM comparable WHERE family = ? LIMIT 1";

const NEWEST_OF_PRODUCT_OF_BRAND: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM comparable WHERE product = ? AND brand_key = ? AND currency = ? AND account IS NULL
        ORDER BY seen_on DESC, id DESC LIMIT ?"
);
const NEWEST_OF_PRODUCT: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM comparable WHERE product = ? AND currency = ? AND account IS NULL
        ORDER BY seen_on DESC, id DESC LIMIT ?"
);
const NEWEST_OF_FAMILY_OF_BRAND: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM comparable WHERE family = ? AND brand_key = ? AND currency = ? AND account IS NULL
        ORDER BY seen_on DESC, id DESC LIMIT ?"
);
const NEWEST_OF_FAMILY: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM comparable WHERE family = ? AND currency = ? AND account IS NULL
        ORDER BY seen_on DESC, id DESC LIMIT ?"
);

const WITH_WORDS_SQLITE: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM comparable WHERE account IS NULL AND id IN (SELECT rowid FROM comparable_words WHERE comparable_words MATCH ?
        ORDER BY rowid DESC LIMIT ?)"
);
/// Unordered, because sorting would need all matches.
const WITH_WORDS_POSTGRES: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM comparable
        WHERE array_to_tsvector(string_to_array(words, ' ')) @@ CAST(? AS tsquery) AND account IS NULL LIMIT ?"
);

/// A query for the newest comparables that an account recorded for itself.
const OWN: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM comparable WHERE account = ? AND family = ? ORDER BY seen_on DESC, id DESC LIMIT ?"
);

/// Maximum number of comparables of one account that a search examines.
const MAX_OWN: i64 = 300;

/// Maximum number of comparables that a query by words returns.
const MAX_WITH_WORDS: i64 = 300;

/// `None` if the product family has no comparables at all.
pub(super) fn nearest(
    conn: &mut Conn,
    search: &ComparableSearch,
) -> Result<Option<Vec<StoredComparable>>, StorageError> {
    if !is_any(conn, search)? {
        return Ok(None);
    }
    let mut found = Vec::new();
    for tier in search.tiers() {
        for currency in search.currencies() {
            found.extend(newest(conn, search, tier, currency)?);
        }
        for sets in search.sets_of_words() {
            found.extend(with_words(conn, search, tier, &sets)?);
        }
        found = search.nearest(found);
        if found.len() == ComparableSearch::LIMIT {
            break;
        }
    }
    // An account's own are few, so that all are ranked with the result.
    if let Some(account) = search.account() {
        let (account, family) = (account.to_string(), search.family().code());
        let values = [Value::Text(&account), Value::Text(&family), Value::Number(MAX_OWN)];
        found.extend(load(conn, OWN, &values)?);
        found = search.nearest(found);
    }
    Ok(Some(found))
}

fn is_any(conn: &mut Conn, search: &ComparableSearch) -> Result<bool, StorageError> {
    let family = search.family().code();
    let values = [Value::Text(&family)];
    let query = Prepared::<(BigInt,)>::new(IS_ANY, &values);
    let found: Vec<(i64,)> = on_engine!(conn, |conn| query.load(conn))?;
    Ok(!found.is_empty())
}

fn newest(
    conn: &mut Conn,
    search: &ComparableSearch,
    tier: MatchTier,
    currency: Currency,
) -> Result<Vec<StoredComparable>, StorageError> {
    let (product, family) = (search.product().code(), search.family().code());
    let brand = Value::Text(search.brand().unwrap_or_default());
    let currency = Value::Text(currency.code());
    let limit = Value::Number(i64::try_from(ComparableSearch::LIMIT).unwrap_or(i64::MAX));
    match tier {
        MatchTier::ProductOfBrand => {
            load(conn, NEWEST_OF_PRODUCT_OF_BRAND, &[Value::Text(&product), brand, currency, limit])
        }
        MatchTier::Product => load(conn, NEWEST_OF_PRODUCT, &[Value::Text(&product), currency, limit]),
        MatchTier::FamilyOfBrand => {
            load(conn, NEWEST_OF_FAMILY_OF_BRAND, &[Value::Text(&family), brand, currency, limit])
        }
        MatchTier::Family => load(conn, NEWEST_OF_FAMILY, &[Value::Text(&family), currency, limit]),
    }
}

/// With all words of at least one set.
fn with_words(
    conn: &mut Conn,
    search: &ComparableSearch,
    tier: MatchTier,
    sets: &[Vec<&str>],
) -> Result<Vec<StoredComparable>, StorageError> {
    let family = search.family().code();
    let mut tier_tokens = Vec::new();
    if matches!(tier, MatchTier::ProductOfBrand | MatchTier::Product) {
        tier_tokens.push(search.product().code());
    }
    if matches!(tier, MatchTier::ProductOfBrand | MatchTier::FamilyOfBrand) {
        tier_tokens.extend(search.brand().map(|key| brand_token(&family, key)));
    }
    let token = |word: &&str| word_token(&family, word);
    let sets: Vec<Vec<String>> =
        sets.iter().map(|set| tier_tokens.iter().cloned().chain(set.iter().map(token)).collect()).collect();
    let syntax = match conn {
        Conn::Postgres(_) => QuerySyntax { quote: '\'', and: " & ", or: " | " },
        Conn::Sqlite(_) => QuerySyntax { quote: '"', and: " AND ", or: " OR " },
    };
    let statement = if matches!(conn, Conn::Postgres(_)) { WITH_WORDS_POSTGRES } else { WITH_WORDS_SQLITE };
    let query = syntax.query(&sets);
    load(conn, statement, &[Value::Text(&query), Value::Number(MAX_WITH_WORDS)])
}

struct QuerySyntax {
    quote: char,
    and: &'static str,
    or: &'static str,
}

impl QuerySyntax {
    /// All words of at least one set. Doubles quotation marks for safety, although no word contains any.
    fn query(&self, sets: &[Vec<String>]) -> String {
        let Self { quote, and, or } = self;
        let doubled = format!("{quote}{quote}");
        let quoted = |token: &String| format!("{quote}{}{quote}", token.replace(*quote, &doubled));
        let set = |set: &Vec<String>| format!("({})", set.iter().map(quoted).collect::<Vec<_>>().join(and));
        sets.iter().map(set).collect::<Vec<_>>().join(or)
    }
}

fn load(
    conn: &mut Conn,
    statement: &'static str,
    values: &[Value<'_>],
) -> Result<Vec<StoredComparable>, StorageError> {
    let query = Prepared::<Types>::new(statement, values);
    let rows: Vec<Row> = on_engine!(conn, |conn| query.load(conn))?;
    Ok(read_all(rows)?)
}
