//! The composition root: the only module that names concrete adapters.

mod admission;
mod batches;
mod billing;
mod doctor;
mod market;
mod metrics;
mod storage;
mod web;
mod webhooks;
mod writers;

use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result};
use async_trait::async_trait;
use jiff::SignedDuration;
use listing_admission::AdmissionRoom;
use listing_answer::JsonAnswers;
use listing_domain::generation::HistoryPolicy;
use listing_domain::idempotency::ANSWER_RETENTION;
use listing_domain::ports::{
    BatchStore as _, Clock, GenerationStore as _, KeptPhotoStore as _, ListingWriter, PersonStore as _,
    PhotoLooks, PhotoProcessor, QuotaLedger, RateLimiter, TrayStore as _, WebhookStore as _, Workers,
};
use listing_domain::session::SessionPolicy;
use listing_domain::tray::Tray;
use listing_domain::usecase::billing::Sell;
use listing_domain::usecase::{
    AnswerFormat, AuthenticateCaller, GenerateListings, GenerationPolicy, WriteListings, WritingPolicy,
};
use listing_domain::webhook::WebhookPolicy;
use listing_http::{Desk, Edge, Metrics, NotReady, Readiness, RouteGroup, Server, Tasks};
use listing_limits::{LocalLimiter, RedisLimiter, SiteLimiter};
use listing_log::{Lines, Log};
use listing_photo::{HeifDecoder, PhotoSettings, PhotoThumbnails, SafePhotos};
use listing_rest::{Exports, Rest, Webhooks};
use listing_storage::Store;
use listing_writers::DailySpend;
use prometheus::Registry;

use batches::BatchLoops;
use billing::BillingParts;
use metrics::StoreGauges;
use webhooks::WebhookParts;

use crate::failure::Failure;
use crate::settings::{LogFormat, Settings};
use crate::sources::{OsRandom, SystemClock};

pub use billing::{check_billing, stripe, use_cases as billing_use_cases};
pub use doctor::{Finding, check_database, run_checks};
pub use market::check_market;
pub use storage::{Storage, back_up, copy_data, restore, would_create_database};
pub use web::{administer, check_mail, check_provider};
pub use writers::{check_embedded, check_services};

/// The time for which a quota unit is held beyond the times for writing and market data, so that a running request
/// keeps it.
const HOLD_MARGIN: SignedDuration = SignedDuration::from_secs(210);

/// Starts logging. Dropping the returned value writes pending lines.
pub fn start_log(settings: &Settings) -> Result<Log, Failure> {
    let lines = match settings.log_format {
        LogFormat::Text => Lines::Text,
        LogFormat::Json => Lines::Json,
    };
    listing_log::start(&settings.log, lines, Arc::new(SystemClock))
        .map_err(|error| Failure::Setup(error.into()))
}

/// The service, ready to serve.
pub struct Service {
    /// Shared by all route groups.
    pub edge: Edge,
    route_groups: Vec<RouteGroup>,
    store: Arc<Store>,
    limiter: Limiter,
    readiness: Arc<Ready>,
    spend: Option<Arc<DailySpend>>,
    rates: market::Rates,
    mail: Option<web::MailLoop>,
    batch_loops: BatchLoops,
    webhooks: WebhookParts,
    billing: Option<BillingParts>,
    gauges: StoreGauges,
    sessions: SessionPolicy,
    /// The retention of the history and of photos.
    history: HistoryPolicy,
}

impl Service {
    /// Composes the service with the configured writer.
    pub async fn compose(settings: &Settings) -> Result<Self, Failure> {
        let metrics = Metrics::new().map_err(|error| Failure::Setup(error.into()))?;
        let room = admission::room(settings);
        let registry = metrics.registry();
        let writers = writers::compose(settings, registry, Arc::new(SystemClock), room.clone()).await?;
        let service = Self::assemble(settings, writers.writer, writers.looks, metrics, room)?;
        Ok(Self { spend: writers.spend, ..service })
    }

    /// Composes the service with this writer instead of the configured one.
    pub fn with_writer(settings: &Settings, writer: Arc<dyn ListingWriter>) -> Result<Self, Failure> {
        let metrics = Metrics::new().map_err(|error| Failure::Setup(error.into()))?;
        Self::assemble(settings, writer, None, metrics, admission::room(settings))
    }

    fn assemble(
        settings: &Settings,
        writer: Arc<dyn ListingWriter>,
        looks: Option<Arc<dyn PhotoLooks>>,
        metrics: Metrics,
        room: Arc<AdmissionRoom>,
    ) -> Result<Self, Failure> {
        let storage = Storage::open_to_serve(settings)?;
        let gauges = register(metrics.registry(), &room, &storage, settings).map_err(Failure::Setup)?;
        let market = market::compose(settings, metrics.registry(), vec![market::own(storage.store.clone())])?;
        let readiness = Arc::new(Ready { store: storage.store.clone(), stopping: AtomicBool::new(false) });
        let limiter = Limiter::from_settings(settings, storage.clock.clone())?;
        let write_listings = write(settings, writer.clone(), &market);
        let generate = Arc::new(generate(settings, &storage, write_listings, room.clone()));
        let batch_loops = BatchLoops::new(settings, &storage, generate.clone());
        let rewrite = web::rewrite(settings, &storage, write(settings, writer, &market));
        let desk = Desk::new(generate.clone(), Some(rewrite));
        let origin = settings.web.origin(settings.listen);
        let webhooks = WebhookParts::new(settings, &storage)?;
        let billing = BillingParts::new(settings, &storage, &origin)?;
        let rest = rest(settings, &storage, desk.clone(), &generate, webhooks.use_cases.clone());
        let shared = web::Shared {
            desk,
            usage: rest.usage.clone(),
            piles: batches::piles(settings, &storage, &generate, looks),
            doctor: Arc::new(doctor::Doctor { settings: settings.clone(), storage: storage.clone() }),
            people: web::people(settings, &storage, limiter.port(), &origin)?,
            sales: billing.as_ref().map(|billing| billing.sales.clone()),
            origin,
        };
        let web =
            settings.web.are_served.then(|| web::route_group(settings, &storage, shared)).transpose()?;
        let edge = Edge {
            authenticate: Arc::new(AuthenticateCaller::new(storage.accounts.clone(), storage.clock.clone())),
            sessions: settings.web.are_served.then(|| Arc::new(web::authenticate(settings, &storage))),
            hosts: settings.web.hosts.clone().with_origin(settings.web.public_origin.as_deref()),
            public_origin: settings.web.public_origin.clone(),
            pricing_url: billing::pricing_url(settings),
            limiter: limiter.port(),
            ids: storage.ids.clone(),
            rates: settings.rates,
            readiness: readiness.clone(),
            metrics,
            tasks: Tasks::on(tokio::runtime::Handle::current()),
            admission: room,
            limits: settings.http,
            trusted_proxies: settings.trusted_proxies.clone(),
            cors_origins: settings.cors_origins.clone(),
        };
        let groups =
            [Some(listing_rest::route_group(rest)), web, billing.as_ref().map(BillingParts::route_group)];
        Ok(Self {
            mail: web::MailLoop::from_settings(settings, &storage, gauges.clone())?,
            edge,
            route_groups: groups.into_iter().flatten().collect(),
            store: storage.store,
            limiter,
            readiness,
            spend: None,
            rates: market.rates,
            batch_loops,
            webhooks,
            billing,
            gauges,
            sessions: settings.web.sessions,
            history: settings.history,
        })
    }

    /// Returns the use case that sells, if something is sold.
    pub fn sell(&self) -> Option<&Sell> {
        self.billing.as_ref().map(|billing| &*billing.sales.sell)
    }

    /// Serves all route groups on a socket.
    pub fn serve(&self, listener: TcpListener, settings: &Settings) -> std::io::Result<Server> {
        let (edge, route_groups) = (self.edge.clone(), self.route_groups.clone());
        listing_http::serve(listener, edge, route_groups, settings.workers, settings.shutdown_timeout)
    }

    const SWEEP_INTERVAL: Duration = Store::HEARTBEAT_INTERVAL.unsigned_abs();

    /// Writes this process's heartbeat, deletes expired data, and releases quota units held too long or by a
    /// process without a heartbeat; returns their number. Call it before the first request;
    /// [`Service::start_loops`] repeats it.
    pub async fn sweep(&self) -> Result<u64> {
        self.edge.metrics.set_limiter_degraded(self.limiter.is_degraded());
        let now = SystemClock.now();
        self.store.record_heartbeat(now).await?;
        if let Some(spend) = &self.spend {
            spend.load(&*self.store).await?;
        }
        let returned = self.store.expire(now).await?;
        let HistoryPolicy { keep_for, photo_limit, .. } = self.history;
        self.store.purge_kept_photos(now, photo_limit).await?;
        self.store.purge(now, keep_for).await?;
        self.store.purge_batches(now, keep_for.max(ANSWER_RETENTION)).await?;
        self.store.purge_deliveries(now.saturating_sub(WebhookPolicy::RETENTION)?).await?;
        self.store.purge_trays(now, Tray::RETENTION).await?;
        web::delete_expired(&self.store, self.sessions, &self.gauges).await?;
        self.gauges.set(self.store.figures(now).await?);
        Ok(returned)
    }

    /// Starts the background loops: sweep, batches, webhooks, billing, mail and exchange rates.
    pub fn start_loops(self: &Arc<Self>) {
        let tasks = &self.edge.tasks;
        let service = Arc::clone(self);
        tasks.repeat("sweep", move || Arc::clone(&service).sweep_and_log());
        self.batch_loops.start(tasks);
        self.webhooks.start(tasks);
        if let Some(billing) = &self.billing {
            billing.start(tasks);
        }
        if let Some(mail) = self.mail.clone() {
            for _ in 0..web::MailLoop::COUNT {
                let mail = mail.clone();
                tasks.repeat("mail loop", move || mail.clone().step());
            }
        }
        if let market::Rates::Ecb(rates) = self.rates.clone() {
            tasks.repeat("exchange rates", move || {
                let rates = Arc::clone(&rates);
                async move { rates.refresh().await }
            });
        }
    }

    /// Returns the pause until the next sweep. The heartbeat keeps other processes from releasing the quota
    /// units of this one.
    async fn sweep_and_log(self: Arc<Self>) -> Duration {
        match self.sweep().await {
            Ok(0) => {}
            Ok(units) => tracing::warn!(
                units,
                "returned {units} held units to their accounts: held too long, or by a vanished process"
            ),
            Err(error) => {
                tracing::error!(
                    error = %format!("{error:#}"),
                    "sweep failed: units held by vanished processes stay held until a sweep succeeds"
                );
            }
        }
        Self::SWEEP_INTERVAL
    }

    /// Returns true when the web app is on without an administrator.
    pub async fn needs_administrator(&self) -> Result<bool> {
        Ok(self.edge.sessions.is_some() && !self.store.has_administrator().await?)
    }

    /// Releases all quota units that this process still holds, and returns their number. Call it after all
    /// generations have ended.
    pub async fn release_held(&self) -> Result<u64> {
        Ok(self.store.release_held(SystemClock.now()).await?)
    }

    /// Fails the readiness check, so that load balancers use other instances.
    pub fn begin_shutdown(&self) {
        self.readiness.stopping.store(true, Ordering::Relaxed);
    }
}

/// Registers the metrics of the process and of its parts.
fn register(
    registry: &Registry,
    room: &Arc<AdmissionRoom>,
    storage: &Storage,
    settings: &Settings,
) -> Result<StoreGauges> {
    admission::register(room, registry)?;
    metrics::register_process(registry, SystemClock.now())?;
    metrics::register_connections(registry, storage.store.clone())?;
    StoreGauges::new(registry, settings.billing.is_some())
}

enum Limiter {
    Local(Arc<LocalLimiter>),
    Shared(Arc<RedisLimiter>),
}

impl Limiter {
    fn from_settings(settings: &Settings, clock: Arc<dyn Clock>) -> Result<Self, Failure> {
        let Some(url) = &settings.redis_url else {
            return Ok(Self::Local(Arc::new(LocalLimiter::new(clock))));
        };
        let limiter = RedisLimiter::connect(url.reveal(), redis_timeout(settings), clock, &OsRandom);
        let limiter = limiter.context("redis_url").map_err(Failure::Setup)?;
        Ok(Self::Shared(Arc::new(limiter)))
    }

    fn port(&self) -> Arc<dyn RateLimiter> {
        let limiter: Arc<dyn RateLimiter> = match self {
            Self::Local(limiter) => limiter.clone(),
            Self::Shared(limiter) => limiter.clone(),
        };
        Arc::new(SiteLimiter::new(limiter))
    }

    /// True while rate limits are counted in this process only, since Redis does not answer.
    fn is_degraded(&self) -> bool {
        matches!(self, Self::Shared(limiter) if limiter.is_degraded())
    }
}

/// Passes while the database answers and no shutdown has begun.
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

/// The parts for writing listings without an account.
pub struct PhotosToListings {
    /// Checks and decodes photos.
    pub photos: Arc<dyn PhotoProcessor>,
    /// Describes the looks of photos, if the embedded engine is used.
    pub looks: Option<Arc<dyn PhotoLooks>>,
    /// Writes listings.
    pub write: WriteListings,
    /// Renders the result.
    pub answers: Arc<dyn AnswerFormat>,
}

/// Composes [`PhotosToListings`] with the configured writer.
pub async fn photos_to_listings(settings: &Settings) -> Result<PhotosToListings, Failure> {
    let room = admission::room(settings);
    let registry = Registry::new();
    let writers = writers::compose(settings, &registry, Arc::new(SystemClock), room.clone()).await?;
    let own = storage::own_comparables(settings).map(market::own);
    let market = market::compose(settings, &registry, own.into_iter().collect())?;
    Ok(PhotosToListings {
        photos: photos(settings, room),
        looks: writers.looks,
        write: write(settings, writers.writer, &market),
        answers: answers(),
    })
}

/// Returns the format of answers.
pub fn answers() -> Arc<dyn AnswerFormat> {
    Arc::new(JsonAnswers)
}

/// Checks the shared Redis, if configured; the result is a sentence.
pub async fn check_redis(settings: &Settings) -> Option<Result<String>> {
    let url = settings.redis_url.as_ref()?;
    let outcome = RedisLimiter::check(url.reveal(), redis_timeout(settings)).await;
    let outcome = outcome.map(|took| format!("{url}: answers in {:.1} ms", took.as_secs_f64() * 1000.0));
    Some(outcome.with_context(|| format!("{url}")))
}

fn redis_timeout(settings: &Settings) -> Duration {
    settings.redis_timeout.unwrap_or(RedisLimiter::WAIT)
}

fn heif_decoder(settings: &Settings) -> Option<HeifDecoder> {
    if settings.photos.without_heic { None } else { HeifDecoder::find() }
}

/// Says if HEIC photos can be decoded.
pub fn describe_heic(settings: &Settings) -> String {
    match heif_decoder(settings) {
        Some(decoder) => decoder.describe(),
        None if settings.photos.without_heic => {
            "switched off: HEIC photos are refused with advice".to_owned()
        }
        None => "no decoder: HEIC photos are refused with advice (Debian: apt install libheif-examples)"
            .to_owned(),
    }
}

fn photo_settings(settings: &Settings) -> PhotoSettings {
    let default = PhotoSettings::default();
    PhotoSettings {
        max_bytes: settings.photos.max_bytes.unwrap_or(default.max_bytes),
        max_pixels: settings.photos.max_pixels.unwrap_or(default.max_pixels),
        max_side: settings.photos.max_side.unwrap_or(default.max_side),
        max_decode_bytes: settings.photos.max_decode_bytes.unwrap_or(default.max_decode_bytes),
        heif: heif_decoder(settings),
        ..default
    }
}

fn rest(
    settings: &Settings,
    storage: &Storage,
    desk: Desk,
    generate: &GenerateListings,
    webhooks: Webhooks,
) -> Rest {
    let (catalogue, options) = (Arc::new(settings.catalogue.clone()), settings.exports.clone());
    Rest {
        desk,
        usage: Arc::new(storage.get_usage(settings)),
        generations: storage.generations.clone(),
        edit: Arc::new(storage.edit_listings(settings)),
        sales: Arc::new(storage.record_sale()),
        batches: batches::use_cases(settings, storage, generate),
        webhooks,
        kept_photos: storage.kept_photos.clone(),
        exports: Exports { catalogue, options },
    }
}

fn generate(
    settings: &Settings,
    storage: &Storage,
    write: WriteListings,
    workers: Arc<dyn Workers>,
) -> GenerateListings {
    // After the writer has identified the item, comparables may be searched again.
    let longest = settings.deadlines.longest() + settings.market.timeout;
    let longest = SignedDuration::try_from(longest).unwrap_or(SignedDuration::MAX);
    GenerateListings {
        photos: photos(settings, workers),
        people: storage.people.clone(),
        quota: storage.quota.clone(),
        write,
        answers: Arc::new(JsonAnswers),
        thumbnails: Arc::new(PhotoThumbnails),
        expenses: Some(storage.expenses.clone()),
        clock: Arc::new(SystemClock),
        ids: Arc::new(OsRandom),
        policy: GenerationPolicy {
            quota: settings.quota,
            hold_for: longest.saturating_add(HOLD_MARGIN),
            history: settings.history,
            failed_calls: settings.ai.failed_calls,
        },
    }
}

fn photos(settings: &Settings, workers: Arc<dyn Workers>) -> Arc<dyn PhotoProcessor> {
    Arc::new(SafePhotos::new(photo_settings(settings), workers))
}

fn write(settings: &Settings, writer: Arc<dyn ListingWriter>, market: &market::Market) -> WriteListings {
    WriteListings {
        writer,
        market: market.data.clone(),
        policy: WritingPolicy {
            catalogue: Arc::new(settings.catalogue.clone()),
            sold_in: settings.market.sold_in,
            rates: market.rates.port(),
            deadlines: settings.deadlines,
            market_within: settings.market.timeout,
        },
    }
}
