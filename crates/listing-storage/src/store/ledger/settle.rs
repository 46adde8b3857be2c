//! Charging units.

use diesel::prelude::*;
use listing_domain::ids::AccountId;
use listing_domain::ports::{QuotaError, SettleRequest, Settlement};
use listing_domain::quota::{Period, Usage};

use super::once::{self, Kept};
use super::resolve::{End, account_of, end_all, line, purses};
use super::{Entry, Moves, Purse, Told, append};
use crate::connection::Conn;
use crate::error::StorageError;
use crate::rows::{micros, missing};
use crate::schema::reservation;
use crate::store::lock::{Patience, lock_accounts};
use crate::store::standing;

/// What a settlement came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Charged,
    ChargedBefore,
    Late,
}

/// Charges held units, in their order. One that was charged before stays charged
/// once; one that went back before is not charged, which the ledger notes. Tells
/// whose each is, too. All are told how their accounts stand in the month of the
/// first.
pub(in crate::store) fn settle(
    conn: &mut Conn,
    requests: &[SettleRequest],
    patience: Patience,
) -> Result<Told<(AccountId, Settlement)>, StorageError> {
    let Some(first) = requests.first() else { return Ok(Vec::new()) };
    let month = Period::containing(first.at);
    let ids: Vec<String> = requests.iter().map(|request| request.reservation.to_string()).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let purses = purses(conn, &ids)?;
    let mut accounts: Vec<&str> = purses.values().map(|purse| purse.account.as_str()).collect();
    accounts.sort_unstable();
    accounts.dedup();
    let locked = lock_accounts(conn, accounts.iter().copied(), patience)?;
    let concerned = |id: &str, request: &SettleRequest| {
        let is_ours = purses.get(id).is_some_and(|purse| locked.has(&purse.account));
        is_ours && Period::containing(request.at) == month
    };
    let all = ids.iter().copied().zip(requests);
    let held: Vec<&str> = all.clone().filter(|(id, it)| concerned(id, it)).map(|(id, _)| id).collect();
    let mut ended = end_all(conn, &held, End::Settled)?;
    let standings = standing::read_all(conn, accounts, month)?;

    let mut writes = Writes::default();
    let mut told = Vec::with_capacity(requests.len());
    for (id, request) in all.clone() {
        let Some(purse) = purses.get(id) else {
            told.push(Some(Err(QuotaError::UnknownReservation)));
            continue;
        };
        if !concerned(id, request) {
            told.push(None);
            continue;
        }
        let outcome = if ended.remove(id) { Outcome::Charged } else { outcome_before(conn, id)? };
        // A charge moves a unit from pending to spent, and both count as used: the
        // account stands as it did.
        let standing = standings.get(&purse.account).ok_or_else(|| missing("account", &purse.account))?;
        let usage = standing.usage(&purse.account, request.free_limit)?;
        writes.add(id, request, purse, outcome, &usage);
        let settlement = Settlement { charged: outcome != Outcome::Late, usage, answer: None };
        told.push(Some(Ok((account_of(id, purse)?, settlement))));
    }
    writes.moves.make(conn)?;
    append(conn, &writes.lines)?;
    let kept = once::keep(conn, writes.answers)?;
    for ((id, request), told) in all.zip(&mut told) {
        if let (Some(Ok((_, settlement))), Some(_)) = (told, &request.answer) {
            settlement.answer = match kept.get(id) {
                Some(answer) => answer.clone(),
                None => once::kept(conn, id)?,
            };
        }
    }
    Ok(told)
}

/// What settlements write.
#[derive(Default)]
struct Writes<'a> {
    moves: Moves,
    lines: Vec<Entry<'a>>,
    answers: Vec<Kept<'a>>,
}

impl<'a> Writes<'a> {
    fn add(
        &mut self,
        id: &'a str,
        request: &'a SettleRequest,
        purse: &'a Purse,
        outcome: Outcome,
        usage: &Usage,
    ) {
        match outcome {
            Outcome::Charged => {
                self.moves.add(purse, -1, 1);
                self.lines.push(line(End::Settled.entry(), id, purse, request.at));
                let answer = request.answer.as_ref().map(|form| form.fill(usage));
                self.answers.push(Kept { reservation: id, answer, at: request.at });
            }
            Outcome::Late => {
                let (reservation, at) = (Some((id, None)), micros(request.at));
                self.lines.push(Entry { what: "late", reservation, payment: None, purse, amount: 0, at });
            }
            Outcome::ChargedBefore => {}
        }
    }
}

/// What the settlement of a reservation that is not held comes to.
fn outcome_before(conn: &mut Conn, id: &str) -> Result<Outcome, StorageError> {
    let state: String = reservation::table.find(id).select(reservation::state).get_result(conn)?;
    let is_charged = state == End::Settled.state();
    Ok(if is_charged { Outcome::ChargedBefore } else { Outcome::Late })
}
