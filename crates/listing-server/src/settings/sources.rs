//! Settings of market data sources, before they are checked.

use std::path::PathBuf;

use super::first_given::first_given;
use super::secret::{GivenKey, first_secret};

/// Settings of eBay, as given.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct EbayLayer {
    /// Id of your eBay application; with its secret, enables the search for offers on eBay [default: none]
    #[arg(
        id = "ebay_client_id",
        long = "ebay-client-id",
        env = "PTL_EBAY_CLIENT_ID",
        value_name = "ID",
        global = true,
        hide_env_values = true
    )]
    pub client_id: Option<String>,
    /// Secret of your eBay application; by environment or file only.
    #[arg(skip)]
    pub client_secret: Option<GivenKey>,
    /// File with the secret of your eBay application; or `PTL_EBAY_CLIENT_SECRET`
    #[arg(
        id = "ebay_client_secret_file",
        long = "ebay-client-secret-file",
        env = "PTL_EBAY_CLIENT_SECRET_FILE",
        value_name = "FILE",
        global = true,
        hide_env_values = true
    )]
    pub client_secret_file: Option<PathBuf>,
    /// Search sales on eBay too; your application needs access to Marketplace Insights [default: false]
    #[arg(
        id = "ebay_insights",
        long = "ebay-insights",
        env = "PTL_EBAY_INSIGHTS",
        value_name = "BOOL",
        global = true,
        hide_env_values = true
    )]
    pub insights: Option<bool>,
    /// Calls to eBay per second, counted separately for offers and sales [default: 5]
    #[arg(
        id = "ebay_calls_per_second",
        long = "ebay-calls-per-second",
        env = "PTL_EBAY_CALLS_PER_SECOND",
        value_name = "CALLS",
        global = true,
        hide_env_values = true
    )]
    pub calls_per_second: Option<u32>,
    /// Calls to eBay per UTC day, counted separately for offers and sales [default: 5000]
    #[arg(
        id = "ebay_calls_per_day",
        long = "ebay-calls-per-day",
        env = "PTL_EBAY_CALLS_PER_DAY",
        value_name = "CALLS",
        global = true,
        hide_env_values = true
    )]
    pub calls_per_day: Option<u32>,
    /// Address of eBay's APIs [default: `https://api.ebay.com`]
    #[arg(
        id = "ebay_base_url",
        long = "ebay-base-url",
        env = "PTL_EBAY_BASE_URL",
        value_name = "URL",
        global = true,
        hide_env_values = true
    )]
    pub base_url: Option<String>,
}

/// Settings of Etsy, as given.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct EtsyLayer {
    /// Key of your Etsy application; by environment or file only.
    #[arg(skip)]
    pub api_key: Option<GivenKey>,
    /// File with the key of your Etsy application, which enables the search for vintage offers; or
    /// `PTL_ETSY_API_KEY`
    #[arg(
        id = "etsy_api_key_file",
        long = "etsy-api-key-file",
        env = "PTL_ETSY_API_KEY_FILE",
        value_name = "FILE",
        global = true,
        hide_env_values = true
    )]
    pub api_key_file: Option<PathBuf>,
    /// Calls to Etsy per second [default: 10]
    #[arg(
        id = "etsy_calls_per_second",
        long = "etsy-calls-per-second",
        env = "PTL_ETSY_CALLS_PER_SECOND",
        value_name = "CALLS",
        global = true,
        hide_env_values = true
    )]
    pub calls_per_second: Option<u32>,
    /// Calls to Etsy per UTC day [default: 10000]
    #[arg(
        id = "etsy_calls_per_day",
        long = "etsy-calls-per-day",
        env = "PTL_ETSY_CALLS_PER_DAY",
        value_name = "CALLS",
        global = true,
        hide_env_values = true
    )]
    pub calls_per_day: Option<u32>,
    /// Address of Etsy's API [default: `https://api.etsy.com/v3/application`]
    #[arg(
        id = "etsy_base_url",
        long = "etsy-base-url",
        env = "PTL_ETSY_BASE_URL",
        value_name = "URL",
        global = true,
        hide_env_values = true
    )]
    pub base_url: Option<String>,
}

impl EbayLayer {
    pub(super) fn merge_over(self, below: Self) -> Self {
        let (client_secret, client_secret_file) = first_secret(
            (self.client_secret, self.client_secret_file),
            (below.client_secret, below.client_secret_file),
        );
        first_given!(self or below:
            client_id insights calls_per_second calls_per_day base_url;
            client_secret client_secret_file)
    }
}

impl EtsyLayer {
    pub(super) fn merge_over(self, below: Self) -> Self {
        let (api_key, api_key_file) =
            first_secret((self.api_key, self.api_key_file), (below.api_key, below.api_key_file));
        first_given!(self or below: calls_per_second calls_per_day base_url; api_key api_key_file)
    }
}
