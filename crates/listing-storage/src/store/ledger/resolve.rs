//! The end of a reservation: settled, released or expired, exactly once.

use diesel::prelude::*;
use jiff::Timestamp;
use listing_domain::ids::ReservationId;
use listing_domain::ports::{QuotaError, Settlement};

use super::{Entry, Purse, RESERVED, Step};
use crate::connection::Conn;
use crate::error::Stop;
use crate::rows::micros;
use crate::schema::reservation;
use crate::store::standing;

/// Reservations that one step gives back at most, so that it does not keep
/// other steps waiting.
pub(in crate::store) const EXPIRE_BATCH: u8 = 200;

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
/// that went back before is not charged, which the ledger notes.
pub(in crate::store) fn settle(
    conn: &mut Conn,
    id: ReservationId,
    free_limit: u32,
    at: Timestamp,
) -> Step<Settlement> {
    let id = id.to_string();
    let (purse, charged) = match end(conn, &id, End::Settled, at)? {
        Ended::Now(purse) => (purse, true),
        Ended::Before(purse, state) if state == End::Settled.state() => (purse, true),
        Ended::Before(purse, _) => {
            note_late(conn, &id, &purse, at)?;
            (purse, false)
        }
    };
    let standing =
        standing::read(conn, &purse.account, at)?.ok_or(Stop::Refused(QuotaError::UnknownAccount))?;
    Ok(Settlement { charged, usage: standing.usage(&purse.account, free_limit)? })
}

/// Gives a held unit back. Does nothing when it is not held any more.
pub(in crate::store) fn release(conn: &mut Conn, id: ReservationId, at: Timestamp) -> Step<()> {
    end(conn, &id.to_string(), End::Released, at).map(drop)
}

/// Gives back at most [`EXPIRE_BATCH`] units whose time is over; tells how many.
pub(in crate::store) fn expire(conn: &mut Conn, now: Timestamp) -> Step<u64> {
    let over: Vec<String> = reservation::table
        .filter(reservation::state.eq(RESERVED).and(reservation::expires_at.le(micros(now))))
        .order(reservation::expires_at)
        .limit(i64::from(EXPIRE_BATCH))
        .select(reservation::id)
        .load(conn)?;
    let mut expired = 0;
    for id in over {
        if let Ended::Now(_) = end(conn, &id, End::Expired, now)? {
            expired += 1;
        }
    }
    Ok(expired)
}

/// What became of an attempt to end a reservation.
enum Ended {
    /// It was held, and has ended now.
    Now(Purse),
    /// It had ended before, in this state.
    Before(Purse, String),
}

fn end(conn: &mut Conn, id: &str, end: End, at: Timestamp) -> Step<Ended> {
    let purse = (reservation::account, reservation::kind, reservation::period);
    let held = reservation::table.find(id).filter(reservation::state.eq(RESERVED));
    let ended: Option<Purse> = diesel::update(held)
        .set(reservation::state.eq(end.state()))
        .returning(purse)
        .get_result(conn)
        .optional()?;
    let Some(purse) = ended else {
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
