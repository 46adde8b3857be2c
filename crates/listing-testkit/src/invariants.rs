//! Invariants of a quota ledger.
//!
//! An adapter shows its ledger as a [`LedgerView`]; [`broken`] returns the violated invariants, with the
//! numbers of the ledger's rules.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use listing_domain::ids::{AccountId, GenerationId, ReservationId};
use listing_domain::quota::{Period, UnitKind};

/// The state of a quota ledger.
#[derive(Debug, Clone, Default)]
pub struct LedgerView {
    /// Buckets, in any order.
    pub buckets: Vec<Bucket>,
    /// Reservations, in any order.
    pub reservations: Vec<ReservationRow>,
    /// Entries, in the order of writing.
    pub entries: Vec<Entry>,
    /// Purchases, each once.
    pub grants: Vec<GrantRow>,
    /// Units taken back by refunds.
    pub refunds: Vec<GrantRow>,
    /// Used idempotency keys, in any order.
    pub keys: Vec<KeyRow>,
    /// Stored generations, in any order.
    pub generations: Vec<GenerationRow>,
}

/// A stored generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GenerationRow {
    /// ID of the generation.
    pub id: GenerationId,
    /// Owner.
    pub account: AccountId,
    /// Charged reservation.
    pub reservation: ReservationId,
}

/// A used idempotency key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyRow {
    /// Reservation of the key's request.
    pub reservation: ReservationId,
    /// True if the key's request was answered.
    pub is_answered: bool,
    /// Generation in the answer.
    pub generation: Option<GenerationId>,
}

/// A bucket of an account: free units of a month, or credits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bucket {
    /// Owner.
    pub account: AccountId,
    /// Kind of unit; never [`UnitKind::Pro`].
    pub unit: UnitKind,
    /// Units added.
    pub granted: u64,
    /// Units held by running requests.
    pub pending: u64,
    /// Units charged.
    pub spent: u64,
}

/// The state of a reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ReservationState {
    /// The unit is held.
    Reserved,
    /// The unit was charged.
    Settled,
    /// The unit was released.
    Released,
    /// The hold expired, and the unit was released.
    Expired,
}

/// A reservation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReservationRow {
    /// ID of the reservation.
    pub id: ReservationId,
    /// Paying account.
    pub account: AccountId,
    /// Bucket of the unit.
    pub unit: UnitKind,
    /// Current state.
    pub state: ReservationState,
}

/// The kind of a ledger entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind {
    /// A unit was held.
    Held,
    /// A reservation ended in this state; never [`ReservationState::Reserved`].
    Ended(ReservationState),
    /// Credits were bought.
    Granted,
    /// Credits were taken back by a refund.
    TakenBack,
}

/// A ledger entry, immutable once written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Reservation of the entry; `None` for a purchase.
    pub reservation: Option<ReservationId>,
    /// Kind of the entry.
    pub kind: EntryKind,
    /// Owner of the units.
    pub account: AccountId,
    /// Bucket of the units.
    pub unit: UnitKind,
    /// Number of units; 0 under a subscription.
    pub amount: u32,
    /// Time of the entry.
    pub at: Timestamp,
}

/// A purchase of credits, or a refund's units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrantRow {
    /// Owner of the credits.
    pub account: AccountId,
    /// Number of units.
    pub units: u32,
}

/// Returns the invariants that a ledger violates, each as a sentence with its number. `free_limit` is the
/// limit of every hold.
pub fn broken(view: &LedgerView, free_limit: u32) -> Vec<String> {
    let mut broken = Vec::new();
    broken.extend(view.buckets.iter().filter_map(check_bounds));
    broken.extend(view.buckets.iter().flat_map(|bucket| check_counts(view, bucket)));
    broken.extend(check_orphans(view));
    broken.extend(view.reservations.iter().filter_map(|row| check_entries(view, row)));
    broken.extend(view.buckets.iter().filter_map(|bucket| check_purchases(view, bucket)));
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
        broken.push(format!("I2: {reserved} units are held of {bucket:?}"));
    }
    if bucket.spent != settled {
        broken.push(format!("I2: {settled} units were charged to {bucket:?}"));
    }
    broken
}

/// Finds reservations without a bucket, which the counts of I2 would miss.
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
    (!is_sound).then(|| format!("I4: {holds} holds and the ends {ends:?} were entered for {row:?}"))
}

fn check_purchases(view: &LedgerView, bucket: &Bucket) -> Option<String> {
    if bucket.unit != UnitKind::Credit {
        return None;
    }
    let units_of_account = |rows: &[GrantRow]| -> u64 {
        rows.iter().filter(|row| row.account == bucket.account).map(|row| u64::from(row.units)).sum()
    };
    let (bought, taken_back) = (units_of_account(&view.grants), units_of_account(&view.refunds));
    (bought != bucket.granted + taken_back)
        .then(|| format!("I8: {bought} credits were bought and {taken_back} taken back for {bucket:?}"))
}

/// Checks that a key is answered exactly when its request was charged. The table's format ensures that each
/// key has one reservation (I3, I7).
fn check_key_charge(view: &LedgerView, key: &KeyRow) -> Option<String> {
    let row = view.reservations.iter().find(|row| row.id == key.reservation)?;
    let is_sound = match row.state {
        ReservationState::Reserved => !key.is_answered,
        ReservationState::Settled => key.is_answered,
        ReservationState::Released | ReservationState::Expired => false,
    };
    (!is_sound).then(|| format!("I5: {key:?} belongs to {row:?}"))
}

fn check_key_answer(view: &LedgerView, key: &KeyRow) -> Option<String> {
    let id = key.generation?;
    let is_answer = |row: &GenerationRow| row.id == id && row.reservation == key.reservation;
    let is_stored = view.generations.iter().any(is_answer);
    (!is_stored).then(|| format!("I5: no generation is stored for the answer of {key:?}"))
}

/// Checks that a stored generation was charged to its own account, and is stored once.
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

/// Replays the entries in order. Months never go back (I9). Available units are those bought or renewed minus
/// those charged or held (I11). The entries rebuild every bucket (I12). A credit is taken only without free
/// units in the month (I13).
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

/// A bucket's sums over the entries.
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
            EntryKind::Granted => replayed.bought += amount,
            EntryKind::TakenBack => replayed.bought = replayed.bought.saturating_sub(amount),
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
                    self.broken.push(format!("I9: a month was opened again: {entry:?}"));
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
