//! Limits the rate of requests to the service.
//!
//! [`LocalLimiter`] is the `RateLimiter` of a single process, [`RedisLimiter`] that of several
//! instances with a shared Redis or Valkey. Both are exact: they keep the moment of every accepted
//! request of the last minute, so that no 60 seconds, from any start, hold more than the limit.
//! Counters and token buckets are smaller, but let nearly twice the limit through around the edges of
//! their windows. [`SiteLimiter`] also counts IPv6 clients by site, on top of either.
#![deny(missing_docs)]

mod local;
mod log;
mod networks;
mod shared;

pub use local::LocalLimiter;
pub use networks::SiteLimiter;
pub use shared::{RedisCheckError, RedisLimiter, RedisUrlError};
