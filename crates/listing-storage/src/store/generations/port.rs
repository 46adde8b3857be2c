//! The history's port.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Nullable, Text};
use jiff::{SignedDuration, Timestamp};
use listing_domain::generation::{
    Generation, GenerationPlace, RenderedData, Revised, Revision, RevisionKind,
};
use listing_domain::idempotency::ANSWER_KEPT;
use listing_domain::ids::{AccountId, GenerationId, ReservationId};
use listing_domain::photo::Thumbnail;
use listing_domain::ports::{GenerationStore, StoreError};
use listing_domain::product::Product;

use super::{UsageRow, usage};
use crate::connection::{Conn, execute, on_engine};
use crate::error::{Inconsistency, Stop, StorageError};
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, micros};
use crate::store::Store;
use crate::store::wish::{WishRow, wish};

/// What is listed after a place, newest first.
const LIST: &str =
    "SELECT id, account, created_at, platforms, language, tone, quality, product, data, revised, rewrites,
        plan, free_used, free_limit, credits_remaining, thumbnail
    FROM generation
    WHERE is_listed = 1 AND account = ? AND (created_at, id) < (?, ?)
    ORDER BY created_at DESC, id DESC LIMIT ?";

/// One that is listed.
const GET: &str =
    "SELECT id, account, created_at, platforms, language, tone, quality, product, data, revised, rewrites,
        plan, free_used, free_limit, credits_remaining, thumbnail
    FROM generation WHERE is_listed = 1 AND account = ? AND id = ?";

/// The unit that was charged for one.
const CHARGED: &str = "SELECT reservation FROM generation WHERE is_listed = 1 AND account = ? AND id = ?";

/// The same of whomever.
const FIND: &str =
    "SELECT id, account, created_at, platforms, language, tone, quality, product, data, revised, rewrites,
        plan, free_used, free_limit, credits_remaining, thumbnail
    FROM generation WHERE is_listed = 1 AND id = ?";

/// Keeps new data, of as many rewrites before as are allowed, and only if nothing was revised since
/// what they were made of.
const REVISE: &str = "UPDATE generation SET revised = ?, rewrites = rewrites + ?
    WHERE is_listed = 1 AND account = ? AND id = ? AND rewrites <= ? AND revised IS NOT DISTINCT FROM ?";

/// Drops one that no key has to be answered with.
const DELETE: &str = "DELETE FROM generation WHERE is_listed = 1 AND account = ? AND id = ? AND NOT EXISTS (
    SELECT 1 FROM idempotency i WHERE i.reservation = generation.reservation AND i.state = 'answered')";
/// Leaves one to its key alone.
const HIDE: &str = "UPDATE generation SET is_listed = 0, thumbnail = NULL, revised = NULL
    WHERE is_listed = 1 AND account = ? AND id = ?";

/// The same of histories up to a moment; so many at once that nobody waits long.
const DROP_OLD: &str = "DELETE FROM generation WHERE id IN (
    SELECT g.id FROM generation g WHERE g.is_listed = 1 AND g.created_at <= ? AND NOT EXISTS (
        SELECT 1 FROM idempotency i WHERE i.reservation = g.reservation AND i.state = 'answered')
    LIMIT 200)";
const HIDE_OLD: &str = "UPDATE generation SET is_listed = 0, thumbnail = NULL, revised = NULL WHERE id IN (
    SELECT g.id FROM generation g WHERE g.is_listed = 1 AND g.created_at <= ? AND EXISTS (
        SELECT 1 FROM idempotency i WHERE i.reservation = g.reservation AND i.state = 'answered')
    LIMIT 200)";
/// Drops what was kept for keys that need it no more.
const DROP_UNLISTED: &str = "DELETE FROM generation WHERE id IN (
    SELECT g.id FROM generation g WHERE g.is_listed = 0 AND g.created_at <= ? AND NOT EXISTS (
        SELECT 1 FROM idempotency i WHERE i.reservation = g.reservation AND i.state = 'answered')
    LIMIT 200)";

/// After every identity, and so the first place of a moment.
const LAST_ID: &str = "~";

/// Identity, account, moment, wish, product, data, usage, thumbnail.
type Columns = (Text, Text, BigInt, WishColumns, Text, DataColumns, UsageColumns, Nullable<Binary>);
type Row = (String, String, i64, WishRow, String, DataRow, UsageRow, Option<Vec<u8>>);

/// What went out, what became of it, how often it was written again.
type DataColumns = (Binary, Nullable<Binary>, BigInt);
type DataRow = (Vec<u8>, Option<Vec<u8>>, i64);

/// Platforms, language, tone, quality.
type WishColumns = (Text, Text, Text, Text);

type UsageColumns = (Text, BigInt, BigInt, BigInt);

#[async_trait]
impl GenerationStore for Store {
    async fn list(
        &self,
        account: AccountId,
        after: Option<GenerationPlace>,
        limit: u32,
    ) -> Result<Vec<Generation>, StoreError> {
        let (at, id) = match after {
            Some(place) => (micros(place.created_at), place.id.to_string()),
            None => (i64::MAX, LAST_ID.to_owned()),
        };
        let found = self.read(move |conn| {
            let owner = account.to_string();
            let values =
                [Value::Text(&owner), Value::Number(at), Value::Text(&id), Value::Number(limit.into())];
            load(conn, LIST, &values)
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

    async fn revise(
        &self,
        account: AccountId,
        id: GenerationId,
        revision: &Revision,
    ) -> Result<Revised, StoreError> {
        let revision = revision.clone();
        self.write(move |conn| Ok(revise(conn, account, id, &revision)?)).await
    }

    async fn delete(&self, account: AccountId, id: GenerationId) -> Result<bool, StoreError> {
        let deleted = self.write(move |conn| {
            let (account, id) = (account.to_string(), id.to_string());
            let values = [Value::Text(&account), Value::Text(&id)];
            Ok(execute(conn, DELETE, &values)? + execute(conn, HIDE, &values)? > 0)
        });
        deleted.await
    }

    async fn purge(&self, now: Timestamp, keep_for: SignedDuration) -> Result<(), StoreError> {
        let now = self.moment(now);
        let before = |kept| micros(now.saturating_sub(kept).unwrap_or(Timestamp::MIN));
        let (old, answered) = (before(keep_for), before(ANSWER_KEPT));
        loop {
            let some = self.write(move |conn| {
                let old = [Value::Number(old)];
                let changed = execute(conn, DROP_OLD, &old)? + execute(conn, HIDE_OLD, &old)?;
                Ok::<usize, Stop<StoreError>>(
                    changed + execute(conn, DROP_UNLISTED, &[Value::Number(answered)])?,
                )
            });
            if some.await? == 0 {
                return Ok(());
            }
        }
    }
}

/// Keeps new data, or tells why not.
fn revise(
    conn: &mut Conn,
    account: AccountId,
    id: GenerationId,
    revision: &Revision,
) -> Result<Revised, StorageError> {
    let (account, id) = (account.to_string(), id.to_string());
    let (counted, most_before) = match revision.kind {
        RevisionKind::Edit => (0, i64::MAX),
        RevisionKind::Rewrite { limit } => (1, i64::from(limit) - 1),
    };
    let values = [
        Value::Bytes(Some(revision.data.as_bytes())),
        Value::Number(counted),
        Value::Text(&account),
        Value::Text(&id),
        Value::Number(most_before),
        Value::Bytes(revision.based_on.as_ref().map(RenderedData::as_bytes)),
    ];
    let is_done = change(conn, REVISE, &values)? > 0;
    let found = load(conn, GET, &[Value::Text(&account), Value::Text(&id)])?.pop();
    Ok(match found {
        None => Revised::Missing,
        Some(Generation { rewrites, .. }) if is_done => Revised::Done { rewrites },
        Some(Generation { rewrites, .. }) if i64::from(rewrites) > most_before => Revised::Exhausted,
        Some(_) => Revised::Overtaken,
    })
}

/// Runs a statement that changes rows; how many it changed.
fn change(conn: &mut Conn, statement: &'static str, values: &[Value<'_>]) -> Result<usize, StorageError> {
    let statement = Prepared::<()>::new(statement, values);
    Ok(on_engine!(conn, |conn| statement.execute(conn))?)
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

/// A generation from its row.
fn read(row: Row) -> Result<Generation, Inconsistency> {
    let (id, account, created_at, wished, product, (data, revised, rewrites), stood, thumbnail) = row;
    let cell = |column| ColumnRef { table: "generation", column, row: &id };
    Ok(Generation {
        id: cell("id").parse(&id)?,
        account: cell("account").parse(&account)?,
        created_at: cell("created_at").moment(created_at)?,
        wish: wish(&wished, ["platforms", "language", "tone", "quality"].map(cell))?,
        product: Product::parse(&product).ok_or_else(|| cell("product").wrong("no product is called so"))?,
        data: RenderedData::new(data),
        revised: revised.map(RenderedData::new),
        rewrites: cell("rewrites").units(rewrites)?,
        usage: usage(&id, stood)?,
        thumbnail: thumbnail
            .map(Thumbnail::new)
            .transpose()
            .map_err(|error| cell("thumbnail").wrong(error))?,
    })
}
