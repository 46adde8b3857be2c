//! What comparable items are offered or sold for, asked of other people's services.
//!
//! A [`SourceClient`] knows one service: what is sent there, and what its answer means. A
//! [`Source`] makes any of them dependable, and a [`CombinedMarketData`] asks several side by side:
//!
//! | What | Where |
//! |---|---|
//! | at most so many calls in a second and a day, each counted by how it ended | [`Calls`] |
//! | what was found is kept for a while | [`Source`] |
//! | left alone while it is out of order | [`Source`], by [`listing_outbound::Circuit`] |
//! | an answer in time, or a failure | [`Source`], and [`CombinedMarketData`] for any other |
//! | who fails is missing in the evidence, and named in log and figures | [`CombinedMarketData`] |
//!
//! Beside them [`EcbRates`] knows the exchange rates of the day.
//!
//! Only search words go out: the brand and what it is. Nothing here trusts what comes back.
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
pub use rates::{EcbRates, NoTable, RatesError};
pub use search::{Search, SourceClient};
pub use source::Source;
