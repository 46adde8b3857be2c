//! Links idempotency keys to their answers. A client sends the same key when it repeats a request.

use std::collections::HashMap;

use diesel::prelude::*;
use jiff::{SignedDuration, Timestamp};
use listing_domain::idempotency::{ANSWER_RETENTION, IdempotentRequest, KEY_RETENTION, KeyUse, StoredAnswer};
use listing_domain::ids::AccountId;
use listing_domain::ports::{HoldRequest, QuotaError};

use super::Step;
use crate::connection::Conn;
use crate::error::{StepError, StorageError};
use crate::prepared::{Column, Prepared, Value};
use crate::rows::{ColumnRef, micros, missing};
use crate::schema::{generation, idempotency};
use crate::store::generations::{self, AnswerRow};

const RUNNING: &str = "running";
const ANSWERED: &str = "answered";
const FORGOTTEN: &str = "forgotten";

const TAKE_ALL: &str = "INSERT INTO idempotency (account, key, fingerprint, reservation, state)
    SELECT account, key, fingerprint, reservation, 'running'
    FROM unnest(?, ?, ?, ?) AS taken (account, key, fingerprint, reservation)";

/// Links the key of a reservation to its generation, the answer.
const POINT: &str = "UPDATE idempotency SET state = ?, generation = ?, answered_at = ? WHERE reservation = ?";
const POINT_ALL: &str =
    "UPDATE idempotency SET state = charged.state, generation = charged.generation, answered_at = charged.at
    FROM unnest(?, ?, ?, ?) AS charged (state, generation, at, reservation)
    WHERE idempotency.reservation = charged.reservation";

/// A key that is stored or will be in this transaction.
struct Taken {
    fingerprint: Vec<u8>,
    state: String,
    answer: Option<StoredAnswer>,
}

/// Fingerprint of the request, state, generation, answer.
type TakenRow = (Vec<u8>, String, Option<String>, Option<AnswerRow>);

/// A macro, because the query's type is longer than the query itself.
macro_rules! with_answers {
    () => {
        idempotency::table
            .left_join(generation::table.on(idempotency::generation.eq(generation::id.nullable())))
    };
}

macro_rules! taken_columns {
    () => {
        (
            idempotency::fingerprint,
            idempotency::state,
            idempotency::generation,
            (
                generation::data,
                generation::plan,
                generation::free_used,
                generation::free_limit,
                generation::credits_remaining,
            )
                .nullable(),
        )
    };
}

impl Taken {
    fn read((fingerprint, state, pointer, row): TakenRow) -> Result<Self, StorageError> {
        let answer = match (pointer, row) {
            (None, _) => None,
            (Some(id), Some(row)) => Some(generations::answer(&id, row)?),
            (Some(id), None) => return Err(missing("generation", &id).into()),
        };
        Ok(Self { fingerprint, state, answer })
    }

    /// Refuses if the request differs, still runs, or its answer is no longer stored.
    fn answer(&self, idempotency: &IdempotentRequest) -> Result<StoredAnswer, KeyUse> {
        if self.fingerprint != idempotency.fingerprint.as_bytes() {
            Err(KeyUse::OtherRequest)
        } else if let Some(answer) = &self.answer {
            Ok(answer.clone())
        } else if self.state == RUNNING {
            Err(KeyUse::Running)
        } else {
            Err(KeyUse::Forgotten)
        }
    }
}

/// `None` if the key is not taken. Refuses a taken key without an answer.
pub(in crate::store) fn answer(
    conn: &mut Conn,
    account: AccountId,
    idempotency: &IdempotentRequest,
) -> Step<Option<StoredAnswer>> {
    let matches_key =
        idempotency::account.eq(account.to_string()).and(idempotency::key.eq(idempotency.key.as_str()));
    let row: Option<TakenRow> =
        with_answers!().filter(matches_key).select(taken_columns!()).get_result(conn).optional()?;
    let Some(row) = row else { return Ok(None) };
    let answer = Taken::read(row)?.answer(idempotency).map(Some);
    answer.map_err(|refused| StepError::Refused(QuotaError::KeyUsed(refused)))
}

pub(super) struct Keys(HashMap<(String, String), Taken>);

impl Keys {
    pub(super) fn read<'a>(
        conn: &mut Conn,
        requests: impl Iterator<Item = &'a HoldRequest>,
    ) -> Result<Self, StorageError> {
        let keys: Vec<_> = requests.filter_map(name).collect();
        if keys.is_empty() {
            return Ok(Self(HashMap::new()));
        }
        let query = with_answers!().select(((idempotency::account, idempotency::key), taken_columns!()));
        let rows: Vec<((String, String), TakenRow)> = match conn {
            Conn::Postgres(conn) => {
                // The query may also find one account's rows with another account's key, which does no harm.
                let (accounts, keys): (Vec<_>, Vec<_>) = keys.into_iter().unzip();
                let matching = idempotency::account.eq_any(accounts).and(idempotency::key.eq_any(keys));
                query.filter(matching).load(conn)?
            }
            Conn::Sqlite(conn) => {
                let mut rows = Vec::new();
                for (account, key) in keys {
                    let matches_key = idempotency::account.eq(account).and(idempotency::key.eq(key));
                    rows.extend(query.filter(matches_key).get_result(conn).optional()?);
                }
                rows
            }
        };
        let taken = |(name, row)| Ok((name, Taken::read(row)?));
        Ok(Self(rows.into_iter().map(taken).collect::<Result<_, StorageError>>()?))
    }

    pub(super) fn refuse_used(&self, request: &HoldRequest) -> Step<()> {
        let (Some(idempotency), Some(name)) = (&request.idempotency, name(request)) else { return Ok(()) };
        let Some(taken) = self.0.get(&name) else { return Ok(()) };
        let used = taken.answer(idempotency).map_or_else(|refused| refused, KeyUse::Answered);
        Err(StepError::Refused(QuotaError::KeyUsed(used)))
    }

    pub(super) fn take(&mut self, request: &HoldRequest) {
        if let (Some(idempotency), Some(name)) = (&request.idempotency, name(request)) {
            let fingerprint = idempotency.fingerprint.as_bytes().to_vec();
            self.0.insert(name, Taken { fingerprint, state: RUNNING.to_owned(), answer: None });
        }
    }
}

fn name(request: &HoldRequest) -> Option<(String, String)> {
    request
        .idempotency
        .as_ref()
        .map(|idempotency| (request.account.to_string(), idempotency.key.as_str().to_owned()))
}

pub(super) fn take<'a>(
    conn: &mut Conn,
    requests: impl Iterator<Item = (&'a HoldRequest, &'a str)>,
) -> Result<(), StorageError> {
    let with_key = |(request, id): (&'a HoldRequest, &'a str)| {
        request.idempotency.as_ref().map(|idempotency| (request.account.to_string(), idempotency, id))
    };
    let keys: Vec<_> = requests.filter_map(with_key).collect();
    if keys.is_empty() {
        return Ok(());
    }
    match conn {
        Conn::Postgres(conn) => {
            let columns = [
                Column::texts(keys.iter().map(|(account, ..)| account.as_str())),
                Column::texts(keys.iter().map(|(_, idempotency, _)| idempotency.key.as_str())),
                Column::Bytes(
                    keys.iter()
                        .map(|(_, idempotency, _)| Some(idempotency.fingerprint.as_bytes().as_slice()))
                        .collect(),
                ),
                Column::texts(keys.iter().map(|(_, _, id)| *id)),
            ];
            Prepared::<(), _>::new(TAKE_ALL, &columns).execute(conn)?;
        }
        Conn::Sqlite(conn) => {
            for (account, idempotency, id) in &keys {
                let row = (
                    idempotency::account.eq(account),
                    idempotency::key.eq(idempotency.key.as_str()),
                    idempotency::fingerprint.eq(idempotency.fingerprint.as_bytes().as_slice()),
                    idempotency::reservation.eq(*id),
                    idempotency::state.eq(RUNNING),
                );
                diesel::insert_into(idempotency::table).values(row).execute(conn)?;
            }
        }
    }
    Ok(())
}

/// Without a generation, the key stays taken but has no answer.
pub(super) struct Charged<'a> {
    pub(super) reservation: &'a str,
    pub(super) generation: Option<String>,
    pub(super) at: Timestamp,
}

impl Charged<'_> {
    fn state(&self) -> &'static str {
        if self.generation.is_some() { ANSWERED } else { FORGOTTEN }
    }
}

pub(super) fn point(conn: &mut Conn, charged: &[Charged<'_>]) -> Result<(), StorageError> {
    match conn {
        _ if charged.is_empty() => {}
        Conn::Postgres(conn) => {
            let columns = [
                Column::texts(charged.iter().map(Charged::state)),
                Column::Text(charged.iter().map(|charged| charged.generation.as_deref()).collect()),
                Column::numbers(charged.iter().map(|charged| micros(charged.at))),
                Column::texts(charged.iter().map(|charged| charged.reservation)),
            ];
            Prepared::<(), _>::new(POINT_ALL, &columns).execute(conn)?;
        }
        Conn::Sqlite(conn) => {
            for charged in charged {
                let values = [
                    Value::Text(charged.state()),
                    Value::OptionalText(charged.generation.as_deref()),
                    Value::Number(micros(charged.at)),
                    Value::Text(charged.reservation),
                ];
                Prepared::<()>::new(POINT, &values).execute(conn)?;
            }
        }
    }
    Ok(())
}

/// A client can use the key of a released reservation again.
pub(super) fn free(conn: &mut Conn, reservation: &str) -> Step<()> {
    diesel::delete(idempotency::table.filter(idempotency::reservation.eq(reservation))).execute(conn)?;
    Ok(())
}

/// Removes old keys' answers, and deletes the keys some time later.
pub(in crate::store) fn drop_old_answers(conn: &mut Conn, now: Timestamp) -> Step<()> {
    let before = |age: SignedDuration| -> Step<i64> {
        let moment = now.checked_sub(age);
        let cell = ColumnRef { table: "idempotency", column: "answered_at", row: "any" };
        Ok(micros(moment.map_err(|error| cell.wrong(error))?))
    };
    let answered = idempotency::state.eq(ANSWERED);
    let past = idempotency::answered_at.le(before(ANSWER_RETENTION)?).assume_not_null();
    diesel::update(idempotency::table.filter(answered.and(past)))
        .set((idempotency::state.eq(FORGOTTEN), idempotency::generation.eq(None::<String>)))
        .execute(conn)?;
    let forgotten = idempotency::state.eq(FORGOTTEN);
    let past = idempotency::answered_at.le(before(ANSWER_RETENTION + KEY_RETENTION)?).assume_not_null();
    diesel::delete(idempotency::table.filter(forgotten.and(past))).execute(conn)?;
    Ok(())
}
