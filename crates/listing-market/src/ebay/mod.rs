//! eBay: what is offered, by the Browse API, and what was sold, by Marketplace Insights.

mod browse;
mod condition;
mod insights;
mod pages;
mod token;

use std::fmt;

use listing_domain::locale::Market;
use listing_outbound::{ApiKey, BaseUrl};

use crate::offer::Shop;

pub use browse::EbayBrowse;
pub use insights::EbayInsights;

/// An application's account with eBay.
#[derive(Clone)]
pub struct EbayAccount {
    /// Where eBay's interfaces are.
    pub base_url: BaseUrl,
    /// The application's id.
    pub client_id: String,
    /// Its secret.
    pub client_secret: ApiKey,
}

impl EbayAccount {
    /// Where eBay's interfaces are by default.
    pub const BASE_URL: &str = "https://api.ebay.com";
}

impl fmt::Debug for EbayAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EbayAccount").field("base_url", &self.base_url).finish_non_exhaustive()
    }
}

/// eBay's pages, of all its sites that are served.
const SHOP: Shop = Shop { name: "eBay", hosts: &["ebay.fr", "ebay.co.uk", "ebay.com"] };

/// eBay's name of its site in a market.
const fn site(market: Market) -> &'static str {
    match market {
        Market::France => "EBAY_FR",
        Market::UnitedKingdom => "EBAY_GB",
        Market::UnitedStates => "EBAY_US",
    }
}
