use std::sync::LazyLock;
use std::time::Duration;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use listing_domain::comparables::{ComparableId, NewComparable};

use super::rows::Fields;
use crate::connection::{Conn, on_engine};
use crate::error::StorageError;
use crate::prepared::{Column, Prepared, Value};
use crate::rows::{ColumnRef, missing};
use crate::schema::comparable;

/// The columns have the order of [`Fields::values`].
const ADD: &str = "INSERT INTO comparable
        (identity, product, family, brand, brand_key, price, currency, condition, is_sold, seen_on, source, link,
        title, words, account)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (identity) DO NOTHING";
/// A statement that adds [`BATCH`] comparables. SQLite journals every page that a statement changes: a
/// third as many pages as with one statement for each row.
static ADD_BATCH: LazyLock<String> = LazyLock::new(|| {
    let more = ", (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)".repeat(BATCH - 1);
    ADD.replace(" ON CONFLICT", &format!("{more} ON CONFLICT"))
});
/// The values stay below SQLite's limit of 32,766 for a statement.
const BATCH: usize = 500;
const ADD_ALL: &str = "INSERT INTO comparable
        (identity, product, family, brand, brand_key, price, currency, condition, is_sold, seen_on, source, link,
        title, words, account)
    SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (identity) DO NOTHING";
/// Statement timeout for adding thousands of rows at once.
pub(super) const BULK_TIMEOUT: Duration = Duration::from_mins(1);
const PUT: &str = "INSERT INTO comparable
        (identity, product, family, brand, brand_key, price, currency, condition, is_sold, seen_on, source, link,
        title, words, account)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (identity) DO UPDATE SET
        product = excluded.product, family = excluded.family, brand = excluded.brand,
        brand_key = excluded.brand_key, price = excluded.price, currency = excluded.currency,
        condition = excluded.condition, is_sold = excluded.is_sold, seen_on = excluded.seen_on,
        source = excluded.source, link = excluded.link, title = excluded.title, words = excluded.words,
        account = excluded.account";

/// Returns the number of comparables that were not stored yet.
pub(super) fn add(conn: &mut Conn, new: &[NewComparable]) -> Result<usize, StorageError> {
    if new.is_empty() {
        return Ok(0);
    }
    let fields: Vec<Fields<'_>> = new.iter().map(Fields::new).collect();
    let rows: Vec<[Value<'_>; 15]> = fields.iter().map(Fields::values).collect();
    Ok(match conn {
        Conn::Postgres(conn) => {
            conn.batch_execute(&format!("SET LOCAL statement_timeout = {}", BULK_TIMEOUT.as_millis()))?;
            Prepared::<(), _>::new(ADD_ALL, &Column::from_rows(&rows)).execute(conn)?
        }
        Conn::Sqlite(conn) => {
            let batches = rows.chunks_exact(BATCH);
            let rest = batches.remainder().iter();
            let some =
                |rows: &[[Value<'_>; 15]]| Prepared::<()>::new(&ADD_BATCH, rows.as_flattened()).execute(conn);
            let many = batches.map(some).sum::<QueryResult<usize>>()?;
            let one = |row: &[Value<'_>; 15]| Prepared::<()>::new(ADD, row).execute(conn);
            many + rest.map(one).sum::<QueryResult<usize>>()?
        }
    })
}

/// Returns the id, and `true` if it replaced another.
pub(super) fn put(conn: &mut Conn, new: &NewComparable) -> Result<(ComparableId, bool), StorageError> {
    let fields = Fields::new(new);
    let before = with_identity(conn, &fields)?;
    let values = fields.values();
    let statement = Prepared::<()>::new(PUT, &values);
    on_engine!(conn, |conn| statement.execute(conn))?;
    let id = with_identity(conn, &fields)?.ok_or_else(|| missing("comparable", "that was put"))?;
    Ok((id, before.is_some()))
}

fn with_identity(conn: &mut Conn, fields: &Fields<'_>) -> Result<Option<ComparableId>, StorageError> {
    let same = comparable::table.filter(comparable::identity.eq(fields.identity()));
    let number: Option<i64> = same.select(comparable::id).get_result(conn).optional()?;
    let id = |number: i64| {
        let (table, row) = ("comparable", number.to_string());
        let wrong = || ColumnRef { table, column: "id", row: &row }.wrong("must be above zero");
        ComparableId::new(number).ok_or_else(wrong)
    };
    Ok(number.map(id).transpose()?)
}
