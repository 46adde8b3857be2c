//! `cargo xtask bench build`: the cost of the first build in a fresh clone, without any cache.
//!
//! Measures processor time, which hardly depends on cores or other load.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result};
use xtask::{process, project};

/// The most expensive crates.
const SHOWN: usize = 10;

/// Logs a package and the processor time of its compilation.
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
    /// Build only the product, without the demonstration
    #[arg(long)]
    product_only: bool,
}

pub(crate) fn run(args: &BuildArgs) -> Result<()> {
    let scratch = tempfile::tempdir().context("cannot create a temporary folder")?;
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
    /// Uses an empty target folder.
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
        for (package, seconds) in slowest(&fs::read_to_string(&log)?) {
            println!("  {seconds:>6.1} s  {package}");
        }
        Ok(())
    }

    /// `kind` is the language in the log.
    fn timed(&self, run: &str, kind: &str) -> Result<PathBuf> {
        let script = self.scratch.join(format!("timed{kind}"));
        fs::write(&script, format!("#!/bin/sh\nKIND={kind}\n{run}{NOTE}"))?;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
        Ok(script)
    }
}

/// In seconds.
fn slowest(log: &str) -> Vec<(&str, f64)> {
    let mut packages = BTreeMap::<&str, f64>::new();
    for line in log.lines() {
        let fields: Vec<&str> = line.split(' ').collect();
        // Cargo's own compiler queries have no package.
        if let [package, user, system] = fields[..]
            && !package.is_empty()
        {
            *packages.entry(package).or_default() += seconds(user) + seconds(system);
        }
    }
    let mut packages: Vec<_> = packages.into_iter().collect();
    packages.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    packages.truncate(SHOWN);
    packages
}

/// Parses the shell's `1m2.5s` as seconds.
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
    fn slowest_packages_come_first_with_their_total_time() {
        let log = "serde 0m1.5s 0m0.5s\n 0m9.0s 0m0.0s\nrten 1m10.0s 0m2.0s\nserde 0m1.0s 0m0.0s\n";
        assert_eq!(slowest(log), [("rten", 72.0), ("serde", 3.0)]);
    }
}
