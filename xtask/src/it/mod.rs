//! `cargo xtask it`: black-box workloads against the release binary.
//!
//! A workload is a JSON file under `tests/workloads/`: settings for the
//! service, then steps that run commands or send requests, say what is
//! expected and capture values for later steps. `docs/testing.md` describes the
//! form.

mod expect;
mod workload;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};

use crate::{models, project};

/// Arguments of `cargo xtask it`.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct ItArgs {
    /// Names of the workloads to run [default: all]
    names: Vec<String>,
}

/// Runs workloads; every failing one is told before the command fails.
pub(crate) fn run(args: &ItArgs) -> Result<()> {
    let files = chosen(&args.names)?;
    models::run(&models::ModelsArgs { dir: None, force: false })?;
    let binary = project::release_binary()?;
    let mut failed = 0;
    for file in &files {
        let start = Instant::now();
        match run_file(&binary, file) {
            Ok(steps) => {
                let seconds = start.elapsed().as_secs_f64();
                eprintln!("it: {} passed ({steps} steps, {seconds:.1} s)", name_of(file));
            }
            Err(error) => {
                failed += 1;
                eprintln!("it: {} FAILED: {error:#}", name_of(file));
            }
        }
    }
    ensure!(failed == 0, "{failed} of {} workloads failed", files.len());
    Ok(())
}

fn run_file(binary: &Path, file: &Path) -> Result<usize> {
    let text = fs::read_to_string(file)?;
    let workload: workload::Workload =
        serde_json::from_str(&text).with_context(|| format!("cannot read {}", file.display()))?;
    workload.run(binary)
}

fn name_of(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn chosen(names: &[String]) -> Result<Vec<PathBuf>> {
    let all = project::files_below(&project::root().join("tests/workloads"), "json")?;
    for name in names {
        if !all.iter().any(|file| name_of(file) == *name) {
            let known: Vec<_> = all.iter().map(|file| name_of(file)).collect();
            bail!("there is no workload {name}; there are: {}", known.join(", "));
        }
    }
    Ok(all.into_iter().filter(|file| names.is_empty() || names.contains(&name_of(file))).collect())
}
