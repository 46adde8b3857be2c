//! `cargo xtask bench growth`: the cost of operations as a database grows.
//!
//! Only the storage crate knows its tables, so its benchmark measures.

use anyhow::Result;

use xtask::project;

/// Numbers of accounts.
const SIZES: [u32; 3] = [6_000, 60_000, 300_000];
const QUICK_SIZES: [u32; 2] = [600, 6_000];

/// Arguments of `cargo xtask bench growth`.
#[derive(Debug, clap::Args)]
pub(crate) struct GrowthArgs {
    /// Use small databases: a minute instead of an hour
    #[arg(long)]
    quick: bool,
    /// Only one engine instead of both
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
