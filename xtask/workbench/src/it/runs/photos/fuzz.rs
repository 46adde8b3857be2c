//! `fuzz`: each fuzz target of `crates/listing-photo/fuzz` for half an hour.
//!
//! Without a sanitizer: the project has no unsafe code, and sanitizers need another toolchain.

use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result, ensure};

use super::corpus::{ABSENT, Corpus};
use crate::it::outcome::RunReport;
use crate::it::runs::Scale;
use xtask::{debian, project};

/// With the first bytes of the image format, if a target reads one.
const TARGETS: [(&str, Option<&[u8]>); 6] = [
    ("jpeg", Some(b"\xFF\xD8\xFF")),
    ("png", Some(b"\x89PNG")),
    ("webp", Some(b"RIFF")),
    ("gif", Some(b"GIF8")),
    ("base64", None),
    ("data_uri", None),
];
/// Of an input.
const MAX_BYTES: u64 = 65_536;

pub(in crate::it::runs) fn is_possible() -> bool {
    debian::succeeds(&mut project::cargo(["fuzz", "--version"]))
}

pub(in crate::it::runs) fn run(scale: Scale) -> Result<RunReport> {
    let folder = project::target().join("fuzz");
    project::run(Command::new(project::photo_program("seeds")?).arg(folder.join("seeds")))?;
    let corpus = Corpus::open()?;
    let seconds = scale.pick(1_800, 10);
    for (target, beginning) in TARGETS {
        if let (Some(corpus), Some(beginning)) = (&corpus, beginning) {
            add_seeds(corpus, beginning, &folder.join("seeds").join(target))?;
        }
    }
    let counts = fuzz_all(&folder, seconds)?;
    let shown = RunReport::from(format!("{seconds} s each without a crash; inputs: {}", counts.join(", ")));
    Ok(if corpus.is_none() { shown.without(ABSENT) } else { shown })
}

/// Copies small files of an image format from the corpus.
fn add_seeds(corpus: &Corpus, beginning: &[u8], seeds: &Path) -> Result<()> {
    for (number, file) in (0..).zip(&corpus.files) {
        let is_small = file.metadata()?.len() <= MAX_BYTES;
        if is_small && std::fs::read(file)?.starts_with(beginning) {
            std::fs::copy(file, seeds.join(format!("hostile-{number}")))?;
        }
    }
    Ok(())
}

/// One for each core at a time.
fn fuzz_all(folder: &Path, seconds: u32) -> Result<Vec<String>> {
    let waiting = Mutex::new(TARGETS.iter());
    let next = || waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let mut counts = Vec::new();
        while let Some((target, _)) = next() {
            let runs = fuzz(target, folder, seconds)?;
            eprintln!("fuzz: {target}: {runs} inputs in {seconds} s, no crash");
            counts.push(format!("{target} {runs}"));
        }
        Ok(counts)
    };
    let cores = std::thread::available_parallelism()?.get();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let counts = workers.into_iter().map(|worker| match worker.join() {
            Ok(counts) => counts,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        Ok(counts.collect::<Result<Vec<_>>>()?.concat())
    })
}

/// Returns the number of inputs.
fn fuzz(target: &str, folder: &Path, seconds: u32) -> Result<u64> {
    let grown = folder.join("corpus").join(target);
    std::fs::create_dir_all(&grown)?;
    let crashes = folder.join("crashes").join("");
    std::fs::create_dir_all(&crashes)?;
    let mut command = project::cargo(["fuzz", "run", "--sanitizer", "none"]);
    command
        .args(["--fuzz-dir", "crates/listing-photo/fuzz", "--target-dir"])
        .arg(folder)
        .arg(target)
        // New inputs are stored in the first folder for the next run.
        .args([&grown, &folder.join("seeds").join(target)])
        .arg("--")
        .arg(format!("-artifact_prefix={}", crashes.display()))
        .args([format!("-max_total_time={seconds}"), format!("-max_len={MAX_BYTES}")])
        .args(["-rss_limit_mb=1024", "-timeout=10", "-print_final_stats=1"]);
    let output = command.output().context("cannot start cargo fuzz")?;
    let log = String::from_utf8_lossy(&output.stderr);
    let end: Vec<&str> = log.lines().rev().take(30).collect();
    let end = end.into_iter().rev().collect::<Vec<_>>().join("\n");
    ensure!(output.status.success(), "{target} crashed; its input is in {}:\n{end}", crashes.display());
    let runs = log.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    Ok(runs.context("libFuzzer printed no figures")?.trim().parse()?)
}
