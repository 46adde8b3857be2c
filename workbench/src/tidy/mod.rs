//! `cargo xtask tidy`: the rules of `docs/architecture.md` that a tool can check.
//!
//! Each check returns its findings as sentences; none of them mends anything.

mod crates;
mod sources;

use anyhow::{Result, bail};

/// Checks every rule, says every breach, and fails if there is one.
pub(crate) fn run() -> Result<()> {
    let mut findings = crates::check()?;
    findings.extend(sources::check()?);
    if findings.is_empty() {
        eprintln!("tidy: nothing to say");
        return Ok(());
    }
    for finding in &findings {
        eprintln!("tidy: {finding}");
    }
    bail!("{} breaches of the house's rules", findings.len())
}
