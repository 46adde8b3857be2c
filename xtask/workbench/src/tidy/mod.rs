//! `cargo xtask tidy`: checks those rules of `docs/architecture.md` that a program can check.
//!
//! Each check returns a sentence for each violation.

mod crates;
mod cycles;
mod figures;
mod languages;
pub(crate) mod lexer;
mod public_api;
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

fn without_tests(text: &str) -> &str {
    text.split_once("#[cfg(test)]\nmod ").map_or(text, |(code, _)| code)
}

pub(crate) fn run(args: &TidyArgs) -> Result<()> {
    if args.renew {
        public_api::renew()?;
    }
    let mut findings = crates::check()?;
    findings.extend(sources::check()?);
    findings.extend(public_api::check()?);
    findings.extend(languages::check()?);
    findings.extend(cycles::check()?);
    findings.extend(words::check()?);
    findings.extend(figures::check()?);
    if findings.is_empty() {
        eprintln!("tidy: no violations");
        return Ok(());
    }
    for finding in &findings {
        eprintln!("tidy: {finding}");
    }
    bail!("{} violations of the project's rules", findings.len())
}
