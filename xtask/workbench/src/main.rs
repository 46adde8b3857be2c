//! Checks and measurements of the project; `cargo xtask --help` lists the commands.
#![expect(clippy::print_stdout, reason = "what a command says is what it is for")]

mod bench;
mod browse;
mod eval;
mod heads;
mod it;
mod load;
mod node;
mod openapi;
mod prose;
mod services;
mod test;
mod tidy;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Checks and measures Photo to Listing.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Workbench {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Runs everything that must pass
    Test,
    /// Runs black-box workloads, and runs under load and through crashes
    It(it::ItArgs),
    /// Measures speed, with a baseline in the same run
    #[command(subcommand)]
    Bench(bench::BenchCommand),
    /// Measures how well the service recognizes labeled photos and reads labels
    Eval(eval::EvalArgs),
    /// Trains a layer that classifies goods, from labeled photos
    TrainHead(heads::TrainHeadArgs),
    /// Generates docs/openapi.json from the code
    Openapi(openapi::OpenapiArgs),
    /// Measures the language of comments and pages, or draws a sample to read
    Prose(prose::ProseArgs),
    /// Checks the project rules that a tool can check
    Tidy(tidy::TidyArgs),
}

fn main() -> Result<ExitCode> {
    let done = match Workbench::parse().command {
        Command::Test => test::run(),
        Command::It(args) => it::run(&args).map(drop),
        Command::Bench(command) => bench::run(&command),
        Command::Eval(args) => eval::run(&args),
        Command::TrainHead(args) => return heads::run(&args),
        Command::Openapi(args) => openapi::run(&args),
        Command::Prose(args) => prose::run(&args),
        Command::Tidy(args) => tidy::run(&args),
    };
    done.map(|()| ExitCode::SUCCESS)
}
