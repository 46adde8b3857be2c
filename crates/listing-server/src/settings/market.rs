//! Settings of the country of sale and the market data sources.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use listing_domain::locale::Market;
use listing_domain::usecase::WritingPolicy;
use listing_market::{CallLimits, EbayAccount, EcbRates, EtsyListings};
use listing_outbound::{ApiKey, BaseUrl};

use super::Layer;
use super::limits::seconds;
use super::secret;
use super::sources::{EbayLayer, EtsyLayer};

const DEFAULT_CACHE_TIME: Duration = Duration::from_hours(4);
/// eBay publishes no limit per second.
const EBAY_LIMITS: CallLimits = CallLimits { per_second: 5, per_day: 5_000 };
const ETSY_LIMITS: CallLimits = CallLimits { per_second: 10, per_day: 10_000 };

/// Settings of market data.
#[derive(Debug, Clone)]
pub struct MarketSettings {
    /// Country of sale; `None` for that of the listing's language.
    pub sold_in: Option<Market>,
    /// Maximum time for finding market data.
    pub timeout: Duration,
    /// The time for which market data is cached; zero for no cache.
    pub cache_time: Duration,
    /// eBay, if configured.
    pub ebay: Option<EbaySettings>,
    /// Etsy, if configured.
    pub etsy: Option<EtsySettings>,
    /// The European Central Bank, if its rates are used.
    pub ecb: Option<EcbSettings>,
}

/// The European Central Bank's exchange rates.
#[derive(Debug, Clone)]
pub struct EcbSettings {
    /// Base address of the files.
    pub base_url: BaseUrl,
    /// Folder of cached rates.
    pub folder: PathBuf,
}

/// Settings of eBay.
#[derive(Debug, Clone)]
pub struct EbaySettings {
    /// The application's id and secret, and the API's address.
    pub account: EbayAccount,
    /// True when the application may query sales (Marketplace Insights).
    pub has_insights: bool,
    /// For offers and for sales separately.
    pub limits: CallLimits,
}

/// Settings of Etsy.
#[derive(Debug, Clone)]
pub struct EtsySettings {
    /// Base address of the API.
    pub base_url: BaseUrl,
    /// The application's key.
    pub key: ApiKey,
    /// Limits on calls.
    pub limits: CallLimits,
}

impl MarketSettings {
    pub(super) fn from_layer(layer: &Layer, data_dir: &Path) -> Result<Self> {
        let sold_in = layer.market.as_deref().map(|code| {
            let code = code.trim().to_uppercase();
            code.parse().map_err(|error| anyhow!("{error}"))
        });
        Ok(Self {
            sold_in: sold_in.transpose()?,
            timeout: seconds(layer.market_timeout_seconds).unwrap_or(WritingPolicy::MARKET_WITHIN),
            cache_time: layer
                .market_cache_minutes
                .map_or(DEFAULT_CACHE_TIME, |minutes| Duration::from_mins(minutes.into())),
            ebay: ebay(&layer.ebay)?,
            etsy: etsy(&layer.etsy)?,
            ecb: ecb(layer, data_dir)?,
        })
    }
}

fn ecb(layer: &Layer, data_dir: &Path) -> Result<Option<EcbSettings>> {
    match layer.exchange_rates.as_deref() {
        None | Some("builtin") => return Ok(None),
        Some("ecb") => {}
        Some(_) => bail!("exchange_rates must be builtin or ecb"),
    }
    // No secret is sent to this address, but the rates must not be tampered with.
    let base_url = BaseUrl::parse(layer.exchange_rates_url.as_deref().unwrap_or(EcbRates::BASE_URL), true);
    Ok(Some(EcbSettings { base_url: base_url.context("exchange_rates_url")?, folder: data_dir.to_owned() }))
}

fn ebay(given: &EbayLayer) -> Result<Option<EbaySettings>> {
    let secret =
        secret::key("ebay_client_secret", given.client_secret.as_ref(), given.client_secret_file.as_deref())?;
    let id = given.client_id.as_deref().map(str::trim).filter(|id| !id.is_empty());
    let (id, secret) = match (id, secret) {
        (Some(id), Some(secret)) => (id, secret),
        (Some(_), None) => bail!("ebay_client_secret must be set, or ebay_client_secret_file"),
        (None, Some(_)) => bail!("ebay_client_id must be set"),
        (None, None) => {
            ensure!(
                given.insights != Some(true),
                "ebay_insights needs ebay_client_id and ebay_client_secret"
            );
            return Ok(None);
        }
    };
    // The id precedes a colon in the header with the secret.
    ensure!(id.bytes().all(|byte| byte.is_ascii_graphic() && byte != b':'), "ebay_client_id is not accepted");
    let base_url = given.base_url.as_deref().unwrap_or(EbayAccount::BASE_URL);
    let base_url = BaseUrl::parse(base_url, true).context("ebay_base_url")?;
    Ok(Some(EbaySettings {
        account: EbayAccount { base_url, client_id: id.to_owned(), client_secret: secret },
        has_insights: given.insights.unwrap_or(false),
        limits: limits(given.calls_per_second, given.calls_per_day, EBAY_LIMITS),
    }))
}

fn etsy(given: &EtsyLayer) -> Result<Option<EtsySettings>> {
    let Some(key) = secret::key("etsy_api_key", given.api_key.as_ref(), given.api_key_file.as_deref())?
    else {
        return Ok(None);
    };
    let base_url = given.base_url.as_deref().unwrap_or(EtsyListings::BASE_URL);
    Ok(Some(EtsySettings {
        base_url: BaseUrl::parse(base_url, true).context("etsy_base_url")?,
        key,
        limits: limits(given.calls_per_second, given.calls_per_day, ETSY_LIMITS),
    }))
}

fn limits(per_second: Option<u32>, per_day: Option<u32>, default: CallLimits) -> CallLimits {
    CallLimits {
        per_second: per_second.unwrap_or(default.per_second),
        per_day: per_day.unwrap_or(default.per_day),
    }
}
