//! The domain's ports on a database.

mod accounts;
mod expenses;
mod inspect;
mod instance;
mod key_cache;
mod keys;
mod ledger;
mod lock;
mod quota;
mod standing;
mod uncertain;
mod usage_cache;

use crate::database::Database;
use instance::Instance;
use key_cache::KeyCache;
use uncertain::Uncertain;
use usage_cache::UsageCache;

pub(crate) use inspect::{see_one_state, unbalanced};

/// Accounts, API keys and the quota ledger on a database.
pub struct Store {
    database: Database,
    keys: KeyCache,
    usages: UsageCache,
    instance: Option<Instance>,
    uncertain: Uncertain,
}

impl Store {
    /// The ports on an open database. What is held through them goes back when
    /// its time is over, and not before.
    pub fn new(database: Database) -> Self {
        Self {
            database,
            keys: KeyCache::default(),
            usages: UsageCache::default(),
            instance: None,
            uncertain: Uncertain::default(),
        }
    }

    /// The same without a memory of how accounts stand: each is read from the
    /// database whenever it is asked for. To measure what that takes.
    #[must_use]
    pub fn forgetful(self) -> Self {
        Self { usages: UsageCache::forgetful(), ..self }
    }

    /// The database, to ask whether it answers.
    pub const fn database(&self) -> &Database {
        &self.database
    }
}
