//! `cargo xtask it`: black-box tests of the service.
//!
//! A workload is a JSON file under `tests/workloads/` with settings and steps, as in `docs/testing.md`. A run
//! ([`runs`]) is a test in code, such as with load, several instances or crashes.

mod expect;
mod outcome;
mod runs;
mod workload;

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};

use outcome::{Verdict, missing};
use runs::{RUNS, Run, Scale};
use xtask::{models, project};

/// Arguments of `cargo xtask it`.
#[derive(Debug, Default, clap::Args)]
#[command(after_help = names_of_runs())]
pub(crate) struct ItArgs {
    /// Names of workloads and runs [default: all workloads]
    names: Vec<String>,
    /// All workloads and all runs, except runs that fetch programs or build for long
    #[arg(long)]
    all: bool,
    /// Short runs: seconds each, enough to show that nothing is broken
    #[arg(long)]
    quick: bool,
    /// Update the screenshots of the web app instead of comparing them
    #[arg(long)]
    renew: bool,
}

impl ItArgs {
    pub(crate) fn all_quickly() -> Self {
        Self { names: Vec::new(), all: true, quick: true, renew: false }
    }
}

fn names_of_runs() -> String {
    let names = |is_named_only| {
        let runs = RUNS.iter().filter(move |run| run.is_named_only == is_named_only);
        runs.map(|run| run.name).collect::<Vec<_>>().join(", ")
    };
    format!("Runs: {}.\nOnly when they are named: {}.", names(false), names(true))
}

enum Work {
    Workload(std::path::PathBuf),
    Run(Run),
}

/// Set to 1, turns skipped runs and parts into failures.
const REQUIRED: &str = "PTL_TEST_REQUIRE_SERVICES";

/// Prints all failures before it fails, and returns the skipped parts.
pub(crate) fn run(args: &ItArgs) -> Result<Vec<String>> {
    let chosen = chosen(args)?;
    models::run(&models::ModelsArgs::present_in(None))?;
    if args.renew {
        runs::forget_pictures()?;
    }
    let scale = if args.quick { Scale::Quick } else { Scale::Full };
    let (mut failed, mut skipped) = (Vec::new(), Vec::new());
    for (name, work) in &chosen {
        let start = Instant::now();
        let outcome = match work {
            Work::Workload(file) => run_file(&project::release_binary()?, file).map(Into::into),
            Work::Run(run) if run.can_run() => (run.verify)(scale),
            Work::Run(run) => missing(format!("{} is not installed", run.needs)),
        };
        let verdict = Verdict::new(name, start.elapsed().as_secs_f64(), outcome);
        eprintln!("it: {}", verdict.line);
        failed.extend(verdict.is_failed.then_some(name.as_str()));
        skipped.extend(verdict.skipped);
    }
    ensure!(
        failed.is_empty(),
        "{} of {} workloads and runs failed: {}",
        failed.len(),
        chosen.len(),
        failed.join(", ")
    );
    let is_required = std::env::var_os(REQUIRED).is_some_and(|value| value == "1");
    ensure!(!is_required || skipped.is_empty(), "skipped, though {REQUIRED} is 1: {}", skipped.join("; "));
    Ok(skipped)
}

fn run_file(binary: &Path, file: &Path) -> Result<String> {
    let text = fs::read_to_string(file)?;
    let workload: workload::Workload =
        serde_json::from_str(&text).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(format!("{} steps", workload.run(binary)?))
}

fn chosen(args: &ItArgs) -> Result<Vec<(String, Work)>> {
    let files = project::files_below(&project::root().join("tests/workloads"), "json")?;
    let name_of = |file: &Path| file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let workloads = files.into_iter().map(|file| (name_of(&file), Work::Workload(file)));
    let runs = RUNS.into_iter().map(|run| (run.name.to_owned(), Work::Run(run)));
    let all: Vec<_> = workloads.chain(runs).collect();
    for name in &args.names {
        if !all.iter().any(|(known, _)| known == name) {
            let known: Vec<_> = all.iter().map(|(known, _)| known.as_str()).collect();
            bail!("unknown workload or run {name}; known: {}", known.join(", "));
        }
    }
    let is_chosen = |(name, work): &(String, Work)| {
        let by_default = match work {
            Work::Workload(_) => args.all || args.names.is_empty(),
            Work::Run(run) => args.all && !run.is_named_only,
        };
        by_default || args.names.contains(name)
    };
    Ok(all.into_iter().filter(is_chosen).collect())
}
