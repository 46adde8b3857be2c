//! Requests that are done once: their keys and answers.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use diesel::sql_types::Text;
use jiff::{SignedDuration, Timestamp};
use listing_domain::idempotency::{ANSWER_KEPT, IdempotentRequest, KEY_REMEMBERED, KeyUse, StoredAnswer};
use listing_domain::ids::AccountId;
use listing_domain::ports::{HoldRequest, QuotaError};

use super::Step;
use crate::connection::Conn;
use crate::error::{Stop, StorageError};
use crate::prepared::{Column, Prepared, Value};
use crate::rows::{ColumnRef, micros};
use crate::schema::idempotency;

const RUNNING: &str = "running";
const ANSWERED: &str = "answered";
const FORGOTTEN: &str = "forgotten";

/// Takes keys for reservations.
const TAKE_ALL: &str = "INSERT INTO idempotency (account, key, fingerprint, reservation, state)
    SELECT account, key, fingerprint, reservation, 'running'
    FROM unnest(?, ?, ?, ?) AS taken (account, key, fingerprint, reservation)";

/// Keeps the answer of a reservation.
const KEEP: &str = "UPDATE idempotency SET state = ?, answer = ?, answered_at = ? WHERE reservation = ?";
/// The same for many; tells which of them have a key.
const KEEP_ALL: &str =
    "UPDATE idempotency SET state = kept.state, answer = kept.answer, answered_at = kept.at
    FROM unnest(?, ?, ?, ?) AS kept (state, answer, at, reservation)
    WHERE idempotency.reservation = kept.reservation RETURNING idempotency.reservation";

/// A key as it is stored, or as it will be.
#[derive(Queryable)]
struct Taken {
    fingerprint: Vec<u8>,
    state: String,
    answer: Option<Vec<u8>>,
}

impl Taken {
    /// The answer of the key's request. Refuses when there is none to give.
    fn answer(&self, idempotency: &IdempotentRequest) -> Result<StoredAnswer, KeyUse> {
        if self.fingerprint != idempotency.fingerprint.as_bytes() {
            Err(KeyUse::OtherRequest)
        } else if let Some(answer) = &self.answer {
            Ok(StoredAnswer(answer.clone()))
        } else if self.state == RUNNING {
            Err(KeyUse::Running)
        } else {
            Err(KeyUse::Forgotten)
        }
    }
}

/// The answer of an earlier request under the key, or `None` when the key is
/// free. Refuses when the key is taken and there is no answer to give.
pub(in crate::store) fn answer(
    conn: &mut Conn,
    account: AccountId,
    idempotency: &IdempotentRequest,
) -> Step<Option<StoredAnswer>> {
    let taken: Option<Taken> = idempotency::table
        .find((account.to_string(), idempotency.key.as_str()))
        .select((idempotency::fingerprint, idempotency::state, idempotency::answer))
        .get_result(conn)
        .optional()?;
    let answer = taken.map(|taken| taken.answer(idempotency)).transpose();
    answer.map_err(|refused| Stop::Refused(QuotaError::KeyUsed(refused)))
}

/// The keys of requests, by account and key, as far as they are taken.
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
        let taken = (idempotency::fingerprint, idempotency::state, idempotency::answer);
        let columns = ((idempotency::account, idempotency::key), taken);
        let rows: Vec<((String, String), Taken)> = match conn {
            Conn::Postgres(conn) => {
                // Those of one account under the key of another do no harm.
                let (accounts, keys): (Vec<_>, Vec<_>) = keys.into_iter().unzip();
                let concerned = idempotency::account.eq_any(accounts).and(idempotency::key.eq_any(keys));
                idempotency::table.filter(concerned).select(columns).load(conn)?
            }
            Conn::Sqlite(conn) => {
                let mut rows = Vec::new();
                for key in keys {
                    rows.extend(idempotency::table.find(key).select(columns).get_result(conn).optional()?);
                }
                rows
            }
        };
        Ok(Self(rows.into_iter().collect()))
    }

    /// Refuses a request whose key is taken.
    pub(super) fn refuse_used(&self, request: &HoldRequest) -> Step<()> {
        let (Some(idempotency), Some(name)) = (&request.idempotency, name(request)) else { return Ok(()) };
        let Some(taken) = self.0.get(&name) else { return Ok(()) };
        let used = taken.answer(idempotency).map_or_else(|refused| refused, KeyUse::Answered);
        Err(Stop::Refused(QuotaError::KeyUsed(used)))
    }

    /// Notes that the request's key will be taken.
    pub(super) fn take(&mut self, request: &HoldRequest) {
        if let (Some(idempotency), Some(name)) = (&request.idempotency, name(request)) {
            let fingerprint = idempotency.fingerprint.as_bytes().to_vec();
            self.0.insert(name, Taken { fingerprint, state: RUNNING.to_owned(), answer: None });
        }
    }
}

/// A request's key with its account.
fn name(request: &HoldRequest) -> Option<(String, String)> {
    request
        .idempotency
        .as_ref()
        .map(|idempotency| (request.account.to_string(), idempotency.key.as_str().to_owned()))
}

/// Takes the keys of requests that have one for their reservations.
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

/// The answer of a reservation that was charged. Without an answer its key is
/// taken all the same.
pub(super) struct Kept<'a> {
    pub(super) reservation: &'a str,
    pub(super) answer: Option<StoredAnswer>,
    pub(super) at: Timestamp,
}

impl Kept<'_> {
    fn state(&self) -> &'static str {
        if self.answer.is_some() { ANSWERED } else { FORGOTTEN }
    }

    fn bytes(&self) -> Option<&[u8]> {
        self.answer.as_ref().map(|answer| answer.0.as_slice())
    }
}

/// Keeps answers, where there is a key to be kept for; tells which those are, by
/// their reservations.
pub(super) fn keep<'a>(
    conn: &mut Conn,
    answers: Vec<Kept<'a>>,
) -> Result<HashMap<&'a str, Option<StoredAnswer>>, StorageError> {
    let mut kept = answers;
    match conn {
        _ if kept.is_empty() => {}
        Conn::Postgres(conn) => {
            let columns = [
                Column::texts(kept.iter().map(Kept::state)),
                Column::Bytes(kept.iter().map(Kept::bytes).collect()),
                Column::numbers(kept.iter().map(|kept| micros(kept.at))),
                Column::texts(kept.iter().map(|kept| kept.reservation)),
            ];
            let with_key: Vec<String> = Prepared::<Text, _>::new(KEEP_ALL, &columns).load(conn)?;
            let with_key: HashSet<String> = with_key.into_iter().collect();
            kept.retain(|kept| with_key.contains(kept.reservation));
        }
        Conn::Sqlite(conn) => {
            let mut with_key = Vec::with_capacity(kept.len());
            for kept in kept {
                let values = [
                    Value::Text(kept.state()),
                    Value::Bytes(kept.bytes()),
                    Value::Number(micros(kept.at)),
                    Value::Text(kept.reservation),
                ];
                if Prepared::<()>::new(KEEP, &values).execute(conn)? == 1 {
                    with_key.push(kept);
                }
            }
            kept = with_key;
        }
    }
    Ok(kept.into_iter().map(|kept| (kept.reservation, kept.answer)).collect())
}

/// The answer that was kept of a reservation.
pub(super) fn kept(conn: &mut Conn, reservation: &str) -> Result<Option<StoredAnswer>, StorageError> {
    let answer: Option<Option<Vec<u8>>> = idempotency::table
        .filter(idempotency::reservation.eq(reservation))
        .select(idempotency::answer)
        .get_result(conn)
        .optional()?;
    Ok(answer.flatten().map(StoredAnswer))
}

/// Frees the key of a reservation that went back.
pub(super) fn free(conn: &mut Conn, reservation: &str) -> Step<()> {
    diesel::delete(idempotency::table.filter(idempotency::reservation.eq(reservation))).execute(conn)?;
    Ok(())
}

/// Drops answers, and later their keys, whose time is over.
pub(in crate::store) fn forget_answers(conn: &mut Conn, now: Timestamp) -> Step<()> {
    let before = |kept: SignedDuration| -> Step<i64> {
        let moment = now.checked_sub(kept);
        let place = ColumnRef { table: "idempotency", column: "answered_at", row: "any" };
        Ok(micros(moment.map_err(|error| place.wrong(error))?))
    };
    let answered = idempotency::state.eq(ANSWERED);
    let past = idempotency::answered_at.le(before(ANSWER_KEPT)?).assume_not_null();
    diesel::update(idempotency::table.filter(answered.and(past)))
        .set((idempotency::state.eq(FORGOTTEN), idempotency::answer.eq(None::<Vec<u8>>)))
        .execute(conn)?;
    let forgotten = idempotency::state.eq(FORGOTTEN);
    let past = idempotency::answered_at.le(before(ANSWER_KEPT + KEY_REMEMBERED)?).assume_not_null();
    diesel::delete(idempotency::table.filter(forgotten.and(past))).execute(conn)?;
    Ok(())
}
