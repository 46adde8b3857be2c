use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use jiff::civil::Date;
use listing_domain::comparables::ComparableCounts;
use listing_domain::product::Product;

use crate::connection::Conn;
use crate::error::{Inconsistency, StorageError};
use crate::rows::ColumnRef;
use crate::store::begin_snapshot;

const BY_KIND: &str = "SELECT is_sold, COUNT(*) AS number, MIN(seen_on) AS oldest, MAX(seen_on) AS newest
    FROM comparable GROUP BY is_sold";
const BY_PRODUCT: &str = "SELECT product AS name, COUNT(*) AS number FROM comparable
    GROUP BY product ORDER BY COUNT(*) DESC, product";
const BY_SOURCE: &str = "SELECT source AS name, COUNT(*) AS number FROM comparable
    GROUP BY source ORDER BY COUNT(*) DESC, source LIMIT";

#[derive(QueryableByName)]
struct Kind {
    #[diesel(sql_type = BigInt)]
    is_sold: i64,
    #[diesel(sql_type = BigInt)]
    number: i64,
    #[diesel(sql_type = Text)]
    oldest: String,
    #[diesel(sql_type = Text)]
    newest: String,
}

#[derive(QueryableByName)]
struct Named {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = BigInt)]
    number: i64,
}

/// All at one moment, which may take longer than a request.
pub(super) fn counts(conn: &mut Conn) -> Result<ComparableCounts, StorageError> {
    conn.transaction(|conn| {
        begin_snapshot(conn)?;
        let mut counts = ComparableCounts::default();
        let kinds: Vec<Kind> = diesel::sql_query(BY_KIND).load(conn)?;
        for Kind { is_sold, number, oldest, newest } in kinds {
            let number = number.unsigned_abs();
            if is_sold == 0 {
                counts.asked = number;
            } else {
                counts.sold = number;
            }
            let (oldest, newest) = (day(&oldest)?, day(&newest)?);
            counts.oldest = Some(counts.oldest.map_or(oldest, |known| known.min(oldest)));
            counts.newest = Some(counts.newest.map_or(newest, |known| known.max(newest)));
        }
        let products: Vec<Named> = diesel::sql_query(BY_PRODUCT).load(conn)?;
        counts.products = products.into_iter().map(product).collect::<Result<_, Inconsistency>>()?;
        let sources = format!("{BY_SOURCE} {}", ComparableCounts::SOURCES);
        let sources: Vec<Named> = diesel::sql_query(sources).load(conn)?;
        counts.sources =
            sources.into_iter().map(|Named { name, number }| (name, number.unsigned_abs())).collect();
        Ok(counts)
    })
}

fn day(text: &str) -> Result<Date, Inconsistency> {
    ColumnRef { table: "comparable", column: "seen_on", row: "any" }.parse(text)
}

fn product(Named { name, number }: Named) -> Result<(Product, u64), Inconsistency> {
    let cell = ColumnRef { table: "comparable", column: "product", row: "any" };
    let product = Product::parse(&name).ok_or_else(|| cell.wrong("unknown product"))?;
    Ok((product, number.unsigned_abs()))
}
