//! The domain's ports on a database.

mod accounts;
mod activity;
mod balance;
mod batcher;
mod comparables;
mod entitlements;
mod expenses;
mod generations;
mod identities;
mod inspect;
mod instance;
mod key_cache;
mod keys;
mod ledger;
mod links;
mod lock;
mod outbox;
mod people;
mod quota;
mod sessions;
mod term;
mod uncertain;
mod unit_codes;
mod usage_cache;
mod wish;

use std::sync::Arc;

use listing_domain::ports::{Reservation, SettleRequest, Settlement};

use crate::database::Database;
use balance::Question;
use batcher::Batcher;
use comparables::Absent;
use instance::Instance;
use key_cache::KeyCache;
use ledger::Hold;
use lock::LockWait;
use uncertain::Uncertain;
use usage_cache::{Reading, UsageCache};

pub use inspect::CheckProgress;
pub(crate) use inspect::{see_one_state, unbalanced};

/// Accounts, API keys and the quota ledger on a database.
pub struct Store {
    database: Arc<Database>,
    holds: Batcher<Hold, (Reservation, Reading)>,
    settlements: Batcher<SettleRequest, Settlement>,
    questions: Batcher<Question, Reading>,
    keys: KeyCache,
    usages: UsageCache,
    absent: Absent,
    instance: Option<Instance>,
    uncertain: Uncertain,
}

impl Store {
    /// The ports on an open database. What is held through them goes back when
    /// its time is over, and not before.
    pub fn new(database: Database) -> Self {
        Self {
            database: Arc::new(database),
            holds: Batcher::of_writes(|conn, holds| ledger::hold(conn, holds, LockWait::Skip)),
            settlements: Batcher::of_writes(|conn, requests| ledger::settle(conn, requests, LockWait::Skip)),
            questions: Batcher::of_reads(balance::answer_all),
            keys: KeyCache::default(),
            usages: UsageCache::default(),
            absent: Absent::default(),
            instance: None,
            uncertain: Uncertain::default(),
        }
    }

    /// The same without a memory of how accounts stand: each is read from the
    /// database whenever it is asked for.
    #[must_use]
    pub fn without_usage_cache(self) -> Self {
        Self { usages: UsageCache::forgetful(), ..self }
    }

    /// The database, to ask whether it answers.
    pub fn database(&self) -> &Database {
        &self.database
    }
}
