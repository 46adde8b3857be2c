//! Hashes passwords with Argon2id, in a separate pool.
//!
//! A password's hash takes tens of milliseconds of a core and 19 MiB, on purpose. [`Argon2Hasher`] therefore
//! bounds the hashes that run, on tokio's blocking threads, and those that wait. It refuses more at once as
//! busy, so that the rest of the service is not delayed.
#![deny(missing_docs)]

mod hasher;
mod memory;
mod pool;

pub use hasher::Argon2Hasher;
pub use pool::PoolSettings;
