//! `cargo xtask bench market`: the cost of importing and searching an operator's market data.
//!
//! The storage crate's benchmark measures the search, because only that crate knows its tables.

mod made;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use listing_testkit::postgres::ThrowawayPostgres;

use xtask::process::{children_seconds, memory_kib};
use xtask::project;
use xtask::ptl::Ptl;

/// Arguments of `cargo xtask bench market`.
#[derive(Debug, clap::Args)]
pub(crate) struct MarketArgs {
    /// Number of comparables
    #[arg(long, default_value = "1000000")]
    comparables: u32,
    /// Only one engine instead of both
    #[arg(long)]
    db: Option<Engine>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Engine {
    Sqlite,
    Postgres,
}

const DATABASE: &str = "ptl";

/// Between measurements of memory.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

pub(crate) fn run(args: &MarketArgs) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("comparables.csv");
    made::write(&file, args.comparables)?;
    println!("{} comparables in {} MB of CSV", args.comparables, megabytes(&file)?);
    let binary = project::release_binary()?;
    if args.db != Some(Engine::Postgres) {
        let ptl = Ptl::fresh(&binary, &BTreeMap::new())?;
        import("SQLite", &ptl, &file)?;
        let database = ptl.data().join("ptl.db");
        println!("SQLite: the file has {} MB", megabytes(&database)?);
        search(&database.display().to_string())?;
    }
    if args.db == Some(Engine::Sqlite) {
        return Ok(());
    }
    if !ThrowawayPostgres::is_installed() {
        eprintln!("skipped: no PostgreSQL to measure with; install the package postgresql");
        return Ok(());
    }
    let server = ThrowawayPostgres::start(true)?;
    let address = server.create_database(DATABASE)?;
    let env = BTreeMap::from([("PTL_DATABASE_URL".to_owned(), address.clone())]);
    import("PostgreSQL", &Ptl::fresh(&binary, &env)?, &file)?;
    let size = server.ask(DATABASE, "SELECT pg_database_size(current_database()) / 1000000")?;
    println!("PostgreSQL: the database has {} MB", size.trim());
    search(&address)
}

fn megabytes(file: &Path) -> Result<u64> {
    Ok(fs::metadata(file)?.len() / 1_000_000)
}

fn import(engine: &str, ptl: &Ptl, file: &Path) -> Result<()> {
    let name = file.to_str().context("the file's name is not UTF-8")?;
    let (begun, spent) = (Instant::now(), children_seconds()?);
    let mut import = ptl.command(&["comps", "import", name]).stdout(Stdio::null()).spawn()?;
    let mut peak = 0;
    let status = loop {
        if let Some(status) = import.try_wait()? {
            break status;
        }
        // The process may have ended.
        peak = memory_kib(import.id(), "VmHWM").unwrap_or(peak);
        sleep(POLL_INTERVAL);
    };
    ensure!(status.success(), "the import failed: {status}");
    println!(
        "{engine}: imported in {:.0} s by the clock, {:.0} s of the importing process's processor time, {} MiB at most",
        begun.elapsed().as_secs_f64(),
        children_seconds()? - spent,
        peak / 1_024
    );
    Ok(())
}

fn search(address: &str) -> Result<()> {
    let bench = ["bench", "--locked", "--package", "listing-storage", "--bench", "market", "--"];
    let mut command = project::cargo(bench);
    command.arg(address);
    project::run(&mut command)
}
