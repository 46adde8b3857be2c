//! `cargo xtask bench ledger`: units held and charged a second, beside the naive
//! way and beside bare updates.
//!
//! The measuring is done where the storage crate's own tables are known.

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
