//! Searches other services for prices of comparable items.
//!
//! A [`SourceClient`] builds a service's requests and reads its responses; [`Calls`] limits and counts them;
//! [`Source`] adds a cache, a circuit breaker and a timeout; [`CombinedMarketData`] searches several sources,
//! and drops late or failed ones. [`EcbRates`] provides exchange rates.
//!
//! Requests contain only the brand and the product. All responses are untrusted.
#![deny(missing_docs)]

mod allowance;
mod calls;
mod combined;
mod ebay;
mod etsy;
mod failure;
mod metrics;
mod offer;
mod rates;
mod search;
mod source;

pub use allowance::CallLimits;
pub use calls::Calls;
pub use combined::{CombinedMarketData, NamedSource};
pub use ebay::{EbayAccount, EbayBrowse, EbayInsights};
pub use etsy::EtsyListings;
pub use failure::Failure;
pub use metrics::MarketMetrics;
pub use rates::{EcbRates, InvalidTable, RatesError};
pub use search::{Search, SourceClient};
pub use source::Source;
