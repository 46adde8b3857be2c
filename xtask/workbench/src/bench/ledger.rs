//! `cargo xtask bench ledger`: units held and charged a second, compared with a naive ledger and bare
//! updates.
//!
//! The storage crate measures, because it knows its tables.

use anyhow::Result;

use xtask::project;

/// Runs the storage crate's benchmark.
pub(crate) fn run() -> Result<()> {
    project::run(&mut project::cargo([
        "bench",
        "--locked",
        "--package",
        "listing-storage",
        "--bench",
        "ledger",
    ]))
}
