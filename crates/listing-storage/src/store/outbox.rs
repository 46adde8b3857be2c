//! The port of messages that wait to be sent.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use jiff::Timestamp;
use listing_domain::ids::MailId;
use listing_domain::mail::{Mail, MailSubject, WaitingMail};
use listing_domain::ports::{Outbox, StoreError};

use super::Store;
use crate::connection::{Conn, execute, on_engine};
use crate::error::{Inconsistency, Stop, StorageError};
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, micros};

/// The columns of a [`Row`].
macro_rules! columns {
    () => {
        "id, recipient, language, subject, detail, created_at, expires_at, failures"
    };
}

const PUT: &str = concat!("INSERT INTO outbox (", columns!(), ", due_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");

/// Takes the oldest that is due for itself.
const NEXT_SQLITE: &str = concat!(
    "UPDATE outbox SET due_at = ? WHERE id = (
        SELECT id FROM outbox WHERE due_at <= ? AND expires_at > ? ORDER BY created_at, id LIMIT 1)
    RETURNING ",
    columns!()
);
/// The same among others: nobody waits for one that another takes.
const NEXT_POSTGRES: &str = concat!(
    "UPDATE outbox SET due_at = ? WHERE id = (
        SELECT id FROM outbox WHERE due_at <= ? AND expires_at > ? ORDER BY created_at, id LIMIT 1
        FOR UPDATE SKIP LOCKED)
    RETURNING ",
    columns!()
);

const REMOVE: &str = "DELETE FROM outbox WHERE id = ?";
const RETRY: &str = "UPDATE outbox SET due_at = ?, failures = failures + 1 WHERE id = ?";
const WAITING: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM outbox WHERE expires_at > ? ORDER BY created_at DESC, id DESC LIMIT ?"
);
const DROP_OVER: &str = "DELETE FROM outbox WHERE expires_at <= ?";
const DROP_TO: &str = "DELETE FROM outbox WHERE recipient = ?";

type Step<T> = Result<T, Stop<StoreError>>;

#[async_trait]
impl Outbox for Store {
    async fn put(&self, mail: &WaitingMail) -> Result<(), StoreError> {
        let mail = mail.clone();
        let step = move |conn: &mut Conn| -> Step<()> { Ok(insert(conn, &mail)?) };
        self.write(step).await
    }

    async fn next_due(
        &self,
        now: Timestamp,
        busy_until: Timestamp,
    ) -> Result<Option<WaitingMail>, StoreError> {
        let (now, busy_until) = (micros(now), micros(busy_until));
        let step = move |conn: &mut Conn| -> Step<_> {
            let statement = match conn {
                Conn::Postgres(_) => NEXT_POSTGRES,
                Conn::Sqlite(_) => NEXT_SQLITE,
            };
            Ok(load(conn, statement, &[busy_until, now, now].map(Value::Number))?.pop())
        };
        self.write(step).await
    }

    async fn remove(&self, mail: MailId) -> Result<(), StoreError> {
        let step = move |conn: &mut Conn| -> Step<()> {
            execute(conn, REMOVE, &[Value::Text(&mail.to_string())])?;
            Ok(())
        };
        self.write(step).await
    }

    async fn retry(&self, mail: MailId, next_at: Timestamp) -> Result<(), StoreError> {
        let step = move |conn: &mut Conn| -> Step<()> {
            execute(conn, RETRY, &[Value::Number(micros(next_at)), Value::Text(&mail.to_string())])?;
            Ok(())
        };
        self.write(step).await
    }

    async fn waiting(&self, now: Timestamp, limit: u32) -> Result<Vec<WaitingMail>, StoreError> {
        let values = [micros(now), limit.into()].map(Value::Number);
        self.read(move |conn| load(conn, WAITING, &values)).await
    }

    async fn drop_over(&self, now: Timestamp) -> Result<u64, StoreError> {
        let step = move |conn: &mut Conn| -> Step<u64> {
            let dropped = execute(conn, DROP_OVER, &[Value::Number(micros(now))])?;
            Ok(u64::try_from(dropped).unwrap_or(u64::MAX))
        };
        self.write(step).await
    }
}

fn insert(conn: &mut Conn, waiting: &WaitingMail) -> Result<(), StorageError> {
    let WaitingMail { id, mail, created_at, expires_at, failures } = waiting;
    let values = [
        Value::Text(&id.to_string()),
        Value::Text(mail.to.as_str()),
        Value::Text(mail.language.code()),
        Value::Text(mail.about.code()),
        Value::OptionalText(mail.about.detail()),
        Value::Number(micros(*created_at)),
        Value::Number(micros(*expires_at)),
        Value::Number((*failures).into()),
        Value::Number(micros(*created_at)),
    ];
    execute(conn, PUT, &values)?;
    Ok(())
}

/// Drops what was to be sent to an e-mail.
pub(super) fn forget(conn: &mut Conn, recipient: Option<&str>) -> Result<(), StorageError> {
    if let Some(recipient) = recipient {
        execute(conn, DROP_TO, &[Value::Text(recipient)])?;
    }
    Ok(())
}

/// Identity, recipient, language, subject, detail, creation, end, failures.
type Columns = (Text, Text, Text, Text, Nullable<Text>, BigInt, BigInt, BigInt);
type Row = (String, String, String, String, Option<String>, i64, i64, i64);

fn load(
    conn: &mut Conn,
    statement: &'static str,
    values: &[Value<'_>],
) -> Result<Vec<WaitingMail>, StorageError> {
    let query = Prepared::<Columns>::new(statement, values);
    let rows: Vec<Row> = on_engine!(conn, |conn| query.load(conn))?;
    Ok(rows.into_iter().map(read).collect::<Result<_, _>>()?)
}

fn read(row: Row) -> Result<WaitingMail, Inconsistency> {
    let (id, recipient, language, subject, detail, created_at, expires_at, failures) = row;
    let cell = |column| ColumnRef { table: "outbox", column, row: &id };
    let about = MailSubject::stored(&subject, detail);
    Ok(WaitingMail {
        id: cell("id").parse(&id)?,
        mail: Mail {
            to: cell("recipient").parse(&recipient)?,
            language: cell("language").parse(&language)?,
            about: about.ok_or_else(|| cell("subject").wrong("no message is about that"))?,
        },
        created_at: cell("created_at").moment(created_at)?,
        expires_at: cell("expires_at").moment(expires_at)?,
        failures: cell("failures").units(failures)?,
    })
}
