//! Implements the domain's ports with a database.

mod access;
mod account_row;
mod accounts;
mod activity;
mod administrators;
mod balance;
mod batcher;
mod batches;
mod billing_queue;
mod comparables;
#[cfg(test)]
mod counted;
mod entitlements;
mod epoch;
mod expenses;
mod figures;
mod former_use;
mod generations;
mod identities;
mod inspect;
mod instance;
mod kept_photos;
mod key_cache;
mod keys;
mod ledger;
mod links;
mod lock;
mod options;
mod orders;
mod outbox;
mod overview;
mod people;
mod quota;
mod sessions;
mod term;
mod trays;
mod unconfirmed;
mod unit_codes;
mod usage_cache;
mod webhooks;

use std::sync::Arc;

use listing_domain::ports::{Reservation, SettleRequest, Settlement, StoreError};

use crate::connection::Conn;
use crate::database::Database;
use crate::error::{StepError, StorageError};
use balance::UsageQuery;
use batcher::Batcher;
use comparables::NegativeCache;
use instance::Instance;
use key_cache::KeyCache;
use ledger::Hold;
use lock::LockWait;
use unconfirmed::UnconfirmedReleases;
use usage_cache::{Reading, UsageCache};

pub use figures::StoreFigures;
pub use inspect::CheckProgress;
pub(crate) use inspect::{begin_snapshot, unbalanced};

/// A store of accounts, API keys, the quota ledger and further data.
pub struct Store {
    database: Arc<Database>,
    holds: Batcher<Hold, (Reservation, Reading)>,
    settlements: Batcher<SettleRequest, Settlement>,
    usage_queries: Batcher<UsageQuery, Reading>,
    keys: KeyCache,
    usages: UsageCache,
    absent: NegativeCache,
    instance: Option<Instance>,
    unconfirmed: UnconfirmedReleases,
}

impl Store {
    /// Makes the store of an open database. Units held through it become available when they expire, not when
    /// this process ends; see [`Store::with_instance_id`].
    pub fn new(database: Database) -> Self {
        Self {
            database: Arc::new(database),
            holds: Batcher::for_writes(|conn, holds| ledger::hold(conn, holds, LockWait::Skip)),
            settlements: Batcher::for_writes(|conn, requests| ledger::settle(conn, requests, LockWait::Skip)),
            usage_queries: Batcher::for_reads(balance::answer_all),
            keys: KeyCache::default(),
            usages: UsageCache::default(),
            absent: NegativeCache::default(),
            instance: None,
            unconfirmed: UnconfirmedReleases::default(),
        }
    }

    /// Each query of an account's usage then reads the database.
    #[must_use]
    pub fn without_usage_cache(self) -> Self {
        Self { usages: UsageCache::disabled(), ..self }
    }

    /// Returns the database, for health checks.
    pub fn database(&self) -> &Database {
        &self.database
    }

    async fn write<T, E, F>(&self, step: F) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        F: Fn(&mut Conn) -> Result<T, StepError<E>> + Send + 'static,
    {
        self.database.write(step).await.map_err(StepError::into_port_error)
    }

    async fn read<T, F>(&self, step: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, StorageError> + Send + 'static,
    {
        Ok(self.database.read(step).await?)
    }

    async fn look_up<T, F>(&self, step: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, StorageError> + Send + 'static,
    {
        Ok(self.database.look_up(step).await?)
    }
}
