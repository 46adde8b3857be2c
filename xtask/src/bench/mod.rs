//! `cargo xtask bench`: speed, beside a yardstick in the same run.

mod serve;

use anyhow::Result;

/// What is measured.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum BenchCommand {
    /// Requests a second and their times, beside a bare actix-web handler
    Serve(serve::ServeArgs),
}

/// Measures, and prints a table.
pub(crate) fn run(command: &BenchCommand) -> Result<()> {
    match command {
        BenchCommand::Serve(args) => serve::run(args),
    }
}
