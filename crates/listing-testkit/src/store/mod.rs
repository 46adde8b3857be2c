//! Accounts and the quota ledger in memory.

mod accounts;
mod quota;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use listing_domain::account::Account;
use listing_domain::ids::{AccountId, ReservationId};
use listing_domain::key::{KeyDigest, KeyRecord};
use listing_domain::quota::UnitKind;

use crate::invariants::{Bucket, Entry, GrantRow, LedgerView, ReservationRow};

/// Accounts, keys and the quota ledger in memory, one lock over all of it, so
/// that every step is atomic.
#[derive(Default)]
pub struct MemoryStore {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    accounts: BTreeMap<AccountId, Account>,
    keys: Vec<StoredKey>,
    buckets: HashMap<(AccountId, UnitKind), Bucket>,
    reservations: BTreeMap<ReservationId, Held>,
    entries: Vec<Entry>,
    payments: HashSet<String>,
    grants: Vec<GrantRow>,
}

struct StoredKey {
    digest: KeyDigest,
    record: KeyRecord,
}

#[derive(Clone)]
struct Held {
    row: ReservationRow,
    expires_at: Timestamp,
}

impl MemoryStore {
    /// A store without accounts.
    pub fn new() -> Self {
        Self::default()
    }

    /// All that the ledger holds now, for the check of its invariants.
    pub fn ledger_view(&self) -> LedgerView {
        let state = self.lock();
        LedgerView {
            buckets: state.buckets.values().copied().collect(),
            reservations: state.reservations.values().map(|held| held.row).collect(),
            entries: state.entries.clone(),
            grants: state.grants.clone(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
