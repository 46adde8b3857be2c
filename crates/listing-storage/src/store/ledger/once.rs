//! Requests that are done once: their keys and answers.

use diesel::prelude::*;
use jiff::{SignedDuration, Timestamp};
use listing_domain::idempotency::{ANSWER_KEPT, KEY_REMEMBERED, KeyUse, Once, StoredAnswer};
use listing_domain::ids::AccountId;
use listing_domain::ports::QuotaError;

use super::Step;
use crate::connection::{Conn, insert_new, on_engine};
use crate::error::Stop;
use crate::fixed::{Fixed, Value};
use crate::rows::{Cell, ensure_one, micros};
use crate::schema::idempotency;

const RUNNING: &str = "running";
const ANSWERED: &str = "answered";
const FORGOTTEN: &str = "forgotten";

/// Keeps the answer of a reservation.
const KEEP: &str = "UPDATE idempotency SET state = ?, answer = ?, answered_at = ? WHERE reservation = ?";

/// The answer of an earlier request under the key, or `None` when the key is
/// free. Refuses when the key is taken and there is no answer to give.
pub(in crate::store) fn answer(
    conn: &mut Conn,
    account: AccountId,
    once: &Once,
) -> Step<Option<StoredAnswer>> {
    let row: Option<(Vec<u8>, String, Option<Vec<u8>>)> = idempotency::table
        .find((account.to_string(), once.key.as_str()))
        .select((idempotency::fingerprint, idempotency::state, idempotency::answer))
        .first(conn)
        .optional()?;
    let Some((fingerprint, state, answer)) = row else { return Ok(None) };
    let refused = if fingerprint != once.fingerprint.as_bytes() {
        KeyUse::OtherRequest
    } else if let Some(answer) = answer {
        return Ok(Some(StoredAnswer(answer)));
    } else if state == RUNNING {
        KeyUse::Running
    } else {
        KeyUse::Forgotten
    };
    Err(Stop::Refused(QuotaError::KeyUsed(refused)))
}

/// Refuses a key that is taken.
pub(super) fn refuse_used(conn: &mut Conn, account: AccountId, once: &Once) -> Step<()> {
    match answer(conn, account, once)? {
        Some(answer) => Err(Stop::Refused(QuotaError::KeyUsed(KeyUse::Answered(answer)))),
        None => Ok(()),
    }
}

/// Takes a key for a reservation.
pub(super) fn take(conn: &mut Conn, account: AccountId, once: &Once, reservation: &str) -> Step<()> {
    let row = (
        idempotency::account.eq(account.to_string()),
        idempotency::key.eq(once.key.as_str()),
        idempotency::fingerprint.eq(once.fingerprint.as_bytes().as_slice()),
        idempotency::reservation.eq(reservation),
        idempotency::state.eq(RUNNING),
    );
    let key = (idempotency::account, idempotency::key);
    let taken = insert_new!(conn, idempotency::table, row, unless key)?;
    Ok(ensure_one(taken, "idempotency", once.key.as_str())?)
}

/// Keeps the answer of a reservation that was charged, if it has a key. Without
/// an answer the key is taken all the same.
pub(super) fn keep(
    conn: &mut Conn,
    reservation: &str,
    answer: Option<&StoredAnswer>,
    at: Timestamp,
) -> Step<()> {
    let state = if answer.is_some() { ANSWERED } else { FORGOTTEN };
    let answer = answer.map(|answer| answer.0.as_slice());
    let values =
        [Value::Text(state), Value::Bytes(answer), Value::Number(micros(at)), Value::Text(reservation)];
    let change = Fixed::<()>::new(KEEP, &values);
    on_engine!(conn, |conn| change.execute(conn))?;
    Ok(())
}

/// The answer that was kept of a reservation.
pub(super) fn kept(conn: &mut Conn, reservation: &str) -> Step<Option<StoredAnswer>> {
    let answer: Option<Option<Vec<u8>>> = idempotency::table
        .filter(idempotency::reservation.eq(reservation))
        .select(idempotency::answer)
        .first(conn)
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
        let place = Cell { table: "idempotency", column: "answered_at", row: "any" };
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
