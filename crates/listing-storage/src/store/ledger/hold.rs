//! Holds units: reserves each for a request, until it is charged or released.

use std::collections::HashMap;

use diesel::prelude::*;
use listing_domain::origin::Origin;
use listing_domain::ports::{HoldRequest, QuotaError, Reservation};
use listing_domain::quota::{Period, UnitKind};

use super::idempotency::{self, Keys};
use super::{Bucket, Entry, Moves, Outcomes, RESERVED, Step, append};
use crate::connection::Conn;
use crate::error::{StepError, StorageError};
use crate::prepared::{Column, Prepared};
use crate::rows::{ensure_all, ensure_one, micros};
use crate::schema::reservation;
use crate::store::balance::{self, Balance, Units};
use crate::store::lock::{LockWait, lock_accounts};
use crate::store::usage_cache::Reading;

const RESERVE_ALL: &str = "INSERT INTO reservation
        (id, account, kind, period, state, created_at, expires_at, owner)
    SELECT id, account, kind, period, 'reserved', created_at, expires_at, owner
    FROM unnest(?, ?, ?, ?, ?, ?, ?) AS held (id, account, kind, period, created_at, expires_at, owner)";

/// With the id of the process that holds the unit.
#[derive(Clone)]
pub(in crate::store) struct Hold {
    pub(in crate::store) request: HoldRequest,
    pub(in crate::store) owner: Option<String>,
}

struct Held<'a> {
    hold: &'a Hold,
    id: String,
    bucket: Bucket,
    /// Must be written first.
    allotment: Option<Allotment>,
}

struct Allotment {
    bucket: Bucket,
    /// `None` if the month has no bucket yet.
    from: Option<i64>,
    to: i64,
}

/// Takes a unit for each request in order, or refuses it, and returns each account's usage afterwards.
/// Returns `None` for a request in another month than the first, and for an account whose lock was skipped.
pub(in crate::store) fn hold(
    conn: &mut Conn,
    holds: &[Hold],
    wait: LockWait,
) -> Result<Outcomes<(Reservation, Reading)>, StorageError> {
    let Some(first) = holds.first() else { return Ok(Vec::new()) };
    let month = Period::containing(first.request.now);
    let mut accounts: Vec<String> = holds.iter().map(|hold| hold.request.account.to_string()).collect();
    accounts.sort_unstable();
    accounts.dedup();
    let accounts = accounts.iter().map(String::as_str);
    let locked = lock_accounts(conn, accounts.clone(), wait)?;
    let mut keys = Keys::read(conn, holds.iter().map(|hold| &hold.request))?;
    let since = holds.iter().map(|hold| hold.request.now).min().unwrap_or(first.request.now);
    let mut balances = balance::read_all(conn, accounts, month, since)?;
    let mut held_units = Vec::with_capacity(holds.len());
    let mut outcomes = Vec::with_capacity(holds.len());
    for hold in holds {
        let account = hold.request.account.to_string();
        if !locked.has(&account) || Period::containing(hold.request.now) != month {
            outcomes.push(None);
            continue;
        }
        let reservation = match choose_unit(hold, &account, &mut balances, &mut keys) {
            Ok((kind, held, reading)) => {
                held_units.push(held);
                Ok((Reservation { id: hold.request.reservation, kind }, reading))
            }
            Err(StepError::Refused(refused)) => Err(refused),
            Err(StepError::Failed(error)) => return Err(error),
        };
        outcomes.push(Some(reservation));
    }
    write(conn, &held_units)?;
    Ok(outcomes)
}

/// Counts the chosen unit as used. Returns the usage afterwards.
fn choose_unit<'a>(
    hold: &'a Hold,
    account: &str,
    balances: &mut HashMap<String, Balance>,
    keys: &mut Keys,
) -> Step<(UnitKind, Held<'a>, Reading)> {
    let request = &hold.request;
    keys.refuse_used(request)?;
    let balance = balances.get_mut(account).filter(|balance| balance.is_there);
    let balance = balance.ok_or(StepError::Refused(QuotaError::UnknownAccount))?;
    let usage = balance.usage(account, request.free_limit, request.now)?;
    let unit = if request.is_free { Some(UnitKind::Pro) } else { usage.next_unit() };
    let unit = unit.ok_or(StepError::Refused(QuotaError::Exhausted))?;
    let allotment = if unit == UnitKind::Pro { None } else { allot(request, balance) };
    balance.take(unit);
    keys.take(request);
    let (id, bucket) = (request.reservation.to_string(), Bucket::new(request.account, unit));
    let reading = balance.reading(account, request.free_limit, request.now)?;
    Ok((unit, Held { hold, id, bucket, allotment }, reading))
}

/// Creates the month's free units or adapts them to a new limit, but not below the number already used.
fn allot(request: &HoldRequest, balance: &mut Balance) -> Option<Allotment> {
    // Units that were used earlier under the same email reduce the limit.
    let limit = (i64::from(request.free_limit) - balance.carried()).max(0);
    let from = balance.free.map(|free| free.granted);
    let used = balance.free.map_or(0, |free| free.used);
    let to = limit.max(used);
    if from == Some(to) {
        return None;
    }
    balance.free = Some(Units { granted: to, used });
    let bucket = Bucket::new(request.account, UnitKind::Free(balance.period));
    Some(Allotment { bucket, from, to })
}

fn write(conn: &mut Conn, held_units: &[Held<'_>]) -> Result<(), StorageError> {
    let mut moves = Moves::default();
    let mut lines = Vec::with_capacity(held_units.len());
    for held in held_units {
        let at = micros(held.hold.request.now);
        if let Some(allotment) = &held.allotment {
            allotment.make(conn)?;
            lines.push(allotment.line(at, &held.hold.request.origin));
        }
        moves.add(&held.bucket, 1, 0);
        lines.push(Entry {
            what: "hold",
            reservation: Some((&held.id, Some(1))),
            payment: None,
            bucket: &held.bucket,
            amount: held.bucket.units(),
            at,
            origin: &held.hold.request.origin,
        });
    }
    moves.make(conn)?;
    reserve(conn, held_units)?;
    append(conn, &lines)?;
    idempotency::take(conn, held_units.iter().map(|held| (&held.hold.request, held.id.as_str())))
}

impl Allotment {
    fn make(&self, conn: &mut Conn) -> Result<(), StorageError> {
        let Self { bucket, from, to } = self;
        match from {
            Some(from) => bucket.regrant(conn, *from, *to),
            None => Ok(ensure_one(bucket.open(conn, *to)?.into(), "bucket", &bucket.account)?),
        }
    }

    fn line<'a>(&'a self, at: i64, origin: &'a Origin) -> Entry<'a> {
        let amount = self.to - self.from.unwrap_or(0);
        Entry { what: "allot", reservation: None, payment: None, bucket: &self.bucket, amount, at, origin }
    }
}

fn reserve(conn: &mut Conn, held_units: &[Held<'_>]) -> Result<(), StorageError> {
    let Some(first) = held_units.first() else { return Ok(()) };
    let made = match conn {
        Conn::Postgres(conn) => {
            let columns = [
                Column::texts(held_units.iter().map(|held| held.id.as_str())),
                Column::texts(held_units.iter().map(|held| held.bucket.account.as_str())),
                Column::texts(held_units.iter().map(|held| held.bucket.kind.as_str())),
                Column::texts(held_units.iter().map(|held| held.bucket.period.as_str())),
                Column::numbers(held_units.iter().map(|held| micros(held.hold.request.now))),
                Column::numbers(held_units.iter().map(|held| micros(held.hold.request.expires_at))),
                Column::Text(held_units.iter().map(|held| held.hold.owner.as_deref()).collect()),
            ];
            Prepared::<(), _>::new(RESERVE_ALL, &columns).execute(conn)?
        }
        Conn::Sqlite(conn) => {
            let one = |held: &Held<'_>| {
                let values = (
                    reservation::id.eq(&held.id),
                    reservation::account.eq(&held.bucket.account),
                    reservation::kind.eq(&held.bucket.kind),
                    reservation::period.eq(&held.bucket.period),
                    reservation::state.eq(RESERVED),
                    reservation::created_at.eq(micros(held.hold.request.now)),
                    reservation::expires_at.eq(micros(held.hold.request.expires_at)),
                    reservation::owner.eq(&held.hold.owner),
                );
                diesel::insert_into(reservation::table).values(values).execute(conn)
            };
            held_units.iter().map(one).sum::<QueryResult<usize>>()?
        }
    };
    Ok(ensure_all(made, held_units.len(), "reservation", &first.id)?)
}
