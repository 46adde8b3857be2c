//! `cargo xtask bench growth`: what a database costs to keep as it grows.
//!
//! Making the databases and measuring on them is done where the storage crate's own
//! tables are known.

use anyhow::Result;

use xtask::project;

/// Accounts of each database, ten and fifty times the first.
const SIZES: [u32; 3] = [6_000, 60_000, 300_000];
/// The same for a look in passing.
const QUICK_SIZES: [u32; 2] = [600, 6_000];

/// Arguments of `cargo xtask bench growth`.
#[derive(Debug, clap::Args)]
pub(crate) struct GrowthArgs {
    /// Small databases, which take a minute instead of an hour
    #[arg(long)]
    quick: bool,
    /// One engine instead of both
    #[arg(long)]
    db: Option<Engine>,
    /// Accounts of each database, with 23 generations each [default: 6000,60000,300000]
    #[arg(long, value_delimiter = ',', value_name = "COUNT,…", conflicts_with = "quick")]
    accounts: Vec<u32>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Engine {
    Sqlite,
    Postgres,
}

/// Runs the storage crate's benchmark.
pub(crate) fn run(args: &GrowthArgs) -> Result<()> {
    let sizes = match (args.quick, &*args.accounts) {
        (true, _) => &QUICK_SIZES[..],
        (false, []) => &SIZES[..],
        (false, given) => given,
    };
    let engine = args.db.map(|engine| match engine {
        Engine::Sqlite => "sqlite",
        Engine::Postgres => "postgres",
    });
    let bench = ["bench", "--locked", "--package", "listing-storage", "--bench", "growth", "--"];
    let mut command = project::cargo(bench);
    command.args(engine).args(sizes.iter().map(u32::to_string));
    project::run(&mut command)
}
