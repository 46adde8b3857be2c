//! The one place that names concrete adapters and plugs them together.

mod writers;

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result};
use async_trait::async_trait;
use jiff::SignedDuration;
use listing_domain::ports::{
    AccountStore, Clock, IdSource, ListingWriter, PhotoProcessor, QuotaLedger, RateLimiter,
};
use listing_domain::pricing::ReferenceRates;
use listing_domain::usecase::{
    AddCredits, AuthenticateCaller, ChangePlan, CreateAccount, CreateKey, GenerateListings, GenerationPolicy,
    GetUsage, RefundPayment, RevokeKey,
};
use listing_http::{Api, MemoryBudget, Metrics, NotReady, PaidWork, Readiness, Server};
use listing_limits::{LocalLimiter, RedisLimiter};
use listing_photo::{PhotoSettings, SafePhotos};
use listing_storage::transfer::{self, Progress, TransferError};
use listing_storage::{Database, Store};
use listing_vision::EmbeddedWriter;
use prometheus::Registry;

use crate::command::Failure;
use crate::settings::{DatabaseUrl, Settings};
use crate::sources::{OsRandom, SystemClock};
use crate::unmetered::Unmetered;

pub use writers::check_services;

/// How much longer a unit is held than any writer may take, so that a unit is
/// never given back under a request that still runs.
const HOLD_MARGIN: SignedDuration = SignedDuration::from_secs(210);

/// Accounts, keys and the ledger, and the use-cases that need no more.
pub struct Storage {
    /// Accounts and keys.
    pub accounts: Arc<dyn AccountStore>,
    /// Units.
    pub quota: Arc<dyn QuotaLedger>,
    store: Arc<Store>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
}

impl Storage {
    /// Opens the database and brings it to the current schema.
    pub fn open(settings: &Settings) -> Result<Self, Failure> {
        Ok(Self::over(open_store(settings)?))
    }

    /// The same for a process that serves and therefore holds units.
    fn open_to_serve(settings: &Settings, is_forgetful: bool) -> Result<Self, Failure> {
        let store = open_store(settings)?.in_the_name_of(OsRandom.id());
        Ok(Self::over(if is_forgetful { store.forgetful() } else { store }))
    }

    fn over(store: Store) -> Self {
        let store = Arc::new(store);
        Self {
            accounts: store.clone(),
            quota: store.clone(),
            store,
            clock: Arc::new(SystemClock),
            ids: Arc::new(OsRandom),
        }
    }

    /// Whether the database answers and its schema is current.
    pub async fn check(&self) -> Result<()> {
        Ok(self.store.database().check().await?)
    }

    /// Every rule of the ledger that its books break, in words.
    pub async fn violations(&self) -> Result<Vec<String>> {
        Ok(self.store.violations(self.clock.now()).await?)
    }

    /// Opens accounts.
    pub fn create_account(&self) -> CreateAccount {
        CreateAccount::new(self.accounts.clone(), self.clock.clone(), self.ids.clone())
    }

    /// Changes plans.
    pub fn change_plan(&self) -> ChangePlan {
        ChangePlan::new(self.accounts.clone())
    }

    /// Makes keys.
    pub fn create_key(&self, settings: &Settings) -> CreateKey {
        CreateKey::new(self.accounts.clone(), self.clock.clone(), self.ids.clone(), settings.quota)
    }

    /// Revokes keys.
    pub fn revoke_key(&self) -> RevokeKey {
        RevokeKey::new(self.accounts.clone(), self.clock.clone())
    }

    /// Tells how accounts stand.
    pub fn get_usage(&self, settings: &Settings) -> GetUsage {
        GetUsage::new(self.quota.clone(), self.clock.clone(), settings.quota)
    }

    /// Takes back the credits of refunded payments.
    pub fn refund_payment(&self) -> RefundPayment {
        RefundPayment::new(self.accounts.clone(), self.quota.clone(), self.clock.clone())
    }

    /// Adds purchased packs.
    pub fn add_credits(&self, settings: &Settings) -> AddCredits {
        AddCredits::new(self.accounts.clone(), self.quota.clone(), self.clock.clone(), settings.quota)
    }
}

/// Copies the SQLite database of the settings into a new file.
pub fn back_up(settings: &Settings, file: &Path) -> Result<(), Failure> {
    let made = transfer::back_up(settings.database_url.reveal(), file);
    made.map_err(|error| not_transferred(error, || format!("cannot back up {}", settings.database_url)))
}

/// Puts a backup in the place of the SQLite database of the settings; tells
/// where the database is now that was there.
pub fn restore(settings: &Settings, backup: &Path, replace: bool) -> Result<Option<PathBuf>, Failure> {
    let restored = transfer::restore(settings.database_url.reveal(), backup, replace, SystemClock.now());
    restored.map_err(|error| not_transferred(error, || format!("cannot restore {}", backup.display())))
}

/// Copies all data of a database into another, empty one; tells each table's
/// name and rows. `on_progress` hears how many rows of how many were copied.
pub fn copy_data(
    from: &DatabaseUrl,
    to: &DatabaseUrl,
    mut on_progress: impl FnMut(u64, u64),
) -> Result<Vec<(&'static str, i64)>, Failure> {
    let mut tell = |progress: Progress| on_progress(progress.copied, progress.all);
    let copied = transfer::copy_all(from.reveal(), to.reveal(), &mut tell)
        .map_err(|error| not_transferred(error, || format!("cannot copy {from} to {to}")))?;
    Ok(copied.into_iter().map(|copied| (copied.table, copied.rows)).collect())
}

fn not_transferred(error: TransferError, what: impl FnOnce() -> String) -> Failure {
    let is_refusal = error.is_refusal();
    let error = anyhow::Error::new(error).context(what());
    if is_refusal { Failure::Setup(error) } else { Failure::Failed(error) }
}

fn open_store(settings: &Settings) -> Result<Store, Failure> {
    let database = Database::open(settings.database_url.reveal())
        .with_context(|| format!("cannot open the database {}", settings.database_url))
        .map_err(Failure::Setup)?;
    Ok(Store::new(database))
}

/// What a test rig has in place of what the settings name.
pub struct Rig {
    /// The writer.
    pub writer: Arc<dyn ListingWriter>,
    /// Whether every usage is read from the database, to measure that.
    pub is_forgetful: bool,
}

/// The service, ready to be served.
pub struct Service {
    /// What the interface is built from.
    pub api: Api,
    store: Arc<Store>,
    limiter: Limiter,
    readiness: Arc<Ready>,
}

impl Service {
    /// Plugs the service together with the writer that the settings name.
    pub async fn compose(settings: &Settings) -> Result<Self, Failure> {
        let metrics = Metrics::new().map_err(|error| Failure::Setup(error.into()))?;
        let writers = writers::compose(settings, metrics.registry(), Arc::new(SystemClock)).await?;
        Self::plug(settings, Rig { writer: writers.writer, is_forgetful: false }, metrics)
    }

    /// Plugs the service together with a given writer.
    pub fn with_writer(settings: &Settings, writer: Arc<dyn ListingWriter>) -> Result<Self, Failure> {
        Self::of_rig(settings, Rig { writer, is_forgetful: false })
    }

    /// Plugs a test rig together.
    pub fn of_rig(settings: &Settings, rig: Rig) -> Result<Self, Failure> {
        let metrics = Metrics::new().map_err(|error| Failure::Setup(error.into()))?;
        Self::plug(settings, rig, metrics)
    }

    fn plug(settings: &Settings, rig: Rig, metrics: Metrics) -> Result<Self, Failure> {
        let Rig { writer, is_forgetful } = rig;
        let storage = Storage::open_to_serve(settings, is_forgetful)?;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let readiness = Arc::new(Ready { store: storage.store.clone(), stopping: AtomicBool::new(false) });
        let limiter = Limiter::of(settings, clock.clone())?;
        let api = Api {
            generate: Arc::new(generate(settings, storage.quota.clone(), writer)),
            usage: Arc::new(storage.get_usage(settings)),
            authenticate: Arc::new(AuthenticateCaller::new(storage.accounts.clone(), clock.clone())),
            limiter: limiter.port(),
            ids: storage.ids.clone(),
            rates: settings.rates,
            readiness: readiness.clone(),
            metrics,
            paid_work: PaidWork::on(tokio::runtime::Handle::current(), settings.at_once),
            memory: MemoryBudget::new(settings.body_memory),
            limits: settings.http,
            trusted_proxies: settings.trusted_proxies.clone(),
        };
        Ok(Self { api, store: storage.store, limiter, readiness })
    }

    /// Serves the interface on a socket that is bound already.
    pub fn serve(&self, listener: TcpListener, settings: &Settings) -> std::io::Result<Server> {
        listing_http::serve(listener, self.api.clone(), settings.workers)
    }

    /// How often [`Service::keep_books`] is to be called.
    pub const BEAT: Duration = Store::BEAT.unsigned_abs();

    /// Says that this process lives, and gives back units that are held too long
    /// or by a process that is gone; tells how many. To be called before the
    /// first request and every [`Service::BEAT`].
    pub async fn keep_books(&self) -> Result<u64> {
        self.api.metrics.limiter_is_degraded(self.limiter.is_degraded());
        let now = SystemClock.now();
        self.store.beat(now).await?;
        Ok(self.store.expire(now).await?)
    }

    /// From now on the service says that it is not ready, so that balancers
    /// send their requests elsewhere.
    pub fn say_stopping(&self) {
        self.readiness.stopping.store(true, Ordering::Relaxed);
    }
}

/// The limiter that the settings name.
enum Limiter {
    Local(Arc<LocalLimiter>),
    Shared(Arc<RedisLimiter>),
}

impl Limiter {
    fn of(settings: &Settings, clock: Arc<dyn Clock>) -> Result<Self, Failure> {
        let Some(url) = &settings.redis_url else {
            return Ok(Self::Local(Arc::new(LocalLimiter::new(clock))));
        };
        let limiter = RedisLimiter::connect(url.reveal(), clock, &OsRandom);
        let limiter = limiter.context("redis_url").map_err(Failure::Setup)?;
        Ok(Self::Shared(Arc::new(limiter)))
    }

    fn port(&self) -> Arc<dyn RateLimiter> {
        match self {
            Self::Local(limiter) => limiter.clone(),
            Self::Shared(limiter) => limiter.clone(),
        }
    }

    /// Whether it limits by itself although it should share.
    fn is_degraded(&self) -> bool {
        matches!(self, Self::Shared(limiter) if limiter.is_degraded())
    }
}

/// Ready while the database answers and nobody has asked to stop.
struct Ready {
    store: Arc<Store>,
    stopping: AtomicBool,
}

#[async_trait]
impl Readiness for Ready {
    async fn check(&self) -> Result<(), NotReady> {
        if self.stopping.load(Ordering::Relaxed) {
            return Err(NotReady::Stopping);
        }
        self.store.database().check().await.map_err(|error| NotReady::Unavailable(error.into()))
    }
}

/// The use-case over a ledger that charges nobody.
pub async fn generate_unmetered(settings: &Settings) -> Result<GenerateListings, Failure> {
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let writers = writers::compose(settings, &Registry::new(), clock.clone()).await?;
    Ok(generate(settings, Arc::new(Unmetered::new(clock)), writers.writer))
}

/// Whether the embedded engine's weights are there and load.
pub fn check_models(settings: &Settings) -> Result<()> {
    EmbeddedWriter::load(&settings.models_dir)?;
    Ok(())
}

fn photo_settings(settings: &Settings) -> PhotoSettings {
    let default = PhotoSettings::default();
    PhotoSettings {
        max_bytes: settings.photos.max_bytes.unwrap_or(default.max_bytes),
        max_pixels: settings.photos.max_pixels.unwrap_or(default.max_pixels),
        ..default
    }
}

fn generate(
    settings: &Settings,
    quota: Arc<dyn QuotaLedger>,
    writer: Arc<dyn ListingWriter>,
) -> GenerateListings {
    let photos: Arc<dyn PhotoProcessor> = Arc::new(SafePhotos::new(photo_settings(settings)));
    let longest = SignedDuration::try_from(settings.deadlines.longest()).unwrap_or(SignedDuration::MAX);
    GenerateListings {
        photos,
        quota,
        writer,
        market: None,
        clock: Arc::new(SystemClock),
        ids: Arc::new(OsRandom),
        policy: GenerationPolicy {
            catalogue: Arc::new(settings.catalogue.clone()),
            rates: ReferenceRates::default(),
            quota: settings.quota,
            writer_deadlines: settings.deadlines,
            hold_for: longest.saturating_add(HOLD_MARGIN),
        },
    }
}
