//! Settings from flags, `PTL_…` environment variables and one TOML file, in that order of precedence.

mod ai;
mod billing;
mod environment;
mod file;
mod first_given;
mod folders;
mod given;
mod layer;
mod limits;
mod log_filter;
mod log_format;
mod market;
mod marketplaces;
mod names;
mod ranges;
mod secret;
mod services;
mod shown;
mod sources;
mod trust;
mod typed;
mod web;
mod webhooks;

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, anyhow};
use listing_domain::draft::WriterDeadlines;
use listing_domain::generation::HistoryPolicy;
use listing_domain::marketplace::Catalogue;
use listing_domain::ports::AdmissionPolicy;
use listing_domain::quota::{QuotaPolicy, RatePolicy};
use listing_export::{ExportOptions, ShopUrl};
use listing_http::{CorsOrigins, HttpLimits, TrustedProxies};

pub use ai::{AiSettings, Provider, Providers, Service, ServiceName};
pub use billing::{BillingSettings, StripeLayer};
pub use environment::Environment;
pub use file::SettingsFile;
pub(crate) use folders::service_data;
#[cfg(test)]
pub(crate) use given::{is_secret, variable};
pub(crate) use given::{reason, setting_of};
pub use layer::Layer;
pub use limits::{DatabaseLimits, PhotoLimits};
pub use log_format::LogFormat;
pub use market::{EbaySettings, EcbSettings, EtsySettings, MarketSettings};
pub(crate) use ranges::{range, shown as shown_range};
pub use secret::GivenKey;
pub use services::{AnthropicLayer, GeminiLayer, OllamaLayer, OpenAiLayer, PriceTable};
pub use sources::{EbayLayer, EtsyLayer};
pub use trust::Layers;
pub(crate) use typed::with_parser;
pub use web::{OidcLayer, OidcSettings, SmtpLayer, WebSettings};
pub use webhooks::WebhookSettings;

/// Only this machine can reach it.
const DEFAULT_LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);
const DEFAULT_LOG: &str = "info";
const DATABASE_FILE: &str = "ptl.db";

/// All settings, complete and checked.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The listen address; port 0 picks a free one.
    pub listen: SocketAddr,
    /// The database.
    pub database_url: DatabaseUrl,
    /// The Redis that shares rate limits between instances.
    pub redis_url: Option<DatabaseUrl>,
    /// Limits on the database.
    pub database: DatabaseLimits,
    /// Timeout of Redis; `None` is the rate limiter's default.
    pub redis_timeout: Option<Duration>,
    /// AI services and the embedded engine.
    pub ai: AiSettings,
    /// Country of sale and market data.
    pub market: MarketSettings,
    /// Folder of the embedded engine's weights.
    pub models_dir: PathBuf,
    /// Threads for one product's photos; `None` for one per core.
    pub vision_threads: Option<NonZeroUsize>,
    /// The log filter.
    pub log: String,
    /// The log format.
    pub log_format: LogFormat,
    /// HTTP worker threads; `None` for one per core.
    pub workers: Option<NonZeroUsize>,
    /// The time for which readiness fails before requests are refused at shutdown.
    pub shutdown_delay: Duration,
    /// Maximum time for running work, after `shutdown_delay`.
    pub shutdown_timeout: Duration,
    /// In requests per minute.
    pub rates: RatePolicy,
    /// Limits on quota units and keys.
    pub quota: QuotaPolicy,
    /// Retention in the history.
    pub history: HistoryPolicy,
    /// Cache accounts' usage between requests.
    pub usage_cache: bool,
    /// Limits on concurrent work, memory and processor time.
    pub admission: AdmissionPolicy,
    /// Limits on HTTP requests.
    pub http: HttpLimits,
    /// Limits on photos.
    pub photos: PhotoLimits,
    /// Deadlines for writing.
    pub deadlines: WriterDeadlines,
    /// Proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: TrustedProxies,
    /// Other websites that may call the API.
    pub cors_origins: CorsOrigins,
    /// The web app.
    pub web: WebSettings,
    /// Options of exported files.
    pub exports: ExportOptions,
    /// The number of batch items to generate at the same time.
    pub batch_workers: u32,
    /// Webhooks.
    pub webhooks: WebhookSettings,
    /// Sales through Stripe; `None` if nothing is sold.
    pub billing: Option<BillingSettings>,
    /// The marketplaces' rules.
    pub catalogue: Catalogue,
    /// The data folder.
    pub data_dir: PathBuf,
    /// True if no setting names the data folder.
    pub is_default_data: bool,
    /// The settings file that was read.
    pub file: Option<PathBuf>,
    /// A machine-wide settings file that this user may not read.
    pub skipped_file: Option<PathBuf>,
}

/// A database's address, printed without its password.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(String);

impl DatabaseUrl {
    /// The whole address, for opening the database.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for DatabaseUrl {
    fn from(address: String) -> Self {
        Self(address)
    }
}

/// Only host and path: no user, password or parameters.
impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A text without a scheme is a path, or an incomplete or malformed address.
        if self.0.starts_with(['/', '.']) || self.0.starts_with("sqlite:") {
            return f.write_str(&self.0);
        }
        let address = self.0.split_once("://");
        let Some((scheme, rest)) = address.filter(|(scheme, _)| !scheme.contains('=')) else {
            return f.write_str(if self.0.contains(['@', ':', '=']) { "…" } else { &self.0 });
        };
        let (user, rest) = rest.rsplit_once('@').map_or(("", rest), |(_, host)| ("…@", host));
        let rest = rest.split_once('?').map_or(rest, |(place, _)| place);
        let (hosts, path) = rest.split_once('/').map_or((rest, None), |(hosts, path)| (hosts, Some(path)));
        // If the host is missing, the part after the colon may be a password instead of a port.
        let is_host = |host: &str| {
            let port = host.rsplit_once(':').map(|(_, port)| port).filter(|_| !host.ends_with(']'));
            port.is_none_or(|port| port.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let hosts = if hosts.split(',').all(is_host) { hosts } else { "…" };
        write!(f, "{scheme}://{user}{hosts}")?;
        path.map_or(Ok(()), |path| write!(f, "/{path}"))
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn exports(layer: &Layer) -> Result<ExportOptions> {
    let template = layer.export_shop_url.as_deref();
    let shop_url = template.map(|template| ShopUrl::parse("export_shop_url", template)).transpose();
    Ok(ExportOptions { shop_url: shop_url.map_err(|violation| anyhow!("{violation}"))? })
}

impl Settings {
    /// Merges flags, this process's environment, the settings file and the defaults, in that order of
    /// precedence. The error names the setting and the accepted values.
    pub fn gather(flags: Layer, config: Option<&Path>) -> Result<Self> {
        let environment = Environment::read(std::env::vars_os())?;
        let config = config.map(Path::to_owned).or_else(|| environment.config.clone());
        let user_folder = folders::user_settings(|name| std::env::var_os(name));
        let file = SettingsFile::find(config.as_deref(), user_folder.as_deref())?;
        Self::from_layers(Layers { flags, environment, file })
    }

    /// Merges as [`Settings::gather`], without the environment. The given settings must be within their
    /// ranges, which the parsers check.
    pub fn load(given: Layer, file: Option<&Path>) -> Result<Self> {
        let file = file.map(SettingsFile::read).transpose()?.unwrap_or_default();
        Self::from_layers(Layers { flags: given, file, ..Layers::default() })
    }

    /// Merges layers and the defaults.
    pub fn from_layers(layers: Layers) -> Result<Self> {
        let (file, skipped_file) = (layers.file.path.clone(), layers.file.skipped.clone());
        Ok(Self { file, skipped_file, ..Self::from_layer(layers.merged()?)? })
    }

    fn from_layer(layer: Layer) -> Result<Self> {
        let (admission, http) = (limits::admission(&layer)?, limits::http(&layer)?);
        let (ai, history) = (AiSettings::from_layer(&layer)?, limits::history(&layer));
        let (photos, deadlines) = (limits::photos(&layer)?, limits::deadlines(&layer));
        let (database, redis_timeout) = (limits::database(&layer)?, limits::redis_timeout(&layer));
        let (shutdown_delay, shutdown_timeout) = limits::shutdown(&layer);
        let is_default_data = layer.data_dir.is_none() && layer.database_url.is_none();
        let data_dir = match layer.data_dir.clone() {
            Some(folder) => folder,
            None => folders::data()?,
        };
        let (rates, quota) = (rates(&layer), quota(&layer));
        let market = MarketSettings::from_layer(&layer, &data_dir)?;
        let (web, exports) = (WebSettings::from_layer(&layer)?, exports(&layer)?);
        let billing = layer.stripe.settings()?;
        let database_url = layer
            .database_url
            .unwrap_or_else(|| format!("sqlite://{}", data_dir.join(DATABASE_FILE).display()));
        Ok(Self {
            listen: layer.listen.unwrap_or(DEFAULT_LISTEN),
            database_url: DatabaseUrl(database_url),
            redis_url: layer.redis_url.map(DatabaseUrl),
            ai,
            market,
            vision_threads: layer.vision_threads,
            models_dir: layer.models_dir.unwrap_or_else(|| folders::models(&data_dir)),
            log: log_filter::checked(layer.log.as_deref().unwrap_or(DEFAULT_LOG))?,
            log_format: layer.log_format.unwrap_or_else(LogFormat::of_stderr),
            workers: layer.workers,
            billing,
            database,
            redis_timeout,
            shutdown_delay,
            shutdown_timeout,
            rates,
            quota,
            history,
            usage_cache: layer.usage_cache.unwrap_or(true),
            admission,
            http,
            photos,
            deadlines,
            web,
            // The libraries' messages would repeat the value.
            trusted_proxies: layer.trusted_proxies.unwrap_or_default().parse().map_err(|_| {
                anyhow!("trusted_proxies must be addresses or networks, such as 10.0.0.7,10.1.0.0/16")
            })?,
            cors_origins: layer.cors_origins.unwrap_or_default().parse().map_err(|_| {
                anyhow!(
                    "cors_origins must be *, or origins such as https://shop.example.com, without a path, \
                     separated by commas"
                )
            })?,
            exports,
            batch_workers: layer.batch_workers.unwrap_or(2),
            webhooks: WebhookSettings::new(layer.webhook_allowed_networks.as_deref())?,
            catalogue: marketplaces::catalogue(&layer.marketplaces)?,
            data_dir,
            is_default_data,
            file: None,
            skipped_file: None,
        })
    }
}

fn rates(layer: &Layer) -> RatePolicy {
    let default = RatePolicy::default();
    RatePolicy {
        free: layer.rate_free_per_minute.unwrap_or(default.free),
        pro: layer.rate_pro_per_minute.unwrap_or(default.pro),
        anonymous: layer.rate_anonymous_per_minute.unwrap_or(default.anonymous),
        pages: layer.rate_pages_per_minute.unwrap_or(default.pages),
    }
}

fn quota(layer: &Layer) -> QuotaPolicy {
    let default = QuotaPolicy::default();
    QuotaPolicy {
        free_units: layer.free_units.unwrap_or(default.free_units),
        pack_units: layer.pack_units.unwrap_or(default.pack_units),
        max_active_keys: layer.max_keys.unwrap_or(default.max_active_keys),
    }
}

#[cfg(test)]
mod tests;
