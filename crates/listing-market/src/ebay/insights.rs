//! Searches the sales of the last ninety days.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use listing_domain::locale::Market;
use listing_domain::ports::Clock;
use listing_domain::pricing::{Comparable, ComparableKind};
use serde::Deserialize;
use serde_json::Value;
use tokio::time::Instant;

use super::browse::Amount;
use super::pages::Pages;
use super::token::Token;
use super::{EbayAccount, SHOP, condition};
use crate::calls::Calls;
use crate::failure::Failure;
use crate::offer::{Offer, today, written_price};
use crate::search::{Search, SourceClient};

/// A client for eBay's sales, with prices paid. Few applications have the permission.
pub struct EbayInsights {
    pages: Pages,
    clock: Arc<dyn Clock>,
}

impl EbayInsights {
    /// The name in logs and metrics.
    pub const NAME: &str = "ebay_insights";
    const SCOPE: &str = "https://api.ebay.com/oauth/api_scope/buy.marketplace.insights";

    /// Creates a client for an account with this permission.
    pub fn new(account: EbayAccount, calls: Calls, clock: Arc<dyn Clock>) -> Self {
        let pages = Pages {
            account,
            token: Token::new(Self::SCOPE),
            calls,
            path: "buy/marketplace_insights/v1_beta/item_sales/search",
            filter: None,
            field: "itemSales",
        };
        Self { pages, clock }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sale {
    title: String,
    last_sold_price: Amount,
    last_sold_date: String,
    condition_id: Option<String>,
    item_web_url: Option<String>,
}

fn comparable(sale: &Value, market: Market, today: Date) -> Option<Comparable> {
    let sale = Sale::deserialize(sale).ok()?;
    let sold_at: Timestamp = sale.last_sold_date.parse().ok()?;
    let offer = Offer {
        title: &sale.title,
        price: written_price(&sale.last_sold_price.value, &sale.last_sold_price.currency)?,
        condition: sale.condition_id.as_deref().and_then(condition::from_id),
        kind: ComparableKind::Sold,
        // A sale dated tomorrow was made today: the clocks differ.
        seen_on: sold_at.to_zoned(TimeZone::UTC).date().min(today),
        link: sale.item_web_url.as_deref(),
    };
    offer.comparable(&SHOP, market)
}

#[async_trait]
impl SourceClient for EbayInsights {
    fn name(&self) -> &'static str {
        self.pages.calls.name()
    }

    async fn search(&self, search: &Search, until: Instant) -> Result<Vec<Comparable>, Failure> {
        let today = today(&*self.clock);
        self.pages.read(search, until, |sale| comparable(sale, search.market, today)).await
    }
}
