//! Implements the history's port: listed generations are those in an account's history.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Nullable, Text};
use jiff::{SignedDuration, Timestamp};
use listing_domain::SearchText;
use listing_domain::generation::{
    Generation, GenerationCursor, GenerationEntry, GenerationFilter, GenerationSummary, ListPurpose,
    RenderedData, Revised, Revision, RewriteCount,
};
use listing_domain::idempotency::ANSWER_RETENTION;
use listing_domain::ids::{AccountId, GenerationId, ReservationId};
use listing_domain::money::Money;
use listing_domain::photo::Thumbnail;
use listing_domain::ports::{GenerationStore, StoreError};
use listing_domain::product::Product;
use listing_domain::sku::Sku;

use super::{SummaryRow, UsageRow, usage};
use crate::connection::{Conn, execute, on_engine};
use crate::error::{Inconsistency, StepError, StorageError};
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, micros};
use crate::store::Store;
use crate::store::kept_photos;
use crate::store::options::{OptionsRow, options, parse_platforms};

/// A query for history entries after a position, newest first, with the text that searches match.
macro_rules! entries {
    ($search_text:literal, $filter:literal) => {
        concat!(
            "SELECT id, created_at, platforms, name, price, currency, listed_on, sku,
                CAST(CASE WHEN thumbnail IS NULL THEN 0 ELSE 1 END AS BIGINT), ",
            $search_text,
            " FROM generation
            WHERE is_listed = 1 AND account = ? AND (created_at, id) < (?, ?)",
            $filter,
            " ORDER BY created_at DESC, id DESC LIMIT ?"
        )
    };
}
const ENTRIES: &str = entries!("''", "");
const SEARCHED_ENTRIES: &str = entries!("search_text", "");
const ENTRIES_OF_TIME: &str = entries!("''", " AND created_at >= ? AND created_at < ?");
/// The plus signs keep SQLite from choosing the index of times, which reads every row of the account.
const ENTRIES_OF_SKU: &str = entries!("''", " AND +created_at >= ? AND +created_at < ? AND sku = ?");

/// A query for full generations after a position, newest first.
macro_rules! generations {
    ($filter:literal) => {
        concat!(
            "SELECT id, account, created_at, platforms, language, tone, quality, product, data, revised,
                rewrites, plan, free_used, free_limit, credits_remaining,
                CAST(CASE WHEN thumbnail IS NULL THEN 0 ELSE 1 END AS BIGINT)
            FROM generation
            WHERE is_listed = 1 AND account = ? AND (created_at, id) < (?, ?)",
            $filter,
            " ORDER BY created_at DESC, id DESC LIMIT ?"
        )
    };
}
const LIST_OF_TIME: &str = generations!(" AND created_at >= ? AND created_at < ?");
const LIST_OF_SKU: &str = generations!(" AND +created_at >= ? AND +created_at < ? AND sku = ?");

/// A query for a generation in an account's history.
const GET: &str =
    "SELECT id, account, created_at, platforms, language, tone, quality, product, data, revised, rewrites,
        plan, free_used, free_limit, credits_remaining,
        CAST(CASE WHEN thumbnail IS NULL THEN 0 ELSE 1 END AS BIGINT)
    FROM generation WHERE is_listed = 1 AND account = ? AND id = ?";

/// A query for the thumbnail of a generation in an account's history.
const THUMBNAIL: &str = "SELECT thumbnail FROM generation WHERE is_listed = 1 AND account = ? AND id = ?";

/// A query for the reservation that was charged for a generation in an account's history.
const CHARGED: &str = "SELECT reservation FROM generation WHERE is_listed = 1 AND account = ? AND id = ?";

/// A query for a generation in any account's history.
const FIND: &str =
    "SELECT id, account, created_at, platforms, language, tone, quality, product, data, revised, rewrites,
        plan, free_used, free_limit, credits_remaining,
        CAST(CASE WHEN thumbnail IS NULL THEN 0 ELSE 1 END AS BIGINT)
    FROM generation WHERE is_listed = 1 AND id = ?";

/// A statement that stores revised data unless another revision came first. The last value is the earlier
/// revision that the new one is based on.
const REVISE: &str = "UPDATE generation
    SET revised = ?, product = ?, name = ?, price = ?, currency = ?, listed_on = ?, search_text = ?, sku = ?
    WHERE is_listed = 1 AND account = ? AND id = ? AND revised IS NOT DISTINCT FROM ?";

/// A statement that counts a rewrite if the count is below the limit.
const COUNT: &str = "UPDATE generation SET rewrites = rewrites + 1
    WHERE is_listed = 1 AND account = ? AND id = ? AND rewrites < ?";
/// A statement that subtracts a counted rewrite again.
const UNCOUNT: &str = "UPDATE generation SET rewrites = rewrites - 1
    WHERE is_listed = 1 AND account = ? AND id = ? AND rewrites > 0";

/// A statement that deletes a generation unless an idempotency key still needs it as its answer.
const DELETE: &str = "DELETE FROM generation WHERE is_listed = 1 AND account = ? AND id = ? AND NOT EXISTS (
    SELECT 1 FROM idempotency i WHERE i.reservation = generation.reservation AND i.state = 'answered')";
/// A statement that removes a generation from the history, but keeps its data for its idempotency key.
const HIDE: &str = "UPDATE generation
    SET is_listed = 0, thumbnail = NULL, revised = NULL, name = '', price = NULL, currency = NULL,
        listed_on = NULL, search_text = '', sku = NULL
    WHERE is_listed = 1 AND account = ? AND id = ?";

/// Statements that delete or hide all generations up to a moment, in batches small enough not to delay
/// other steps.
const DROP_OLD: &str = "DELETE FROM generation WHERE id IN (
    SELECT g.id FROM generation g WHERE g.is_listed = 1 AND g.created_at <= ? AND NOT EXISTS (
        SELECT 1 FROM idempotency i WHERE i.reservation = g.reservation AND i.state = 'answered')
    LIMIT 200)";
const HIDE_OLD: &str = "UPDATE generation
    SET is_listed = 0, thumbnail = NULL, revised = NULL, name = '', price = NULL, currency = NULL,
        listed_on = NULL, search_text = '', sku = NULL
    WHERE id IN (
    SELECT g.id FROM generation g WHERE g.is_listed = 1 AND g.created_at <= ? AND EXISTS (
        SELECT 1 FROM idempotency i WHERE i.reservation = g.reservation AND i.state = 'answered')
    LIMIT 200)";
/// A statement that deletes hidden generations that no idempotency key needs any more.
const DROP_UNLISTED: &str = "DELETE FROM generation WHERE id IN (
    SELECT g.id FROM generation g WHERE g.is_listed = 0 AND g.created_at <= ? AND NOT EXISTS (
        SELECT 1 FROM idempotency i WHERE i.reservation = g.reservation AND i.state = 'answered')
    LIMIT 200)";

/// A text that sorts after every id. With it, a position is before all generations of a moment.
const LAST_ID: &str = "~";

/// The columns of a generation: id, account, time, options, product, data, usage, thumbnail (1 if there
/// is one).
type Columns = (Text, Text, BigInt, OptionsColumns, Text, DataColumns, UsageColumns, BigInt);
type Row = (String, String, i64, OptionsRow, String, DataRow, UsageRow, i64);

/// Identity, moment, platforms of the options, name, price, its currency, platforms with a listing,
/// SKU, whether there is a thumbnail, text to search.
type EntryColumns = (Text, BigInt, Text, Text, PriceColumns, Nullable<Text>, Nullable<Text>, BigInt, Text);
type EntryRow = (String, i64, String, String, PriceRow, Option<String>, Option<String>, i64, String);

/// Price, currency.
type PriceColumns = (Nullable<BigInt>, Nullable<Text>);
type PriceRow = (Option<i64>, Option<String>);

/// The columns of a generation's data: the original data, the revised data, the number of rewrites.
type DataColumns = (Binary, Nullable<Binary>, BigInt);
type DataRow = (Vec<u8>, Option<Vec<u8>>, i64);

/// The columns of listing options: platforms, language, tone, quality.
type OptionsColumns = (Text, Text, Text, Text);

type UsageColumns = (Text, BigInt, BigInt, BigInt);

#[async_trait]
impl GenerationStore for Store {
    async fn list(
        &self,
        account: AccountId,
        after: Option<GenerationCursor>,
        limit: u32,
        purpose: ListPurpose,
    ) -> Result<Vec<GenerationEntry>, StoreError> {
        let statement = match purpose {
            ListPurpose::Show => ENTRIES,
            ListPurpose::Search => SEARCHED_ENTRIES,
        };
        let found = self.read(move |conn| {
            let (owner, (at, id)) = (account.to_string(), start(after));
            let values =
                [Value::Text(&owner), Value::Number(at), Value::Text(&id), Value::Number(limit.into())];
            let query = Prepared::<EntryColumns>::new(statement, &values);
            let rows: Vec<EntryRow> = on_engine!(conn, |conn| query.load(conn))?;
            Ok(rows.into_iter().map(entry).collect::<Result<_, Inconsistency>>()?)
        });
        found.await
    }

    async fn list_matching(
        &self,
        account: AccountId,
        filter: &GenerationFilter,
        after: Option<GenerationCursor>,
        limit: u32,
    ) -> Result<Vec<GenerationEntry>, StoreError> {
        let filter = filter.clone();
        let found = self.read(move |conn| {
            let (owner, (at, id)) = (account.to_string(), start(after));
            let values = filtered(&owner, (at, &id), &filter, limit);
            let statement = if filter.sku.is_some() { ENTRIES_OF_SKU } else { ENTRIES_OF_TIME };
            let query = Prepared::<EntryColumns>::new(statement, &values);
            let rows: Vec<EntryRow> = on_engine!(conn, |conn| query.load(conn))?;
            Ok(rows.into_iter().map(entry).collect::<Result<_, Inconsistency>>()?)
        });
        found.await
    }

    async fn list_in_full(
        &self,
        account: AccountId,
        filter: &GenerationFilter,
        after: Option<GenerationCursor>,
        limit: u32,
    ) -> Result<Vec<Generation>, StoreError> {
        let filter = filter.clone();
        let found = self.read(move |conn| {
            let (owner, (at, id)) = (account.to_string(), start(after));
            let values = filtered(&owner, (at, &id), &filter, limit);
            let statement = if filter.sku.is_some() { LIST_OF_SKU } else { LIST_OF_TIME };
            load(conn, statement, &values)
        });
        found.await
    }

    async fn get_all(&self, account: AccountId, ids: &[GenerationId]) -> Result<Vec<Generation>, StoreError> {
        let ids: Vec<String> = ids.iter().map(GenerationId::to_string).collect();
        let found = self.read(move |conn| {
            let owner = account.to_string();
            let mut found = Vec::new();
            for id in &ids {
                found.extend(load(conn, GET, &[Value::Text(&owner), Value::Text(id)])?);
            }
            Ok(found)
        });
        found.await
    }

    async fn get(&self, account: AccountId, id: GenerationId) -> Result<Option<Generation>, StoreError> {
        let found = self.read(move |conn| {
            let (owner, id) = (account.to_string(), id.to_string());
            load(conn, GET, &[Value::Text(&owner), Value::Text(&id)])
        });
        Ok(found.await?.pop())
    }

    async fn thumbnail(&self, account: AccountId, id: GenerationId) -> Result<Option<Thumbnail>, StoreError> {
        let found = self.read(move |conn| {
            let (owner, id) = (account.to_string(), id.to_string());
            let values = [Value::Text(&owner), Value::Text(&id)];
            let query = Prepared::<(Nullable<Binary>,)>::new(THUMBNAIL, &values);
            let rows: Vec<(Option<Vec<u8>>,)> = on_engine!(conn, |conn| query.load(conn))?;
            let cell = ColumnRef { table: "generation", column: "thumbnail", row: &id };
            let picture = rows.into_iter().next().and_then(|(picture,)| picture);
            Ok(picture.map(Thumbnail::new).transpose().map_err(|error| cell.wrong(error))?)
        });
        found.await
    }

    async fn charged(
        &self,
        account: AccountId,
        id: GenerationId,
    ) -> Result<Option<ReservationId>, StoreError> {
        let found = self.read(move |conn| {
            let (owner, id) = (account.to_string(), id.to_string());
            let values = [Value::Text(&owner), Value::Text(&id)];
            let query = Prepared::<(Text,)>::new(CHARGED, &values);
            let rows: Vec<(String,)> = on_engine!(conn, |conn| query.load(conn))?;
            let cell = ColumnRef { table: "generation", column: "reservation", row: &id };
            let found = rows.first().map(|(reservation,)| cell.parse(reservation)).transpose();
            Ok(found?)
        });
        found.await
    }

    async fn find(&self, id: GenerationId) -> Result<Option<Generation>, StoreError> {
        let found = self.read(move |conn| load(conn, FIND, &[Value::Text(&id.to_string())]));
        Ok(found.await?.pop())
    }

    async fn count_rewrite(
        &self,
        account: AccountId,
        id: GenerationId,
        limit: u32,
    ) -> Result<RewriteCount, StoreError> {
        self.write(move |conn| Ok(count(conn, account, id, limit)?)).await
    }

    async fn uncount_rewrite(&self, account: AccountId, id: GenerationId) -> Result<(), StoreError> {
        let uncounted = self.write(move |conn| {
            let (account, id) = (account.to_string(), id.to_string());
            Ok(execute(conn, UNCOUNT, &[Value::Text(&account), Value::Text(&id)])?)
        });
        uncounted.await.map(|_| ())
    }

    async fn revise(
        &self,
        account: AccountId,
        id: GenerationId,
        revision: &Revision,
    ) -> Result<Revised, StoreError> {
        let revision = revision.clone();
        self.write(move |conn| Ok(revise(conn, &account.to_string(), id, &revision)?)).await
    }

    async fn delete(&self, account: AccountId, id: GenerationId) -> Result<bool, StoreError> {
        let deleted = self.write(move |conn| {
            let (account, id) = (account.to_string(), id.to_string());
            let values = [Value::Text(&account), Value::Text(&id)];
            kept_photos::delete(conn, &account, &id)?;
            Ok(execute(conn, DELETE, &values)? + execute(conn, HIDE, &values)? > 0)
        });
        deleted.await
    }

    async fn purge(&self, now: Timestamp, keep_for: SignedDuration) -> Result<(), StoreError> {
        let now = self.moment(now);
        let before = |age| micros(now.saturating_sub(age).unwrap_or(Timestamp::MIN));
        let (old, answered) = (before(keep_for), before(ANSWER_RETENTION));
        // First and in smaller steps, because photos are large.
        self.delete_in_steps(move |conn| kept_photos::delete_old(conn, old)).await?;
        loop {
            let some = self.write(move |conn| {
                let old = [Value::Number(old)];
                let changed = execute(conn, DROP_OLD, &old)? + execute(conn, HIDE_OLD, &old)?;
                Ok::<usize, StepError<StoreError>>(
                    changed + execute(conn, DROP_UNLISTED, &[Value::Number(answered)])?,
                )
            });
            if some.await? == 0 {
                return Ok(());
            }
        }
    }
}

fn count(
    conn: &mut Conn,
    account: AccountId,
    id: GenerationId,
    limit: u32,
) -> Result<RewriteCount, StorageError> {
    let (account, id) = (account.to_string(), id.to_string());
    let values = [Value::Text(&account), Value::Text(&id), Value::Number(limit.into())];
    let is_counted = execute(conn, COUNT, &values)? > 0;
    Ok(match load(conn, GET, &values[..2])?.pop() {
        None => RewriteCount::Missing,
        Some(Generation { rewrites, .. }) if is_counted => RewriteCount::Counted { rewrites },
        Some(_) => RewriteCount::Exhausted,
    })
}

/// Stores new data for a generation, unless another revision came first.
pub(in crate::store) fn revise(
    conn: &mut Conn,
    account: &str,
    id: GenerationId,
    revision: &Revision,
) -> Result<Revised, StorageError> {
    let id = id.to_string();
    let (product, summary) = (revision.product.code(), SummaryRow::from(&revision.summary));
    let values = [
        Value::Bytes(Some(revision.data.as_bytes())),
        Value::Text(&product),
        Value::Text(&summary.name),
        Value::OptionalNumber(summary.price),
        Value::OptionalText(summary.currency),
        Value::OptionalText(summary.listed_on.as_deref()),
        Value::Text(&summary.search_text),
        Value::OptionalText(summary.sku.as_deref()),
        Value::Text(account),
        Value::Text(&id),
        Value::Bytes(revision.based_on.as_ref().map(RenderedData::as_bytes)),
    ];
    if execute(conn, REVISE, &values)? > 0 {
        return Ok(Revised::Done);
    }
    let is_there = !load(conn, GET, &values[8..10])?.is_empty();
    Ok(if is_there { Revised::Overtaken } else { Revised::Missing })
}

/// Returns the position after which a list begins.
fn start(after: Option<GenerationCursor>) -> (i64, String) {
    match after {
        Some(position) => (micros(position.created_at), position.id.to_string()),
        None => (i64::MAX, LAST_ID.to_owned()),
    }
}

/// Returns the values of a filtered list, in the order of its statement.
fn filtered<'a>(
    owner: &'a str,
    (at, id): (i64, &'a str),
    filter: &'a GenerationFilter,
    limit: u32,
) -> Vec<Value<'a>> {
    let GenerationFilter { sku, from, to } = filter;
    let (from, to) = (from.map_or(i64::MIN, micros), to.map_or(i64::MAX, micros));
    let mut values = vec![Value::Text(owner), Value::Number(at), Value::Text(id)];
    values.extend([Value::Number(from), Value::Number(to)]);
    values.extend(sku.as_ref().map(|sku| Value::Text(sku.as_str())));
    values.push(Value::Number(limit.into()));
    values
}

fn entry(row: EntryRow) -> Result<GenerationEntry, Inconsistency> {
    let (id, created_at, options_row, name, (price, currency), listed_on, sku, has_thumbnail, search_text) =
        row;
    let cell = |column| ColumnRef { table: "generation", column, row: &id };
    let currency = currency.map(|currency| cell("currency").parse(&currency)).transpose()?;
    // A service of an earlier version leaves this column empty.
    let platforms = match &listed_on {
        Some(codes) => parse_platforms(codes, cell("listed_on"))?,
        None => parse_platforms(&options_row, cell("platforms"))?,
    };
    Ok(GenerationEntry {
        id: cell("id").parse(&id)?,
        created_at: cell("created_at").moment(created_at)?,
        summary: GenerationSummary {
            name,
            price: price.zip(currency).map(|(minor, currency)| Money::from_minor(minor, currency)),
            platforms,
            search_text: SearchText::from_folded(search_text),
            sku: sku
                .map(|sku| Sku::parse("sku", &sku))
                .transpose()
                .map_err(|error| cell("sku").wrong(error))?,
        },
        has_thumbnail: has_thumbnail != 0,
    })
}

fn load(
    conn: &mut Conn,
    statement: &'static str,
    values: &[Value<'_>],
) -> Result<Vec<Generation>, StorageError> {
    let query = Prepared::<Columns>::new(statement, values);
    let rows: Vec<Row> = on_engine!(conn, |conn| query.load(conn))?;
    Ok(rows.into_iter().map(read).collect::<Result<_, Inconsistency>>()?)
}

fn read(row: Row) -> Result<Generation, Inconsistency> {
    let (id, account, created_at, options_row, product, (data, revised, rewrites), usage_row, has_thumbnail) =
        row;
    let cell = |column| ColumnRef { table: "generation", column, row: &id };
    Ok(Generation {
        id: cell("id").parse(&id)?,
        account: cell("account").parse(&account)?,
        created_at: cell("created_at").moment(created_at)?,
        options: options(&options_row, ["platforms", "language", "tone", "quality"].map(cell))?,
        product: Product::parse(&product).ok_or_else(|| cell("product").wrong("unknown product"))?,
        data: RenderedData::new(data),
        revised: revised.map(RenderedData::new),
        rewrites: cell("rewrites").units(rewrites)?,
        usage: usage(&id, usage_row)?,
        has_thumbnail: has_thumbnail != 0,
    })
}
