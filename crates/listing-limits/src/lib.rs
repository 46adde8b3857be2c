//! Rate limiting for the service.
//!
//! [`LocalLimiter`] is the `RateLimiter` of a service that runs as one
//! process. It is exact: it keeps the moment of every accepted request of the
//! last minute, so that no 60 seconds, wherever they begin, hold more than the
//! limit. Counters and token buckets are smaller, but let nearly twice the
//! limit through around the edges of their windows.
#![deny(missing_docs)]

mod local;
mod log;

pub use local::LocalLimiter;
