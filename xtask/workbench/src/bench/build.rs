//! `cargo xtask bench build`: what the first start costs, from a fresh clone and cold.
//!
//! Processor time is what counts: it is the same on a machine with more cores, and
//! other work on the machine changes it little.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result};
use xtask::{process, project};

/// Crates that are told, those that cost most.
const TOLD: usize = 10;

/// Notes for which package a compiler ran and how much processor time it took.
const NOTE: &str = r#"
code=$?
# Not in a pipe, whose shell would have waited for nothing.
times > "$PTL_BENCH_BUILD_LOG.$$"
echo "$CARGO_PKG_NAME$KIND $(tail -1 "$PTL_BENCH_BUILD_LOG.$$")" >> "$PTL_BENCH_BUILD_LOG"
rm "$PTL_BENCH_BUILD_LOG.$$"
exit $code
"#;

/// Arguments of `cargo xtask bench build`.
#[derive(Debug, clap::Args)]
pub(crate) struct BuildArgs {
    /// The product alone, without the demonstration
    #[arg(long)]
    product_only: bool,
}

/// Clones what is committed, and builds the product and runs the demonstration, each
/// with nothing built before.
pub(crate) fn run(args: &BuildArgs) -> Result<()> {
    let scratch = tempfile::tempdir().context("cannot make a temporary folder")?;
    let clone = scratch.path().join("clone");
    let mut git = Command::new("git");
    project::run(git.args(["clone", "--quiet"]).arg(project::root()).arg(&clone))?;
    let site = Site { clone, scratch: scratch.path().to_owned() };
    site.measure("cargo build --release", &["build", "--release", "--locked"])?;
    if !args.product_only {
        site.measure("cargo xtask demo --once", &["xtask", "demo", "--once"])?;
    }
    Ok(())
}

struct Site {
    clone: PathBuf,
    scratch: PathBuf,
}

impl Site {
    /// Runs cargo in the clone with a target folder of its own, and tells what it cost.
    fn measure(&self, name: &str, args: &[&str]) -> Result<()> {
        eprintln!("{name}, cold");
        let log = self.scratch.join(format!("{}.log", args.join("-")));
        let mut cargo = project::cargo(args);
        cargo
            .current_dir(&self.clone)
            .env("CARGO_TARGET_DIR", self.scratch.join(args.join("-")))
            .env("RUSTC_WRAPPER", self.timed(r#""$@""#, "")?)
            .env("CC", self.timed(r#"cc "$@""#, ",C")?)
            .env("PTL_BENCH_BUILD_LOG", &log);
        let (start, before) = (Instant::now(), process::children_seconds()?);
        project::run(&mut cargo)?;
        let (wall, processor) = (start.elapsed().as_secs_f64(), process::children_seconds()? - before);
        println!("{name}: {processor:.0} s of processor time, {wall:.0} s on the clock");
        for (package, seconds) in dearest(&fs::read_to_string(&log)?) {
            println!("  {seconds:>6.1} s  {package}");
        }
        Ok(())
    }

    /// A script that runs a compiler and notes its time, the language beside the package.
    fn timed(&self, run: &str, kind: &str) -> Result<PathBuf> {
        let script = self.scratch.join(format!("timed{kind}"));
        fs::write(&script, format!("#!/bin/sh\nKIND={kind}\n{run}{NOTE}"))?;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
        Ok(script)
    }
}

/// The packages that took the most processor time, and how much.
fn dearest(log: &str) -> Vec<(&str, f64)> {
    let mut packages = BTreeMap::<&str, f64>::new();
    for line in log.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        // What cargo asks the compiler about itself is for no package.
        if let [package, user, system] = fields[..]
            && !package.is_empty()
        {
            *packages.entry(package).or_default() += seconds(user) + seconds(system);
        }
    }
    let mut packages: Vec<_> = packages.into_iter().collect();
    packages.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    packages.truncate(TOLD);
    packages
}

/// A time as shells tell it: `1m2.5s`.
fn seconds(time: &str) -> f64 {
    let parts = time.trim_end_matches('s').split_once('m');
    parts.map_or(0.0, |(minutes, seconds)| {
        minutes.parse().unwrap_or(0.0) * 60.0 + seconds.parse().unwrap_or(0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dearest_packages_come_first_with_all_that_was_compiled_for_them() {
        let log = "serde 0m1.5s 0m0.5s\n 0m9.0s 0m0.0s\nrten 1m10.0s 0m2.0s\nserde 0m1.0s 0m0.0s\n";
        assert_eq!(dearest(log), [("rten", 72.0), ("serde", 3.0)]);
    }
}
