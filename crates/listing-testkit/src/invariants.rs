//! Checks the invariants of a quota ledger, such as "I1: a bucket gives no more units than it was granted".

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use listing_domain::ids::{AccountId, GenerationId, ReservationId};
use listing_domain::quota::{Period, UnitKind};

/// The state of a quota ledger.
#[derive(Debug, Clone, Default)]
pub struct LedgerView {
    /// In any order.
    pub buckets: Vec<Bucket>,
    /// In any order.
    pub reservations: Vec<ReservationRow>,
    /// In the order of writing.
    pub entries: Vec<Entry>,
    /// Each purchase of credits once.
    pub grants: Vec<GrantRow>,
    /// In any order.
    pub refunds: Vec<RefundRow>,
    /// Credits that accounts owe, at most one row for each.
    pub debts: Vec<GrantRow>,
    /// Used idempotency keys, in any order.
    pub keys: Vec<KeyRow>,
    /// In any order.
    pub generations: Vec<GenerationRow>,
}

/// A stored generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GenerationRow {
    /// Its id.
    pub id: GenerationId,
    /// The owner.
    pub account: AccountId,
    /// The reservation that was charged for it.
    pub reservation: ReservationId,
}

/// A used idempotency key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyRow {
    /// The request's reservation.
    pub reservation: ReservationId,
    /// `true` if the request was answered.
    pub is_answered: bool,
    /// The stored generation in the answer.
    pub generation: Option<GenerationId>,
}

/// The free units of one month, or the credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bucket {
    /// The owner.
    pub account: AccountId,
    /// Never [`UnitKind::Pro`].
    pub unit: UnitKind,
    /// Units granted.
    pub granted: u64,
    /// Units held by running requests.
    pub pending: u64,
    /// Units charged.
    pub spent: u64,
}

/// The state of a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReservationState {
    /// Held.
    Reserved,
    /// Charged.
    Settled,
    /// Released.
    Released,
    /// The unit became available again.
    Expired,
}

/// A unit held for a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReservationRow {
    /// Its id.
    pub id: ReservationId,
    /// The account that pays.
    pub account: AccountId,
    /// Names the bucket.
    pub unit: UnitKind,
    /// Its state.
    pub state: ReservationState,
}

/// The kind of a ledger entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A unit was held.
    Held,
    /// A reservation ended; never [`ReservationState::Reserved`].
    Ended(ReservationState),
    /// Credits were bought.
    Granted,
    /// A refund took credits back.
    TakenBack,
    /// A reversed refund gave credits back.
    Reversed,
    /// Added credits paid a debt.
    Repaid,
}

/// Immutable once written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// `None` for a purchase or refund.
    pub reservation: Option<ReservationId>,
    /// Its kind.
    pub kind: EntryKind,
    /// The units' owner.
    pub account: AccountId,
    /// Names the bucket.
    pub unit: UnitKind,
    /// Units; 0 under a subscription.
    pub amount: u32,
    /// Its time.
    pub at: Timestamp,
}

/// A refund of a purchase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefundRow {
    /// The owner of the credits.
    pub account: AccountId,
    /// Credits that it took back.
    pub taken_back: u32,
    /// Credits that it left owed.
    pub owed: u32,
    /// Credits that its reversal gave back.
    pub given_back: u32,
}

/// The credits of one purchase, or the debt of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrantRow {
    /// Their owner.
    pub account: AccountId,
    /// Their number.
    pub units: u32,
}

/// Returns violated invariants as sentences that begin with their numbers. `free_limit` is the monthly number
/// of free units in every hold.
pub fn broken(view: &LedgerView, free_limit: u32) -> Vec<String> {
    let mut broken = Vec::new();
    broken.extend(view.buckets.iter().filter_map(check_bounds));
    broken.extend(view.buckets.iter().flat_map(|bucket| check_counts(view, bucket)));
    broken.extend(check_orphans(view));
    broken.extend(view.reservations.iter().filter_map(|row| check_entries(view, row)));
    broken.extend(view.buckets.iter().filter_map(|bucket| check_purchases(view, bucket)));
    broken.extend(check_debts(view));
    broken.extend(view.buckets.iter().filter_map(|bucket| check_free_limit(bucket, free_limit)));
    broken.extend(view.keys.iter().filter_map(|key| check_key_charge(view, key)));
    broken.extend(view.keys.iter().filter_map(|key| check_key_answer(view, key)));
    broken.extend(check_generations(view));
    broken.extend(replay(view, free_limit));
    broken
}

fn check_bounds(bucket: &Bucket) -> Option<String> {
    let fits = bucket.pending.checked_add(bucket.spent).is_some_and(|taken| taken <= bucket.granted);
    (!fits).then(|| format!("I1: more units were taken from a bucket than granted: {bucket:?}"))
}

fn check_counts(view: &LedgerView, bucket: &Bucket) -> Vec<String> {
    let count = |state| {
        let is_counted = |row: &&ReservationRow| {
            row.account == bucket.account && row.unit == bucket.unit && row.state == state
        };
        size(view.reservations.iter().filter(is_counted).count())
    };
    let (reserved, settled) = (count(ReservationState::Reserved), count(ReservationState::Settled));
    let mut broken = Vec::new();
    if bucket.pending != reserved {
        broken.push(format!("I2: {reserved} reservations hold units of {bucket:?}"));
    }
    if bucket.spent != settled {
        broken.push(format!("I2: {settled} reservations charged units of {bucket:?}"));
    }
    broken
}

/// Reservations whose bucket is missing, which the check of I2 by bucket would overlook.
fn check_orphans(view: &LedgerView) -> Vec<String> {
    let buckets: HashSet<_> = view.buckets.iter().map(|bucket| (bucket.account, bucket.unit)).collect();
    let is_orphan =
        |row: &&ReservationRow| row.unit != UnitKind::Pro && !buckets.contains(&(row.account, row.unit));
    let sentence = |row| format!("I2: a reservation has no bucket: {row:?}");
    view.reservations.iter().filter(is_orphan).map(sentence).collect()
}

fn check_entries(view: &LedgerView, row: &ReservationRow) -> Option<String> {
    let entries_of_row = || view.entries.iter().filter(|entry| entry.reservation == Some(row.id));
    let holds = entries_of_row().filter(|entry| entry.kind == EntryKind::Held).count();
    let ends: Vec<EntryKind> =
        entries_of_row().map(|entry| entry.kind).filter(|kind| *kind != EntryKind::Held).collect();
    let expected: &[EntryKind] = match row.state {
        ReservationState::Reserved => &[],
        ended => &[EntryKind::Ended(ended)],
    };
    let is_sound = holds == 1 && ends == expected;
    (!is_sound).then(|| format!("I4: the ledger has {holds} holds and the ends {ends:?} for {row:?}"))
}

fn check_purchases(view: &LedgerView, bucket: &Bucket) -> Option<String> {
    if bucket.unit != UnitKind::Credit {
        return None;
    }
    let account = bucket.account;
    let bought = sum(view.grants.iter().filter(|row| row.account == account).map(|row| row.units));
    let refunds = || view.refunds.iter().filter(|row| row.account == account);
    let taken_back = sum(refunds().map(|row| row.taken_back));
    let given_back = sum(refunds().map(|row| row.given_back));
    let repaid = repaid(view, account);
    (bought + given_back != bucket.granted + taken_back + repaid).then(|| {
        format!(
            "I8: {bought} credits were bought, {taken_back} taken back, {given_back} given back and {repaid} \
             repaid for {bucket:?}"
        )
    })
}

/// A debt is what refunds left owed and later credits did not repay (I15).
fn check_debts(view: &LedgerView) -> Vec<String> {
    let with_refunds = view.refunds.iter().map(|row| row.account);
    let accounts: HashSet<_> = view.debts.iter().map(|row| row.account).chain(with_refunds).collect();
    let check = |account| {
        let stored = sum(view.debts.iter().filter(|row| row.account == account).map(|row| row.units));
        let owed = sum(view.refunds.iter().filter(|row| row.account == account).map(|row| row.owed));
        let repaid = repaid(view, account);
        (owed != stored + repaid)
            .then(|| format!("I15: account {account} owes {stored} of {owed} credits, and repaid {repaid}"))
    };
    accounts.into_iter().filter_map(check).collect()
}

fn repaid(view: &LedgerView, account: AccountId) -> u64 {
    let of_account = |entry: &&Entry| entry.account == account && entry.kind == EntryKind::Repaid;
    sum(view.entries.iter().filter(of_account).map(|entry| entry.amount))
}

fn sum(units: impl Iterator<Item = u32>) -> u64 {
    units.map(u64::from).sum()
}

/// A key is answered exactly if its request was charged. The view already gives each key one reservation (I3,
/// I7).
fn check_key_charge(view: &LedgerView, key: &KeyRow) -> Option<String> {
    let row = view.reservations.iter().find(|row| row.id == key.reservation)?;
    let is_sound = match row.state {
        ReservationState::Reserved => !key.is_answered,
        ReservationState::Settled => key.is_answered,
        ReservationState::Released | ReservationState::Expired => false,
    };
    (!is_sound).then(|| format!("I5: {key:?} disagrees with its reservation {row:?}"))
}

fn check_key_answer(view: &LedgerView, key: &KeyRow) -> Option<String> {
    let id = key.generation?;
    let is_answer = |row: &GenerationRow| row.id == id && row.reservation == key.reservation;
    let is_stored = view.generations.iter().any(is_answer);
    (!is_stored).then(|| format!("I5: no generation is stored for the answer of {key:?}"))
}

/// Each was charged to its own account and is stored once.
fn check_generations(view: &LedgerView) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut is_sound = |row: &GenerationRow| {
        let is_charged = view.reservations.iter().any(|reservation| {
            reservation.id == row.reservation
                && reservation.account == row.account
                && reservation.state == ReservationState::Settled
        });
        is_charged && seen.insert(row.reservation)
    };
    let wrong = view.generations.iter().filter(|row| !is_sound(row));
    wrong.map(|row| format!("I5: a generation is stored without exactly one charge: {row:?}")).collect()
}

fn check_free_limit(bucket: &Bucket, free_limit: u32) -> Option<String> {
    let is_over = matches!(bucket.unit, UnitKind::Free(_)) && bucket.spent > u64::from(free_limit);
    is_over.then(|| format!("I9: more than {free_limit} free units were charged: {bucket:?}"))
}

/// Replays the entries in order: months never go back (I9), available units are those granted minus those
/// charged or held (I11), the entries add up to every bucket (I12), and credits are taken only without a free
/// unit left (I13).
fn replay(view: &LedgerView, free_limit: u32) -> Vec<String> {
    let mut replay = Replay { free_limit: u64::from(free_limit), ..Replay::default() };
    for entry in &view.entries {
        replay.step(entry);
    }
    let mut broken = replay.broken;
    for bucket in &view.buckets {
        let replayed = replay.buckets.remove(&(bucket.account, bucket.unit)).unwrap_or_default();
        if (replayed.pending, replayed.spent) != (bucket.pending, bucket.spent) {
            broken.push(format!("I12: the entries add up to {replayed:?} for {bucket:?}"));
        }
        let granted = if bucket.unit == UnitKind::Credit { replayed.bought } else { replay.free_limit };
        let available = granted.checked_sub(replayed.pending + replayed.spent);
        if available != bucket.granted.checked_sub(bucket.pending + bucket.spent) {
            broken.push(format!("I11: the entries leave {available:?} units in {bucket:?}"));
        }
    }
    let unexpected = |(bucket, replayed)| {
        format!("I12: the entries add up to {replayed:?} for a missing bucket: {bucket:?}")
    };
    broken.extend(replay.buckets.into_iter().map(unexpected));
    broken
}

#[derive(Default)]
struct Replay {
    free_limit: u64,
    buckets: HashMap<(AccountId, UnitKind), BucketSums>,
    last_period: HashMap<AccountId, Period>,
    broken: Vec<String>,
}

/// The sums of one bucket's entries.
#[derive(Debug, Clone, Copy, Default)]
struct BucketSums {
    bought: u64,
    pending: u64,
    spent: u64,
}

impl Replay {
    fn step(&mut self, entry: &Entry) {
        if entry.kind == EntryKind::Held {
            self.check_hold(entry);
        }
        let amount = u64::from(entry.amount);
        if entry.unit == UnitKind::Pro {
            if amount != 0 {
                self.broken.push(format!("I11: a subscription was charged: {entry:?}"));
            }
            return;
        }
        let replayed = self.buckets.entry((entry.account, entry.unit)).or_default();
        match entry.kind {
            EntryKind::Held => replayed.pending += amount,
            EntryKind::Granted | EntryKind::Reversed => replayed.bought += amount,
            EntryKind::TakenBack | EntryKind::Repaid => {
                replayed.bought = replayed.bought.saturating_sub(amount);
            }
            EntryKind::Ended(end) => {
                replayed.pending = replayed.pending.saturating_sub(amount);
                if end == ReservationState::Settled {
                    replayed.spent += amount;
                }
            }
        }
    }

    fn check_hold(&mut self, entry: &Entry) {
        let last = self.last_period.get(&entry.account).copied();
        match entry.unit {
            UnitKind::Free(period) => {
                if last.is_some_and(|last| period < last) {
                    self.broken.push(format!("I9: an earlier month was reopened: {entry:?}"));
                }
                self.last_period.insert(entry.account, period);
            }
            UnitKind::Credit => {
                let now = Period::containing(entry.at);
                let period = last.map_or(now, |last| last.max(now));
                let free = self.buckets.get(&(entry.account, UnitKind::Free(period)));
                if free.map_or(0, |replayed| replayed.pending + replayed.spent) < self.free_limit {
                    self.broken.push(format!("I13: a credit was taken before a free unit: {entry:?}"));
                }
            }
            UnitKind::Pro => {}
        }
    }
}

fn size(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
