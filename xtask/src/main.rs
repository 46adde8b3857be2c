//! The project's own commands; `cargo xtask --help` lists them.

use std::ffi::OsString;

use anyhow::Result;
use clap::{Parser, Subcommand};
use xtask::{demo, models, package, project};

/// Builds, shows and checks Photo to Listing.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", after_help = WORKBENCH)]
struct Xtask {
    #[command(subcommand)]
    command: Command,
}

/// The help of the workbench's commands, which this program builds and then runs.
const WORKBENCH: &str = "\
Commands that build more before they start (each has its own --help):
  test        Runs everything that must pass
  it          Runs black-box workloads, and runs under load and through crashes
  bench       Measures speed, with a baseline in the same run
  eval        Measures how well the service recognizes labeled photos and reads labels
  train-head  Trains a layer that classifies goods, from labeled photos
  openapi     Generates docs/openapi.json from the code
  tidy        Checks the project rules that a tool can check";

#[derive(Debug, Subcommand)]
enum Command {
    /// Fetches the models and builds the release binary, with the fastest decoders that this machine can
    /// build
    Build,
    /// Demonstrates the service: models, release build, sample photos, listings
    Demo(demo::DemoArgs),
    /// Fetches and converts the weights of the embedded engine
    Models(models::ModelsArgs),
    /// Builds the packages: for Debian, and a tarball for other Linux systems
    Package(package::PackageArgs),
    #[command(external_subcommand)]
    Workbench(Vec<OsString>),
}

fn main() -> Result<()> {
    match Xtask::parse().command {
        Command::Build => build(),
        Command::Demo(args) => demo::run(&args),
        Command::Models(args) => models::run(&args),
        Command::Package(args) => package::run(&args),
        Command::Workbench(args) => project::run_workbench(&args),
    }
}

fn build() -> Result<()> {
    models::run(&models::ModelsArgs::present_in(None))?;
    let binary = project::fastest_binary()?;
    models::link_next_to(&binary)?;
    eprintln!("built {}", binary.display());
    Ok(())
}
