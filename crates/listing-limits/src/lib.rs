//! Limits the rate of requests for each account, address or email.
//!
//! [`LocalLimiter`] is the `RateLimiter` of a single process, [`RedisLimiter`] that of several instances with
//! a shared Redis or Valkey. Both store the moment of each accepted request of the last minute, so they are
//! exact: no period of 60 seconds, whenever it begins, has more requests than the limit. Counters and token
//! buckets need less memory, but accept nearly twice the limit around the ends of their periods.
//! [`SiteLimiter`] also counts IPv6 clients by site, on top of one of them.
#![deny(missing_docs)]

mod local;
mod log;
mod networks;
mod shared;

pub use local::LocalLimiter;
pub use networks::SiteLimiter;
pub use shared::{RedisCheckError, RedisLimiter, RedisUrlError};
