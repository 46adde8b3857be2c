//! The end of a reservation: settled, released or expired, exactly once.

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel::sql_types::Text;
use jiff::Timestamp;
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::ports::{QuotaError, SettleRequest, Settlement};
use listing_domain::quota::Period;

use super::{Entry, Purse, RESERVED, Step, once};
use crate::connection::{Conn, on_engine};
use crate::error::{Stop, StorageError};
use crate::fixed::{Fixed, Value};
use crate::rows::{Cell, micros};
use crate::schema::{instance, reservation};
use crate::store::lock::lock_account_of;
use crate::store::standing;

/// Overdue reservations that are looked up at once.
const EXPIRE_BATCH: u8 = 200;

/// Ends a reservation that is held. Its state is no value: SQLite would prepare
/// the statement anew each time, because it has an index of what is held.
const END: &str = "UPDATE reservation SET state = ? WHERE id = ? AND state = 'reserved'
    RETURNING account, kind, period";

/// How a reservation ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Settled,
    Released,
    Expired,
}

impl End {
    /// The state of the reservation.
    const fn state(self) -> &'static str {
        match self {
            Self::Settled => "settled",
            Self::Released => "released",
            Self::Expired => "expired",
        }
    }

    /// What the ledger says.
    const fn entry(self) -> &'static str {
        match self {
            Self::Settled => "settle",
            Self::Released => "release",
            Self::Expired => "expire",
        }
    }
}

/// Charges a held unit. One that was charged before stays charged once; one
/// that went back before is not charged, which the ledger notes. Tells whose it
/// is, too.
pub(in crate::store) fn settle(conn: &mut Conn, request: &SettleRequest) -> Step<(AccountId, Settlement)> {
    let (id, at) = (request.reservation.to_string(), request.at);
    let (purse, outcome) = match end(conn, &id, End::Settled, at)? {
        Ended::Now(purse) => (purse, Outcome::Charged),
        Ended::Before(purse, state) if state == End::Settled.state() => (purse, Outcome::ChargedBefore),
        Ended::Before(purse, _) => {
            note_late(conn, &id, &purse, at)?;
            (purse, Outcome::Late)
        }
    };
    let standing = standing::read(conn, &purse.account, Period::containing(at))?
        .ok_or(Stop::Refused(QuotaError::UnknownAccount))?;
    let usage = standing.usage(&purse.account, request.free_limit)?;
    if outcome == Outcome::Charged {
        let answer = request.answer.as_ref().map(|form| form.fill(&usage));
        once::keep(conn, &id, answer.as_ref(), at)?;
    }
    let answer = if request.answer.is_some() { once::kept(conn, &id)? } else { None };
    Ok((account_of(&id, &purse)?, Settlement { charged: outcome != Outcome::Late, usage, answer }))
}

/// What a settlement came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Charged,
    ChargedBefore,
    Late,
}

/// Gives a held unit back, and tells whose it is. Does nothing when it is not
/// held any more.
pub(in crate::store) fn release(conn: &mut Conn, id: ReservationId, at: Timestamp) -> Step<AccountId> {
    let id = id.to_string();
    let (Ended::Now(purse) | Ended::Before(purse, _)) = end(conn, &id, End::Released, at)?;
    account_of(&id, &purse)
}

/// At most [`EXPIRE_BATCH`] reservations whose time is over, or whose owner was
/// last seen before `alive_since`.
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

/// Gives back an overdue unit, and tells whose it is, unless it has ended
/// meanwhile.
pub(in crate::store) fn expire(conn: &mut Conn, id: &str, now: Timestamp) -> Step<Option<AccountId>> {
    match end(conn, id, End::Expired, now)? {
        Ended::Now(purse) => account_of(id, &purse).map(Some),
        Ended::Before(..) => Ok(None),
    }
}

/// Whose the units of a reservation are.
fn account_of(id: &str, purse: &Purse) -> Step<AccountId> {
    Ok(Cell { table: "reservation", column: "account", row: id }.parse(&purse.account)?)
}

/// What became of an attempt to end a reservation.
enum Ended {
    /// It was held, and has ended now.
    Now(Purse),
    /// It had ended before, in this state.
    Before(Purse, String),
}

fn end(conn: &mut Conn, id: &str, end: End, at: Timestamp) -> Step<Ended> {
    lock_account_of(conn, id)?;
    let values = [Value::Text(end.state()), Value::Text(id)];
    let update = Fixed::<(Text, Text, Text)>::new(END, &values);
    let ended: Option<Purse> = on_engine!(conn, |conn| update.get_result(conn)).optional()?;
    let Some(purse) = ended else {
        let purse = (reservation::account, reservation::kind, reservation::period);
        let before: Option<(Purse, String)> =
            reservation::table.find(id).select((purse, reservation::state)).first(conn).optional()?;
        let (purse, state) = before.ok_or(Stop::Refused(QuotaError::UnknownReservation))?;
        return Ok(Ended::Before(purse, state));
    };
    purse.resolve(conn, end == End::Settled)?;
    let resolved = Entry {
        what: end.entry(),
        reservation: Some((id, Some(2))),
        payment: None,
        purse: &purse,
        amount: purse.units(),
        at: micros(at),
    };
    resolved.append(conn)?;
    if end != End::Settled {
        once::free(conn, id)?;
    }
    Ok(Ended::Now(purse))
}

fn note_late(conn: &mut Conn, id: &str, purse: &Purse, at: Timestamp) -> Step<()> {
    let late = Entry {
        what: "late",
        reservation: Some((id, None)),
        payment: None,
        purse,
        amount: 0,
        at: micros(at),
    };
    late.append(conn)
}
