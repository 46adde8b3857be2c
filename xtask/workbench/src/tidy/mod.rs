//! `cargo xtask tidy`: the rules of `docs/architecture.md` that a tool can check.
//!
//! Each check returns its findings as sentences and changes nothing.

mod circles;
mod crates;
mod face;
mod languages;
mod sources;
mod words;

use anyhow::{Result, bail};

/// Arguments of `cargo xtask tidy`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct TidyArgs {
    /// First record the domain's current public API
    #[arg(long)]
    renew: bool,
}

/// Returns a source file without the tests at its end.
fn without_tests(text: &str) -> &str {
    text.split_once("#[cfg(test)]\nmod ").map_or(text, |(code, _)| code)
}

/// Checks every rule, prints every violation, and fails if there is one.
pub(crate) fn run(args: &TidyArgs) -> Result<()> {
    if args.renew {
        face::renew()?;
    }
    let mut findings = crates::check()?;
    findings.extend(sources::check()?);
    findings.extend(face::check()?);
    findings.extend(languages::check()?);
    findings.extend(circles::check()?);
    findings.extend(words::check()?);
    if findings.is_empty() {
        eprintln!("tidy: nothing to say");
        return Ok(());
    }
    for finding in &findings {
        eprintln!("tidy: {finding}");
    }
    bail!("{} breaches of the house's rules", findings.len())
}
