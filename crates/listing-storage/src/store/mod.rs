//! The domain's ports on a database.

mod accounts;
mod inspect;
mod key_cache;
mod keys;
mod ledger;
mod quota;
mod standing;

use crate::database::Database;
use key_cache::KeyCache;

/// Accounts, API keys and the quota ledger on a database.
pub struct Store {
    database: Database,
    keys: KeyCache,
}

impl Store {
    /// The ports on an open database.
    pub fn new(database: Database) -> Self {
        Self { database, keys: KeyCache::default() }
    }

    /// The database, to ask whether it answers.
    pub const fn database(&self) -> &Database {
        &self.database
    }
}
