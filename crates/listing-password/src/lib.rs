//! Hashing passwords with Argon2id, in a pool of its own.
//!
//! A password's hash takes tens of milliseconds of a core and 19 MiB on purpose. [`Argon2Hasher`]
//! therefore lets only so many work at once, on tokio's blocking threads, and only so many
//! wait: whoever comes on top of those is told at once that it is busy, and whatever else the
//! service does goes on.
#![deny(missing_docs)]

mod hasher;
mod memory;
mod pool;

pub use hasher::Argon2Hasher;
pub use pool::PoolSettings;
