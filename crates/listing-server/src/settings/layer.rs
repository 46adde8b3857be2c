use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use super::billing::StripeLayer;
use super::first_given::first_given;
use super::log_format::LogFormat;
use super::marketplaces::MarketplaceTable;
use super::services::{AnthropicLayer, GeminiLayer, OllamaLayer, OpenAiLayer, PriceTable};
use super::sources::{EbayLayer, EtsyLayer};
use super::web::{OidcLayer, SmtpLayer};

/// Optional settings from one origin.
///
/// One struct defines the flags, the `PTL_…` environment variables and the TOML file's keys, so that they
/// cannot differ.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Settings")]
pub struct Layer {
    /// Address to listen on; port 0 picks a free one [default: 127.0.0.1:8080]
    #[arg(long, env = "PTL_LISTEN", value_name = "ADDRESS:PORT", global = true, hide_env_values = true)]
    pub listen: Option<SocketAddr>,
    /// Folder of the database and the models [default: ~/.local/share/ptl]
    #[arg(long, env = "PTL_DATA_DIR", value_name = "FOLDER", global = true, hide_env_values = true)]
    pub data_dir: Option<PathBuf>,
    /// Address of the database [default: sqlite:// and ptl.db in the data folder]
    #[arg(long, env = "PTL_DATABASE_URL", value_name = "URL", global = true, hide_env_values = true)]
    pub database_url: Option<String>,
    /// Size of the PostgreSQL connection pool [default: 8]
    #[arg(
        long,
        env = "PTL_DATABASE_CONNECTIONS",
        value_name = "CONNECTIONS",
        global = true,
        hide_env_values = true
    )]
    pub database_connections: Option<u32>,
    /// Maximum wait in the queue for the database, including for SQLite's file lock, in seconds [default: 5]
    #[arg(
        long,
        env = "PTL_DATABASE_TURN_SECONDS",
        value_name = "SECONDS",
        global = true,
        hide_env_values = true
    )]
    pub database_turn_seconds: Option<u32>,
    /// Timeout for a connection to the database, in seconds [default: 2]
    #[arg(
        long,
        env = "PTL_DATABASE_CONNECTION_SECONDS",
        value_name = "SECONDS",
        global = true,
        hide_env_values = true
    )]
    pub database_connection_seconds: Option<u32>,
    /// Timeout for PostgreSQL locks, in seconds [default: 2]
    #[arg(
        long,
        env = "PTL_DATABASE_LOCK_SECONDS",
        value_name = "SECONDS",
        global = true,
        hide_env_values = true
    )]
    pub database_lock_seconds: Option<u32>,
    /// Timeout for PostgreSQL statements, in seconds [default: 5]
    #[arg(
        long,
        env = "PTL_DATABASE_STATEMENT_SECONDS",
        value_name = "SECONDS",
        global = true,
        hide_env_values = true
    )]
    pub database_statement_seconds: Option<u32>,
    /// Redis or Valkey that shares the rate limits of several instances [default: none, one instance]
    #[arg(long, env = "PTL_REDIS_URL", value_name = "URL", global = true, hide_env_values = true)]
    pub redis_url: Option<String>,
    /// Timeout for Redis, in milliseconds; after it, the instance applies its own rate limits [default: 50]
    #[arg(
        long,
        env = "PTL_REDIS_TIMEOUT_MILLISECONDS",
        value_name = "MILLISECONDS",
        global = true,
        hide_env_values = true
    )]
    pub redis_timeout_milliseconds: Option<u32>,
    /// AI services that analyze photos and write: auto, or one or more of openai, anthropic, gemini, ollama
    /// and embedded, in fallback order [default: auto]
    #[arg(long, env = "PTL_AI_PROVIDER", value_name = "NAME,…", global = true, hide_env_values = true)]
    pub ai_provider: Option<String>,
    /// Limit on the cost of AI services per UTC day, in US dollars [default: no limit]
    #[arg(
        long,
        env = "PTL_AI_DAILY_CAP_DOLLARS",
        value_name = "DOLLARS",
        global = true,
        hide_env_values = true
    )]
    pub ai_daily_cap_dollars: Option<f64>,
    /// Failed calls to AI services allowed per account and UTC day; 0 for no limit [default: 100]
    #[arg(
        long,
        env = "PTL_AI_FAILED_CALLS_PER_DAY",
        value_name = "CALLS",
        global = true,
        hide_env_values = true
    )]
    pub ai_failed_calls_per_day: Option<u32>,
    /// Version of Anthropic's API [default: 2026-10-21]
    #[arg(long, env = "PTL_ANTHROPIC_VERSION", value_name = "DATE", global = true, hide_env_values = true)]
    pub anthropic_version: Option<String>,
    /// OpenAI, or a server with its Chat Completions API.
    #[command(flatten)]
    pub openai: OpenAiLayer,
    /// Anthropic.
    #[command(flatten)]
    pub anthropic: AnthropicLayer,
    /// Gemini.
    #[command(flatten)]
    pub gemini: GeminiLayer,
    /// Ollama.
    #[command(flatten)]
    pub ollama: OllamaLayer,
    /// Country of sale: FR, GB or US; sets prices and currency on marketplaces that sell in several countries
    /// [default: France for French, the United States for English]
    #[arg(long, env = "PTL_MARKET", value_name = "COUNTRY", global = true, hide_env_values = true)]
    pub market: Option<String>,
    /// Timeout for finding market data, during or after writing, in seconds [default: 4]
    #[arg(
        long,
        env = "PTL_MARKET_TIMEOUT_SECONDS",
        value_name = "SECONDS",
        global = true,
        hide_env_values = true
    )]
    pub market_timeout_seconds: Option<u32>,
    /// Lifetime of cached market data, in minutes; 0 disables the cache [default: 240]
    #[arg(
        long,
        env = "PTL_MARKET_CACHE_MINUTES",
        value_name = "MINUTES",
        global = true,
        hide_env_values = true
    )]
    pub market_cache_minutes: Option<u32>,
    /// Exchange rates: builtin (fixed rates of the program version) or ecb (European Central Bank, fetched
    /// once a day) [default: builtin]
    #[arg(long, env = "PTL_EXCHANGE_RATES", value_name = "NAME", global = true, hide_env_values = true)]
    pub exchange_rates: Option<String>,
    /// Address of the folder with the central bank's eurofxref-daily.xml [default:
    /// `https://www.ecb.europa.eu/stats/eurofxref`]
    #[arg(long, env = "PTL_EXCHANGE_RATES_URL", value_name = "URL", global = true, hide_env_values = true)]
    pub exchange_rates_url: Option<String>,
    /// eBay, for offers and sales.
    #[command(flatten)]
    pub ebay: EbayLayer,
    /// Etsy, for offers.
    #[command(flatten)]
    pub etsy: EtsyLayer,
    /// Folder of the embedded engine's weights [default: models in the data folder, else where the program is installed]
    #[arg(long, env = "PTL_MODELS_DIR", value_name = "FOLDER", global = true, hide_env_values = true)]
    pub models_dir: Option<PathBuf>,
    /// Maximum number of threads of the embedded engine for one product's photos [default: one per core]
    #[arg(long, env = "PTL_VISION_THREADS", value_name = "THREADS", global = true, hide_env_values = true)]
    pub vision_threads: Option<NonZeroUsize>,
    /// Log filter, such as info or `warn,listing_http=debug` [default: info]
    #[arg(long, env = "PTL_LOG", value_name = "FILTER", global = true, hide_env_values = true)]
    pub log: Option<String>,
    /// Log format [default: text on a terminal, else json]
    #[arg(long, env = "PTL_LOG_FORMAT", value_name = "FORMAT", global = true, hide_env_values = true)]
    pub log_format: Option<LogFormat>,
    /// Threads that answer requests [default: one per core]
    #[arg(long, env = "PTL_WORKERS", value_name = "THREADS", global = true, hide_env_values = true)]
    pub workers: Option<NonZeroUsize>,
    /// Timeout for finishing running work at shutdown, in seconds [default: 75]
    #[arg(
        long,
        env = "PTL_SHUTDOWN_TIMEOUT_SECONDS",
        value_name = "SECONDS",
        global = true,
        hide_env_values = true
    )]
    pub shutdown_timeout_seconds: Option<u32>,
    /// Seconds before the shutdown timeout starts, during which /health/ready answers 503 and requests are
    /// still accepted [default: 0]
    #[arg(
        long,
        env = "PTL_SHUTDOWN_DELAY_SECONDS",
        value_name = "SECONDS",
        global = true,
        hide_env_values = true
    )]
    pub shutdown_delay_seconds: Option<u32>,
    /// Timeout for request headers, in seconds [default: 5]
    #[arg(
        long,
        env = "PTL_HEADER_TIMEOUT_SECONDS",
        value_name = "SECONDS",
        global = true,
        hide_env_values = true
    )]
    pub header_timeout_seconds: Option<u32>,
    /// Timeout for idle connections between requests, in seconds [default: 5]
    #[arg(
        long,
        env = "PTL_KEEP_ALIVE_SECONDS",
        value_name = "SECONDS",
        global = true,
        hide_env_values = true
    )]
    pub keep_alive_seconds: Option<u32>,
    /// Timeout for the checks of /health/ready, in milliseconds [default: 500]
    #[arg(
        long,
        env = "PTL_READINESS_TIMEOUT_MILLISECONDS",
        value_name = "MILLISECONDS",
        global = true,
        hide_env_values = true
    )]
    pub readiness_timeout_milliseconds: Option<u32>,
    /// Web origins allowed to call the service (CORS), or * for all [default: none]
    #[arg(long, env = "PTL_CORS_ORIGINS", value_name = "ORIGIN,…", global = true, hide_env_values = true)]
    pub cors_origins: Option<String>,
    /// Requests per minute on the free plan [default: 10]
    #[arg(
        long,
        env = "PTL_RATE_FREE_PER_MINUTE",
        value_name = "REQUESTS",
        global = true,
        hide_env_values = true
    )]
    pub rate_free_per_minute: Option<u32>,
    /// Requests per minute on Pro [default: 60]
    #[arg(
        long,
        env = "PTL_RATE_PRO_PER_MINUTE",
        value_name = "REQUESTS",
        global = true,
        hide_env_values = true
    )]
    pub rate_pro_per_minute: Option<u32>,
    /// Requests per minute from an address without a valid key [default: 60]
    #[arg(
        long,
        env = "PTL_RATE_ANONYMOUS_PER_MINUTE",
        value_name = "REQUESTS",
        global = true,
        hide_env_values = true
    )]
    pub rate_anonymous_per_minute: Option<u32>,
    /// Free generations per month [default: 3]
    #[arg(long, env = "PTL_FREE_UNITS", value_name = "GENERATIONS", global = true, hide_env_values = true)]
    pub free_units: Option<u32>,
    /// Generations in a credit pack [default: 20]
    #[arg(long, env = "PTL_PACK_UNITS", value_name = "GENERATIONS", global = true, hide_env_values = true)]
    pub pack_units: Option<u32>,
    /// Cache quotas between requests instead of reading them from the database each time [default: true]
    #[arg(long, env = "PTL_USAGE_CACHE", value_name = "BOOL", global = true, hide_env_values = true)]
    pub usage_cache: Option<bool>,
    /// Active API keys allowed per account [default: 10]
    #[arg(long, env = "PTL_MAX_KEYS", value_name = "KEYS", global = true, hide_env_values = true)]
    pub max_keys: Option<u32>,
    /// Days that generations stay in an account's history; 0 stores none [default: 30]
    #[arg(long, env = "PTL_HISTORY_DAYS", value_name = "DAYS", global = true, hide_env_values = true)]
    pub history_days: Option<u16>,
    /// Store a thumbnail of each item in the history [default: true]
    #[arg(long, env = "PTL_HISTORY_THUMBNAILS", value_name = "BOOL", global = true, hide_env_values = true)]
    pub history_thumbnails: Option<bool>,
    /// Longest time, in days, that accounts may keep photos for exports; 0 forbids it [default: 30]
    #[arg(long, env = "PTL_MAX_PHOTO_DAYS", value_name = "DAYS", global = true, hide_env_values = true)]
    pub max_photo_days: Option<u8>,
    /// Concurrent generations of a free account; more wait [default: 4]
    #[arg(
        long,
        env = "PTL_CONCURRENCY_FREE",
        value_name = "REQUESTS",
        global = true,
        hide_env_values = true
    )]
    pub concurrency_free: Option<u32>,
    /// Concurrent generations of a Pro account; more wait [default: 16]
    #[arg(long, env = "PTL_CONCURRENCY_PRO", value_name = "REQUESTS", global = true, hide_env_values = true)]
    pub concurrency_pro: Option<u32>,
    /// Largest request body, in bytes [default: 57000000]
    #[arg(long, env = "PTL_MAX_BODY_BYTES", value_name = "BYTES", global = true, hide_env_values = true)]
    pub max_body_bytes: Option<u32>,
    /// Maximum time for a request body, in seconds [default: 120]
    #[arg(
        long,
        env = "PTL_BODY_TIMEOUT_SECONDS",
        value_name = "SECONDS",
        global = true,
        hide_env_values = true
    )]
    pub body_timeout_seconds: Option<u32>,
    /// Initial timeout for a request body, in seconds; received bytes extend it [default: 10]
    #[arg(
        long,
        env = "PTL_BODY_START_SECONDS",
        value_name = "SECONDS",
        global = true,
        hide_env_values = true
    )]
    pub body_start_seconds: Option<u32>,
    /// Received bytes that extend the initial body timeout by one second [default: 50000]
    #[arg(
        long,
        env = "PTL_BODY_BYTES_PER_SECOND",
        value_name = "BYTES",
        global = true,
        hide_env_values = true
    )]
    pub body_bytes_per_second: Option<u32>,
    /// Memory for all request bodies together, in MiB [default: 512]
    #[arg(long, env = "PTL_BODY_MEMORY_MIB", value_name = "MIB", global = true, hide_env_values = true)]
    pub body_memory_mib: Option<u32>,
    /// Maximum share of the body memory for an account, and for an address, in percent [default: 25]
    #[arg(
        long,
        env = "PTL_BODY_SHARE_PERCENT",
        value_name = "PERCENT",
        global = true,
        hide_env_values = true
    )]
    pub body_share_percent: Option<u8>,
    /// Processor time of a free account per minute and core, in seconds [default: 15]
    #[arg(long, env = "PTL_CPU_SECONDS_FREE", value_name = "SECONDS", global = true, hide_env_values = true)]
    pub cpu_seconds_free: Option<u32>,
    /// Processor time of a Pro account per minute and core, in seconds [default: 45]
    #[arg(long, env = "PTL_CPU_SECONDS_PRO", value_name = "SECONDS", global = true, hide_env_values = true)]
    pub cpu_seconds_pro: Option<u32>,
    /// Maximum number of requests waiting in one queue; more are refused [default: 256]
    #[arg(long, env = "PTL_QUEUE_LENGTH", value_name = "REQUESTS", global = true, hide_env_values = true)]
    pub queue_length: Option<u32>,
    /// Maximum wait in a queue, in seconds [default: 30]
    #[arg(
        long,
        env = "PTL_MAX_QUEUE_WAIT_SECONDS",
        value_name = "SECONDS",
        global = true,
        hide_env_values = true
    )]
    pub max_queue_wait_seconds: Option<u32>,
    /// Largest photo, decoded from base64, in bytes [default: 10000000]
    #[arg(long, env = "PTL_MAX_PHOTO_BYTES", value_name = "BYTES", global = true, hide_env_values = true)]
    pub max_photo_bytes: Option<u32>,
    /// Maximum number of pixels of a photo, in millions [default: 52]
    #[arg(
        long,
        env = "PTL_MAX_PHOTO_MEGAPIXELS",
        value_name = "MEGAPIXELS",
        global = true,
        hide_env_values = true
    )]
    pub max_photo_megapixels: Option<u32>,
    /// Maximum number of pixels on a side of a photo [default: 12000]
    #[arg(
        long,
        env = "PTL_MAX_PHOTO_SIDE_PIXELS",
        value_name = "PIXELS",
        global = true,
        hide_env_values = true
    )]
    pub max_photo_side_pixels: Option<u32>,
    /// Memory limit for decoding a photo, in MiB [default: 256]
    #[arg(long, env = "PTL_MAX_PHOTO_MEMORY_MIB", value_name = "MIB", global = true, hide_env_values = true)]
    pub max_photo_memory_mib: Option<u32>,
    /// HEIC photos: auto (decoded where libheif's program is installed) or off [default: auto]
    #[arg(long, env = "PTL_HEIC", value_name = "MODE", global = true, hide_env_values = true)]
    pub heic: Option<String>,
    /// Timeout for writing at quality standard, including retries and fallbacks, in seconds [default: 45]
    #[arg(
        long,
        env = "PTL_WRITER_DEADLINE_SECONDS",
        value_name = "SECONDS",
        global = true,
        hide_env_values = true
    )]
    pub writer_deadline_seconds: Option<u32>,
    /// Timeout for writing at quality high, including retries and fallbacks, in seconds [default: 90]
    #[arg(
        long,
        env = "PTL_WRITER_DEADLINE_HIGH_SECONDS",
        value_name = "SECONDS",
        global = true,
        hide_env_values = true
    )]
    pub writer_deadline_high_seconds: Option<u32>,
    /// Serve the web app [default: true]
    #[arg(long, env = "PTL_WEB", value_name = "BOOL", global = true, hide_env_values = true)]
    pub web: Option<bool>,
    /// Public address of the service, for links in messages and the origin check of forms, such as
    /// <https://ptl.example.com> [default: the listen address]
    #[arg(long, env = "PTL_PUBLIC_URL", value_name = "URL", global = true, hide_env_values = true)]
    pub public_url: Option<String>,
    /// Other host names that serve the web app and the metrics if `public_url` is set [default: none]
    #[arg(long, env = "PTL_EXTRA_HOSTS", value_name = "HOST,…", global = true, hide_env_values = true)]
    pub extra_hosts: Option<String>,
    /// Registration policy: open for everyone, invite for invited people, or closed [default: invite]
    #[arg(long, env = "PTL_REGISTRATION", value_name = "NAME", global = true, hide_env_values = true)]
    pub registration: Option<String>,
    /// Days after which an unused session ends [default: 7]
    #[arg(long, env = "PTL_SESSION_IDLE_DAYS", value_name = "DAYS", global = true, hide_env_values = true)]
    pub session_idle_days: Option<u32>,
    /// Days after which a session ends in any case [default: 30]
    #[arg(long, env = "PTL_SESSION_DAYS", value_name = "DAYS", global = true, hide_env_values = true)]
    pub session_days: Option<u32>,
    /// Free rewrites per generation [default: 3]
    #[arg(long, env = "PTL_MAX_REWRITES", value_name = "REWRITES", global = true, hide_env_values = true)]
    pub max_rewrites: Option<u32>,
    /// Items of batches that this process generates at the same time; 0 leaves them to other processes
    /// [default: 2]
    #[arg(long, env = "PTL_BATCH_WORKERS", value_name = "ITEMS", global = true, hide_env_values = true)]
    pub batch_workers: Option<u32>,
    /// Networks to which webhooks may go besides public addresses, also by http [default: none]
    #[arg(
        long,
        env = "PTL_WEBHOOK_ALLOWED_NETWORKS",
        value_name = "ADDRESS,…",
        global = true,
        hide_env_values = true
    )]
    pub webhook_allowed_networks: Option<String>,
    /// Address of an item's page in your own shop, with {sku} or {id}, for feeds, such as
    /// <https://shop.example/items/{sku}> [default: none]
    #[arg(long, env = "PTL_EXPORT_SHOP_URL", value_name = "URL", global = true, hide_env_values = true)]
    pub export_shop_url: Option<String>,
    /// Web app requests per minute for an account, and for an address that is not signed in [default: 240]
    #[arg(
        long,
        env = "PTL_RATE_PAGES_PER_MINUTE",
        value_name = "REQUESTS",
        global = true,
        hide_env_values = true
    )]
    pub rate_pages_per_minute: Option<u32>,
    /// The mail server.
    #[command(flatten)]
    pub smtp: SmtpLayer,
    /// The identity provider.
    #[command(flatten)]
    pub oidc: OidcLayer,
    /// Sales through Stripe.
    #[command(flatten)]
    pub stripe: StripeLayer,
    /// Proxies with a trusted X-Forwarded-For, as addresses or networks [default: none]
    #[arg(
        long,
        env = "PTL_TRUSTED_PROXIES",
        value_name = "ADDRESS,…",
        global = true,
        hide_env_values = true
    )]
    pub trusted_proxies: Option<String>,
    /// Corrections of marketplaces' facts, by platform id; file only.
    #[arg(skip)]
    pub marketplaces: BTreeMap<String, MarketplaceTable>,
    /// Prices of models, by name; file only.
    #[arg(skip)]
    pub prices: BTreeMap<String, PriceTable>,
}

impl Layer {
    /// `below` applies where this layer has no setting.
    #[must_use]
    pub(super) fn merge_over(self, below: Self) -> Self {
        let marketplaces = if self.marketplaces.is_empty() { below.marketplaces } else { self.marketplaces };
        let prices = if self.prices.is_empty() { below.prices } else { self.prices };
        let openai = self.openai.merge_over(below.openai);
        let anthropic = self.anthropic.merge_over(below.anthropic);
        let gemini = self.gemini.merge_over(below.gemini);
        let ollama = self.ollama.merge_over(below.ollama);
        let ebay = self.ebay.merge_over(below.ebay);
        let etsy = self.etsy.merge_over(below.etsy);
        let smtp = self.smtp.merge_over(below.smtp);
        let oidc = self.oidc.merge_over(below.oidc);
        let stripe = self.stripe.merge_over(below.stripe);
        first_given!(self or below:
            listen data_dir database_url database_connections database_turn_seconds
            database_connection_seconds database_lock_seconds database_statement_seconds redis_url
            redis_timeout_milliseconds market market_timeout_seconds market_cache_minutes exchange_rates exchange_rates_url ai_provider ai_daily_cap_dollars ai_failed_calls_per_day
            anthropic_version models_dir vision_threads log log_format workers shutdown_timeout_seconds shutdown_delay_seconds header_timeout_seconds keep_alive_seconds
            readiness_timeout_milliseconds cors_origins rate_free_per_minute rate_pro_per_minute rate_anonymous_per_minute free_units pack_units usage_cache max_keys history_days history_thumbnails max_photo_days concurrency_free concurrency_pro max_body_bytes body_timeout_seconds body_start_seconds body_bytes_per_second
            body_memory_mib body_share_percent cpu_seconds_free cpu_seconds_pro queue_length max_queue_wait_seconds max_photo_bytes max_photo_megapixels max_photo_side_pixels max_photo_memory_mib heic writer_deadline_seconds writer_deadline_high_seconds trusted_proxies web public_url extra_hosts registration
            session_idle_days session_days max_rewrites batch_workers webhook_allowed_networks export_shop_url rate_pages_per_minute;
            openai anthropic gemini ollama ebay etsy smtp oidc stripe marketplaces prices)
    }
}
