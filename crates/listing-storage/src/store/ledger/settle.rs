//! Settles reservations: charges the units that they hold.

use std::collections::HashSet;

use diesel::prelude::*;
use listing_domain::generation::Revised;
use listing_domain::ports::{ChargedRevision, QuotaError, RevisionSettlement, SettleRequest, Settlement};
use listing_domain::quota::{Period, UsageAtCharge};

use super::idempotency::{self, Charged};
use super::resolve::{End, buckets, end_all, line};
use super::{Bucket, Entry, Moves, Outcomes, RESERVED, Step, append};
use crate::connection::Conn;
use crate::error::{StepError, StorageError};
use crate::rows::{micros, missing};
use crate::schema::reservation;
use crate::store::balance::{self, Balance};
use crate::store::generations::{self, GenerationRow};
use crate::store::kept_photos::{self, KeptRow};
use crate::store::lock::{LockWait, lock_accounts};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Charged,
    ChargedBefore,
    Late,
}

/// Charges held units in order, each once. For a unit that was released or expired, only appends a "late"
/// entry to the ledger. Returns each account's usage in the month of the first request.
pub(in crate::store) fn settle(
    conn: &mut Conn,
    requests: &[SettleRequest],
    wait: LockWait,
) -> Result<Outcomes<Settlement>, StorageError> {
    let Some(first) = requests.first() else { return Ok(Vec::new()) };
    let month = Period::containing(first.at);
    let ids: Vec<String> = requests.iter().map(|request| request.reservation.to_string()).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let buckets = buckets(conn, &ids)?;
    let mut accounts: Vec<&str> = buckets.values().map(|bucket| bucket.account.as_str()).collect();
    accounts.sort_unstable();
    accounts.dedup();
    let locked = lock_accounts(conn, accounts.iter().copied(), wait)?;
    let is_eligible = |id: &str, request: &SettleRequest| {
        let is_ours = buckets.get(id).is_some_and(|bucket| locked.has(&bucket.account));
        is_ours && Period::containing(request.at) == month
    };
    let all = ids.iter().copied().zip(requests);
    let held: Vec<&str> =
        all.clone().filter(|(id, request)| is_eligible(id, request)).map(|(id, _)| id).collect();
    let mut ended = end_all(conn, &held, End::Settled)?;
    let since = requests.iter().map(|request| request.at).min().unwrap_or(first.at);
    let balances = balance::read_all(conn, accounts, month, since)?;
    let mut writes = Writes::default();
    let mut outcomes = Vec::with_capacity(requests.len());
    for (id, request) in all.clone() {
        let Some(bucket) = buckets.get(id) else {
            outcomes.push(Some(Err(QuotaError::UnknownReservation)));
            continue;
        };
        if !is_eligible(id, request) {
            outcomes.push(None);
            continue;
        }
        let outcome = if ended.remove(id) { Outcome::Charged } else { outcome_before(conn, id)? };
        // A charge moves a unit from pending to spent; both count as used.
        let balance = balances.get(&bucket.account).ok_or_else(|| missing("account", &bucket.account))?;
        let usage = balance.usage(&bucket.account, request.free_limit, request.at)?.into();
        writes.add(id, request, bucket, balance, outcome, usage);
        let settlement = Settlement { charged: outcome != Outcome::Late, usage };
        outcomes.push(Some(Ok(settlement)));
    }
    writes.moves.make(conn)?;
    append(conn, &writes.lines)?;
    generations::save(conn, &writes.generations)?;
    kept_photos::save(conn, &writes.photos)?;
    idempotency::point(conn, &writes.charged)?;
    // A repeated settlement may have its first one in this same group.
    for ((id, _), outcome) in all.zip(&mut outcomes) {
        if let Some(Ok(settlement)) = outcome
            && writes.charged_before.contains(id)
            && let Some(usage) = generations::usage_at_charge(conn, id)?
        {
            settlement.usage = usage;
        }
    }
    Ok(outcomes)
}

/// Charges a held unit and revises a generation of its account. The account's lock comes first, as in all
/// steps.
pub(in crate::store) fn settle_revision(
    conn: &mut Conn,
    request: &SettleRequest,
    revised: &ChargedRevision,
) -> Step<RevisionSettlement> {
    let id = request.reservation.to_string();
    let owner = reservation::table.find(&id).select(reservation::account);
    let account: Option<String> = owner.get_result(conn).optional()?;
    let account = account.ok_or(StepError::Refused(QuotaError::UnknownReservation))?;
    lock_accounts(conn, std::iter::once(account.as_str()), LockWait::Wait)?;
    let state: String = reservation::table.find(&id).select(reservation::state).get_result(conn)?;
    if state == RESERVED {
        match generations::revise(conn, &account, revised.generation, &revised.revision)? {
            Revised::Done => {}
            Revised::Missing => return Ok(RevisionSettlement::Missing),
            Revised::Overtaken => return Ok(RevisionSettlement::Overtaken),
        }
    }
    let settled = settle(conn, std::slice::from_ref(request), LockWait::Wait)?;
    let settled = settled.into_iter().next().flatten().ok_or(StorageError::Panicked)?;
    settled.map(RevisionSettlement::Ended).map_err(StepError::Refused)
}

/// The rows that settlements write.
#[derive(Default)]
struct Writes<'a> {
    moves: Moves,
    lines: Vec<Entry<'a>>,
    generations: Vec<GenerationRow<'a>>,
    photos: Vec<KeptRow<'a>>,
    charged: Vec<Charged<'a>>,
    charged_before: HashSet<&'a str>,
}

impl<'a> Writes<'a> {
    fn add(
        &mut self,
        id: &'a str,
        request: &'a SettleRequest,
        bucket: &'a Bucket,
        balance: &Balance,
        outcome: Outcome,
        usage: UsageAtCharge,
    ) {
        let at = request.at;
        // Stores no generation for an account that was deleted meanwhile.
        let generation = request.generation.as_deref().filter(|_| balance.is_there);
        match outcome {
            Outcome::Charged => {
                self.moves.add(bucket, -1, 1);
                self.lines.push(line(End::Settled.entry(), id, bucket, at, &request.origin));
                self.charged.push(Charged {
                    reservation: id,
                    generation: generation.map(|generation| generation.id.to_string()),
                    at,
                });
                self.generations.extend(
                    generation
                        .map(|generation| GenerationRow::new(generation, &bucket.account, id, at, usage)),
                );
                let retention = balance.photo_retention;
                self.photos.extend(
                    generation
                        .and_then(|generation| KeptRow::new(generation, &bucket.account, at, retention)),
                );
            }
            Outcome::Late => {
                let (reservation, at) = (Some((id, None)), micros(at));
                let origin = &request.origin;
                let (payment, amount) = (None, 0);
                self.lines.push(Entry { what: "late", reservation, payment, bucket, amount, at, origin });
            }
            Outcome::ChargedBefore => drop(self.charged_before.insert(id)),
        }
    }
}

fn outcome_before(conn: &mut Conn, id: &str) -> Result<Outcome, StorageError> {
    let state: String = reservation::table.find(id).select(reservation::state).get_result(conn)?;
    let is_charged = state == End::Settled.state();
    Ok(if is_charged { Outcome::ChargedBefore } else { Outcome::Late })
}
