//! Hashes passwords with Argon2id, limited in concurrency.
//!
//! A password's hash deliberately takes tens of milliseconds of a processor and 19 MiB. [`Argon2Hasher`]
//! therefore limits the number of hashes that run, on tokio's blocking threads, and of those that wait. It
//! refuses more of them at once as busy, so that the rest of the service is not delayed.
#![deny(missing_docs)]

mod hasher;
mod memory;
mod pool;

pub use hasher::Argon2Hasher;
pub use pool::PoolSettings;
