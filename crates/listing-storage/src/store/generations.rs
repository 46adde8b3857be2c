//! Generations that are kept: their rows, and the port that finds them again.

mod port;

use diesel::prelude::*;
use jiff::Timestamp;
use listing_domain::generation::{NewGeneration, RenderedData};
use listing_domain::idempotency::StoredAnswer;
use listing_domain::photo::Thumbnail;
use listing_domain::quota::UsageAtCharge;

use crate::connection::Conn;
use crate::error::{Inconsistency, StorageError};
use crate::prepared::{Column, Prepared, Value};
use crate::rows::{ColumnRef, ensure_all, micros};
use crate::schema::generation;
use crate::store::wish;

/// Stores generations. The columns stand in the order of [`Kept::values`].
const SAVE: &str = "INSERT INTO generation
        (id, account, reservation, created_at, platforms, language, tone, quality, data, plan, free_used,
        free_limit, credits_remaining, thumbnail, is_listed, product)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
/// The same for many.
const SAVE_ALL: &str = "INSERT INTO generation
        (id, account, reservation, created_at, platforms, language, tone, quality, data, plan, free_used,
        free_limit, credits_remaining, thumbnail, is_listed, product)
    SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// How an account stood, in columns: plan, free units used, their limit, credits
/// left.
pub(super) type UsageRow = (String, i64, i64, i64);

/// What a key is answered with, in columns: data, and those of a [`UsageRow`].
pub(super) type AnswerRow = (Vec<u8>, String, i64, i64, i64);

/// A generation to be stored, with what its row says.
pub(super) struct Kept<'a> {
    generation: &'a NewGeneration,
    id: String,
    account: &'a str,
    reservation: &'a str,
    at: Timestamp,
    platforms: String,
    product: String,
    usage: UsageAtCharge,
}

impl<'a> Kept<'a> {
    /// What is stored of a generation with its charge.
    pub(super) fn new(
        generation: &'a NewGeneration,
        account: &'a str,
        reservation: &'a str,
        at: Timestamp,
        usage: UsageAtCharge,
    ) -> Self {
        let platforms = wish::codes(&generation.wish.platforms);
        let id = generation.id.to_string();
        let product = generation.product.code();
        Self { generation, id, account, reservation, at, platforms, product, usage }
    }

    fn thumbnail(&self) -> Option<&[u8]> {
        self.generation.thumbnail.as_ref().map(Thumbnail::as_jpeg)
    }

    fn values(&self) -> [Value<'_>; 16] {
        let (wish, usage) = (&self.generation.wish, &self.usage);
        [
            Value::Text(&self.id),
            Value::Text(self.account),
            Value::Text(self.reservation),
            Value::Number(micros(self.at)),
            Value::Text(&self.platforms),
            Value::Text(wish.language.code()),
            Value::Text(wish.tone.code()),
            Value::Text(wish.quality.code()),
            Value::Bytes(Some(self.generation.data.as_bytes())),
            Value::Text(usage.plan.code()),
            Value::Number(usage.free_used.into()),
            Value::Number(usage.free_limit.into()),
            Value::Number(usage.credits_remaining.into()),
            Value::Bytes(self.thumbnail()),
            Value::Number(self.generation.is_listed.into()),
            Value::Text(&self.product),
        ]
    }
}

/// Stores generations, all or none.
pub(super) fn save(conn: &mut Conn, kept: &[Kept<'_>]) -> Result<(), StorageError> {
    let Some(first) = kept.first() else { return Ok(()) };
    let rows: Vec<[Value<'_>; 16]> = kept.iter().map(Kept::values).collect();
    let saved = match conn {
        Conn::Postgres(conn) => Prepared::<(), _>::new(SAVE_ALL, &Column::of_rows(&rows)).execute(conn)?,
        Conn::Sqlite(conn) => {
            let one = |row: &[Value<'_>; 16]| Prepared::<()>::new(SAVE, row).execute(conn);
            rows.iter().map(one).sum::<QueryResult<usize>>()?
        }
    };
    Ok(ensure_all(saved, kept.len(), "generation", &first.id)?)
}

/// How the account stood after the charge of a reservation, if anything is
/// stored of that.
pub(super) fn usage_at_charge(
    conn: &mut Conn,
    reservation: &str,
) -> Result<Option<UsageAtCharge>, StorageError> {
    let columns =
        (generation::plan, generation::free_used, generation::free_limit, generation::credits_remaining);
    let of_it = generation::table.filter(generation::reservation.eq(reservation));
    let row: Option<UsageRow> = of_it.select(columns).get_result(conn).optional()?;
    Ok(row.map(|row| usage(reservation, row)).transpose()?)
}

/// An answer from its columns.
pub(super) fn answer(id: &str, row: AnswerRow) -> Result<StoredAnswer, Inconsistency> {
    let (data, plan, used, limit, credits) = row;
    Ok(StoredAnswer { data: RenderedData::new(data), usage: usage(id, (plan, used, limit, credits))? })
}

/// How an account stood, from its columns.
fn usage(row: &str, (plan, used, limit, credits): UsageRow) -> Result<UsageAtCharge, Inconsistency> {
    let cell = |column| ColumnRef { table: "generation", column, row };
    Ok(UsageAtCharge {
        plan: cell("plan").parse(&plan)?,
        free_used: cell("free_used").units(used)?,
        free_limit: cell("free_limit").units(limit)?,
        credits_remaining: cell("credits_remaining").units(credits)?,
    })
}
