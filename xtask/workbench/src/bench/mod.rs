//! `cargo xtask bench`: measures speed, compared with a baseline in the same run.

mod build;
mod growth;
mod ledger;
mod market;
pub(crate) mod photo;
mod serve;
mod sign_in;
mod vision;

use anyhow::{Context as _, Result};

/// The benchmarks.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum BenchCommand {
    /// Requests per second and response times, compared with a bare actix-web handler
    Serve(serve::ServeArgs),
    /// Service speed during many concurrent sign-ins, and the information that their response times leak
    SignIn(sign_in::SignInArgs),
    /// Units held and charged per second, compared with the naive way and bare updates
    Ledger,
    /// Cost of checks, backups and queries as a database grows
    Growth(growth::GrowthArgs),
    /// Cost of importing and searching a host's own market data
    Market(market::MarketArgs),
    /// Cost of cold builds of the product and the demonstration, with the most expensive crates
    Build(build::BuildArgs),
    /// Cost of preparing photos, compared with sharp, Pillow and the `image` crate
    Photo(photo::PhotoArgs),
    /// Cost of analyzing photos, compared with the bare networks
    Vision(vision::VisionArgs),
}

pub(crate) fn run(command: &BenchCommand) -> Result<()> {
    match command {
        BenchCommand::Serve(args) => serve::run(args),
        BenchCommand::SignIn(args) => sign_in::run(args),
        BenchCommand::Ledger => ledger::run(),
        BenchCommand::Growth(args) => growth::run(args),
        BenchCommand::Market(args) => market::run(args),
        BenchCommand::Build(args) => build::run(args),
        BenchCommand::Photo(args) => photo::run(args),
        BenchCommand::Vision(args) => vision::run(args),
    }
}

pub(crate) fn median(mut values: Vec<f64>) -> Result<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().context("no value was measured")
}
