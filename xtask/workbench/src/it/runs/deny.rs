//! `deny`: other people's crates, as cargo-deny judges them: known faults, licences,
//! what is banned, and where they come from. `.config/deny.toml` has the rules.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::Scale;
use super::toolbox::{Toolbox, done, fetched};
use crate::it::outcome::Shown;
use xtask::project;

/// The version of cargo-deny.
const VERSION: &str = "0.20.2";
/// Tells where a snapshot of the advisories is: a folder or a `.tar.xz`.
const PLACE: &str = "PTL_ADVISORY_DB";
/// Where one is otherwise, beside the project.
const BESIDE: &str = "../shared/advisories";
/// Where cargo-deny looks for the copy of the database that it knows by its address.
const COPY: &str = "advisory-db-3157b0e258782691";

pub(super) fn run(_: Scale) -> Result<Shown> {
    let cargo_deny = cargo_deny(&Toolbox::open("tools"))?;
    fetched(&mut project::cargo(["fetch", "--locked"]))?;
    let folder = tempfile::tempdir()?;
    let advisories = snapshot(&folder.path().join(COPY))?;
    let config = config_with(folder.path())?;
    let mut deny = Command::new(cargo_deny.join("cargo-deny"));
    deny.current_dir(project::root()).args(["--offline", "--locked", "--all-features", "--format", "json"]);
    deny.arg("--config").arg(config).args(["check", "bans", "licenses", "sources"]);
    if advisories.is_some() {
        deny.arg("advisories");
    }
    let output = deny.output().context("cargo-deny cannot be started")?;
    let told = judged(&String::from_utf8_lossy(&output.stderr))?;
    ensure!(output.status.success(), "cargo-deny ended with {}", output.status);
    Ok(match advisories {
        Some(snapshot) => format!("{told}; none in {snapshot}").into(),
        None => Shown::from(told).without(format!("advisories: there is no snapshot; {PLACE} names one")),
    })
}

/// cargo-deny, compiled once; unoptimised, which is quick enough for what it does.
fn cargo_deny(toolbox: &Toolbox) -> Result<PathBuf> {
    let folder = toolbox.made(&format!("cargo-deny-{VERSION}"), |folder| {
        let build = folder.join("build");
        let mut install = project::cargo(["install", "--locked", "--debug", "--quiet", "--no-track"]);
        install
            .arg(format!("cargo-deny@{VERSION}"))
            .arg("--root")
            .arg(folder)
            .arg("--target-dir")
            .arg(&build);
        fetched(&mut install)?;
        Ok(fs::remove_dir_all(build)?)
    })?;
    Ok(folder.join("bin"))
}

/// Puts the snapshot of the advisories where cargo-deny reads it, if there is one;
/// its name, and how many advisories it has.
fn snapshot(copy: &Path) -> Result<Option<String>> {
    let named = std::env::var_os(PLACE).map(PathBuf::from);
    let place = named.clone().unwrap_or_else(|| project::root().join(BESIDE));
    // A name that leads nowhere is a mistake.
    ensure!(named.is_none() || place.exists(), "{PLACE} names {}, which is not there", place.display());
    let Some(place) = newest_in(&place)? else { return Ok(None) };
    fs::create_dir_all(copy)?;
    if place.is_dir() {
        done(Command::new("cp").arg("-R").arg(place.join(".")).arg(copy))?;
    } else {
        done(Command::new("tar").arg("-xJf").arg(&place).arg("-C").arg(copy))?;
    }
    // It reads a repository, and no folder.
    let git = |args: &[&str]| done(Command::new("git").arg("-C").arg(copy).args(args)).map(drop);
    if !copy.join(".git").exists() {
        git(&["init", "--quiet"])?;
        git(&["add", "--all"])?;
        let author = ["-c", "user.name=snapshot", "-c", "user.email=snapshot@example.com"];
        git(&[&author[..], &["commit", "--quiet", "--message", "The snapshot"]].concat())?;
    }
    let count = project::files_below(&copy.join("crates"), "md")?.len();
    ensure!(count > 0, "there are no advisories in {}", place.display());
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    Ok(Some(format!("{count} advisories of {name}")))
}

/// The database itself, or the archive with the last name in a folder of them.
fn newest_in(place: &Path) -> Result<Option<PathBuf>> {
    if !place.is_dir() || place.join("crates").is_dir() {
        return Ok(place.exists().then(|| place.to_owned()));
    }
    Ok(project::files_below(place, "xz")?.pop())
}

/// The project's rules, with the database of this run.
fn config_with(databases: &Path) -> Result<PathBuf> {
    let mut rules: toml::Table =
        toml::from_str(&fs::read_to_string(project::root().join(".config/deny.toml"))?)?;
    let advisories = rules.get_mut("advisories").and_then(toml::Value::as_table_mut);
    let place = databases.to_string_lossy().into_owned();
    advisories.context("no rules for advisories")?.insert("db-path".to_owned(), place.into());
    let file = databases.join("deny.toml");
    fs::write(&file, toml::to_string(&rules)?)?;
    Ok(file)
}

/// Reads what cargo-deny said, a JSON value a line; whatever is an error is told.
fn judged(said: &str) -> Result<String> {
    let values: Vec<Value> = said.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let errors: Vec<String> = of_kind(&values, "diagnostic")
        .filter(|found| found["severity"] == "error" || found["severity"] == "bug")
        .map(|found| format!("{}: {}, {}", found["code"], found["message"], found["labels"][0]["span"]))
        .collect();
    ensure!(errors.is_empty(), "{} findings:\n{}", errors.len(), errors.join("\n"));
    let summary =
        of_kind(&values, "summary").next().with_context(|| format!("cargo-deny said nothing: {said}"))?;
    let checks = summary.as_object().context("a summary without checks")?;
    ensure!(checks.values().all(|check| check["errors"] == 0), "{summary}");
    let warnings: u64 = checks.values().filter_map(|check| check["warnings"].as_u64()).sum();
    let names: Vec<&str> = checks.keys().map(String::as_str).collect();
    Ok(format!("{} crates of others, {warnings} warnings: {} fine", crates_of_others()?, names.join(", ")))
}

/// What stands in the values of a kind.
fn of_kind<'a>(values: &'a [Value], kind: &'a str) -> impl Iterator<Item = &'a Value> {
    values.iter().filter(move |value| value["type"] == kind).map(|value| &value["fields"])
}

fn crates_of_others() -> Result<usize> {
    let lock: toml::Table = toml::from_str(&fs::read_to_string(project::root().join("Cargo.lock"))?)?;
    let packages = lock.get("package").and_then(toml::Value::as_array).context("an empty Cargo.lock")?;
    Ok(packages.iter().filter(|package| package.get("source").is_some()).count())
}
