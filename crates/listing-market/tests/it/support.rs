use std::sync::Arc;
use std::time::Duration;

use listing_domain::attributes::{Attribute, Attributes};
use listing_domain::locale::{Locale, Market};
use listing_domain::options::Language;
use listing_domain::ports::{MarketData, MarketDataError, MarketQuery};
use listing_domain::pricing::Comparable;
use listing_domain::product::{Product, ProductType};
use listing_market::{
    CallLimits, Calls, EbayAccount, EbayBrowse, EbayInsights, EtsyListings, Failure, MarketMetrics, Source,
    SourceClient,
};
use listing_outbound::{ApiKey, BaseUrl, Transport};
use listing_testkit::FixedClock;
use listing_testkit::service::{Received, Server, Step};
use prometheus::{Encoder as _, Registry, TextEncoder};
use serde_json::{Value, json};

/// May appear only in a header.
pub(crate) const SECRET: &str = "canary-secret-5c9e1b7a";
pub(crate) const WITHIN: Duration = Duration::from_secs(10);
pub(crate) const TOKEN_PATH: &str = "/identity/v1/oauth2/token";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Browse,
    Insights,
    Etsy,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Browse, Self::Insights, Self::Etsy];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Browse => EbayBrowse::NAME,
            Self::Insights => EbayInsights::NAME,
            Self::Etsy => EtsyListings::NAME,
        }
    }

    /// Each offer costs 40 euros.
    pub(crate) fn answer(self, titles: &[&str]) -> Value {
        let offers: Vec<Value> = titles.iter().map(|title| self.offer(title)).collect();
        match self {
            Self::Browse if offers.is_empty() => json!({ "total": 0 }),
            Self::Browse => json!({ "total": offers.len(), "itemSummaries": offers }),
            Self::Insights => json!({ "total": offers.len(), "itemSales": offers }),
            Self::Etsy => json!({ "count": offers.len(), "results": offers }),
        }
    }

    /// As the service documents it.
    pub(crate) fn offer(self, title: &str) -> Value {
        match self {
            Self::Browse => json!({
                "itemId": "v1|110587|0", "title": title, "price": { "value": "40.00", "currency": "EUR" },
                "condition": "Occasion", "conditionId": "3000", "buyingOptions": ["FIXED_PRICE", "BEST_OFFER"],
                "itemWebUrl": "https://www.ebay.fr/itm/110587?hash=item1", "image": { "imageUrl": "https://i.example/1.jpg" },
            }),
            Self::Insights => json!({
                "itemId": "v1|110588|0", "title": title, "conditionId": "4000", "totalSoldQuantity": 1,
                "lastSoldPrice": { "value": "40.0", "currency": "EUR" },
                "lastSoldDate": "2026-10-02T11:22:33.000Z", "itemWebUrl": "https://www.ebay.fr/itm/110588",
            }),
            Self::Etsy => json!({
                "listing_id": 7, "title": title, "state": "active", "quantity": 1,
                "price": { "amount": 4_000, "divisor": 100, "currency_code": "EUR" },
                "who_made": "someone_else", "when_made": "1990s", "url": "https://www.etsy.com/listing/7/veste",
            }),
        }
    }
}

pub(crate) fn token(number: usize) -> Step {
    let token = format!("canary-token-{number}");
    Step::ok(&json!({ "access_token": token, "expires_in": 7_200, "token_type": "Application Access Token" }))
}

/// Issues tokens, and answers searches with `reply`, which gets their number from 0 on.
pub(crate) async fn service(reply: impl Fn(usize, &Received) -> Step + Send + Sync + 'static) -> Server {
    let searches = std::sync::atomic::AtomicUsize::new(0);
    Server::start(move |number, request| {
        if request.path.starts_with(TOKEN_PATH) {
            return token(number);
        }
        reply(searches.fetch_add(1, std::sync::atomic::Ordering::SeqCst), request)
    })
    .await
}

pub(crate) struct Subject {
    pub(crate) source: Arc<Source>,
    pub(crate) registry: Registry,
    pub(crate) metrics: MarketMetrics,
    pub(crate) clock: Arc<FixedClock>,
}

pub(crate) const PLENTY: CallLimits = CallLimits { per_second: 1_000, per_day: 100_000 };

pub(crate) fn subject(kind: Kind, server: &Server) -> Subject {
    subject_with(kind, server, PLENTY, Duration::ZERO)
}

pub(crate) fn subject_with(kind: Kind, server: &Server, limits: CallLimits, keep_for: Duration) -> Subject {
    let clock = Arc::new(FixedClock::at("2026-11-23T10:00:00Z"));
    let registry = Registry::new();
    let metrics = MarketMetrics::new(&registry).unwrap();
    let calls = Calls::new(kind.name(), Transport::new().unwrap(), limits, clock.clone(), metrics.clone());
    let base_url = BaseUrl::parse(&server.url(""), true).unwrap();
    let secret = ApiKey::new(SECRET.to_owned());
    let account = || EbayAccount {
        base_url: base_url.clone(),
        client_id: "my-app".to_owned(),
        client_secret: secret.clone(),
    };
    let client: Arc<dyn SourceClient> = match kind {
        Kind::Browse => Arc::new(EbayBrowse::new(account(), calls, clock.clone())),
        Kind::Insights => Arc::new(EbayInsights::new(account(), calls, clock.clone())),
        Kind::Etsy => Arc::new(EtsyListings::new(base_url.clone(), secret.clone(), calls, clock.clone())),
    };
    let source = Arc::new(Source::new(client, keep_for, metrics.clone()));
    Subject { source, registry, metrics, clock }
}

impl Subject {
    pub(crate) async fn find(&self, query: &MarketQuery) -> Result<Vec<Comparable>, MarketDataError> {
        self.source.find(query).await
    }

    pub(crate) async fn failure(&self, query: &MarketQuery) -> Failure {
        let error = self.find(query).await.unwrap_err();
        *error.0.downcast::<Failure>().unwrap()
    }

    pub(crate) fn figures(&self) -> String {
        let mut text = Vec::new();
        TextEncoder::new().encode(&self.registry.gather(), &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }
}

pub(crate) fn query_in(market: Market) -> MarketQuery {
    let brand = Some(Attribute::seen("Levi’s", 0.9));
    MarketQuery {
        product: Product::Type(ProductType::Jacket),
        attributes: Attributes { brand, ..Attributes::default() },
        locale: Locale::new(Language::Fr, Some(market)),
        account: None,
        within: WITHIN,
    }
}

pub(crate) fn query() -> MarketQuery {
    query_in(Market::France)
}

/// Without token requests.
pub(crate) fn searches(server: &Server) -> Vec<Received> {
    server.received().into_iter().filter(|request| !request.path.starts_with(TOKEN_PATH)).collect()
}

pub(crate) fn tokens(server: &Server) -> usize {
    server.received().len() - searches(server).len()
}
