//! Searches current offers.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::civil::Date;
use listing_domain::locale::Market;
use listing_domain::ports::Clock;
use listing_domain::pricing::{Comparable, ComparableKind};
use serde::Deserialize;
use serde_json::Value;
use tokio::time::Instant;

use super::pages::Pages;
use super::token::Token;
use super::{EbayAccount, SHOP, condition};
use crate::calls::Calls;
use crate::failure::Failure;
use crate::offer::{Offer, today, written_price};
use crate::search::{Search, SourceClient};

/// Auctions are left out, because bids say little about a price.
const FIXED_PRICE: &str = "FIXED_PRICE";
const FILTER: &str = "buyingOptions:{FIXED_PRICE}";

/// A client for fixed-price offers on eBay, new and used, with asking prices.
pub struct EbayBrowse {
    pages: Pages,
    clock: Arc<dyn Clock>,
}

impl EbayBrowse {
    /// The name in logs and metrics.
    pub const NAME: &str = "ebay";
    const SCOPE: &str = "https://api.ebay.com/oauth/api_scope";

    /// Creates a client for an application's account.
    pub fn new(account: EbayAccount, calls: Calls, clock: Arc<dyn Clock>) -> Self {
        let pages = Pages {
            account,
            token: Token::new(Self::SCOPE),
            calls,
            path: "buy/browse/v1/item_summary/search",
            filter: Some(FILTER),
            field: "itemSummaries",
        };
        Self { pages, clock }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Offered {
    title: String,
    price: Amount,
    condition_id: Option<String>,
    #[serde(default)]
    buying_options: Vec<String>,
    item_web_url: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Amount {
    pub(super) value: String,
    pub(super) currency: String,
}

fn comparable(item: &Value, market: Market, seen_on: Date) -> Option<Comparable> {
    let item = Offered::deserialize(item).ok()?;
    if !item.buying_options.iter().any(|option| option == FIXED_PRICE) {
        return None;
    }
    let offer = Offer {
        title: &item.title,
        price: written_price(&item.price.value, &item.price.currency)?,
        condition: item.condition_id.as_deref().and_then(condition::from_id),
        kind: ComparableKind::Asking,
        seen_on,
        link: item.item_web_url.as_deref(),
    };
    offer.comparable(&SHOP, market)
}

#[async_trait]
impl SourceClient for EbayBrowse {
    fn name(&self) -> &'static str {
        self.pages.calls.name()
    }

    async fn search(&self, search: &Search, until: Instant) -> Result<Vec<Comparable>, Failure> {
        let today = today(&*self.clock);
        self.pages.read(search, until, |item| comparable(item, search.market, today)).await
    }
}
