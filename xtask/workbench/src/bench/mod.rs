//! `cargo xtask bench`: speed, compared with a baseline in the same run.

mod build;
mod growth;
mod ledger;
mod market;
pub(crate) mod photo;
mod serve;
mod sign_in;
mod vision;

use anyhow::{Context as _, Result};

/// What is measured.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum BenchCommand {
    /// Requests a second and their times, beside a bare actix-web handler
    Serve(serve::ServeArgs),
    /// What many sign-ins at once leave of the service, and what their time tells
    SignIn(sign_in::SignInArgs),
    /// Units held and charged a second, beside the naive way and bare updates
    Ledger,
    /// What checking, backing up and asking costs as a database grows
    Growth(growth::GrowthArgs),
    /// What a host's own market data costs to import and to search
    Market(market::MarketArgs),
    /// What building the product and the demonstration cold costs, and which crates most
    Build(build::BuildArgs),
    /// What preparing photos costs, beside sharp, Pillow and the `image` crate
    Photo(photo::PhotoArgs),
    /// What looking at photos costs, beside the bare networks
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
    values.get(values.len() / 2).copied().context("nothing was measured")
}
