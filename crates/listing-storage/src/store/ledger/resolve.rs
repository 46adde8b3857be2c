//! Ends a reservation exactly once: it is settled (charged, see [`super::settle()`]), released or expired.

use std::collections::{HashMap, HashSet};

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel::sql_types::Text;
use jiff::Timestamp;
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::QuotaError;

use super::{Bucket, Entry, Moves, RESERVED, Step, idempotency};
use crate::connection::Conn;
use crate::error::{Inconsistency, StepError, StorageError};
use crate::prepared::{Column, Prepared, Value};
use crate::rows::{ColumnRef, micros};
use crate::schema::{instance, reservation};
use crate::store::lock::lock_account;

const EXPIRE_BATCH: u8 = 200;

/// The text contains `'reserved'`: with a bound value, SQLite would prepare the statement each time, because
/// its index covers only held reservations.
const END: &str = "UPDATE reservation SET state = ? WHERE id = ? AND state = 'reserved'";
const END_ALL: &str = "UPDATE reservation SET state = ended.state FROM unnest(?, ?) AS ended (state, id)
    WHERE reservation.id = ended.id AND reservation.state = 'reserved' RETURNING reservation.id";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Settled,
    Released,
    Expired,
}

impl End {
    pub(super) const fn state(self) -> &'static str {
        match self {
            Self::Settled => "settled",
            Self::Released => "released",
            Self::Expired => "expired",
        }
    }

    pub(super) const fn entry(self) -> &'static str {
        match self {
            Self::Settled => "settle",
            Self::Released => "release",
            Self::Expired => "expire",
        }
    }
}

/// Returns the account. Does nothing to a unit that is no longer held.
pub(in crate::store) fn release(
    conn: &mut Conn,
    id: ReservationId,
    at: Timestamp,
    origin: &Origin,
) -> Step<AccountId> {
    let (account, _) = end(conn, &id.to_string(), End::Released, at, origin)?;
    Ok(account)
}

/// Up to [`EXPIRE_BATCH`] reservations that have expired, or whose process sent its last heartbeat before
/// `alive_since`.
pub(in crate::store) fn overdue(
    conn: &mut Conn,
    now: Timestamp,
    alive_since: Timestamp,
) -> Result<Vec<String>, StorageError> {
    let alive = instance::table.filter(
        instance::id.nullable().eq(reservation::owner).and(instance::seen_at.ge(micros(alive_since))),
    );
    let is_abandoned = reservation::owner.is_not_null().and(not(exists(alive)));
    let is_over = reservation::expires_at.le(micros(now)).or(is_abandoned);
    let over = reservation::table
        .filter(reservation::state.eq(RESERVED).and(is_over))
        .order(reservation::expires_at)
        .limit(i64::from(EXPIRE_BATCH))
        .select(reservation::id);
    Ok(over.load(conn)?)
}

pub(in crate::store) fn held_by(conn: &mut Conn, owner: &str) -> Result<Vec<ReservationId>, StorageError> {
    let query = reservation::table
        .filter(reservation::state.eq(RESERVED).and(reservation::owner.eq(owner)))
        .order(reservation::expires_at)
        .limit(i64::from(EXPIRE_BATCH))
        .select(reservation::id);
    let ids: Vec<String> = query.load(conn)?;
    let parsed = |id: &String| ColumnRef { table: "reservation", column: "id", row: id }.parse(id);
    ids.iter().map(|id| Ok(parsed(id)?)).collect()
}

/// Returns the account; `None` if the reservation has already ended.
pub(in crate::store) fn expire(conn: &mut Conn, id: &str, now: Timestamp) -> Step<Option<AccountId>> {
    let (account, has_ended) = end(conn, id, End::Expired, now, &Origin::SWEEP)?;
    Ok(has_ended.then_some(account))
}

/// Makes a held unit available again. Returns its account, and `true` if it was held.
fn end(conn: &mut Conn, id: &str, end: End, at: Timestamp, origin: &Origin) -> Step<(AccountId, bool)> {
    let bucket =
        buckets(conn, &[id])?.remove(id).ok_or(StepError::Refused(QuotaError::UnknownReservation))?;
    lock_account(conn, &bucket.account)?;
    let is_held = !end_all(conn, &[id], end)?.is_empty();
    if is_held {
        let mut back = Moves::default();
        back.add(&bucket, -1, 0);
        back.make(conn)?;
        line(end.entry(), id, &bucket, at, origin).append(conn)?;
        idempotency::free(conn, id)?;
    }
    Ok((account_of(id, &bucket)?, is_held))
}

fn account_of(id: &str, bucket: &Bucket) -> Result<AccountId, Inconsistency> {
    ColumnRef { table: "reservation", column: "account", row: id }.parse(&bucket.account)
}

/// A reservation's bucket never changes.
pub(super) fn buckets(conn: &mut Conn, ids: &[&str]) -> Result<HashMap<String, Bucket>, StorageError> {
    let bucket = (reservation::account, reservation::kind, reservation::period);
    let query = reservation::table.select((reservation::id, bucket));
    let rows: Vec<(String, Bucket)> = match conn {
        Conn::Postgres(conn) => query.filter(reservation::id.eq_any(ids)).load(conn)?,
        Conn::Sqlite(conn) => {
            let mut rows = Vec::with_capacity(ids.len());
            for id in ids {
                rows.extend(query.filter(reservation::id.eq(id)).get_result(conn).optional()?);
            }
            rows
        }
    };
    Ok(rows.into_iter().collect())
}

pub(super) fn end_all(conn: &mut Conn, ids: &[&str], end: End) -> Result<HashSet<String>, StorageError> {
    match conn {
        Conn::Postgres(conn) => {
            let columns =
                [Column::texts(ids.iter().map(|_| end.state())), Column::texts(ids.iter().copied())];
            let ended: Vec<String> = Prepared::<Text, _>::new(END_ALL, &columns).load(conn)?;
            Ok(ended.into_iter().collect())
        }
        Conn::Sqlite(conn) => {
            let mut ended = HashSet::new();
            for id in ids {
                let values = [Value::Text(end.state()), Value::Text(id)];
                if Prepared::<()>::new(END, &values).execute(conn)? == 1 {
                    ended.insert((*id).to_owned());
                }
            }
            Ok(ended)
        }
    }
}

pub(super) fn line<'a>(
    what: &'static str,
    id: &'a str,
    bucket: &'a Bucket,
    at: Timestamp,
    origin: &'a Origin,
) -> Entry<'a> {
    let (reservation, amount) = (Some((id, Some(2))), bucket.units());
    Entry { what, reservation, payment: None, bucket, amount, at: micros(at), origin }
}
