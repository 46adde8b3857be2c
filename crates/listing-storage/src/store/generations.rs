//! Stores generations (the answers to listing requests) and implements the history's port.

mod port;

pub(super) use port::revise;

use diesel::prelude::*;
use jiff::Timestamp;
use listing_domain::generation::{GenerationSummary, NewGeneration, RenderedData};
use listing_domain::idempotency::StoredAnswer;
use listing_domain::money::Money;
use listing_domain::photo::Thumbnail;
use listing_domain::quota::UsageAtCharge;
use listing_domain::sku::Sku;

use crate::connection::Conn;
use crate::error::{Inconsistency, StorageError};
use crate::prepared::{Column, Prepared, Value};
use crate::rows::{ColumnRef, ensure_all, micros};
use crate::schema::generation;
use crate::store::options;

/// The columns have the order of [`GenerationRow::values`].
const SAVE: &str = "INSERT INTO generation
        (id, account, reservation, created_at, platforms, language, tone, quality, data, plan, free_used,
        free_limit, credits_remaining, thumbnail, is_listed, product, name, price, currency, listed_on,
        search_text, sku)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
const SAVE_ALL: &str = "INSERT INTO generation
        (id, account, reservation, created_at, platforms, language, tone, quality, data, plan, free_used,
        free_limit, credits_remaining, thumbnail, is_listed, product, name, price, currency, listed_on,
        search_text, sku)
    SELECT * FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// Plan, free units used, free units each month, credits left.
pub(super) type UsageRow = (String, i64, i64, i64);

/// The data, then a [`UsageRow`].
pub(super) type AnswerRow = (Vec<u8>, String, i64, i64, i64);

#[derive(Default)]
struct SummaryRow {
    name: String,
    price: Option<i64>,
    currency: Option<&'static str>,
    listed_on: Option<String>,
    search_text: String,
    sku: Option<String>,
}

impl From<&GenerationSummary> for SummaryRow {
    fn from(summary: &GenerationSummary) -> Self {
        let GenerationSummary { name, price, platforms, search_text, sku } = summary;
        Self {
            name: name.clone(),
            price: price.map(Money::minor),
            currency: price.map(|price| price.currency().code()),
            listed_on: Some(options::codes(platforms)),
            search_text: search_text.as_str().to_owned(),
            sku: sku.as_ref().map(Sku::to_string),
        }
    }
}

pub(super) struct GenerationRow<'a> {
    generation: &'a NewGeneration,
    id: String,
    account: &'a str,
    reservation: &'a str,
    at: Timestamp,
    platforms: String,
    product: String,
    summary: SummaryRow,
    usage: UsageAtCharge,
}

impl<'a> GenerationRow<'a> {
    pub(super) fn new(
        generation: &'a NewGeneration,
        account: &'a str,
        reservation: &'a str,
        at: Timestamp,
        usage: UsageAtCharge,
    ) -> Self {
        let platforms = options::codes(generation.options.platforms.as_slice());
        let id = generation.id.to_string();
        let product = generation.product.code();
        // Only the history reads a summary.
        let summary = generation.is_listed.then(|| SummaryRow::from(&generation.summary));
        let summary = summary.unwrap_or_default();
        Self { generation, id, account, reservation, at, platforms, product, summary, usage }
    }

    fn thumbnail(&self) -> Option<&[u8]> {
        self.generation.thumbnail.as_ref().map(Thumbnail::as_jpeg)
    }

    fn values(&self) -> [Value<'_>; 22] {
        let (options, usage) = (&self.generation.options, &self.usage);
        [
            Value::Text(&self.id),
            Value::Text(self.account),
            Value::Text(self.reservation),
            Value::Number(micros(self.at)),
            Value::Text(&self.platforms),
            Value::Text(options.language.code()),
            Value::Text(options.tone.code()),
            Value::Text(options.quality.code()),
            Value::Bytes(Some(self.generation.data.as_bytes())),
            Value::Text(usage.plan.code()),
            Value::Number(usage.free_used.into()),
            Value::Number(usage.free_limit.into()),
            Value::Number(usage.credits_remaining.into()),
            Value::Bytes(self.thumbnail()),
            Value::Number(self.generation.is_listed.into()),
            Value::Text(&self.product),
            Value::Text(&self.summary.name),
            Value::OptionalNumber(self.summary.price),
            Value::OptionalText(self.summary.currency),
            Value::OptionalText(self.summary.listed_on.as_deref()),
            Value::Text(&self.summary.search_text),
            Value::OptionalText(self.summary.sku.as_deref()),
        ]
    }
}

pub(super) fn save(conn: &mut Conn, generations: &[GenerationRow<'_>]) -> Result<(), StorageError> {
    let Some(first) = generations.first() else { return Ok(()) };
    let rows: Vec<[Value<'_>; 22]> = generations.iter().map(GenerationRow::values).collect();
    let saved = match conn {
        Conn::Postgres(conn) => Prepared::<(), _>::new(SAVE_ALL, &Column::from_rows(&rows)).execute(conn)?,
        Conn::Sqlite(conn) => {
            let one = |row: &[Value<'_>; 22]| Prepared::<()>::new(SAVE, row).execute(conn);
            rows.iter().map(one).sum::<QueryResult<usize>>()?
        }
    };
    Ok(ensure_all(saved, generations.len(), "generation", &first.id)?)
}

pub(super) fn usage_at_charge(
    conn: &mut Conn,
    reservation: &str,
) -> Result<Option<UsageAtCharge>, StorageError> {
    let columns =
        (generation::plan, generation::free_used, generation::free_limit, generation::credits_remaining);
    let query = generation::table.filter(generation::reservation.eq(reservation));
    let row: Option<UsageRow> = query.select(columns).get_result(conn).optional()?;
    Ok(row.map(|row| usage(reservation, row)).transpose()?)
}

pub(super) fn answer(id: &str, row: AnswerRow) -> Result<StoredAnswer, Inconsistency> {
    let (data, plan, used, limit, credits) = row;
    Ok(StoredAnswer {
        generation: ColumnRef { table: "idempotency", column: "generation", row: id }.parse(id)?,
        data: RenderedData::new(data),
        usage: usage(id, (plan, used, limit, credits))?,
    })
}

fn usage(row: &str, (plan, used, limit, credits): UsageRow) -> Result<UsageAtCharge, Inconsistency> {
    let cell = |column| ColumnRef { table: "generation", column, row };
    Ok(UsageAtCharge {
        plan: cell("plan").parse(&plan)?,
        free_used: cell("free_used").units(used)?,
        free_limit: cell("free_limit").units(limit)?,
        credits_remaining: cell("credits_remaining").units(credits)?,
    })
}
