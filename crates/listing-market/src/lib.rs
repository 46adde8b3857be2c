//! Searches other services for the prices of comparable items.
//!
//! A [`SourceClient`] knows one service: its requests, and the meaning of its answers. A [`Source`]
//! makes any of them dependable, and a [`CombinedMarketData`] searches several in parallel:
//!
//! | Feature | Type |
//! |---|---|
//! | limits of calls in a second and a day, each call counted by outcome | [`Calls`] |
//! | a cache of results | [`Source`] |
//! | a circuit breaker | [`Source`], by [`listing_outbound::Circuit`] |
//! | an answer in time, or a failure | [`Source`], and [`CombinedMarketData`] for any other |
//! | a failed source is missing in the evidence, and named in log and metrics | [`CombinedMarketData`] |
//!
//! [`EcbRates`] provides the exchange rates of the day.
//!
//! Only search words leave the service: the brand and the product. All answers are untrusted.
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
