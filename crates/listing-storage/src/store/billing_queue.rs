//! Implements the port of the queue of objects at the payment provider.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use jiff::Timestamp;
use listing_domain::billing::{
    BillingEvent, BillingSubject, ClaimedSubject, ParkedSubject, SubjectClaim, SubjectEnd, SubjectKind,
};
use listing_domain::ports::{BillingQueue, StoreError};

use super::Store;
use crate::connection::{Conn, execute, on_engine};
use crate::error::{Inconsistency, StepError, StorageError};
use crate::prepared::{Prepared, Value};
use crate::rows::{ColumnRef, micros};

const RECORD: &str = "INSERT INTO billing_event (id, kind, subject, created_at, received_at)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING";
const QUEUE: &str = "INSERT INTO billing_subject (kind, id, state, is_queued_again, claim, failures, due_at)
    VALUES (?, ?, 'waiting', 0, 0, 0, ?)
    ON CONFLICT (kind, id) DO UPDATE SET
        is_queued_again = CASE WHEN billing_subject.state = 'claimed' THEN 1 ELSE 0 END,
        due_at = CASE WHEN billing_subject.state = 'claimed' THEN billing_subject.due_at ELSE excluded.due_at END,
        failures = CASE WHEN billing_subject.state = 'claimed' THEN billing_subject.failures ELSE 0 END,
        state = CASE WHEN billing_subject.state = 'claimed' THEN 'claimed' ELSE 'waiting' END,
        parked_at = NULL, reason = NULL";

macro_rules! claim {
    ($lock:literal) => {
        concat!(
            "UPDATE billing_subject
                SET state = 'claimed', is_queued_again = 0, claim = claim + 1, due_at = ?
                WHERE (kind, id) = (
                    SELECT kind, id FROM billing_subject WHERE due_at <= ? ORDER BY due_at, kind, id LIMIT 1",
            $lock,
            ")
                RETURNING kind, id, claim, due_at, failures"
        )
    };
}
const CLAIM_SQLITE: &str = claim!("");
/// Skips subjects that another process is claiming.
const CLAIM_POSTGRES: &str = claim!(" FOR UPDATE SKIP LOCKED");

const REMOVE: &str = "DELETE FROM billing_subject
    WHERE kind = ? AND id = ? AND claim = ? AND due_at = ? AND state = 'claimed' AND is_queued_again = 0";
const PARK: &str = "UPDATE billing_subject SET state = 'parked', due_at = NULL, parked_at = ?, reason = ?
    WHERE kind = ? AND id = ? AND claim = ? AND due_at = ? AND state = 'claimed' AND is_queued_again = 0";
const RETRY: &str = "UPDATE billing_subject SET state = 'waiting', due_at = ?, failures = failures + 1
    WHERE kind = ? AND id = ? AND claim = ? AND due_at = ? AND state = 'claimed' AND is_queued_again = 0";
const WAIT_AGAIN: &str = "UPDATE billing_subject
    SET state = 'waiting', is_queued_again = 0, due_at = ?, failures = 0
    WHERE kind = ? AND id = ? AND claim = ? AND due_at = ? AND state = 'claimed' AND is_queued_again = 1";
const PARKED: &str = "SELECT kind, id, parked_at, reason FROM billing_subject WHERE state = 'parked'
    ORDER BY parked_at DESC, kind, id LIMIT ?";
const FORGET: &str = "DELETE FROM billing_event WHERE received_at <= ?";

/// Kind, id, claim, end of the claim, failures.
type ClaimColumns = (Text, Text, BigInt, BigInt, BigInt);
type ClaimRow = (String, String, i64, i64, i64);
/// Kind, id, parked, reason.
type ParkedColumns = (Text, Text, BigInt, Text);
type ParkedRow = (String, String, i64, String);

type Step<T> = Result<T, StepError<StoreError>>;

#[async_trait]
impl BillingQueue for Store {
    async fn receive(&self, event: &BillingEvent, now: Timestamp) -> Result<bool, StoreError> {
        let BillingEvent { id, created_at, subject: Some(subject) } = event.clone() else { return Ok(false) };
        let step = move |conn: &mut Conn| -> Step<bool> {
            let values = [
                Value::Text(id.as_str()),
                Value::Text(subject.kind().code()),
                Value::Text(subject.id()),
                Value::Number(micros(created_at)),
                Value::Number(micros(now)),
            ];
            let is_new = execute(conn, RECORD, &values)? > 0;
            if is_new {
                queue(conn, &subject, now)?;
            }
            Ok(is_new)
        };
        self.write(step).await
    }

    async fn queue_subject(&self, subject: &BillingSubject, now: Timestamp) -> Result<(), StoreError> {
        let subject = subject.clone();
        let step = move |conn: &mut Conn| -> Step<()> { Ok(queue(conn, &subject, now)?) };
        self.write(step).await
    }

    async fn claim_subject(
        &self,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<ClaimedSubject>, StoreError> {
        let values = [until, now].map(micros);
        let step = move |conn: &mut Conn| -> Step<_> {
            let statement = match conn {
                Conn::Postgres(_) => CLAIM_POSTGRES,
                Conn::Sqlite(_) => CLAIM_SQLITE,
            };
            let values = values.map(Value::Number);
            let query = Prepared::<ClaimColumns>::new(statement, &values);
            let rows: Vec<ClaimRow> =
                on_engine!(conn, |conn| query.load(conn)).map_err(StorageError::from)?;
            Ok(rows.into_iter().next().map(claimed).transpose().map_err(StorageError::from)?)
        };
        self.write(step).await
    }

    async fn finish_subject(
        &self,
        claim: &SubjectClaim,
        end: &SubjectEnd,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let (claim, end) = (claim.clone(), end.clone());
        self.write(move |conn: &mut Conn| -> Step<bool> { Ok(finish(conn, &claim, &end, now)?) }).await
    }

    async fn parked_subjects(&self, limit: u32) -> Result<Vec<ParkedSubject>, StoreError> {
        self.read(move |conn| {
            let values = [Value::Number(limit.into())];
            let query = Prepared::<ParkedColumns>::new(PARKED, &values);
            let rows: Vec<ParkedRow> = on_engine!(conn, |conn| query.load(conn))?;
            Ok(rows.into_iter().map(parked).collect::<Result<_, Inconsistency>>()?)
        })
        .await
    }

    async fn forget_events(&self, until: Timestamp) -> Result<u64, StoreError> {
        let step = move |conn: &mut Conn| -> Step<u64> {
            let forgotten = execute(conn, FORGET, &[Value::Number(micros(until))])?;
            Ok(u64::try_from(forgotten).unwrap_or(u64::MAX))
        };
        self.write(step).await
    }
}

fn queue(conn: &mut Conn, subject: &BillingSubject, now: Timestamp) -> Result<(), StorageError> {
    let kind = subject.kind().code();
    execute(conn, QUEUE, &[Value::Text(kind), Value::Text(subject.id()), Value::Number(micros(now))])?;
    Ok(())
}

fn finish(
    conn: &mut Conn,
    claim: &SubjectClaim,
    end: &SubjectEnd,
    now: Timestamp,
) -> Result<bool, StorageError> {
    let key = || {
        [
            Value::Text(claim.subject.kind().code()),
            Value::Text(claim.subject.id()),
            Value::Number(claim.number.into()),
            Value::Number(micros(claim.until)),
        ]
    };
    let now = micros(now);
    let (statement, values): (_, Vec<Value<'_>>) = match end {
        SubjectEnd::Applied => (REMOVE, Vec::new()),
        SubjectEnd::Retry(at) => (RETRY, vec![Value::Number(micros(*at))]),
        SubjectEnd::Parked(reason) => (PARK, vec![Value::Number(now), Value::Text(reason)]),
    };
    let values: Vec<Value<'_>> = values.into_iter().chain(key()).collect();
    if execute(conn, statement, &values)? > 0 {
        return Ok(true);
    }
    let values: Vec<Value<'_>> = std::iter::once(Value::Number(now)).chain(key()).collect();
    Ok(execute(conn, WAIT_AGAIN, &values)? > 0)
}

fn claimed((kind, id, number, until, failures): ClaimRow) -> Result<ClaimedSubject, Inconsistency> {
    let cell = |column| ColumnRef { table: "billing_subject", column, row: &id };
    let (number, until) = (cell("claim").units(number)?, cell("due_at").moment(until)?);
    let claim = SubjectClaim { subject: subject(&kind, &id)?, number, until };
    Ok(ClaimedSubject { claim, failures: cell("failures").units(failures)? })
}

fn parked((kind, id, parked_at, reason): ParkedRow) -> Result<ParkedSubject, Inconsistency> {
    let parked_at =
        ColumnRef { table: "billing_subject", column: "parked_at", row: &id }.moment(parked_at)?;
    Ok(ParkedSubject { subject: subject(&kind, &id)?, parked_at, reason })
}

fn subject(kind: &str, id: &str) -> Result<BillingSubject, Inconsistency> {
    let cell = |column| ColumnRef { table: "billing_subject", column, row: id };
    let kind: SubjectKind = cell("kind").parse(kind)?;
    BillingSubject::new(kind, id).map_err(|error| cell("id").wrong(error))
}
