//! Searches eBay: offers (Browse API) and sales (Marketplace Insights API).

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

/// An application's eBay account.
#[derive(Clone)]
pub struct EbayAccount {
    /// The APIs' base URL.
    pub base_url: BaseUrl,
    /// The client id.
    pub client_id: String,
    /// The client secret.
    pub client_secret: ApiKey,
}

impl EbayAccount {
    /// The default base URL.
    pub const BASE_URL: &str = "https://api.ebay.com";
}

impl fmt::Debug for EbayAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EbayAccount").field("base_url", &self.base_url).finish_non_exhaustive()
    }
}

/// With the sites in all supported markets.
const SHOP: Shop = Shop { name: "eBay", hosts: &["ebay.fr", "ebay.co.uk", "ebay.com"] };

/// Returns eBay's id for its site.
const fn site(market: Market) -> &'static str {
    match market {
        Market::France => "EBAY_FR",
        Market::UnitedKingdom => "EBAY_GB",
        Market::UnitedStates => "EBAY_US",
    }
}
