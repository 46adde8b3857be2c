//! Searches eBay: offers with the Browse API, and sales with the Marketplace Insights API.

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
    /// The base URL of eBay's APIs.
    pub base_url: BaseUrl,
    /// The application's client id.
    pub client_id: String,
    /// The application's client secret.
    pub client_secret: ApiKey,
}

impl EbayAccount {
    /// The default base URL of eBay's APIs.
    pub const BASE_URL: &str = "https://api.ebay.com";
}

impl fmt::Debug for EbayAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EbayAccount").field("base_url", &self.base_url).finish_non_exhaustive()
    }
}

/// eBay, with the hosts of its sites in all supported markets.
const SHOP: Shop = Shop { name: "eBay", hosts: &["ebay.fr", "ebay.co.uk", "ebay.com"] };

/// Returns eBay's id for its site in a market.
const fn site(market: Market) -> &'static str {
    match market {
        Market::France => "EBAY_FR",
        Market::UnitedKingdom => "EBAY_GB",
        Market::UnitedStates => "EBAY_US",
    }
}
