//! `deny`: cargo-deny's check of external crates, with the rules of `.config/deny.toml`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::Scale;
use super::toolbox::{Toolbox, run_fetch, stdout_of};
use crate::it::outcome::RunReport;
use xtask::project;

const VERSION: &str = "0.20.2";
/// Path of a snapshot of security advisories: a folder or a `.tar.xz`.
const VARIABLE: &str = "PTL_ADVISORY_DB";
const DEFAULT_PATH: &str = "../shared/advisories";
/// Folder name that cargo-deny derives from the database's URL.
const COPY: &str = "advisory-db-3157b0e258782691";

pub(super) fn run(_: Scale) -> Result<RunReport> {
    let cargo_deny = cargo_deny(&Toolbox::open("tools"))?;
    run_fetch(&mut project::cargo(["fetch", "--locked"]))?;
    let folder = tempfile::tempdir()?;
    let advisories = snapshot(&folder.path().join(COPY))?;
    let config = config_with(folder.path())?;
    let mut deny = Command::new(cargo_deny.join("cargo-deny"));
    deny.current_dir(project::root()).args(["--offline", "--locked", "--all-features", "--format", "json"]);
    deny.arg("--config").arg(config).args(["check", "bans", "licenses", "sources"]);
    if advisories.is_some() {
        deny.arg("advisories");
    }
    let output = deny.output().context("cannot start cargo-deny")?;
    let summary = judged(&String::from_utf8_lossy(&output.stderr))?;
    ensure!(output.status.success(), "cargo-deny ended with {}", output.status);
    Ok(match advisories {
        Some(snapshot) => format!("{summary}; none in {snapshot}").into(),
        None => RunReport::from(summary).without(format!("advisories: no snapshot; set {VARIABLE} to one")),
    })
}

/// Without optimization.
fn cargo_deny(toolbox: &Toolbox) -> Result<PathBuf> {
    let folder = toolbox.cached(&format!("cargo-deny-{VERSION}"), |folder| {
        let build = folder.join("build");
        let mut install = project::cargo(["install", "--locked", "--debug", "--quiet", "--no-track"]);
        install
            .arg(format!("cargo-deny@{VERSION}"))
            .arg("--root")
            .arg(folder)
            .arg("--target-dir")
            .arg(&build);
        run_fetch(&mut install)?;
        Ok(fs::remove_dir_all(build)?)
    })?;
    Ok(folder.join("bin"))
}

/// Copies the snapshot, if any, to cargo-deny's folder. Returns its name and number of advisories.
fn snapshot(copy: &Path) -> Result<Option<String>> {
    let named = std::env::var_os(VARIABLE).map(PathBuf::from);
    let path = named.clone().unwrap_or_else(|| project::root().join(DEFAULT_PATH));
    // An explicit path must exist.
    ensure!(named.is_none() || path.exists(), "{VARIABLE} names {}, which does not exist", path.display());
    let Some(path) = newest_in(&path)? else { return Ok(None) };
    fs::create_dir_all(copy)?;
    if path.is_dir() {
        stdout_of(Command::new("cp").arg("-R").arg(path.join(".")).arg(copy))?;
    } else {
        stdout_of(Command::new("tar").arg("-xJf").arg(&path).arg("-C").arg(copy))?;
    }
    // cargo-deny reads a repository, not a plain folder.
    let git = |args: &[&str]| stdout_of(Command::new("git").arg("-C").arg(copy).args(args)).map(drop);
    if !copy.join(".git").exists() {
        git(&["init", "--quiet"])?;
        git(&["add", "--all"])?;
        let author = ["-c", "user.name=snapshot", "-c", "user.email=snapshot@example.com"];
        git(&[&author[..], &["commit", "--quiet", "--message", "The snapshot"]].concat())?;
    }
    let count = project::files_below(&copy.join("crates"), "md")?.len();
    ensure!(count > 0, "there are no advisories in {}", path.display());
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(Some(format!("{count} advisories of {name}")))
}

/// Returns the path if it is a database or an archive, else the last archive by name in it.
fn newest_in(path: &Path) -> Result<Option<PathBuf>> {
    if !path.is_dir() || path.join("crates").is_dir() {
        return Ok(path.exists().then(|| path.to_owned()));
    }
    Ok(project::files_below(path, "xz")?.pop())
}

/// Writes the project's rules with this advisory database.
fn config_with(databases: &Path) -> Result<PathBuf> {
    let mut rules: toml::Table =
        toml::from_str(&fs::read_to_string(project::root().join(".config/deny.toml"))?)?;
    let advisories = rules.get_mut("advisories").and_then(toml::Value::as_table_mut);
    let path = databases.to_string_lossy().into_owned();
    advisories
        .context(".config/deny.toml has no table `advisories`")?
        .insert("db-path".to_owned(), path.into());
    let file = databases.join("deny.toml");
    fs::write(&file, toml::to_string(&rules)?)?;
    Ok(file)
}

/// `output` has a JSON value a line. Any error in it is a failure.
fn judged(output: &str) -> Result<String> {
    let values: Vec<Value> = output.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let errors: Vec<String> = of_kind(&values, "diagnostic")
        .filter(|found| found["severity"] == "error" || found["severity"] == "bug")
        .map(|found| format!("{}: {}, {}", found["code"], found["message"], found["labels"][0]["span"]))
        .collect();
    ensure!(errors.is_empty(), "cargo-deny reported {} errors:\n{}", errors.len(), errors.join("\n"));
    let summary = of_kind(&values, "summary")
        .next()
        .with_context(|| format!("cargo-deny printed no summary: {output}"))?;
    let checks = summary.as_object().context("the summary of cargo-deny has no checks")?;
    ensure!(checks.values().all(|check| check["errors"] == 0), "cargo-deny reports errors: {summary}");
    let warnings: u64 = checks.values().filter_map(|check| check["warnings"].as_u64()).sum();
    let names: Vec<&str> = checks.keys().map(String::as_str).collect();
    Ok(format!(
        "{} third-party crates, {warnings} warnings: {} fine",
        third_party_crates()?,
        names.join(", ")
    ))
}

fn of_kind<'a>(values: &'a [Value], kind: &'a str) -> impl Iterator<Item = &'a Value> {
    values.iter().filter(move |value| value["type"] == kind).map(|value| &value["fields"])
}

fn third_party_crates() -> Result<usize> {
    let lock: toml::Table = toml::from_str(&fs::read_to_string(project::root().join("Cargo.lock"))?)?;
    let packages =
        lock.get("package").and_then(toml::Value::as_array).context("Cargo.lock lists no packages")?;
    Ok(packages.iter().filter(|package| package.get("source").is_some()).count())
}
