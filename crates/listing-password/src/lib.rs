//! Hashes passwords with Argon2id.
//!
//! A hash deliberately takes tens of milliseconds of a processor and 19 MiB. [`Argon2Hasher`] therefore
//! limits the running hashes, on tokio's blocking threads, and the waiting ones; it refuses more as busy, so
//! that the rest of the service is not delayed.
#![deny(missing_docs)]

mod hasher;
mod memory;
mod pool;

pub use hasher::Argon2Hasher;
pub use pool::PoolSettings;
