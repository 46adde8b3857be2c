//! Implements the port of webhooks.

mod deliveries;

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use jiff::Timestamp;
use listing_domain::ids::{AccountId, DeliveryId, WebhookId};
use listing_domain::ports::{AddedWebhook, QueuedTest, StoreError, WebhookStore};
use listing_domain::webhook::{
    ClaimedDelivery, Delivery, DeliveryClaim, EndedAttempt, NewWebhook, Webhook, WebhookPolicy,
    WebhookSecret, WebhookUrl,
};

use super::{Store, access};
use crate::connection::{Conn, execute, on_engine};
use crate::error::{Inconsistency, StepError, StorageError};
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, micros};

pub(super) use deliveries::queue_ended_batch;

const COUNT_ACTIVE: &str = "SELECT COUNT(*) FROM webhook WHERE account = ? AND disabled_at IS NULL";

const COUNT: &str = "SELECT COUNT(*) FROM webhook WHERE account = ?";
const INSERT: &str = "INSERT INTO webhook
    (id, account, url, created_at, secret, former_secret, former_until, disabled_at)
    VALUES (?, ?, ?, ?, ?, NULL, NULL, NULL)";
const LIST: &str =
    "SELECT id, url, created_at, disabled_at FROM webhook WHERE account = ? ORDER BY created_at, id";
const GET: &str = "SELECT id, url, created_at, disabled_at FROM webhook WHERE account = ? AND id = ?";

/// Locks an endpoint, so that no other step queues a message to it meanwhile.
const LOCK: &str = "UPDATE webhook SET url = url WHERE account = ? AND id = ?";
const DELETE_DELIVERIES: &str = "DELETE FROM webhook_delivery WHERE webhook = ?";
const DELETE: &str = "DELETE FROM webhook WHERE id = ?";
const LOCK_ALL: &str = "UPDATE webhook SET url = url WHERE account = ?";
const DELETE_ALL_DELIVERIES: &str =
    "DELETE FROM webhook_delivery WHERE webhook IN (SELECT id FROM webhook WHERE account = ?)";
const DELETE_ALL: &str = "DELETE FROM webhook WHERE account = ?";

const ROTATE: &str = "UPDATE webhook SET former_secret = secret, former_until = ?, secret = ?
    WHERE account = ? AND id = ?";

/// Id, address, created, disabled.
type Columns = (Text, Text, BigInt, Nullable<BigInt>);
type Row = (String, String, i64, Option<i64>);

type Step<T> = Result<T, StepError<StoreError>>;

#[async_trait]
impl WebhookStore for Store {
    async fn add_webhook(&self, new: NewWebhook) -> Result<AddedWebhook, StoreError> {
        self.write(move |conn: &mut Conn| -> Step<_> { Ok(add(conn, &new)?) }).await
    }

    async fn webhooks(&self, account: AccountId) -> Result<Vec<Webhook>, StoreError> {
        let found = self.read(move |conn| webhooks(conn, LIST, &[Value::Text(&account.to_string())]));
        found.await
    }

    async fn remove_webhook(&self, account: AccountId, id: WebhookId) -> Result<bool, StoreError> {
        let step = move |conn: &mut Conn| -> Step<_> {
            let (owner, id) = (account.to_string(), id.to_string());
            if execute(conn, LOCK, &[Value::Text(&owner), Value::Text(&id)])? == 0 {
                return Ok(false);
            }
            execute(conn, DELETE_DELIVERIES, &[Value::Text(&id)])?;
            Ok(execute(conn, DELETE, &[Value::Text(&id)])? > 0)
        };
        self.write(step).await
    }

    async fn rotate_secret(
        &self,
        account: AccountId,
        id: WebhookId,
        secret: WebhookSecret,
        former_until: Timestamp,
    ) -> Result<bool, StoreError> {
        let step = move |conn: &mut Conn| -> Step<_> {
            let (owner, id) = (account.to_string(), id.to_string());
            let values = [
                Value::Number(micros(former_until)),
                Value::Bytes(Some(secret.as_bytes())),
                Value::Text(&owner),
                Value::Text(&id),
            ];
            Ok(execute(conn, ROTATE, &values)? > 0)
        };
        self.write(step).await
    }

    async fn queue_test(
        &self,
        account: AccountId,
        id: WebhookId,
        delivery: DeliveryId,
        now: Timestamp,
    ) -> Result<QueuedTest, StoreError> {
        let step = move |conn: &mut Conn| -> Step<_> {
            let (owner, id) = (account.to_string(), id.to_string());
            execute(conn, LOCK, &[Value::Text(&owner), Value::Text(&id)])?;
            let Some(webhook) = own(conn, &owner, &id)? else { return Ok(QueuedTest::Unknown) };
            if webhook.disabled_at.is_some() {
                return Ok(QueuedTest::Disabled);
            }
            Ok(deliveries::queue_test(conn, &id, delivery, now)?)
        };
        self.write(step).await
    }

    async fn deliveries(
        &self,
        account: AccountId,
        id: WebhookId,
        limit: u32,
    ) -> Result<Option<Vec<Delivery>>, StoreError> {
        let found = self.read(move |conn| {
            let (owner, id) = (account.to_string(), id.to_string());
            own(conn, &owner, &id)?.map(|_| deliveries::list(conn, &id, limit)).transpose()
        });
        found.await
    }

    async fn claim_delivery(
        &self,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<ClaimedDelivery>, StoreError> {
        let step =
            move |conn: &mut Conn| -> Step<_> { Ok(deliveries::claim(conn, micros(now), micros(until))?) };
        self.write(step).await
    }

    async fn finish_delivery(&self, claim: DeliveryClaim, ended: EndedAttempt) -> Result<bool, StoreError> {
        self.write(move |conn: &mut Conn| -> Step<_> { Ok(deliveries::finish(conn, claim, &ended)?) }).await
    }

    async fn purge_deliveries(&self, until: Timestamp) -> Result<(), StoreError> {
        let step = move |conn: &mut Conn| -> Step<_> { Ok(deliveries::purge(conn, micros(until))?) };
        self.write(step).await
    }
}

/// Returns true for an account with an active endpoint.
pub(super) fn has_active(conn: &mut Conn, account: &str) -> Result<bool, StorageError> {
    Ok(count(conn, COUNT_ACTIVE, account)? > 0)
}

/// Deletes all endpoints of an account with their deliveries.
pub(super) fn delete_all(conn: &mut Conn, account: &str) -> Result<(), StorageError> {
    for statement in [LOCK_ALL, DELETE_ALL_DELIVERIES, DELETE_ALL] {
        execute(conn, statement, &[Value::Text(account)])?;
    }
    Ok(())
}

fn add(conn: &mut Conn, new: &NewWebhook) -> Result<AddedWebhook, StorageError> {
    let (id, owner) = (new.id.to_string(), new.account.to_string());
    if access::locked(conn, &owner)?.is_none_or(|access| access.is_suspended) {
        return Ok(AddedWebhook::NoAccount);
    }
    if count(conn, COUNT, &owner)? >= WebhookPolicy::MAX_ENDPOINTS.into() {
        return Ok(AddedWebhook::TooMany);
    }
    let values = [
        Value::Text(&id),
        Value::Text(&owner),
        Value::Text(new.url.as_str()),
        Value::Number(micros(new.created_at)),
        Value::Bytes(Some(new.secret.as_bytes())),
    ];
    execute(conn, INSERT, &values)?;
    Ok(AddedWebhook::Done)
}

/// Counts the rows that belong to an account or endpoint.
fn count(conn: &mut Conn, statement: &'static str, of: &str) -> Result<i64, StorageError> {
    let values = [Value::Text(of)];
    let query = Prepared::<(BigInt,)>::new(statement, &values);
    let rows: Vec<(i64,)> = on_engine!(conn, |conn| query.load(conn))?;
    Ok(rows.first().map_or(0, |(count,)| *count))
}

fn own(conn: &mut Conn, owner: &str, id: &str) -> Result<Option<Webhook>, StorageError> {
    Ok(webhooks(conn, GET, &[Value::Text(owner), Value::Text(id)])?.pop())
}

fn webhooks(
    conn: &mut Conn,
    statement: &'static str,
    values: &[Value<'_>],
) -> Result<Vec<Webhook>, StorageError> {
    let query = Prepared::<Columns>::new(statement, values);
    let rows: Vec<Row> = on_engine!(conn, |conn| query.load(conn))?;
    Ok(rows.into_iter().map(webhook).collect::<Result<_, Inconsistency>>()?)
}

fn webhook((id, url, created_at, disabled_at): Row) -> Result<Webhook, Inconsistency> {
    let cell = |column| ColumnRef { table: "webhook", column, row: &id };
    Ok(Webhook {
        id: cell("id").parse(&id)?,
        url: parsed_url(cell("url"), &url)?,
        created_at: cell("created_at").moment(created_at)?,
        disabled_at: disabled_at.map(|at| cell("disabled_at").moment(at)).transpose()?,
    })
}

fn parsed_url(cell: ColumnRef<'_>, url: &str) -> Result<WebhookUrl, Inconsistency> {
    WebhookUrl::parse("url", url).map_err(|violation| cell.wrong(violation.to_string()))
}
