use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::account::Plan;
use listing_domain::entitlement::Term;
use listing_domain::generation::{NewGeneration, Revised};
use listing_domain::idempotency::{IdempotentRequest, StoredAnswer};
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{
    ChargedRevision, Grant, GrantOutcome, HoldRequest, QuotaError, QuotaLedger, Refund, RefundOutcome,
    RefundRequest, RefundUnits, Reservation, ReversalOutcome, ReversalRequest, RevisionSettlement,
    SettleRequest, Settlement, StoreError,
};
use listing_domain::quota::{Period, UnitKind, Usage};

use super::activity::Charge;
use super::{Held, MemoryStore, Payment, State, StoredRefund};
use crate::invariants::{Bucket, Entry, EntryKind, ReservationRow, ReservationState};

#[async_trait]
impl QuotaLedger for MemoryStore {
    async fn hold(&self, request: &HoldRequest) -> Result<Reservation, QuotaError> {
        self.lock().hold(request)
    }

    async fn settle(&self, request: &SettleRequest) -> Result<Settlement, QuotaError> {
        self.lock().settle(request)
    }

    async fn settle_revision(
        &self,
        request: &SettleRequest,
        revised: &ChargedRevision,
    ) -> Result<RevisionSettlement, QuotaError> {
        let mut state = self.lock();
        let held = state.reservations.get(&request.reservation).ok_or(QuotaError::UnknownReservation)?;
        let row = held.row;
        if row.state == ReservationState::Reserved {
            match state.revise(row.account, revised.generation, &revised.revision) {
                Revised::Done => {}
                Revised::Missing => return Ok(RevisionSettlement::Missing),
                Revised::Overtaken => return Ok(RevisionSettlement::Overtaken),
            }
        }
        state.settle(request).map(RevisionSettlement::Ended)
    }

    async fn answer(
        &self,
        account: AccountId,
        idempotency: &IdempotentRequest,
    ) -> Result<Option<StoredAnswer>, QuotaError> {
        self.lock().answer(account, idempotency)
    }

    async fn release(&self, reservation: ReservationId, at: Timestamp, _: &Origin) -> Result<(), QuotaError> {
        self.lock().resolve(reservation, ReservationState::Released, at).map(|_| ())
    }

    async fn expire(&self, now: Timestamp) -> Result<u64, QuotaError> {
        let mut state = self.lock();
        let is_over = |held: &&Held| held.row.state == ReservationState::Reserved && held.expires_at <= now;
        let over: Vec<ReservationId> =
            state.reservations.values().filter(is_over).map(|held| held.row.id).collect();
        for reservation in &over {
            state.resolve(*reservation, ReservationState::Expired, now)?;
        }
        state.forget_answers(now);
        Ok(u64::try_from(over.len()).unwrap_or(u64::MAX))
    }

    async fn usage(&self, account: AccountId, free_limit: u32, now: Timestamp) -> Result<Usage, QuotaError> {
        let state = self.lock();
        state.refuse_unknown(account)?;
        state.usage(account, free_limit, now)
    }

    async fn grant(&self, grant: &Grant) -> Result<GrantOutcome, QuotaError> {
        let mut state = self.lock();
        state.refuse_unknown(grant.account)?;
        if let Some(payment) = state.payments.get(&grant.payment) {
            return Ok(if payment.account == grant.account {
                GrantOutcome::GrantedBefore { units: payment.units }
            } else {
                GrantOutcome::GrantedToAnother
            });
        }
        let payment = Payment { account: grant.account, units: grant.units, refunds: HashMap::new() };
        state.payments.insert(grant.payment.clone(), payment);
        let repaid = state.add_credits(grant.account, grant.units, EntryKind::Granted, grant.at);
        Ok(GrantOutcome::Granted { repaid })
    }

    async fn refund(&self, request: &RefundRequest) -> Result<RefundOutcome, QuotaError> {
        Ok(self.lock().refund(request))
    }

    async fn reverse_refund(&self, request: &ReversalRequest) -> Result<ReversalOutcome, QuotaError> {
        Ok(self.lock().reverse_refund(request))
    }
}

impl State {
    /// Refuses missing and deleted accounts.
    fn refuse_unknown(&self, account: AccountId) -> Result<(), QuotaError> {
        if self.accounts.contains_key(&account) { Ok(()) } else { Err(QuotaError::UnknownAccount) }
    }

    fn settle(&mut self, request: &SettleRequest) -> Result<Settlement, QuotaError> {
        let SettleRequest { reservation, free_limit, at, generation, origin } = request;
        let was_held = self.reservations.get(reservation).map(|held| held.row.state);
        let is_taken = |new: &Arc<NewGeneration>| self.generations.contains_key(&new.id);
        if was_held == Some(ReservationState::Reserved) && generation.as_ref().is_some_and(is_taken) {
            return Err(QuotaError::Store(StoreError::Inconsistent(
                "a generation with this ID exists already".into(),
            )));
        }
        let row = self.resolve(*reservation, ReservationState::Settled, *at)?;
        let usage = self.usage(row.account, *free_limit, *at)?.into();
        if was_held == Some(ReservationState::Reserved) {
            self.charges.push(Charge { account: row.account, at: *at, actor: origin.actor });
            let generation = generation.as_ref().filter(|_| self.accounts.contains_key(&row.account));
            if let Some(generation) = generation {
                self.keep(generation, (*reservation, row.account), *at, usage);
            }
            self.point_key(*reservation, *at, generation.map(|generation| generation.id));
        }
        let usage = self.usage_at_charge(*reservation).unwrap_or(usage);
        Ok(Settlement { charged: row.state == ReservationState::Settled, usage })
    }

    /// Pays the account's debt first, and returns the number of credits that it took.
    fn add_credits(&mut self, account: AccountId, units: u32, kind: EntryKind, at: Timestamp) -> u32 {
        let debt = self.debts.entry(account).or_default();
        let repaid = units.min(*debt);
        *debt -= repaid;
        self.bucket(account, UnitKind::Credit).granted += u64::from(units - repaid);
        let entry = Entry { reservation: None, kind, account, unit: UnitKind::Credit, amount: units, at };
        self.entries.push(entry);
        if repaid > 0 {
            self.entries.push(Entry { kind: EntryKind::Repaid, amount: repaid, ..entry });
        }
        repaid
    }

    fn refund(&mut self, request: &RefundRequest) -> RefundOutcome {
        let RefundRequest { ref id, ref payment, account, units, at, .. } = *request;
        let Some(paid) = self.payments.get(payment).filter(|paid| paid.account == account) else {
            return RefundOutcome::UnknownPayment;
        };
        if let Some(before) = paid.refunds.get(id) {
            return RefundOutcome::RefundedBefore(before.refund);
        }
        let left = paid.units.saturating_sub(paid.refunded());
        let claimed = match units {
            RefundUnits::Rest if left == 0 => return RefundOutcome::NothingLeft,
            RefundUnits::Rest => left,
            RefundUnits::Units(units) => units.get(),
        };
        let units = claimed.min(left);
        let bucket = self.bucket(account, UnitKind::Credit);
        let available = bucket.granted - bucket.pending - bucket.spent;
        let taken_back = u32::try_from(available).unwrap_or(u32::MAX).min(units);
        bucket.granted -= u64::from(taken_back);
        let refund = Refund { taken_back, owed: units - taken_back };
        *self.debts.entry(account).or_default() += refund.owed;
        if let Some(paid) = self.payments.get_mut(payment) {
            let stored = StoredRefund { units: claimed, refund, given_back: None };
            paid.refunds.insert(id.clone(), stored);
        }
        let (kind, unit, amount) = (EntryKind::TakenBack, UnitKind::Credit, taken_back);
        self.entries.push(Entry { reservation: None, kind, account, unit, amount, at });
        RefundOutcome::Refunded(refund)
    }

    fn reverse_refund(&mut self, request: &ReversalRequest) -> ReversalOutcome {
        let ReversalRequest { ref refund, ref payment, account, at, .. } = *request;
        let paid = self.payments.get_mut(payment).filter(|paid| paid.account == account);
        let Some(paid) = paid.filter(|paid| paid.refunds.contains_key(refund)) else {
            return ReversalOutcome::UnknownRefund;
        };
        let (granted, standing) = (paid.units, paid.refunded());
        let stored = paid.refunds.get_mut(refund).filter(|stored| stored.given_back.is_none());
        let Some(stored) = stored else { return ReversalOutcome::ReversedBefore };
        let units = standing.min(granted) - (standing - stored.units).min(granted);
        stored.given_back = Some(units);
        let repaid = self.add_credits(account, units, EntryKind::Reversed, at);
        ReversalOutcome::Reversed { units, repaid }
    }

    pub(super) fn usage(
        &self,
        account: AccountId,
        free_limit: u32,
        now: Timestamp,
    ) -> Result<Usage, QuotaError> {
        // A deleted account's holds can still end.
        if !self.accounts.contains_key(&account) && !self.deleted.contains(&account) {
            return Err(QuotaError::UnknownAccount);
        }
        let term = Term::at(&self.terms(account), now);
        let period = self.period(account, now);
        let bucket = |unit| self.buckets.get(&(account, unit)).copied();
        let count = |units: u64| u32::try_from(units).unwrap_or(u32::MAX);
        Ok(Usage {
            plan: term.map_or(Plan::Free, |term| term.plan),
            plan_ends: term.and_then(|term| term.ends),
            free_used: count(bucket(UnitKind::Free(period)).map_or(0, |b| b.pending + b.spent))
                + self.carried(account, period),
            free_limit,
            credits_remaining: count(bucket(UnitKind::Credit).map_or(0, |b| b.granted - b.pending - b.spent)),
            period,
        })
    }

    /// Never before the account's last month: a clock that was set back does not reopen a month.
    pub(super) fn period(&self, account: AccountId, now: Timestamp) -> Period {
        let used = self.buckets.values().filter(|bucket| bucket.account == account);
        let last = used.filter_map(|bucket| match bucket.unit {
            UnitKind::Free(period) => Some(period),
            UnitKind::Credit | UnitKind::Pro => None,
        });
        last.chain([Period::containing(now)]).max().unwrap_or_else(|| Period::containing(now))
    }

    fn bucket(&mut self, account: AccountId, unit: UnitKind) -> &mut Bucket {
        let empty = Bucket { account, unit, granted: 0, pending: 0, spent: 0 };
        self.buckets.entry((account, unit)).or_insert(empty)
    }

    fn hold(&mut self, request: &HoldRequest) -> Result<Reservation, QuotaError> {
        let HoldRequest { reservation: id, account, free_limit, now, expires_at, ref idempotency, .. } =
            *request;
        if let Some(idempotency) = idempotency {
            self.refuse_used(account, idempotency)?;
        }
        self.refuse_unknown(account)?;
        let usage = self.usage(account, free_limit, now)?;
        if self.reservations.contains_key(&id) {
            return Err(QuotaError::Store(StoreError::Inconsistent(
                "two reservations have the same id".into(),
            )));
        }
        let unit =
            if request.is_free { UnitKind::Pro } else { usage.next_unit().ok_or(QuotaError::Exhausted)? };
        if let UnitKind::Free(period) = unit {
            let limit = free_limit.saturating_sub(self.carried(account, period));
            let bucket = self.bucket(account, unit);
            bucket.granted = bucket.granted.max(u64::from(limit));
        }
        if unit != UnitKind::Pro {
            self.bucket(account, unit).pending += 1;
        }
        let row = ReservationRow { id, account, unit, state: ReservationState::Reserved };
        self.reservations.insert(id, Held { row, expires_at });
        if let Some(idempotency) = idempotency {
            self.use_key(account, idempotency, id);
        }
        self.entries.push(entry(row, EntryKind::Held, now));
        Ok(Reservation { id, kind: unit })
    }

    /// Returns the reservation, unchanged if it had already ended.
    fn resolve(
        &mut self,
        id: ReservationId,
        end: ReservationState,
        at: Timestamp,
    ) -> Result<ReservationRow, QuotaError> {
        let held = self.reservations.get_mut(&id).ok_or(QuotaError::UnknownReservation)?;
        if held.row.state != ReservationState::Reserved {
            return Ok(held.row);
        }
        held.row.state = end;
        let row = held.row;
        if row.unit != UnitKind::Pro {
            let bucket = self.bucket(row.account, row.unit);
            bucket.pending -= 1;
            bucket.spent += u64::from(end == ReservationState::Settled);
        }
        if end != ReservationState::Settled {
            self.free_key(id);
        }
        self.entries.push(entry(row, EntryKind::Ended(end), at));
        Ok(row)
    }
}

fn entry(row: ReservationRow, kind: EntryKind, at: Timestamp) -> Entry {
    let amount = u32::from(row.unit != UnitKind::Pro);
    Entry { reservation: Some(row.id), kind, account: row.account, unit: row.unit, amount, at }
}
