//! A simple model of the quota ledger: a few counters.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};
use listing_domain::account::Plan;
use listing_domain::idempotency::{ANSWER_RETENTION, KEY_RETENTION, KeyUse, StoredAnswer};
use listing_domain::ids::ReservationId;
use listing_domain::ports::{GrantOutcome, Refund, RefundOutcome, ReversalOutcome};
use listing_domain::quota::{Period, UnitKind, UsageAtCharge};

use super::FREE_LIMIT;

#[derive(Debug, Default)]
pub(super) struct Model {
    accounts: Vec<AccountModel>,
    held: HashMap<ReservationId, Held>,
    payments: HashMap<u8, Payment>,
    keys: HashMap<(usize, u8), UsedKey>,
    charges: HashMap<ReservationId, UsageAtCharge>,
}

#[derive(Debug, Default)]
struct AccountModel {
    /// Each with its start.
    plans: Vec<(Timestamp, Plan)>,
    /// The latest month with a used free unit.
    month: Option<Period>,
    free_used: HashMap<Period, u32>,
    credits: u32,
    debt: u32,
}

#[derive(Debug, Clone, Copy)]
struct Held {
    account: usize,
    unit: UnitKind,
    expires_at: Timestamp,
    key: Option<u8>,
    end: Option<End>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Charged,
    Returned,
}

#[derive(Debug, Clone)]
struct Payment {
    buyer: usize,
    units: u32,
    /// The refunds by number, with their units.
    refunds: HashMap<u8, ModelRefund>,
}

#[derive(Debug, Clone)]
struct ModelRefund {
    units: u32,
    result: Refund,
    stands: bool,
}

impl Payment {
    /// The credits that the refunds take back together.
    fn taken(&self) -> u32 {
        let standing = self.refunds.values().filter(|refund| refund.stands);
        standing.map(|refund| refund.units).sum::<u32>().min(self.units)
    }
}

#[derive(Debug, Clone)]
enum UsedKey {
    Running,
    Answered(StoredAnswer, Timestamp),
    Forgotten(Timestamp),
}

#[derive(Debug, PartialEq)]
pub(super) enum HoldOutcome {
    Held(UnitKind),
    Exhausted,
    KeyUsed(KeyUse),
}

impl Model {
    pub(super) fn new(accounts: usize) -> Self {
        let accounts = (0..accounts).map(|_| AccountModel::default()).collect();
        Self { accounts, ..Self::default() }
    }

    /// Removes later plans. The free plan follows at `ends`.
    pub(super) fn set_plan(&mut self, account: usize, plan: Plan, now: Timestamp, ends: Option<Timestamp>) {
        let plans = &mut self.accounts[account].plans;
        plans.retain(|(from, _)| *from < now);
        plans.push((now, plan));
        plans.extend(ends.map(|ends| (ends, Plan::Free)));
    }

    pub(super) fn plan(&self, account: usize, now: Timestamp) -> Plan {
        let begun = self.accounts[account].plans.iter().rev().find(|(from, _)| *from <= now);
        begun.map_or(Plan::Free, |(_, plan)| *plan)
    }

    /// Never before the account's last month.
    pub(super) fn month(&self, account: usize, now: Timestamp) -> Period {
        let month = Period::containing(now);
        self.accounts[account].month.map_or(month, |last| last.max(month))
    }

    /// Free units used in the month, and credits left.
    pub(super) fn balance(&self, account: usize, now: Timestamp) -> (u32, u32) {
        let month = self.month(account, now);
        let model = &self.accounts[account];
        (model.free_used.get(&month).copied().unwrap_or_default(), model.credits)
    }

    pub(super) fn expected_hold(&self, account: usize, key: Option<u8>, now: Timestamp) -> HoldOutcome {
        let used = key.and_then(|key| self.keys.get(&(account, key)));
        let (free_used, credits) = self.balance(account, now);
        match used {
            Some(UsedKey::Running) => HoldOutcome::KeyUsed(KeyUse::Running),
            Some(UsedKey::Answered(answer, _)) => HoldOutcome::KeyUsed(KeyUse::Answered(answer.clone())),
            Some(UsedKey::Forgotten(_)) => HoldOutcome::KeyUsed(KeyUse::Forgotten),
            None if self.plan(account, now).is_subscribed() => HoldOutcome::Held(UnitKind::Pro),
            None if free_used < FREE_LIMIT => HoldOutcome::Held(UnitKind::Free(self.month(account, now))),
            None if credits > 0 => HoldOutcome::Held(UnitKind::Credit),
            None => HoldOutcome::Exhausted,
        }
    }

    pub(super) fn hold(
        &mut self,
        id: ReservationId,
        account: usize,
        unit: UnitKind,
        key: Option<u8>,
        expires_at: Timestamp,
    ) {
        let model = &mut self.accounts[account];
        match unit {
            UnitKind::Free(month) => {
                model.month = Some(month);
                *model.free_used.entry(month).or_default() += 1;
            }
            UnitKind::Credit => model.credits -= 1,
            UnitKind::Pro => {}
        }
        if let Some(key) = key {
            self.keys.insert((account, key), UsedKey::Running);
        }
        self.held.insert(id, Held { account, unit, expires_at, key, end: None });
    }

    /// `true` if the unit was not released.
    pub(super) fn is_charged_by_settling(&self, id: ReservationId) -> bool {
        self.held[&id].end != Some(End::Returned)
    }

    pub(super) fn settle(&mut self, id: ReservationId, answer: StoredAnswer, at: Timestamp) {
        let Some(held) = self.held.get_mut(&id).filter(|held| held.end.is_none()) else { return };
        held.end = Some(End::Charged);
        self.charges.insert(id, answer.usage);
        if let Some(key) = held.key {
            self.keys.insert((held.account, key), UsedKey::Answered(answer, at));
        }
    }

    /// `None` if it was not charged.
    pub(super) fn usage_at_charge(&self, id: ReservationId) -> Option<UsageAtCharge> {
        self.charges.get(&id).copied()
    }

    pub(super) fn release(&mut self, id: ReservationId) {
        let Some(held) = self.held.get_mut(&id).filter(|held| held.end.is_none()) else { return };
        held.end = Some(End::Returned);
        let (account, unit, key) = (held.account, held.unit, held.key);
        match unit {
            UnitKind::Free(month) => *self.accounts[account].free_used.entry(month).or_default() -= 1,
            UnitKind::Credit => self.accounts[account].credits += 1,
            UnitKind::Pro => {}
        }
        if let Some(key) = key {
            self.keys.remove(&(account, key));
        }
    }

    /// Returns the number of released holds. Drops old answers, and later their idempotency keys.
    pub(super) fn expire(&mut self, now: Timestamp) -> u64 {
        let is_over = |held: &Held| held.end.is_none() && held.expires_at <= now;
        let over: Vec<_> = self.held.iter().filter(|(_, held)| is_over(held)).map(|(id, _)| *id).collect();
        for id in &over {
            self.release(*id);
        }
        let is_past = |at: Timestamp, duration: SignedDuration| now.duration_since(at) >= duration;
        for used in self.keys.values_mut() {
            if let UsedKey::Answered(_, at) = *used
                && is_past(at, ANSWER_RETENTION)
            {
                *used = UsedKey::Forgotten(at);
            }
        }
        let remembered = ANSWER_RETENTION + KEY_RETENTION;
        self.keys.retain(|_, used| !matches!(used, UsedKey::Forgotten(at) if is_past(*at, remembered)));
        u64::try_from(over.len()).unwrap_or(u64::MAX)
    }

    /// Only a payment that is not known yet.
    pub(super) fn grant(&mut self, account: usize, payment: u8, units: u32) -> GrantOutcome {
        match self.payments.get(&payment) {
            Some(known) if known.buyer == account => GrantOutcome::GrantedBefore { units: known.units },
            Some(_) => GrantOutcome::GrantedToAnother,
            None => {
                self.payments.insert(payment, Payment { buyer: account, units, refunds: HashMap::new() });
                GrantOutcome::Granted { repaid: self.add_credits(account, units) }
            }
        }
    }

    /// Returns the number of credits that paid a debt.
    fn add_credits(&mut self, account: usize, units: u32) -> u32 {
        let model = &mut self.accounts[account];
        let repaid = units.min(model.debt);
        model.debt -= repaid;
        model.credits += units - repaid;
        repaid
    }

    /// A refunded payment stays known and is never granted again.
    pub(super) fn refund(
        &mut self,
        account: usize,
        (payment, refund): (u8, u8),
        units: Option<u32>,
    ) -> RefundOutcome {
        let Some(paid) = self.payments.get_mut(&payment).filter(|paid| paid.buyer == account) else {
            return RefundOutcome::UnknownPayment;
        };
        if let Some(before) = paid.refunds.get(&refund) {
            return RefundOutcome::RefundedBefore(before.result);
        }
        let taken = paid.taken();
        let claimed = units.unwrap_or(paid.units - taken);
        if claimed == 0 {
            return RefundOutcome::NothingLeft;
        }
        let nothing = Refund { taken_back: 0, owed: 0 };
        paid.refunds.insert(refund, ModelRefund { units: claimed, result: nothing, stands: true });
        let units = paid.taken() - taken;
        let model = &mut self.accounts[account];
        let taken_back = model.credits.min(units);
        model.credits -= taken_back;
        model.debt += units - taken_back;
        let stored = Refund { taken_back, owed: units - taken_back };
        paid.refunds.insert(refund, ModelRefund { units: claimed, result: stored, stands: true });
        RefundOutcome::Refunded(stored)
    }

    pub(super) fn reverse(&mut self, account: usize, (payment, refund): (u8, u8)) -> ReversalOutcome {
        let paid = self.payments.get_mut(&payment).filter(|paid| paid.buyer == account);
        let Some(paid) = paid.filter(|paid| paid.refunds.contains_key(&refund)) else {
            return ReversalOutcome::UnknownRefund;
        };
        let taken = paid.taken();
        let Some(stored) = paid.refunds.get_mut(&refund).filter(|stored| stored.stands) else {
            return ReversalOutcome::ReversedBefore;
        };
        stored.stands = false;
        let units = taken - paid.taken();
        ReversalOutcome::Reversed { units, repaid: self.add_credits(account, units) }
    }
}
