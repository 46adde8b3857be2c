//! Rate limiting for the service.
//!
//! [`LocalLimiter`] is the `RateLimiter` of a service that runs as one
//! process, [`RedisLimiter`] that of several instances which share a Redis or
//! Valkey. Both are exact: they keep the moment of every accepted request of
//! the last minute, so that no 60 seconds, wherever they begin, hold more than
//! the limit. Counters and token buckets are smaller, but let nearly twice the
//! limit through around the edges of their windows. [`SiteLimiter`] counts
//! clients of IPv6 by their site too, on top of either.
#![deny(missing_docs)]

mod local;
mod log;
mod networks;
mod shared;

pub use local::LocalLimiter;
pub use networks::SiteLimiter;
pub use shared::{RedisCheckError, RedisLimiter, RedisUrlError};
