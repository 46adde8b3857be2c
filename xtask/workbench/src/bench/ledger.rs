//! `cargo xtask bench ledger`: units held and charged per second, compared with a naive ledger and bare
//! updates.
//!
//! Only the storage crate knows its tables, so its benchmark measures.

use anyhow::Result;

use xtask::project;

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
