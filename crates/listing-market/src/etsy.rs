//! Searches Etsy for items old enough to be second-hand.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::civil::Date;
use listing_domain::locale::Market;
use listing_domain::ports::Clock;
use listing_domain::pricing::{Comparable, ComparableKind};
use listing_outbound::header::{ACCEPT, HeaderMap, HeaderName, HeaderValue};
use listing_outbound::{ApiKey, BaseUrl, Fault};
use serde::Deserialize;
use serde_json::Value;
use tokio::time::Instant;

use crate::calls::Calls;
use crate::failure::Failure;
use crate::offer::{Offer, Shop, divided_price, today};
use crate::search::{Search, SourceClient};

const SHOP: Shop = Shop { name: "Etsy", hosts: &["etsy.com"] };
const KEY: HeaderName = HeaderName::from_static("x-api-key");

/// High, because few offers are of old items.
const PAGE_SIZE: usize = 100;
const MAX_PAGES: usize = 2;
const ENOUGH: usize = 40;

/// Etsy calls items of this age vintage.
const VINTAGE_YEARS: i16 = 20;
/// The maker of items that the shop sells but did not make.
const SOMEONE_ELSE: &str = "someone_else";

/// A client for vintage offers on Etsy, with asking prices. Prices of new or self-made items say little about
/// second-hand ones.
pub struct EtsyListings {
    base_url: BaseUrl,
    key: ApiKey,
    calls: Calls,
    clock: Arc<dyn Clock>,
}

impl EtsyListings {
    /// The name in logs and metrics.
    pub const NAME: &str = "etsy";
    /// The default base URL.
    pub const BASE_URL: &str = "https://api.etsy.com/v3/application";

    /// Creates a client with an application's key.
    pub fn new(base_url: BaseUrl, key: ApiKey, calls: Calls, clock: Arc<dyn Clock>) -> Self {
        Self { base_url, key, calls, clock }
    }

    async fn page(&self, search: &Search, offset: usize, until: Instant) -> Result<Value, Failure> {
        let mut url = self.base_url.join("listings/active")?;
        url.query_pairs_mut()
            .append_pair("keywords", &search.words)
            .append_pair("limit", &PAGE_SIZE.to_string())
            .append_pair("offset", &offset.to_string());
        let key = self.key.header("").map_err(|error| Fault::NotSent(error.to_string()))?;
        let json = HeaderValue::from_static("application/json");
        let headers = HeaderMap::from_iter([(KEY, key), (ACCEPT, json)]);
        let answer = self.calls.get(url, headers, &self.key, until).await;
        let body = answer.map_err(|failure| match failure {
            Failure::Call(Fault::Service(error)) if matches!(error.status, 401 | 403) => {
                Failure::Refused(error)
            }
            failure => failure,
        })?;
        let answer = serde_json::from_slice(&body).ok().filter(Value::is_object);
        Ok(answer.ok_or_else(|| Fault::Malformed("the answer is not a JSON object".to_owned()))?)
    }
}

#[derive(Deserialize)]
struct Shown {
    title: String,
    price: Price,
    who_made: String,
    when_made: String,
    url: Option<String>,
}

#[derive(Deserialize)]
struct Price {
    amount: i64,
    divisor: i64,
    currency_code: String,
}

fn comparable(listing: &Value, market: Market, today: Date) -> Option<Comparable> {
    let listing = Shown::deserialize(listing).ok()?;
    let is_old = newest_year(&listing.when_made).is_some_and(|year| year <= today.year() - VINTAGE_YEARS);
    if !is_old || listing.who_made != SOMEONE_ELSE {
        return None;
    }
    let Price { amount, divisor, currency_code } = listing.price;
    let offer = Offer {
        title: &listing.title,
        price: divided_price(amount, divisor, &currency_code)?,
        condition: None,
        kind: ComparableKind::Asking,
        seen_on: today,
        link: listing.url.as_deref(),
    };
    offer.comparable(&SHOP, market)
}

/// Reads Etsy's `when_made`: `1990s`, `2000_2006`, `before_2007`. `None` for items made to order.
fn newest_year(when_made: &str) -> Option<i16> {
    let year = |text: &str| text.parse::<i16>().ok().filter(|year| (1_000..=9_999).contains(year));
    if let Some(decade) = when_made.strip_suffix('s') {
        return Some(year(decade)? + 9);
    }
    match when_made.split_once('_')? {
        ("before", before) => Some(year(before)? - 1),
        (from, to) => year(from).and(year(to)),
    }
}

#[async_trait]
impl SourceClient for EtsyListings {
    fn name(&self) -> &'static str {
        self.calls.name()
    }

    async fn search(&self, search: &Search, until: Instant) -> Result<Vec<Comparable>, Failure> {
        let today = today(&*self.clock);
        let mut found = Vec::new();
        for page in 0..MAX_PAGES {
            let offset = page * PAGE_SIZE;
            let answer = match self.page(search, offset, until).await {
                // The offers of the first page are enough.
                Err(_) if !found.is_empty() => break,
                answer => answer?,
            };
            let offers = answer.get("results").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            let read = |offer| comparable(offer, search.market, today);
            found.extend(offers.iter().take(PAGE_SIZE).filter_map(read));
            if offers.len() < PAGE_SIZE || found.len() >= ENOUGH {
                break;
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_year_of_making_is_read_from_etsys_value() {
        for (when_made, newest) in [
            ("made_to_order", None),
            ("2020_2026", Some(2026)),
            ("2007_2009", Some(2009)),
            ("before_2007", Some(2006)),
            ("2000_2006", Some(2006)),
            ("1990s", Some(1999)),
            ("1900s", Some(1909)),
            ("1700s", Some(1709)),
            ("before_1700", Some(1699)),
            ("", None),
            ("s", None),
            ("_", None),
            ("before_", None),
            ("old_1990", None),
            ("-1990_1999", None),
            ("99999s", None),
        ] {
            assert_eq!(newest_year(when_made), newest, "{when_made}");
        }
    }
}
