//! `cargo xtask bench ledger`: credit units held and charged per second. They are compared with a naive
//! ledger and with bare database updates.
//!
//! A benchmark of the storage crate measures, because only that crate knows its tables.

use anyhow::Result;

use xtask::project;

/// Runs the storage crate's benchmark of the ledger.
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
