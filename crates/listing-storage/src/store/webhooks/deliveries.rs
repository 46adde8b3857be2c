//! The messages to endpoints: queue, claims and log.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Nullable, Text};
use jiff::Timestamp;
use listing_domain::batch::Batch;
use listing_domain::ids::{DeliveryId, WebhookId};
use listing_domain::ports::QueuedTest;
use listing_domain::webhook::{
    AttemptResult, ClaimedDelivery, Delivery, DeliveryClaim, DeliveryFault, DeliveryState, EndedAttempt,
    EndedBatch, ItemCounts, NextStep, WebhookContent, WebhookEvent, WebhookMessage, WebhookPolicy,
    WebhookSecret, WebhookSecrets,
};

use super::{count, parsed_url};
use crate::connection::{Conn, execute, on_engine};
use crate::error::{Inconsistency, StorageError};
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, micros, missing};

const ACTIVE_SQLITE: &str = "SELECT id FROM webhook WHERE account = ? AND disabled_at IS NULL ORDER BY id";
/// Locks the endpoints, so that none is deleted before its message is stored.
const ACTIVE_POSTGRES: &str =
    "SELECT id FROM webhook WHERE account = ? AND disabled_at IS NULL ORDER BY id FOR UPDATE";
const PENDING: &str = "SELECT COUNT(*) FROM webhook_delivery WHERE webhook = ? AND due_at IS NOT NULL";
const PENDING_TESTS: &str = "SELECT COUNT(*) FROM webhook_delivery
    WHERE webhook = ? AND due_at IS NOT NULL AND event = 'webhook.test'";
const INSERT: &str = "INSERT INTO webhook_delivery
    (id, webhook, event, created_at, batch, batch_state, waiting, running, done, failed, cancelled,
        state, attempt, due_at, last_at, answer, fault)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', 0, ?, NULL, NULL, NULL)";

const LIST: &str = "SELECT id, event, created_at, state, attempt, due_at, last_at, answer, fault
    FROM webhook_delivery WHERE webhook = ? ORDER BY created_at DESC, id DESC LIMIT ?";

/// A statement that claims the next delivery of the account with the fewest claims.
macro_rules! claim {
    ($lock:literal) => {
        concat!(
            "UPDATE webhook_delivery SET state = 'sending', attempt = attempt + 1, due_at = ? WHERE id = (
                SELECT d.id FROM webhook_delivery d JOIN webhook w ON w.id = d.webhook
                JOIN account a ON a.id = w.account AND a.suspended_at IS NULL
                WHERE d.due_at <= ?
                ORDER BY
                    (SELECT COUNT(*) FROM webhook_delivery s JOIN webhook o ON o.id = s.webhook
                        WHERE s.state = 'sending' AND s.due_at > ? AND o.account = w.account),
                    d.due_at, d.created_at, d.id
                LIMIT 1",
            $lock,
            ")
            RETURNING id, webhook, attempt, created_at, batch, batch_state, waiting, running, done, failed, cancelled"
        )
    };
}
const CLAIM_SQLITE: &str = claim!("");
/// Skips deliveries that another process is claiming.
const CLAIM_POSTGRES: &str = claim!(" FOR UPDATE OF d SKIP LOCKED");
const ENDPOINT: &str = "SELECT url, secret, former_secret, former_until FROM webhook WHERE id = ?";

/// Locks the endpoint before its delivery, in the order of all steps.
const LOCK_ENDPOINT: &str =
    "UPDATE webhook SET url = url WHERE id = (SELECT webhook FROM webhook_delivery WHERE id = ?)";
const RETRY: &str =
    "UPDATE webhook_delivery SET state = 'waiting', due_at = ?, last_at = ?, answer = ?, fault = ?
    WHERE id = ? AND attempt = ? AND state = 'sending'
        AND EXISTS (SELECT 1 FROM webhook w WHERE w.id = webhook_delivery.webhook AND w.disabled_at IS NULL)";
const END: &str = "UPDATE webhook_delivery SET state = ?, due_at = NULL, last_at = ?, answer = ?, fault = ?
    WHERE id = ? AND attempt = ? AND state = 'sending'";
const DISABLE: &str = "UPDATE webhook SET disabled_at = ?
    WHERE disabled_at IS NULL AND id = (SELECT webhook FROM webhook_delivery WHERE id = ?)";
const FAIL_WAITING: &str = "UPDATE webhook_delivery
    SET state = 'failed', due_at = NULL, last_at = ?, answer = NULL, fault = 'disabled'
    WHERE state = 'waiting' AND webhook = (SELECT webhook FROM webhook_delivery d WHERE d.id = ?)";
const PURGE: &str = "DELETE FROM webhook_delivery WHERE created_at <= ?";

/// Id, event, created, state, attempts, due, last, answer, fault.
type LogColumns =
    (Text, Text, BigInt, Text, BigInt, Nullable<BigInt>, Nullable<BigInt>, Nullable<BigInt>, Nullable<Text>);
type LogRow = (String, String, i64, String, i64, Option<i64>, Option<i64>, Option<i64>, Option<String>);
/// Id, endpoint, attempt, created, batch, its state, its items in each state.
type ClaimColumns =
    (Text, Text, BigInt, BigInt, Nullable<Text>, Nullable<Text>, BigInt, BigInt, BigInt, BigInt, BigInt);
type ClaimRow = (String, String, i64, i64, Option<String>, Option<String>, i64, i64, i64, i64, i64);
/// Address, secret, former secret and its end.
type EndpointColumns = (Text, Binary, Nullable<Binary>, Nullable<BigInt>);
type EndpointRow = (String, Vec<u8>, Option<Vec<u8>>, Option<i64>);

/// Queues the message about an ended batch to each active endpoint of its account.
pub(in crate::store) fn queue_ended_batch(
    conn: &mut Conn,
    account: &str,
    batch: &Batch,
) -> Result<(), StorageError> {
    let statement = match conn {
        Conn::Postgres(_) => ACTIVE_POSTGRES,
        Conn::Sqlite(_) => ACTIVE_SQLITE,
    };
    let values = [Value::Text(account)];
    let query = Prepared::<(Text,)>::new(statement, &values);
    let endpoints: Vec<(String,)> = on_engine!(conn, |conn| query.load(conn))?;
    for (endpoint,) in endpoints {
        if count(conn, PENDING, &endpoint)? >= WebhookPolicy::MAX_PENDING.into() {
            continue;
        }
        let id: WebhookId = ColumnRef { table: "webhook", column: "id", row: &endpoint }.parse(&endpoint)?;
        let at = batch.ended_at.unwrap_or(batch.created_at);
        let content = WebhookContent::BatchFinished(EndedBatch::from(batch));
        insert(conn, &endpoint, &WebhookMessage { id: DeliveryId::of_batch(id, batch.id), at, content })?;
    }
    Ok(())
}

/// Queues a test message to an endpoint that the step has locked.
pub(super) fn queue_test(
    conn: &mut Conn,
    endpoint: &str,
    id: DeliveryId,
    at: Timestamp,
) -> Result<QueuedTest, StorageError> {
    if count(conn, PENDING_TESTS, endpoint)? > 0 {
        return Ok(QueuedTest::Pending);
    }
    insert(conn, endpoint, &WebhookMessage { id, at, content: WebhookContent::Test })?;
    Ok(QueuedTest::Done)
}

fn insert(conn: &mut Conn, endpoint: &str, message: &WebhookMessage) -> Result<(), StorageError> {
    let id = message.id.to_string();
    let batch = match &message.content {
        WebhookContent::BatchFinished(batch) => Some(batch),
        WebhookContent::Test => None,
    };
    let (batch_id, state) = batch.map(|batch| (batch.id.to_string(), batch.state.code())).unzip();
    let number = |of: fn(&ItemCounts) -> u32| Value::Number(batch.map_or(0, |it| of(&it.counts)).into());
    let values = [
        Value::Text(&id),
        Value::Text(endpoint),
        Value::Text(message.content.event().code()),
        Value::Number(micros(message.at)),
        Value::OptionalText(batch_id.as_deref()),
        Value::OptionalText(state),
        number(|counts| counts.waiting),
        number(|counts| counts.running),
        number(|counts| counts.done),
        number(|counts| counts.failed),
        number(|counts| counts.cancelled),
        // Due at once.
        Value::Number(micros(message.at)),
    ];
    execute(conn, INSERT, &values)?;
    Ok(())
}

pub(super) fn list(conn: &mut Conn, endpoint: &str, limit: u32) -> Result<Vec<Delivery>, StorageError> {
    let values = [Value::Text(endpoint), Value::Number(limit.into())];
    let query = Prepared::<LogColumns>::new(LIST, &values);
    let rows: Vec<LogRow> = on_engine!(conn, |conn| query.load(conn))?;
    Ok(rows.into_iter().map(delivery).collect::<Result<_, Inconsistency>>()?)
}

fn delivery(row: LogRow) -> Result<Delivery, Inconsistency> {
    let (id, event, created_at, state, attempts, due_at, last_at, answer, fault) = row;
    let cell = |column| ColumnRef { table: "webhook_delivery", column, row: &id };
    let result = match (answer, fault) {
        (Some(status), _) => {
            let status = u16::try_from(status).map_err(|error| cell("answer").wrong(error))?;
            Some(AttemptResult::Answered(status))
        }
        (None, Some(fault)) => Some(AttemptResult::Failed(cell("fault").parse::<DeliveryFault>(&fault)?)),
        (None, None) => None,
    };
    let last_at = last_at.map(|at| cell("last_at").moment(at)).transpose()?;
    let state: DeliveryState = cell("state").parse(&state)?;
    let next_at = due_at.filter(|_| state == DeliveryState::Waiting);
    Ok(Delivery {
        id: cell("id").parse(&id)?,
        event: cell("event").parse::<WebhookEvent>(&event)?,
        at: cell("created_at").moment(created_at)?,
        state,
        attempts: cell("attempt").units(attempts)?,
        last: last_at.zip(result),
        next_at: next_at.map(|next| cell("due_at").moment(next)).transpose()?,
    })
}

pub(super) fn claim(conn: &mut Conn, now: i64, until: i64) -> Result<Option<ClaimedDelivery>, StorageError> {
    let statement = match conn {
        Conn::Postgres(_) => CLAIM_POSTGRES,
        Conn::Sqlite(_) => CLAIM_SQLITE,
    };
    let values = [until, now, now].map(Value::Number);
    let query = Prepared::<ClaimColumns>::new(statement, &values);
    let rows: Vec<ClaimRow> = on_engine!(conn, |conn| query.load(conn))?;
    let Some(row) = rows.into_iter().next() else { return Ok(None) };
    let endpoint = row.1.clone();
    let values = [Value::Text(&endpoint)];
    let query = Prepared::<EndpointColumns>::new(ENDPOINT, &values);
    let rows: Vec<EndpointRow> = on_engine!(conn, |conn| query.load(conn))?;
    let stored = rows.into_iter().next().ok_or_else(|| missing("webhook", &endpoint))?;
    Ok(Some(claimed(row, stored)?))
}

fn claimed(row: ClaimRow, stored: EndpointRow) -> Result<ClaimedDelivery, Inconsistency> {
    let (id, endpoint, attempt, created_at, batch, batch_state, waiting, running, done, failed, cancelled) =
        row;
    let cell = |column| ColumnRef { table: "webhook_delivery", column, row: &id };
    let content = match batch {
        None => WebhookContent::Test,
        Some(batch) => WebhookContent::BatchFinished(EndedBatch {
            id: cell("batch").parse(&batch)?,
            state: cell("batch_state").parse(&batch_state.unwrap_or_default())?,
            counts: ItemCounts {
                waiting: cell("waiting").units(waiting)?,
                running: cell("running").units(running)?,
                done: cell("done").units(done)?,
                failed: cell("failed").units(failed)?,
                cancelled: cell("cancelled").units(cancelled)?,
            },
        }),
    };
    let delivery: DeliveryId = cell("id").parse(&id)?;
    let (url, secret, former, until) = stored;
    let of = |column| ColumnRef { table: "webhook", column, row: &endpoint };
    let parsed = |column, bytes| WebhookSecret::stored(bytes).map_err(|error| of(column).wrong(error));
    let former = former.map(|bytes| parsed("former_secret", bytes)).transpose()?;
    let until = until.map(|at| of("former_until").moment(at)).transpose()?;
    Ok(ClaimedDelivery {
        claim: DeliveryClaim { delivery, attempt: cell("attempt").units(attempt)? },
        endpoint: cell("webhook").parse(&endpoint)?,
        url: parsed_url(of("url"), &url)?,
        secrets: WebhookSecrets { current: parsed("secret", secret)?, former: former.zip(until) },
        message: WebhookMessage { id: delivery, at: cell("created_at").moment(created_at)?, content },
    })
}

pub(super) fn finish(
    conn: &mut Conn,
    claim: DeliveryClaim,
    ended: &EndedAttempt,
) -> Result<bool, StorageError> {
    let id = claim.delivery.to_string();
    execute(conn, LOCK_ENDPOINT, &[Value::Text(&id)])?;
    let (answer, fault) = match ended.result {
        AttemptResult::Answered(status) => (Some(i64::from(status)), None),
        AttemptResult::Failed(fault) => (None, Some(fault.code())),
    };
    let mut values = vec![
        Value::Number(micros(ended.at)),
        Value::OptionalNumber(answer),
        Value::OptionalText(fault),
        Value::Text(&id),
        Value::Number(claim.attempt.into()),
    ];
    if let NextStep::Retry(due_at) = ended.next {
        values.insert(0, Value::Number(micros(due_at)));
        if execute(conn, RETRY, &values)? > 0 {
            return Ok(true);
        }
        values.remove(0);
    }
    let state = match ended.next {
        NextStep::Delivered => DeliveryState::Delivered,
        NextStep::Retry(_) | NextStep::Failed | NextStep::Disable => DeliveryState::Failed,
    };
    values.insert(0, Value::Text(state.code()));
    if execute(conn, END, &values)? == 0 {
        return Ok(false);
    }
    if ended.next == NextStep::Disable {
        for statement in [DISABLE, FAIL_WAITING] {
            execute(conn, statement, &[Value::Number(micros(ended.at)), Value::Text(&id)])?;
        }
    }
    Ok(true)
}

pub(super) fn purge(conn: &mut Conn, until: i64) -> Result<(), StorageError> {
    execute(conn, PURGE, &[Value::Number(until)])?;
    Ok(())
}
