//! Holding a unit.

use diesel::prelude::*;
use listing_domain::ports::{HoldRequest, QuotaError, Reservation};
use listing_domain::quota::{Period, UnitKind};

use super::{Entry, Purse, RESERVED, Step, once};
use crate::connection::{Conn, on_engine};
use crate::error::Stop;
use crate::rows::micros;
use crate::schema::reservation;
use crate::store::lock::lock_account;
use crate::store::standing::{self, Standing};

/// Takes a unit for `owner`, or refuses.
pub(in crate::store) fn hold(
    conn: &mut Conn,
    request: &HoldRequest,
    owner: Option<&str>,
) -> Step<Reservation> {
    let account = request.account.to_string();
    lock_account(conn, &account)?;
    if let Some(once) = &request.once {
        once::refuse_used(conn, request.account, once)?;
    }
    let standing = standing::read(conn, &account, Period::containing(request.now))?
        .ok_or(Stop::Refused(QuotaError::UnknownAccount))?;
    let unit = if standing.plan.is_subscribed() { UnitKind::Pro } else { take(conn, request, &standing)? };
    let purse = Purse::new(request.account, unit);
    let id = request.reservation.to_string();
    let held = diesel::insert_into(reservation::table).values((
        reservation::id.eq(&id),
        reservation::account.eq(&purse.account),
        reservation::kind.eq(&purse.kind),
        reservation::period.eq(&purse.period),
        reservation::state.eq(RESERVED),
        reservation::created_at.eq(micros(request.now)),
        reservation::expires_at.eq(micros(request.expires_at)),
        reservation::owner.eq(owner),
    ));
    on_engine!(conn, |conn| held.execute(conn))?;
    let held = Entry {
        what: "hold",
        reservation: Some((&id, Some(1))),
        payment: None,
        purse: &purse,
        amount: purse.units(),
        at: micros(request.now),
    };
    held.append(conn)?;
    if let Some(once) = &request.once {
        once::take(conn, request.account, once, &id)?;
    }
    Ok(Reservation { id: request.reservation, kind: unit })
}

/// Takes a free unit of this period, else a credit.
fn take(conn: &mut Conn, request: &HoldRequest, standing: &Standing) -> Step<UnitKind> {
    let free = UnitKind::Free(standing.period);
    allot(conn, request, &Purse::new(request.account, free), standing)?;
    for unit in [free, UnitKind::Credit] {
        if Purse::new(request.account, unit).take(conn)? {
            return Ok(unit);
        }
    }
    Err(Stop::Refused(QuotaError::Exhausted))
}

/// Makes this period's free units, or brings them to a limit that was changed
/// since; never below what is used.
fn allot(conn: &mut Conn, request: &HoldRequest, purse: &Purse, standing: &Standing) -> Step<()> {
    let limit = i64::from(request.free_limit);
    let (from, to) = standing.free.map_or((0, limit), |free| (free.granted, limit.max(free.used)));
    let is_changed = match standing.free {
        None => purse.open(conn, to)?,
        Some(_) => from != to && purse.regrant(conn, from, to)?,
    };
    if !is_changed {
        // They are as they should be, or another hold has just made them so.
        return Ok(());
    }
    let allotted = Entry {
        what: "allot",
        reservation: None,
        payment: None,
        purse,
        amount: to - from,
        at: micros(request.now),
    };
    allotted.append(conn)
}
