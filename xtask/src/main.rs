//! The project's own commands: `cargo xtask --help` lists them.
#![expect(clippy::print_stdout, reason = "what a command says is what it is for")]

mod bench;
mod client;
mod debian;
mod demo;
mod eval;
mod it;
mod load;
mod models;
mod node;
mod openapi;
mod process;
mod project;
mod ptl;
mod services;
mod test;
mod tidy;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Builds, shows and checks Photo to Listing.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Xtask {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Shows the service at work: models, release build, sample photos, listings
    Demo(demo::DemoArgs),
    /// Runs everything that must pass
    Test,
    /// Runs black-box workloads, and runs under load and through crashes
    It(it::ItArgs),
    /// Measures speed, beside a yardstick in the same run
    #[command(subcommand)]
    Bench(bench::BenchCommand),
    /// Tells how well the service recognises labelled photos
    Eval(eval::EvalArgs),
    /// Fetches and converts the weights of the embedded engine
    Models(models::ModelsArgs),
    /// Writes docs/openapi.json anew from the code
    Openapi(openapi::OpenapiArgs),
    /// Checks the rules of the house that a tool can check
    Tidy,
}

fn main() -> Result<()> {
    match Xtask::parse().command {
        Command::Demo(args) => demo::run(&args),
        Command::Test => test::run(),
        Command::It(args) => it::run(&args).map(drop),
        Command::Bench(command) => bench::run(&command),
        Command::Eval(args) => eval::run(&args),
        Command::Models(args) => models::run(&args),
        Command::Openapi(args) => openapi::run(&args),
        Command::Tidy => tidy::run(),
    }
}
