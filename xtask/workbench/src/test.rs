//! `cargo xtask test`: runs everything that must pass, the fastest steps first.
//!
//! A run with skipped parts does not count as passed.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};

use xtask::models;
use xtask::project::{can_build_turbo, cargo, run as must};

use crate::{it, openapi, services, tidy};

/// Begins the line of a skipped test.
const SKIPPED: &str = "skipped: ";

#[derive(Default)]
struct Steps {
    skipped: Vec<String>,
}

pub(crate) fn run() -> Result<()> {
    let mut steps = Steps::default();
    steps.run("formatting", || must(&mut cargo(["fmt", "--all", "--check"])))?;
    steps.run("tidy", || tidy::run(&tidy::TidyArgs::default()))?;
    steps.run("clippy", || {
        must(&mut cargo(["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"]))
    })?;
    steps.run("models", || models::run(&models::ModelsArgs::all_present()))?;
    steps.run("services to test with", || {
        services::ensure();
        Ok(())
    })?;
    steps.run_with_skips("unit, contract and HTTP tests", || {
        // Installed services must not be skipped for another reason.
        let required = if services::are_installed() { "1" } else { "0" };
        tested(cargo(["test", "--workspace", "--locked"]).env("PTL_TEST_REQUIRE_SERVICES", required))
    })?;
    steps.run_with_skips("photos by the faster decoders", || {
        if !can_build_turbo() {
            return Ok(vec!["the faster decoders, which cmake and nasm build".to_owned()]);
        }
        // The whole workspace, so that cargo rebuilds nothing else.
        tested(&mut cargo(["test", "--workspace", "--locked", "--features", "turbo", "--test", "processor"]))
    })?;
    steps.run("documentation", || {
        must(cargo(["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "--deny warnings"))
    })?;
    steps.run_with_skips("black-box workloads and quick runs", || it::run(&it::ItArgs::all_quickly()))?;
    steps.run("OpenAPI drift", || openapi::run(&openapi::OpenapiArgs { check: true }))?;
    eprintln!("\n{}", steps.summary());
    Ok(())
}

impl Steps {
    /// For a step that cannot skip anything.
    fn run(&mut self, name: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        self.run_with_skips(name, || work().map(|()| Vec::new()))
    }

    /// `work` returns the skipped parts.
    fn run_with_skips(&mut self, name: &str, work: impl FnOnce() -> Result<Vec<String>>) -> Result<()> {
        eprintln!("\n== {name}");
        let start = Instant::now();
        let skipped = work().with_context(|| format!("step failed: {name}"))?;
        eprintln!("== {}", ended(name, start.elapsed().as_secs_f64(), skipped.len()));
        self.skipped.extend(skipped.into_iter().map(|what| format!("{name}: {what}")));
        Ok(())
    }

    fn summary(&self) -> String {
        if self.skipped.is_empty() {
            return "Everything passed.".to_owned();
        }
        let list: Vec<String> = self.skipped.iter().map(|what| format!("\n  {SKIPPED}{what}")).collect();
        format!("Nothing failed, but {} parts were skipped:{}", list.len(), list.concat())
    }
}

fn ended(name: &str, seconds: f64, skipped: usize) -> String {
    match skipped {
        0 => format!("{name}: passed in {seconds:.1} s"),
        skipped => format!("{name}: {skipped} skipped, nothing failed, in {seconds:.1} s"),
    }
}

/// Returns the skipped tests.
fn tested(cargo: &mut Command) -> Result<Vec<String>> {
    let mut child = cargo.stderr(Stdio::piped()).spawn().context("cannot start cargo")?;
    let stderr = child.stderr.take().context("cargo has no standard error")?;
    let mut skipped = Vec::new();
    for line in BufReader::new(stderr).lines() {
        let line = line?;
        eprintln!("{line}");
        skipped.extend(line.strip_prefix(SKIPPED).map(str::to_owned));
    }
    let status = child.wait()?;
    ensure!(status.success(), "the tests failed with {status}");
    Ok(skipped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_test_is_listed_and_prevents_a_passed_message() {
        let mut steps = Steps::default();
        steps.run("tidy", || Ok(())).unwrap();
        assert_eq!(steps.summary(), "Everything passed.");
        let tests = "echo 'skipped: a test: no PostgreSQL' >&2; echo 'well: skipped: no' >&2";
        steps.run_with_skips("tests", || tested(Command::new("sh").args(["-c", tests]))).unwrap();
        assert_eq!(steps.skipped, ["tests: a test: no PostgreSQL"]);
        let summary = steps.summary();
        assert!(!summary.contains("passed") && summary.contains("\n  skipped: tests: a test"), "{summary}");
        assert!(!ended("tests", 1.0, 1).contains("passed"));
    }

    #[test]
    fn step_fails_if_its_tests_fail() {
        let error = tested(Command::new("sh").args(["-c", "exit 3"])).unwrap_err();
        assert!(error.to_string().contains("failed"), "{error}");
    }
}
