//! Implements the port of sessions: people's sign-ins to the web app.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use jiff::Timestamp;
use listing_domain::account::Plan;
use listing_domain::entitlement::Term;
use listing_domain::ids::{AccountId, SessionId};
use listing_domain::person::{Epoch, TakeBack};
use listing_domain::ports::{SessionStore, StoreError};
use listing_domain::session::{BrowserName, Session, SessionOwner, SessionPolicy};
use listing_domain::token::TokenDigest;

use super::term::term;
use super::{Store, access, epoch};
use crate::connection::{Conn, execute, on_engine};
use crate::error::{Inconsistency, StepError, StorageError};
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, micros, missing};

const BEGIN: &str = "INSERT INTO session (id, digest, account, created_at, seen_at, browser, epoch)
    VALUES (?, ?, ?, ?, ?, ?, ?)";

/// A session and the data of its owner that a page needs, in a row for each current or future plan of the
/// account.
const OWNER: &str = "SELECT s.id, s.account, s.created_at, s.seen_at, s.browser, s.epoch, a.email,
        COALESCE(p.is_administrator, 0), p.language, p.market, e.plan, e.starts, e.ends
    FROM session s JOIN account a ON a.id = s.account
    LEFT JOIN person p ON p.account = s.account
    LEFT JOIN entitlement e ON e.account = s.account AND (e.ends IS NULL OR e.ends > ?)
    WHERE s.digest = ? AND s.epoch = a.epoch AND a.suspended_at IS NULL AND a.deleted_at IS NULL";

const NOTE_SEEN: &str = "UPDATE session SET seen_at = ? WHERE id = ? AND seen_at < ?";

const LIST: &str = "SELECT id, account, created_at, seen_at, browser, epoch FROM session
    WHERE account = ? ORDER BY seen_at DESC, id DESC";

const END: &str = "DELETE FROM session WHERE account = ? AND id = ?";
const END_ALL: &str = "DELETE FROM session WHERE account = ?";

/// Ends an account's least recently used sessions beyond the limit.
const END_LEAST_USED: &str = "DELETE FROM session WHERE id IN (
    SELECT id FROM session WHERE account = ? ORDER BY seen_at DESC, id DESC LIMIT 100000 OFFSET ?)";

const DROP_UNUSED: &str = "DELETE FROM session WHERE seen_at <= ?";
const DROP_OLD: &str = "DELETE FROM session WHERE created_at <= ?";

type Step<T> = Result<T, StepError<StoreError>>;

#[async_trait]
impl SessionStore for Store {
    async fn begin(&self, session: &Session, digest: &TokenDigest) -> Result<bool, StoreError> {
        let (session, digest) = (session.clone(), *digest);
        let step = move |conn: &mut Conn| insert(conn, &session, &digest);
        self.write(step).await
    }

    async fn owner(
        &self,
        digest: &TokenDigest,
        at: Timestamp,
        policy: &SessionPolicy,
    ) -> Result<Option<SessionOwner>, StoreError> {
        let digest = *digest;
        let owner = self.look_up(move |conn| owner(conn, &digest, at)).await?;
        Ok(owner.filter(|owner| at < owner.session.ends_at(policy)))
    }

    async fn note_seen(&self, session: SessionId, at: Timestamp) -> Result<(), StoreError> {
        let at = micros(at);
        let step = move |conn: &mut Conn| {
            let id = session.to_string();
            execute(conn, NOTE_SEEN, &[Value::Number(at), Value::Text(&id), Value::Number(at)])?;
            Ok(())
        };
        self.write(step).await
    }

    async fn sessions(
        &self,
        account: AccountId,
        at: Timestamp,
        policy: &SessionPolicy,
    ) -> Result<Vec<Session>, StoreError> {
        let mut sessions = self.read(move |conn| list(conn, account)).await?;
        sessions.retain(|session| at < session.ends_at(policy));
        Ok(sessions)
    }

    async fn end(&self, account: AccountId, session: SessionId) -> Result<bool, StoreError> {
        let step = move |conn: &mut Conn| {
            let (account, session) = (account.to_string(), session.to_string());
            Ok(execute(conn, END, &[Value::Text(&account), Value::Text(&session)])? > 0)
        };
        self.write(step).await
    }

    async fn take_back(&self, account: AccountId, take_back: &TakeBack) -> Result<Option<Epoch>, StoreError> {
        let take_back = *take_back;
        let step = move |conn: &mut Conn| -> Step<_> { Ok(epoch::take_back(conn, account, &take_back)?) };
        let taken = self.write(step).await?;
        Ok(taken.map(|taken| self.invalidate_revoked(&taken)))
    }

    async fn drop_ended(&self, at: Timestamp, policy: &SessionPolicy) -> Result<(), StoreError> {
        let before = |duration| micros(at.saturating_sub(duration).unwrap_or(Timestamp::MIN));
        let (unused, old) = (before(policy.idle), before(policy.longest));
        let step = move |conn: &mut Conn| {
            execute(conn, DROP_UNUSED, &[Value::Number(unused)])?;
            execute(conn, DROP_OLD, &[Value::Number(old)])?;
            Ok(())
        };
        self.write(step).await
    }
}

fn insert(conn: &mut Conn, session: &Session, digest: &TokenDigest) -> Step<bool> {
    let (id, account) = (session.id.to_string(), session.account.to_string());
    let access = access::locked(conn, &account)?.ok_or_else(|| missing("account", &account))?;
    if !access.allows(session.epoch) {
        return Ok(false);
    }
    let values = [
        Value::Text(&id),
        Value::Bytes(Some(digest.as_bytes())),
        Value::Text(&account),
        Value::Number(micros(session.created_at)),
        Value::Number(micros(session.seen_at)),
        Value::Text(session.browser.as_str()),
        Value::Number(session.epoch.number().into()),
    ];
    execute(conn, BEGIN, &values)?;
    let limit = Value::Number(Session::MAX_PER_ACCOUNT.into());
    execute(conn, END_LEAST_USED, &[Value::Text(&account), limit])?;
    Ok(true)
}

pub(super) fn end_all(conn: &mut Conn, account: &str) -> Result<(), StorageError> {
    execute(conn, END_ALL, &[Value::Text(account)]).map(drop)
}

/// Id, account, beginning, last use, browser, epoch.
type SessionColumns = (Text, Text, BigInt, BigInt, Text, BigInt);
type SessionRow = (String, String, i64, i64, String, i64);

/// Email, administrator (1 or 0), language, market.
type AccountColumns = (Text, BigInt, Nullable<Text>, Nullable<Text>);
type AccountRow = (String, i64, Option<String>, Option<String>);

/// Plan, start, end.
type TermColumns = (Nullable<Text>, Nullable<BigInt>, Nullable<BigInt>);
type TermRow = (Option<String>, Option<i64>, Option<i64>);

fn read((id, account, created_at, seen_at, browser, epoch): SessionRow) -> Result<Session, Inconsistency> {
    let cell = |column| ColumnRef { table: "session", column, row: &id };
    Ok(Session {
        id: cell("id").parse(&id)?,
        account: cell("account").parse(&account)?,
        created_at: cell("created_at").moment(created_at)?,
        seen_at: cell("seen_at").moment(seen_at)?,
        browser: BrowserName::of(&browser),
        epoch: Epoch::new(cell("epoch").units(epoch)?),
    })
}

fn list(conn: &mut Conn, account: AccountId) -> Result<Vec<Session>, StorageError> {
    let account = account.to_string();
    let values = [Value::Text(&account)];
    let query = Prepared::<SessionColumns>::new(LIST, &values);
    let rows: Vec<SessionRow> = on_engine!(conn, |conn| query.load(conn))?;
    Ok(rows.into_iter().map(read).collect::<Result<_, _>>()?)
}

/// Also of an expired session.
fn owner(conn: &mut Conn, digest: &TokenDigest, at: Timestamp) -> Result<Option<SessionOwner>, StorageError> {
    let values = [Value::Number(micros(at)), Value::Bytes(Some(digest.as_bytes()))];
    let query = Prepared::<(SessionColumns, AccountColumns, TermColumns)>::new(OWNER, &values);
    let rows: Vec<(SessionRow, AccountRow, TermRow)> = on_engine!(conn, |conn| query.load(conn))?;
    let mut owner = None;
    let mut terms = Vec::new();
    // The rows differ only in the account's plans.
    for (session, account, (plan, starts, ends)) in rows {
        if let Some((plan, starts)) = plan.zip(starts) {
            terms.push(term(&session.1, (plan, starts, ends))?);
        }
        owner = Some((session, account));
    }
    let read = |(session, account)| read_owner(session, &account, Term::plan_at(&terms, at));
    Ok(owner.map(read).transpose()?)
}

fn read_owner(
    session: SessionRow,
    (email, is_administrator, language, market): &AccountRow,
    plan: Plan,
) -> Result<SessionOwner, Inconsistency> {
    let session = read(session)?;
    let account = session.account.to_string();
    let cell = |column| ColumnRef { table: "person", column, row: &account };
    Ok(SessionOwner {
        session,
        email: ColumnRef { table: "account", column: "email", row: &account }.parse(email)?,
        plan,
        is_administrator: *is_administrator != 0,
        language: language.as_ref().map(|code| cell("language").parse(code)).transpose()?,
        market: market.as_ref().map(|code| cell("market").parse(code)).transpose()?,
    })
}
