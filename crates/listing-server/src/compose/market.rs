//! Composes the configured sources of market data and exchange rates.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Error, Result};
use listing_domain::attributes::Attributes;
use listing_domain::locale::Locale;
use listing_domain::options::Language;
use listing_domain::ports::{Clock, ExchangeRates, MarketData, MarketQuery};
use listing_domain::pricing::ReferenceRates;
use listing_domain::product::{Product, ProductType};
use listing_market::{
    CallLimits, Calls, CombinedMarketData, EbayBrowse, EbayInsights, EcbRates, EtsyListings, MarketMetrics,
    NamedSource, Source, SourceClient,
};
use listing_outbound::Transport;
use prometheus::Registry;

use crate::failure::Failure;
use crate::settings::Settings;
use crate::sources::SystemClock;

/// The timeout for one source.
const CHECK_TIMEOUT: Duration = Duration::from_secs(20);
/// The operator's own data in metrics and logs.
const OWN: &str = "own";

pub(super) fn own(store: Arc<dyn MarketData>) -> NamedSource {
    NamedSource { name: OWN, source: store }
}

pub(super) struct Market {
    /// `None` if no source is configured.
    pub(super) data: Option<Arc<dyn MarketData>>,
    pub(super) rates: Rates,
}

#[derive(Clone)]
pub(super) enum Rates {
    BuiltIn,
    Ecb(Arc<EcbRates>),
}

impl Rates {
    pub(super) fn port(&self) -> Arc<dyn ExchangeRates> {
        match self {
            Self::BuiltIn => Arc::new(ReferenceRates::default()),
            Self::Ecb(rates) => Arc::<EcbRates>::clone(rates),
        }
    }
}

/// Combines the configured sources. `own`, this service's stored comparables, are queried first.
pub(super) fn compose(
    settings: &Settings,
    registry: &Registry,
    own: Vec<NamedSource>,
) -> Result<Market, Failure> {
    let parts = Parts::new(settings, registry).map_err(Failure::Setup)?;
    let mut sources = own;
    sources.extend(parts.ebay());
    sources.extend(parts.etsy());
    let rates = parts.rates();
    if sources.is_empty() {
        return Ok(Market { data: None, rates });
    }
    let names = sources.iter().map(|source| source.name).collect::<Vec<_>>().join(",");
    tracing::info!(sources = names, "market data sources: {names}");
    Ok(Market { data: Some(Arc::new(CombinedMarketData::new(sources, parts.metrics))), rates })
}

/// Checks every source with the same simple query, and the European Central Bank's rates if a new version is
/// due.
pub async fn check_market(settings: &Settings) -> Vec<(&'static str, Result<String>)> {
    let parts = match Parts::new(settings, &Registry::new()) {
        Ok(parts) => parts,
        Err(error) => return vec![("market", Err(error))],
    };
    let query = MarketQuery {
        product: Product::Type(ProductType::Jacket),
        attributes: Attributes::default(),
        locale: Locale::new(Language::En, settings.market.sold_in),
        account: None,
        within: CHECK_TIMEOUT,
    };
    let mut outcomes = Vec::new();
    for named in parts.ebay().into_iter().chain(parts.etsy()) {
        let found = named.source.find(&query).await;
        let outcome = found.map(|found| format!("answers with {} offers for jackets", found.len()));
        outcomes.push((named.name, outcome.map_err(Error::from)));
    }
    if let Rates::Ecb(rates) = parts.rates() {
        let fetched = rates.renew().await.map(|_| format!("dated {}", rates.today().date()));
        outcomes.push(("rates", fetched.map_err(Error::from)));
    }
    outcomes
}

struct Parts<'a> {
    settings: &'a Settings,
    metrics: MarketMetrics,
    transport: Transport,
    clock: Arc<dyn Clock>,
}

impl<'a> Parts<'a> {
    fn new(settings: &'a Settings, registry: &Registry) -> Result<Self> {
        let metrics = MarketMetrics::new(registry).map_err(Error::from)?;
        Ok(Self { settings, metrics, transport: Transport::new()?, clock: Arc::new(SystemClock) })
    }

    fn ebay(&self) -> Vec<NamedSource> {
        let Some(ebay) = &self.settings.market.ebay else { return Vec::new() };
        let account = || ebay.account.clone();
        let mut sources = Vec::new();
        if ebay.has_insights {
            let calls = self.calls(EbayInsights::NAME, ebay.limits);
            sources.push(self.source(EbayInsights::new(account(), calls, Arc::clone(&self.clock))));
        }
        let calls = self.calls(EbayBrowse::NAME, ebay.limits);
        sources.push(self.source(EbayBrowse::new(account(), calls, Arc::clone(&self.clock))));
        sources
    }

    fn etsy(&self) -> Option<NamedSource> {
        let etsy = self.settings.market.etsy.as_ref()?;
        let calls = self.calls(EtsyListings::NAME, etsy.limits);
        let listings =
            EtsyListings::new(etsy.base_url.clone(), etsy.key.clone(), calls, Arc::clone(&self.clock));
        Some(self.source(listings))
    }

    fn rates(&self) -> Rates {
        let Some(ecb) = &self.settings.market.ecb else { return Rates::BuiltIn };
        let (base_url, transport) = (ecb.base_url.clone(), self.transport.clone());
        Rates::Ecb(Arc::new(EcbRates::open(&ecb.folder, base_url, transport, Arc::clone(&self.clock))))
    }

    fn calls(&self, name: &'static str, limits: CallLimits) -> Calls {
        Calls::new(name, self.transport.clone(), limits, Arc::clone(&self.clock), self.metrics.clone())
    }

    fn source(&self, client: impl SourceClient + 'static) -> NamedSource {
        let name = client.name();
        let cache_time = self.settings.market.cache_time;
        NamedSource {
            name,
            source: Arc::new(Source::new(Arc::new(client), cache_time, self.metrics.clone())),
        }
    }
}
