//! Implements the port of messages (emails) that wait to be sent.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use jiff::Timestamp;
use listing_domain::account::Email;
use listing_domain::ids::MailId;
use listing_domain::mail::{GivenUpMail, Mail, MailOccasion, MailSubject, WaitingMail};
use listing_domain::ports::{Outbox, StoreError};

use super::Store;
use crate::connection::{Conn, execute, on_engine};
use crate::error::{Inconsistency, StepError, StorageError};
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, micros};

macro_rules! columns {
    () => {
        "id, recipient, language, subject, detail, created_at, expires_at, failures"
    };
}

/// The message comes after those that already wait for its recipient.
macro_rules! put {
    () => {
        concat!(
            "INSERT INTO outbox (",
            columns!(),
            ", due_at, is_notice, turn) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT COUNT(*) FROM outbox
                WHERE recipient = ? AND is_notice = ? AND given_up_at IS NULL)"
        )
    };
}
const PUT: &str = put!();
const PUT_SUMMARY: &str = concat!(
    put!(),
    " WHERE NOT EXISTS (
        SELECT 1 FROM outbox WHERE recipient = ? AND subject = ? AND given_up_at IS NULL)
    ON CONFLICT DO NOTHING"
);

const REMEMBER: &str =
    "INSERT INTO outbox_occasion (occasion, added_at) VALUES (?, ?) ON CONFLICT (occasion) DO NOTHING";
const FORGET: &str = "DELETE FROM outbox_occasion WHERE added_at <= ?";

const NEXT_SQLITE: &str = concat!(
    "UPDATE outbox SET due_at = ? WHERE id = (
        SELECT id FROM outbox WHERE due_at <= ? AND expires_at > ? AND given_up_at IS NULL
        ORDER BY is_notice, turn, created_at, id LIMIT 1)
    RETURNING ",
    columns!()
);
/// Skips messages that another process is claiming.
const NEXT_POSTGRES: &str = concat!(
    "UPDATE outbox SET due_at = ? WHERE id = (
        SELECT id FROM outbox WHERE due_at <= ? AND expires_at > ? AND given_up_at IS NULL
        ORDER BY is_notice, turn, created_at, id LIMIT 1
        FOR UPDATE SKIP LOCKED)
    RETURNING ",
    columns!()
);

const REMOVE: &str = "DELETE FROM outbox WHERE id = ?";
const RETRY: &str = "UPDATE outbox SET due_at = ?, failures = failures + 1 WHERE id = ?";
const WAITING: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM outbox WHERE expires_at > ? AND given_up_at IS NULL ORDER BY created_at DESC, id DESC LIMIT ?"
);
const GIVE_UP: &str = "UPDATE outbox
    SET given_up_at = ?, expires_at = ?, detail = NULL, failures = failures + 1 WHERE id = ?";
const GIVEN_UP: &str = "SELECT id, recipient, subject, created_at, given_up_at, failures
    FROM outbox WHERE expires_at > ? AND given_up_at IS NOT NULL ORDER BY given_up_at DESC, id DESC LIMIT ?";
/// Failed messages after their storage time and, uncounted, messages that were not meant for sending.
const DROP_GIVEN_UP: &str =
    "DELETE FROM outbox WHERE expires_at <= ? AND (given_up_at IS NOT NULL OR expires_at <= created_at)";
const GIVE_UP_FAILED: &str = "UPDATE outbox SET given_up_at = ?, expires_at = ?, detail = NULL
    WHERE expires_at <= ? AND given_up_at IS NULL AND failures > 0";
const DROP_UNTRIED: &str = "DELETE FROM outbox WHERE expires_at <= ? AND given_up_at IS NULL";
const DROP_TO: &str = "DELETE FROM outbox WHERE recipient = ?";

type Step<T> = Result<T, StepError<StoreError>>;

#[async_trait]
impl Outbox for Store {
    async fn put(&self, mail: &WaitingMail) -> Result<(), StoreError> {
        let mail = mail.clone();
        let step = move |conn: &mut Conn| -> Step<()> { Ok(insert(conn, &mail)?) };
        self.write(step).await
    }

    async fn put_summary(&self, mail: &WaitingMail, due_at: Timestamp) -> Result<(), StoreError> {
        let mail = mail.clone();
        let step = move |conn: &mut Conn| -> Step<()> { Ok(insert_summary(conn, &mail, due_at)?) };
        self.write(step).await
    }

    async fn put_once(&self, mail: &WaitingMail, occasion: &MailOccasion) -> Result<bool, StoreError> {
        let (mail, occasion) = (mail.clone(), occasion.clone());
        let step = move |conn: &mut Conn| -> Step<bool> {
            let values = [Value::Text(occasion.as_str()), Value::Number(micros(mail.created_at))];
            let is_new = execute(conn, REMEMBER, &values)? > 0;
            if is_new {
                insert(conn, &mail)?;
            }
            Ok(is_new)
        };
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

    async fn give_up(&self, mail: MailId, at: Timestamp) -> Result<(), StoreError> {
        let [at, until] = given_up(at);
        let step = move |conn: &mut Conn| -> Step<()> {
            let id = mail.to_string();
            execute(conn, GIVE_UP, &[Value::Number(at), Value::Number(until), Value::Text(&id)])?;
            Ok(())
        };
        self.write(step).await
    }

    async fn given_up(&self, now: Timestamp, limit: u32) -> Result<Vec<GivenUpMail>, StoreError> {
        let values = [micros(now), limit.into()].map(Value::Number);
        self.read(move |conn| load_given_up(conn, &values)).await
    }

    async fn waiting(&self, now: Timestamp, limit: u32) -> Result<Vec<WaitingMail>, StoreError> {
        let values = [micros(now), limit.into()].map(Value::Number);
        self.read(move |conn| load(conn, WAITING, &values)).await
    }

    async fn drop_expired(&self, now: Timestamp) -> Result<u64, StoreError> {
        let step = move |conn: &mut Conn| -> Step<u64> {
            let over = micros(now);
            execute(conn, DROP_GIVEN_UP, &[Value::Number(over)])?;
            let [at, until] = given_up(now);
            let failed = execute(conn, GIVE_UP_FAILED, &[at, until, over].map(Value::Number))?;
            let untried = execute(conn, DROP_UNTRIED, &[Value::Number(over)])?;
            let forgotten = now.saturating_sub(MailOccasion::RETENTION).unwrap_or(Timestamp::MIN);
            execute(conn, FORGET, &[Value::Number(micros(forgotten))])?;
            Ok(u64::try_from(failed + untried).unwrap_or(u64::MAX))
        };
        self.write(step).await
    }
}

/// When a message is given up, and when it is deleted.
fn given_up(at: Timestamp) -> [i64; 2] {
    [at, at.saturating_add(GivenUpMail::KEPT).unwrap_or(at)].map(micros)
}

fn insert(conn: &mut Conn, waiting: &WaitingMail) -> Result<(), StorageError> {
    let id = waiting.id.to_string();
    execute(conn, PUT, &row(&id, waiting, waiting.created_at))?;
    Ok(())
}

fn insert_summary(conn: &mut Conn, waiting: &WaitingMail, due_at: Timestamp) -> Result<(), StorageError> {
    let id = waiting.id.to_string();
    let Mail { to, about, .. } = &waiting.mail;
    let same = [Value::Text(to.as_str()), Value::Text(about.code())];
    let values: Vec<Value<'_>> = row(&id, waiting, due_at).into_iter().chain(same).collect();
    execute(conn, PUT_SUMMARY, &values)?;
    Ok(())
}

fn row<'a>(id: &'a str, waiting: &'a WaitingMail, due_at: Timestamp) -> [Value<'a>; 12] {
    let WaitingMail { id: _, mail, created_at, expires_at, failures } = waiting;
    let is_notice = || Value::Number((!mail.about.is_awaited()).into());
    [
        Value::Text(id),
        Value::Text(mail.to.as_str()),
        Value::Text(mail.language.code()),
        Value::Text(mail.about.code()),
        Value::OptionalText(mail.about.detail()),
        Value::Number(micros(*created_at)),
        Value::Number(micros(*expires_at)),
        Value::Number((*failures).into()),
        Value::Number(micros(due_at)),
        is_notice(),
        Value::Text(mail.to.as_str()),
        is_notice(),
    ]
}

pub(super) fn delete_all(conn: &mut Conn, recipient: Option<&str>) -> Result<(), StorageError> {
    if let Some(recipient) = recipient {
        execute(conn, DROP_TO, &[Value::Text(recipient)])?;
    }
    Ok(())
}

/// Id, recipient, language, subject, detail, creation, expiry, number of failures.
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
            to: Email::stored(recipient),
            language: cell("language").parse(&language)?,
            about: about.ok_or_else(|| cell("subject").wrong("unknown mail subject"))?,
        },
        created_at: cell("created_at").moment(created_at)?,
        expires_at: cell("expires_at").moment(expires_at)?,
        failures: cell("failures").units(failures)?,
    })
}

/// Id, recipient, subject, creation, time of giving up, number of failures.
type GivenUpColumns = (Text, Text, Text, BigInt, BigInt, BigInt);
type GivenUpRow = (String, String, String, i64, i64, i64);

fn load_given_up(conn: &mut Conn, values: &[Value<'_>]) -> Result<Vec<GivenUpMail>, StorageError> {
    let query = Prepared::<GivenUpColumns>::new(GIVEN_UP, values);
    let rows: Vec<GivenUpRow> = on_engine!(conn, |conn| query.load(conn))?;
    Ok(rows.into_iter().map(read_given_up).collect::<Result<_, _>>()?)
}

fn read_given_up(row: GivenUpRow) -> Result<GivenUpMail, Inconsistency> {
    let (id, recipient, subject, created_at, given_up_at, failures) = row;
    let cell = |column| ColumnRef { table: "outbox", column, row: &id };
    let about = MailSubject::CODES.into_iter().find(|code| *code == subject);
    Ok(GivenUpMail {
        id: cell("id").parse(&id)?,
        to: Email::stored(recipient),
        about: about.ok_or_else(|| cell("subject").wrong("unknown mail subject"))?,
        created_at: cell("created_at").moment(created_at)?,
        given_up_at: cell("given_up_at").moment(given_up_at)?,
        failures: cell("failures").units(failures)?,
    })
}
