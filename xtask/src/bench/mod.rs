//! `cargo xtask bench`: speed, beside a yardstick in the same run.

mod ledger;
mod serve;

use anyhow::Result;

/// What is measured.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum BenchCommand {
    /// Requests a second and their times, beside a bare actix-web handler
    Serve(serve::ServeArgs),
    /// Units held and charged a second, beside the naive way and bare updates
    Ledger,
}

/// Measures, and prints a table.
pub(crate) fn run(command: &BenchCommand) -> Result<()> {
    match command {
        BenchCommand::Serve(args) => serve::run(args),
        BenchCommand::Ledger => ledger::run(),
    }
}
