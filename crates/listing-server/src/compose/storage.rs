//! Composes the database and the use cases that need nothing else.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use listing_answer::JsonAnswers;
use listing_domain::ports::{
    AccountStore, Activity, BillingQueue, Clock, ComparableStore, EntitlementStore, ExpenseBook,
    GenerationStore, IdSource, KeptPhotoStore, LinkStore, MarketData, Outbox, PersonStore, QuotaLedger,
    SessionStore,
};
use listing_domain::usecase::{
    AddCredits, ChangePlan, CreateAccount, CreateKey, DeleteAccount, EditListings, FindAccount, GetUsage,
    ImportComparables, KeyFactory, RecordSale, RefundPayment, ResumeAccount, RevokeKey, RotateKey,
    SuspendAccount,
};
use listing_storage::transfer::{self, Progress, TransferError};
use listing_storage::{CheckProgress, Database, DatabaseLimits, Store};

use crate::failure::Failure;
use crate::settings::{DatabaseUrl, Settings};
use crate::sources::{OsRandom, SystemClock};

/// The stores and their use cases.
#[derive(Clone)]
pub struct Storage {
    /// Accounts and API keys.
    pub accounts: Arc<dyn AccountStore>,
    /// Plans of accounts.
    pub entitlements: Arc<dyn EntitlementStore>,
    /// The ledger of quota units.
    pub quota: Arc<dyn QuotaLedger>,
    /// Costs of AI calls.
    pub expenses: Arc<dyn ExpenseBook>,
    /// The history.
    pub generations: Arc<dyn GenerationStore>,
    /// Photos that accounts keep for exports.
    pub kept_photos: Arc<dyn KeptPhotoStore>,
    /// Account owners: their emails, passwords and identities.
    pub people: Arc<dyn PersonStore>,
    /// The web app's sessions.
    pub sessions: Arc<dyn SessionStore>,
    /// Single-use links.
    pub links: Arc<dyn LinkStore>,
    /// The mail queue.
    pub outbox: Arc<dyn Outbox>,
    /// Numbers of generations by day and key.
    pub activity: Arc<dyn Activity>,
    /// The operator's own market data.
    pub comparables: Arc<dyn ComparableStore>,
    pub(super) store: Arc<Store>,
    /// This machine's clock.
    pub clock: Arc<dyn Clock>,
    pub(super) ids: Arc<dyn IdSource>,
}

impl Storage {
    /// Opens and migrates the database.
    pub fn open(settings: &Settings) -> Result<Self, Failure> {
        Ok(Self::from_store(open_store(settings)?))
    }

    /// For a process that serves requests and therefore holds quota units.
    pub(super) fn open_to_serve(settings: &Settings) -> Result<Self, Failure> {
        let store = open_store(settings)?.with_instance_id(OsRandom.id());
        let storage =
            Self::from_store(if settings.usage_cache { store } else { store.without_usage_cache() });
        if let Some(warning) = storage.loose_mode() {
            tracing::warn!("{warning}");
        }
        Ok(storage)
    }

    fn from_store(store: Store) -> Self {
        let store = Arc::new(store);
        Self {
            accounts: store.clone(),
            entitlements: store.clone(),
            quota: store.clone(),
            expenses: store.clone(),
            generations: store.clone(),
            kept_photos: store.clone(),
            people: store.clone(),
            sessions: store.clone(),
            links: store.clone(),
            outbox: store.clone(),
            activity: store.clone(),
            comparables: store.clone(),
            store,
            clock: Arc::new(SystemClock),
            ids: Arc::new(OsRandom),
        }
    }

    /// Warns, with the fix, if other users of this machine may read the database file.
    pub fn loose_mode(&self) -> Option<String> {
        let (file, mode) = self.store.database().loose_mode()?;
        let file = file.display();
        Some(format!("other users may read the database file (mode {mode:04o}): run `chmod 600 {file}`"))
    }

    /// Checks that the database answers and its schema is current.
    pub async fn check(&self) -> Result<()> {
        Ok(self.store.database().check().await?)
    }

    /// Checks that the database accepts writes, changing nothing.
    pub async fn check_writing(&self) -> Result<()> {
        Ok(self.store.database().check_writing().await?)
    }

    /// Returns the ledger's violated rules as sentences. `on_progress` gets the rows read and all rows.
    pub async fn violations(
        &self,
        mut on_progress: impl FnMut(u64, u64) + Send + 'static,
    ) -> Result<Vec<String>> {
        let report = move |progress: CheckProgress| on_progress(progress.read, progress.all);
        Ok(self.store.violations_with_progress(self.clock.now(), report).await?)
    }

    /// Returns the queue of objects at the payment provider.
    pub fn billing_queue(&self) -> Arc<dyn BillingQueue> {
        self.store.clone()
    }

    /// For finding accounts by email.
    pub fn find_account(&self) -> FindAccount {
        FindAccount::new(self.accounts.clone())
    }

    /// For creating accounts.
    pub fn create_account(&self) -> CreateAccount {
        CreateAccount::new(self.accounts.clone(), self.clock.clone(), self.ids.clone())
    }

    /// For changing plans.
    pub fn change_plan(&self) -> ChangePlan {
        ChangePlan::new(self.entitlements.clone(), self.clock.clone())
    }

    /// For creating keys.
    pub fn create_key(&self, settings: &Settings) -> CreateKey {
        CreateKey::new(self.key_factory(settings))
    }

    /// For rotating keys.
    pub fn rotate_key(&self, settings: &Settings) -> RotateKey {
        RotateKey::new(self.key_factory(settings))
    }

    pub(super) fn key_factory(&self, settings: &Settings) -> KeyFactory {
        KeyFactory {
            accounts: self.accounts.clone(),
            clock: self.clock.clone(),
            ids: self.ids.clone(),
            policy: settings.quota,
        }
    }

    /// For suspending accounts.
    pub fn suspend_account(&self) -> SuspendAccount {
        SuspendAccount::new(self.accounts.clone(), self.clock.clone())
    }

    /// For reactivating accounts.
    pub fn resume_account(&self) -> ResumeAccount {
        ResumeAccount::new(self.accounts.clone())
    }

    /// For deleting accounts' personal data.
    pub fn delete_account(&self) -> DeleteAccount {
        DeleteAccount::new(self.accounts.clone(), self.clock.clone())
            .with_subscriptions(self.store.clone(), self.store.clone())
    }

    /// For revoking keys.
    pub fn revoke_key(&self) -> RevokeKey {
        RevokeKey::new(self.accounts.clone(), self.clock.clone())
    }

    /// For reading accounts' usage.
    pub fn get_usage(&self, settings: &Settings) -> GetUsage {
        GetUsage::new(self.quota.clone(), self.clock.clone(), settings.quota)
    }

    /// For importing comparables.
    pub fn import_comparables(&self) -> ImportComparables {
        ImportComparables::new(self.comparables.clone(), self.clock.clone())
    }

    /// Returns the use-case that edits listings.
    pub fn edit_listings(&self, settings: &Settings) -> EditListings {
        EditListings {
            generations: self.generations.clone(),
            answers: Arc::new(JsonAnswers),
            catalogue: Arc::new(settings.catalogue.clone()),
        }
    }

    /// Returns the use-case that records the sale of a generation's item as a comparable.
    pub fn record_sale(&self) -> RecordSale {
        RecordSale {
            generations: self.generations.clone(),
            comparables: self.comparables.clone(),
            answers: Arc::new(JsonAnswers),
            clock: self.clock.clone(),
        }
    }

    /// For taking back credits of refunded payments.
    pub fn refund_payment(&self) -> RefundPayment {
        RefundPayment::new(self.quota.clone(), self.clock.clone())
    }

    /// For adding purchased packs.
    pub fn add_credits(&self, settings: &Settings) -> AddCredits {
        AddCredits::new(self.quota.clone(), self.clock.clone(), settings.quota)
    }
}

/// For a command that needs the database for nothing else. `None` without a database, or if opening it fails,
/// which is logged.
pub(super) fn own_comparables(settings: &Settings) -> Option<Arc<dyn MarketData>> {
    if !Database::is_there(settings.database_url.reveal()) {
        return None;
    }
    match open_store(settings) {
        Ok(store) => Some(Arc::new(store)),
        Err(failure) => {
            let error = format!("{:#}", failure.error());
            tracing::warn!(error, "failed to open the database: prices use no stored comparables");
            None
        }
    }
}

/// Returns true when a command would create the database.
pub fn would_create_database(settings: &Settings) -> bool {
    Database::is_new(settings.database_url.reveal())
}

/// Copies the SQLite database into a new file. `on_progress` gets the checked rows of the copy and all rows.
pub fn back_up(
    settings: &Settings,
    file: &Path,
    mut on_progress: impl FnMut(u64, u64),
) -> Result<(), Failure> {
    let mut report = |progress: CheckProgress| on_progress(progress.read, progress.all);
    let outcome = transfer::back_up(settings.database_url.reveal(), file, &mut report);
    outcome.map_err(|error| transfer_failure(error, || format!("cannot back up {}", settings.database_url)))
}

/// Replaces the SQLite database with a backup; returns where the previous one was moved.
pub fn restore(settings: &Settings, backup: &Path, replace: bool) -> Result<Option<PathBuf>, Failure> {
    let outcome = transfer::restore(settings.database_url.reveal(), backup, replace, SystemClock.now());
    outcome.map_err(|error| transfer_failure(error, || format!("cannot restore {}", backup.display())))
}

/// Copies all data into another, empty database; returns the number of rows by table. `on_progress` gets the
/// copied rows and all rows.
pub fn copy_data(
    from: &DatabaseUrl,
    to: &DatabaseUrl,
    mut on_progress: impl FnMut(u64, u64),
) -> Result<Vec<(&'static str, i64)>, Failure> {
    let mut report = |progress: Progress| on_progress(progress.copied, progress.all);
    let copied = transfer::copy_all(from.reveal(), to.reveal(), &mut report)
        .map_err(|error| transfer_failure(error, || format!("cannot copy {from} to {to}")))?;
    Ok(copied.into_iter().map(|copied| (copied.table, copied.rows)).collect())
}

fn transfer_failure(error: TransferError, what: impl FnOnce() -> String) -> Failure {
    let is_refusal = error.is_refusal();
    let error = anyhow::Error::new(error).context(what());
    if is_refusal { Failure::Setup(error) } else { Failure::Failed(error) }
}

fn limits(settings: &Settings) -> DatabaseLimits {
    let (given, default) = (settings.database, DatabaseLimits::default());
    DatabaseLimits {
        connections: given.connections.unwrap_or(default.connections),
        turn: given.turn.unwrap_or(default.turn),
        connection: given.connection.unwrap_or(default.connection),
        lock: given.lock.unwrap_or(default.lock),
        statement: given.statement.unwrap_or(default.statement),
    }
}

fn open_store(settings: &Settings) -> Result<Store, Failure> {
    let database = Database::open_within(settings.database_url.reveal(), limits(settings))
        .with_context(|| settings.database_url.to_string())
        .map_err(Failure::Setup)?;
    Ok(Store::new(database))
}
