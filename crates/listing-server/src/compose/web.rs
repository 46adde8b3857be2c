//! Composes the web app, its mail and its identity provider.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use listing_answer::JsonAnswers;
use listing_domain::ErrorChain;
use listing_domain::key::KeyRecord;
use listing_domain::marketplace::Catalogue;
use listing_domain::ports::{
    AccountStore as _, Clock, IdentityProvider, LinkStore as _, Outbox as _, RateLimiter, SessionStore as _,
};
use listing_domain::usecase::people::{
    Administer, AttemptLimits, AuthDeps, AuthenticateSession, PeoplePolicy, SendMail, SentMail,
};
use listing_domain::usecase::{GetUsage, RewriteListings, RewritePolicy, WriteListings};
use listing_http::{Desk, RouteGroup};
use listing_limits::LocalLimiter;
use listing_mail::{SmtpMailer, SmtpSettings, SmtpSettingsError};
use listing_oidc::OpenIdProvider;
use listing_outbound::Transport;
use listing_password::{Argon2Hasher, PoolSettings};
use listing_storage::Store;
use listing_web::{DoctorRunner, Piles, Sales, WebDeps};

use super::metrics::StoreGauges;
use super::storage::Storage;
use crate::failure::Failure;
use crate::settings::{OidcSettings, Settings};
use crate::sources::SystemClock;

const MAIL_POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The timeout of the mail server's check.
const CHECK_TIMEOUT: Duration = Duration::from_secs(10);

/// For a service at this public origin.
pub(super) fn people(
    settings: &Settings,
    storage: &Storage,
    limiter: Arc<dyn RateLimiter>,
    origin: &str,
) -> Result<AuthDeps, Failure> {
    let hasher = Argon2Hasher::new(PoolSettings::default());
    let hasher = hasher.context("cannot set up password hashing").map_err(Failure::Setup)?;
    Ok(AuthDeps {
        people: storage.people.clone(),
        sessions: storage.sessions.clone(),
        links: storage.links.clone(),
        outbox: storage.outbox.clone(),
        passwords: Arc::new(hasher),
        limiter,
        clock: storage.clock.clone(),
        ids: storage.ids.clone(),
        policy: PeoplePolicy {
            registration: settings.web.registration,
            sends_mail: settings.web.smtp.is_some(),
            sessions: settings.web.sessions,
            link_base: format!("{origin}/link/"),
            limits: AttemptLimits::default(),
        },
    })
}

/// For commands that create administrators and links.
pub fn administer(settings: &Settings) -> Result<Administer, Failure> {
    let storage = Storage::open(settings)?;
    let limiter = Arc::new(LocalLimiter::new(storage.clock.clone()));
    let origin = settings.web.origin(settings.listen);
    Ok(Administer::new(people(settings, &storage, limiter, &origin)?))
}

pub(super) struct Shared {
    pub(super) desk: Desk,
    pub(super) usage: Arc<GetUsage>,
    pub(super) piles: Piles,
    pub(super) people: AuthDeps,
    pub(super) doctor: Arc<dyn DoctorRunner>,
    /// Sells through the payment provider, if one is configured.
    pub(super) sales: Option<Sales>,
    pub(super) origin: String,
}

/// Returns the use case that rewrites listings.
pub(super) fn rewrite(settings: &Settings, storage: &Storage, write: WriteListings) -> RewriteListings {
    let policy = RewritePolicy { failed_calls: settings.ai.failed_calls, ..settings.web.rewrites };
    RewriteListings {
        generations: storage.generations.clone(),
        write,
        answers: Arc::new(JsonAnswers),
        expenses: Some(storage.expenses.clone()),
        clock: storage.clock.clone(),
        policy,
    }
}

pub(super) fn route_group(
    settings: &Settings,
    storage: &Storage,
    shared: Shared,
) -> Result<RouteGroup, Failure> {
    let Shared { desk, usage, piles, people, doctor, sales, origin } = shared;
    let provider = match &settings.web.oidc {
        Some(oidc) => {
            let provider: Arc<dyn IdentityProvider> = Arc::new(provider(oidc, &origin)?);
            Some(provider)
        }
        None => None,
    };
    let retention_days = settings.history.keep_for.as_hours() / 24;
    Ok(listing_web::route_group(WebDeps {
        people,
        keys: storage.key_factory(settings),
        desk,
        usage,
        generations: storage.generations.clone(),
        kept_photos: storage.kept_photos.clone(),
        photo_limit: settings.history.photo_limit,
        piles,
        activity: storage.activity.clone(),
        expenses: storage.expenses.clone(),
        entitlements: storage.entitlements.clone(),
        quota: storage.quota.clone(),
        webhooks: storage.store.clone(),
        provider,
        orders: storage.store.clone(),
        billing_queue: storage.store.clone(),
        sales,
        catalogue: Arc::<Catalogue>::new(settings.catalogue.clone()),
        exports: settings.exports.clone(),
        retention_days: u32::try_from(retention_days).unwrap_or(u32::MAX),
        doctor,
        settings: settings.shown(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        public_origin: origin,
    }))
}

fn provider(oidc: &OidcSettings, origin: &str) -> Result<OpenIdProvider, Failure> {
    let transport = Transport::new().context("oidc_issuer").map_err(Failure::Setup)?;
    Ok(OpenIdProvider::new(oidc.at(origin), transport, Arc::new(SystemClock)))
}

/// Checks the identity provider's discovery document, if configured.
pub async fn check_provider(settings: &Settings) -> Option<anyhow::Result<String>> {
    let oidc = settings.web.oidc.as_ref()?;
    let provider = provider(oidc, &settings.web.origin(settings.listen));
    let provider = match provider {
        Ok(provider) => provider,
        Err(Failure::Setup(error) | Failure::Failed(error)) => return Some(Err(error)),
    };
    let issuer = oidc.issuer();
    let outcome = provider.check().await.map(|()| format!("{issuer}: the discovery document is valid"));
    Some(outcome.with_context(|| issuer.to_owned()))
}

/// Checks the connection to the mail server, if configured, without sending anything.
pub async fn check_mail(settings: &Settings) -> Option<anyhow::Result<String>> {
    let smtp = settings.web.smtp.as_ref()?;
    let server = format!("{}:{}", smtp.host, smtp.port);
    let mailer = match mailer(smtp, Arc::new(SystemClock)) {
        Ok(mailer) => mailer,
        Err(error) => return Some(Err(error)),
    };
    let outcome = mailer.check(CHECK_TIMEOUT).await;
    let login = if smtp.login.is_some() { "answers and accepts the login" } else { "answers" };
    Some(outcome.map(|()| format!("{server}: {login}")).with_context(|| server))
}

/// The error names the wrong setting.
fn mailer(smtp: &SmtpSettings, clock: Arc<dyn Clock>) -> anyhow::Result<SmtpMailer> {
    SmtpMailer::new(smtp.clone(), clock).map_err(|error| {
        let setting = match error {
            SmtpSettingsError::From(_) => "smtp_from",
            SmtpSettingsError::Certificates(_) => "smtp_encryption",
        };
        anyhow::Error::new(error).context(setting)
    })
}

pub(super) fn authenticate(settings: &Settings, storage: &Storage) -> AuthenticateSession {
    AuthenticateSession::new(storage.sessions.clone(), storage.clock.clone(), settings.web.sessions)
}

#[derive(Clone)]
pub(super) struct MailLoop {
    send: Arc<SendMail>,
    gauges: StoreGauges,
}

impl MailLoop {
    /// Concurrent loops, so that one slow delivery does not delay all others.
    pub(super) const COUNT: usize = 4;

    /// `None` if the service sends no mail.
    pub(super) fn from_settings(
        settings: &Settings,
        storage: &Storage,
        gauges: StoreGauges,
    ) -> Result<Option<Self>, Failure> {
        let Some(smtp) = &settings.web.smtp else { return Ok(None) };
        let mailer = mailer(smtp, storage.clock.clone()).map_err(Failure::Setup)?;
        let (outbox, clock) = (storage.outbox.clone(), storage.clock.clone());
        let send = Arc::new(SendMail { outbox, mailer: Arc::new(mailer), clock });
        Ok(Some(Self { send, gauges }))
    }

    /// Sends one queued message, if any; returns the pause until the next call.
    pub(super) async fn step(self) -> Duration {
        match self.send.run().await {
            Ok(Some(delivery)) => {
                self.gauges.count_delivery(&delivery);
                log_delivery(&delivery);
                return Duration::ZERO;
            }
            Ok(None) => {}
            Err(error) => tracing::error!(%error, "failed to read queued mail; will retry"),
        }
        MAIL_POLL_INTERVAL
    }
}

/// Omits the recipient, whose email is private.
fn log_delivery(delivery: &SentMail) {
    match delivery {
        SentMail::Sent(queued) => {
            let (id, kind) = (queued.id, queued.mail.about.code());
            tracing::info!(mail_id = %id, kind, "sent mail {id}");
        }
        SentMail::Delayed(queued, error) => {
            let (id, kind, failures) = (queued.id, queued.mail.about.code(), queued.failures + 1);
            let error = ErrorChain(error);
            tracing::warn!(mail_id = %id, kind, failures, %error, "failed to send mail {id}; will retry");
        }
        SentMail::GivenUp(queued, error) => {
            let (id, kind) = (queued.id, queued.mail.about.code());
            let error = ErrorChain(error);
            tracing::error!(mail_id = %id, kind, %error, "gave up on mail {id}: the mail server refused it");
        }
    }
}

pub(super) async fn delete_expired(
    store: &Store,
    settings: listing_domain::session::SessionPolicy,
    gauges: &StoreGauges,
) -> anyhow::Result<()> {
    let now = SystemClock.now();
    store.drop_ended(now, &settings).await?;
    store.drop_old_links(now).await?;
    store.drop_ended_keys(now.saturating_sub(KeyRecord::ENDED_RETENTION)?).await?;
    store.drop_former_use(now).await?;
    let messages = store.drop_expired(now).await?;
    gauges.count_dropped(messages);
    if messages > 0 {
        tracing::warn!(messages, "dropped {messages} mails that could not be sent in time");
    }
    Ok(())
}
