//! Implements the port of batches.

mod request;

use std::sync::Arc;

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Nullable, Text};
use jiff::{SignedDuration, Timestamp};
use listing_domain::batch::{
    Batch, BatchItem, BatchPolicy, BatchState, ClaimedItem, ItemClaim, ItemFailure, ItemFault, ItemOutcome,
    ItemProgress, ItemState, NewBatch, NewItem, StoredPhoto,
};
use listing_domain::ids::{AccountId, BatchId};
use listing_domain::ports::{BatchStore, Created, StoreError};
use listing_domain::sku::Sku;

use super::{Store, access, webhooks};
use crate::connection::{Conn, execute, on_engine};
use crate::error::{Inconsistency, StepError, StorageError};
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, micros, missing};

const BY_KEY: &str = "SELECT id, fingerprint FROM batch WHERE account = ? AND request_key = ?";
const RUNNING: &str = "SELECT COUNT(*) FROM batch WHERE account = ? AND state = 'running'";
const INSERT: &str = "INSERT INTO batch
    (id, account, created_at, state, ended_at, claimed_at, request_key, fingerprint)
    VALUES (?, ?, ?, 'running', NULL, 0, ?, ?)";
const INSERT_ITEM: &str = "INSERT INTO batch_item
    (id, batch, account, position, request, sku, state, attempt, failures, due_at, fault, message)
    VALUES (?, ?, ?, ?, ?, ?, 'waiting', 0, 0, 0, NULL, NULL)";
const INSERT_PHOTO: &str = "INSERT INTO batch_photo (item, position, jpeg) VALUES (?, ?, ?)";

const GET: &str = "SELECT id, created_at, state, ended_at FROM batch WHERE account = ? AND id = ?";
const LIST: &str = "SELECT id, created_at, state, ended_at FROM batch WHERE account = ?
    ORDER BY created_at DESC, id DESC LIMIT ?";
const ITEMS: &str = "SELECT id, sku, state, fault, message FROM batch_item WHERE batch = ? ORDER BY position";

const CANCEL: &str = "UPDATE batch SET state = 'cancelled', ended_at = ?
    WHERE account = ? AND id = ? AND state = 'running'";
const CANCEL_ITEMS: &str = "UPDATE batch_item SET state = 'cancelled', due_at = NULL, request = ?
    WHERE batch = ? AND state = 'waiting'";

/// A statement that claims the next item of the account whose turn it is.
macro_rules! claim {
    ($lock:literal) => {
        concat!(
            "UPDATE batch_item SET state = 'running', attempt = attempt + 1, due_at = ? WHERE id = (
                SELECT i.id FROM batch_item i JOIN batch b ON b.id = i.batch
                WHERE i.due_at <= ? AND i.account = (
                    SELECT d.account FROM (SELECT DISTINCT account FROM batch_item WHERE due_at <= ?) d
                    JOIN account a ON a.id = d.account AND a.suspended_at IS NULL
                    ORDER BY
                        (SELECT COUNT(*) FROM batch_item r
                            WHERE r.account = d.account AND r.due_at > ? AND r.state = 'running'),
                        (SELECT MAX(c.claimed_at) FROM batch c WHERE c.account = d.account),
                        d.account
                    LIMIT 1)
                ORDER BY b.created_at, b.id, i.position LIMIT 1",
            $lock,
            ")
            RETURNING id, batch, account, attempt, failures, request"
        )
    };
}
const CLAIM_SQLITE: &str = claim!("");
/// Skips items that another process is claiming.
const CLAIM_POSTGRES: &str = claim!(" FOR UPDATE OF i SKIP LOCKED");
const NOTE_CLAIM: &str = "UPDATE batch SET claimed_at = ? WHERE id = ?";
const PHOTOS: &str = "SELECT jpeg FROM batch_photo WHERE item = ? ORDER BY position";

const RENEW: &str = "UPDATE batch_item SET due_at = ? WHERE id = ? AND attempt = ? AND state = 'running'";

/// Locks the batch of an item, so that of its last two items one sees the end of the other.
const LOCK_BATCH: &str =
    "UPDATE batch SET claimed_at = claimed_at WHERE id = (SELECT batch FROM batch_item WHERE id = ?)";
const END: &str = "UPDATE batch_item SET state = ?, due_at = NULL, request = ?, fault = ?, message = ?
    WHERE id = ? AND attempt = ? AND state = 'running'";
const RETRY: &str = "UPDATE batch_item SET state = 'waiting', due_at = ?, failures = failures + ?
    WHERE id = ? AND attempt = ? AND state = 'running'
        AND EXISTS (SELECT 1 FROM batch b WHERE b.id = batch_item.batch AND b.state <> 'cancelled')";
const FINISH_BATCH: &str = "UPDATE batch SET state = 'finished', ended_at = ?
    WHERE id = (SELECT batch FROM batch_item WHERE id = ?) AND state = 'running'
        AND NOT EXISTS (SELECT 1 FROM batch_item i WHERE i.batch = batch.id AND i.due_at IS NOT NULL)";
const BATCH_OF_ITEM: &str = "SELECT account, batch FROM batch_item WHERE id = ?";
const DELETE_PHOTOS: &str = "DELETE FROM batch_photo WHERE item = ?";
const DELETE_PHOTOS_OF_ENDED: &str = "DELETE FROM batch_photo
    WHERE item IN (SELECT id FROM batch_item WHERE batch = ? AND due_at IS NULL)";

/// Statements that delete batches: all of an account, or those that ended up to a moment.
macro_rules! delete {
    ($filter:literal) => {
        [
            concat!(
                "DELETE FROM batch_photo WHERE item IN (SELECT i.id FROM batch_item i JOIN batch b
                    ON b.id = i.batch WHERE b.",
                $filter,
                ")"
            ),
            concat!("DELETE FROM batch_item WHERE batch IN (SELECT b.id FROM batch b WHERE b.", $filter, ")"),
            concat!("DELETE FROM batch WHERE ", $filter),
        ]
    };
}
const DELETE_OF_ACCOUNT: [&str; 3] = delete!("account = ?");
const DELETE_ENDED: [&str; 3] = delete!("ended_at <= ?");

/// The message of an item whose stored request this version cannot read.
const UNREADABLE: &str = "Another version of the service stored this item: send it again";

/// Id, created, state, ended.
type BatchColumns = (Text, BigInt, Text, Nullable<BigInt>);
type BatchRow = (String, i64, String, Option<i64>);
/// Id, SKU, state, fault, message.
type ItemColumns = (Text, Nullable<Text>, Text, Nullable<Text>, Nullable<Text>);
type ItemRow = (String, Option<String>, String, Option<String>, Option<String>);
/// Id, batch, account, attempt, failures, request.
type ClaimColumns = (Text, Text, Text, BigInt, BigInt, Binary);
type ClaimRow = (String, String, String, i64, i64, Vec<u8>);

type Step<T> = Result<T, StepError<StoreError>>;

#[async_trait]
impl BatchStore for Store {
    async fn create(&self, batch: Arc<NewBatch>) -> Result<Created, StoreError> {
        self.write(move |conn: &mut Conn| -> Step<_> { Ok(create(conn, &batch)?) }).await
    }

    async fn get(&self, account: AccountId, id: BatchId) -> Result<Option<Batch>, StoreError> {
        self.read(move |conn| own(conn, &account.to_string(), &id.to_string())).await
    }

    async fn list(&self, account: AccountId, limit: u32) -> Result<Vec<Batch>, StoreError> {
        let found = self.read(move |conn| {
            let owner = account.to_string();
            batches(conn, LIST, &[Value::Text(&owner), Value::Number(limit.into())])
        });
        found.await
    }

    async fn cancel(
        &self,
        account: AccountId,
        id: BatchId,
        now: Timestamp,
    ) -> Result<Option<Batch>, StoreError> {
        let step = move |conn: &mut Conn| -> Step<_> {
            let (owner, id) = (account.to_string(), id.to_string());
            let values = [Value::Number(micros(now)), Value::Text(&owner), Value::Text(&id)];
            if execute(conn, CANCEL, &values)? > 0 {
                execute(conn, CANCEL_ITEMS, &[Value::Bytes(Some(&[])), Value::Text(&id)])?;
                execute(conn, DELETE_PHOTOS_OF_ENDED, &[Value::Text(&id)])?;
                queue_webhooks(conn, &owner, &id)?;
            }
            Ok(own(conn, &owner, &id)?)
        };
        self.write(step).await
    }

    async fn claim(&self, now: Timestamp, until: Timestamp) -> Result<Option<ClaimedItem>, StoreError> {
        self.write(move |conn: &mut Conn| -> Step<_> { Ok(claim(conn, micros(now), micros(until))?) }).await
    }

    async fn renew(&self, claim: ItemClaim, until: Timestamp) -> Result<bool, StoreError> {
        let step = move |conn: &mut Conn| -> Step<_> {
            let id = claim.item.to_string();
            let values =
                [Value::Number(micros(until)), Value::Text(&id), Value::Number(claim.attempt.into())];
            Ok(execute(conn, RENEW, &values)? > 0)
        };
        self.write(step).await
    }

    async fn finish(
        &self,
        claim: ItemClaim,
        outcome: &ItemOutcome,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let outcome = outcome.clone();
        self.write(move |conn: &mut Conn| -> Step<_> { Ok(finish(conn, claim, &outcome, now)?) }).await
    }

    async fn purge_batches(&self, now: Timestamp, keep_for: SignedDuration) -> Result<(), StoreError> {
        let before = micros(now.saturating_sub(keep_for).unwrap_or(Timestamp::MIN));
        let step = move |conn: &mut Conn| -> Step<_> {
            for statement in DELETE_ENDED {
                execute(conn, statement, &[Value::Number(before)])?;
            }
            Ok(())
        };
        self.write(step).await
    }
}

/// Deletes all batches of an account.
pub(super) fn delete_all(conn: &mut Conn, account: &str) -> Result<(), StorageError> {
    for statement in DELETE_OF_ACCOUNT {
        execute(conn, statement, &[Value::Text(account)])?;
    }
    Ok(())
}

pub(super) fn create(conn: &mut Conn, batch: &NewBatch) -> Result<Created, StorageError> {
    let (id, owner) = (batch.id.to_string(), batch.account.to_string());
    if access::locked(conn, &owner)?.is_none_or(|access| access.is_suspended) {
        return Ok(Created::NoAccount);
    }
    let key = batch.idempotency.as_ref().map(|it| it.key.as_str());
    let fingerprint = batch.idempotency.as_ref().map(|it| it.fingerprint.as_bytes().as_slice());
    if let Some(key) = key {
        let values = [Value::Text(&owner), Value::Text(key)];
        let query = Prepared::<(Text, Binary)>::new(BY_KEY, &values);
        let rows: Vec<(String, Vec<u8>)> = on_engine!(conn, |conn| query.load(conn))?;
        if let Some((known, stored)) = rows.into_iter().next() {
            let is_same = Some(stored.as_slice()) == fingerprint;
            let known = ColumnRef { table: "batch", column: "id", row: &known }.parse(&known)?;
            return Ok(if is_same { Created::Before(known) } else { Created::KeyOfOtherRequest });
        }
    }
    let values = [Value::Text(&owner)];
    let query = Prepared::<(BigInt,)>::new(RUNNING, &values);
    let rows: Vec<(i64,)> = on_engine!(conn, |conn| query.load(conn))?;
    if rows.first().is_some_and(|(running,)| *running >= BatchPolicy::MAX_RUNNING.into()) {
        return Ok(Created::TooMany);
    }
    let values = [
        Value::Text(&id),
        Value::Text(&owner),
        Value::Number(micros(batch.created_at)),
        Value::OptionalText(key),
        Value::Bytes(fingerprint),
    ];
    execute(conn, INSERT, &values)?;
    for (position, item) in (0..).zip(&batch.items) {
        insert_item(conn, &id, &owner, position, item)?;
    }
    Ok(Created::New)
}

fn insert_item(
    conn: &mut Conn,
    batch: &str,
    owner: &str,
    position: i64,
    item: &NewItem,
) -> Result<(), StorageError> {
    let id = item.id.to_string();
    let cell = ColumnRef { table: "batch_item", column: "request", row: &id };
    let request = request::to_json(&item.request).map_err(|error| cell.wrong(error))?;
    let sku = item.request.references.sku.as_ref();
    let values = [
        Value::Text(&id),
        Value::Text(batch),
        Value::Text(owner),
        Value::Number(position),
        Value::Bytes(Some(&request)),
        Value::OptionalText(sku.map(Sku::as_str)),
    ];
    execute(conn, INSERT_ITEM, &values)?;
    for (position, photo) in (0..).zip(&item.photos) {
        let values = [Value::Text(&id), Value::Number(position), Value::Bytes(Some(photo.as_jpeg()))];
        execute(conn, INSERT_PHOTO, &values)?;
    }
    Ok(())
}

fn own(conn: &mut Conn, owner: &str, id: &str) -> Result<Option<Batch>, StorageError> {
    Ok(batches(conn, GET, &[Value::Text(owner), Value::Text(id)])?.pop())
}

fn batches(
    conn: &mut Conn,
    statement: &'static str,
    values: &[Value<'_>],
) -> Result<Vec<Batch>, StorageError> {
    let query = Prepared::<BatchColumns>::new(statement, values);
    let rows: Vec<BatchRow> = on_engine!(conn, |conn| query.load(conn))?;
    rows.into_iter().map(|row| batch(conn, row)).collect()
}

fn batch(conn: &mut Conn, row: BatchRow) -> Result<Batch, StorageError> {
    let (id, created_at, state, ended_at) = row;
    let values = [Value::Text(&id)];
    let query = Prepared::<ItemColumns>::new(ITEMS, &values);
    let items: Vec<ItemRow> = on_engine!(conn, |conn| query.load(conn))?;
    let cell = |column| ColumnRef { table: "batch", column, row: &id };
    Ok(Batch {
        id: cell("id").parse(&id)?,
        created_at: cell("created_at").moment(created_at)?,
        state: cell("state").parse::<BatchState>(&state)?,
        ended_at: ended_at.map(|at| cell("ended_at").moment(at)).transpose()?,
        items: items.into_iter().map(item).collect::<Result<_, Inconsistency>>()?,
    })
}

fn item((id, sku, state, fault, message): ItemRow) -> Result<BatchItem, Inconsistency> {
    let cell = |column| ColumnRef { table: "batch_item", column, row: &id };
    let sku = sku.map(|sku| Sku::parse("sku", &sku)).transpose();
    let progress = match cell("state").parse(&state)? {
        ItemState::Waiting => ItemProgress::Waiting,
        ItemState::Running => ItemProgress::Running,
        ItemState::Done => ItemProgress::Done,
        ItemState::Cancelled => ItemProgress::Cancelled,
        ItemState::Failed => ItemProgress::Failed(ItemFailure {
            fault: cell("fault").parse::<ItemFault>(&fault.unwrap_or_default())?,
            message: message.unwrap_or_default(),
        }),
    };
    Ok(BatchItem {
        id: cell("id").parse(&id)?,
        sku: sku.map_err(|violation| cell("sku").wrong(violation.to_string()))?,
        progress,
    })
}

fn claim(conn: &mut Conn, now: i64, until: i64) -> Result<Option<ClaimedItem>, StorageError> {
    let statement = match conn {
        Conn::Postgres(_) => CLAIM_POSTGRES,
        Conn::Sqlite(_) => CLAIM_SQLITE,
    };
    let values = [until, now, now, now].map(Value::Number);
    let query = Prepared::<ClaimColumns>::new(statement, &values);
    let rows: Vec<ClaimRow> = on_engine!(conn, |conn| query.load(conn))?;
    let Some((id, batch, account, attempt, failures, stored)) = rows.into_iter().next() else {
        return Ok(None);
    };
    execute(conn, NOTE_CLAIM, &[Value::Number(now), Value::Text(&batch)])?;
    let cell = |column| ColumnRef { table: "batch_item", column, row: &id };
    let claim = ItemClaim {
        item: cell("id").parse(&id)?,
        attempt: cell("attempt").units(attempt)?,
        failures: cell("failures").units(failures)?,
    };
    let Ok(request) = request::from_json(&stored) else {
        // An error would let this item stop all others.
        let failure = ItemFailure { fault: ItemFault::Failed, message: UNREADABLE.to_owned() };
        let now = ColumnRef { table: "batch", column: "claimed_at", row: &batch }.moment(now)?;
        finish(conn, claim, &ItemOutcome::Failed(failure), now)?;
        return Ok(None);
    };
    let values = [Value::Text(&id)];
    let query = Prepared::<(Binary,)>::new(PHOTOS, &values);
    let photos: Vec<(Vec<u8>,)> = on_engine!(conn, |conn| query.load(conn))?;
    Ok(Some(ClaimedItem {
        claim,
        batch: cell("batch").parse(&batch)?,
        account: cell("account").parse(&account)?,
        request,
        photos: photos.into_iter().map(|(jpeg,)| StoredPhoto::new(jpeg)).collect(),
    }))
}

fn finish(
    conn: &mut Conn,
    claim: ItemClaim,
    outcome: &ItemOutcome,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let (id, attempt) = (claim.item.to_string(), i64::from(claim.attempt));
    execute(conn, LOCK_BATCH, &[Value::Text(&id)])?;
    let (state, failure) = match outcome {
        ItemOutcome::Done => (ItemState::Done, None),
        ItemOutcome::Failed(failure) => (ItemState::Failed, Some(failure)),
        ItemOutcome::Retry { due_at, is_failure } => {
            let values = [
                Value::Number(micros(*due_at)),
                Value::Number((*is_failure).into()),
                Value::Text(&id),
                Value::Number(attempt),
            ];
            if execute(conn, RETRY, &values)? > 0 {
                return Ok(true);
            }
            (ItemState::Cancelled, None)
        }
    };
    let values = [
        Value::Text(state.code()),
        Value::Bytes(Some(&[])),
        Value::OptionalText(failure.map(|failure| failure.fault.code())),
        Value::OptionalText(failure.map(|failure| failure.message.as_str())),
        Value::Text(&id),
        Value::Number(attempt),
    ];
    if execute(conn, END, &values)? == 0 {
        return Ok(false);
    }
    execute(conn, DELETE_PHOTOS, &[Value::Text(&id)])?;
    if execute(conn, FINISH_BATCH, &[Value::Number(micros(now)), Value::Text(&id)])? > 0 {
        let values = [Value::Text(&id)];
        let query = Prepared::<(Text, Text)>::new(BATCH_OF_ITEM, &values);
        let rows: Vec<(String, String)> = on_engine!(conn, |conn| query.load(conn))?;
        for (owner, batch) in rows {
            queue_webhooks(conn, &owner, &batch)?;
        }
    }
    Ok(true)
}

/// Queues the messages about a batch that has just ended.
fn queue_webhooks(conn: &mut Conn, owner: &str, batch: &str) -> Result<(), StorageError> {
    if !webhooks::has_active(conn, owner)? {
        return Ok(());
    }
    let ended = own(conn, owner, batch)?.ok_or_else(|| missing("batch", batch))?;
    webhooks::queue_ended_batch(conn, owner, &ended)
}
