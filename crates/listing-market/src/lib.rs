//! Searches other services for the prices of comparable items.
//!
//! A [`SourceClient`] is a client for one service: it builds requests and reads responses. A
//! [`Source`] makes any client dependable, and [`CombinedMarketData`] searches several sources in
//! parallel:
//!
//! | Feature | Type |
//! |---|---|
//! | call limits per second and per day; counts of calls by outcome | [`Calls`] |
//! | a cache of results | [`Source`] |
//! | a circuit breaker | [`Source`], by [`listing_outbound::Circuit`] |
//! | a timeout | [`Source`], and [`CombinedMarketData`] for any other source |
//! | results without those of failed sources, which logs and metrics name | [`CombinedMarketData`] |
//!
//! [`EcbRates`] provides the exchange rates of the day.
//!
//! Requests contain only search words: the brand and the product. All responses are untrusted.
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
