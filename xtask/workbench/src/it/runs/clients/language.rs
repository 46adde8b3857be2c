//! Prepares and runs the code samples in each programming language.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use super::page::Sample;
use super::toolbox::{Toolbox, compile_typescript, run_fetch, stdout_of};
use crate::it::outcome::missing;
use xtask::debian::succeeds;
use xtask::project;

const TYPESCRIPT_TOOLS: [&str; 4] =
    ["typescript@5.9.3", "@types/node@24.19.2", "openapi-typescript@7.13.0", "openapi-fetch@0.17.0"];

/// A separate workspace, without debug information.
const RUST_PACKAGE: &str = r#"
[package]
name = "sample"
edition = "2024"

[profile.dev]
debug = false

[workspace]
"#;

/// Returns the command that runs an operation's sample, by id.
pub(super) type Start = Box<dyn Fn(&str) -> Command>;

pub(super) struct Language {
    /// On the API reference page.
    pub(super) name: &'static str,
    /// Even a refused sample exits with 0, as with curl.
    pub(super) exits_with_zero_on_refusal: bool,
    /// Also installs the dependencies.
    pub(super) prepare: fn(&Toolbox, &Path, &[Sample]) -> Result<Start>,
}

pub(super) const CURL: Language =
    Language { name: "curl", exits_with_zero_on_refusal: true, prepare: prepare_shell };
pub(super) const PYTHON: Language =
    Language { name: "Python", exits_with_zero_on_refusal: false, prepare: prepare_python };
pub(super) const TYPESCRIPT: Language =
    Language { name: "TypeScript", exits_with_zero_on_refusal: false, prepare: prepare_typescript };
pub(super) const RUST: Language =
    Language { name: "Rust", exits_with_zero_on_refusal: false, prepare: prepare_rust };

fn prepare_shell(_: &Toolbox, folder: &Path, samples: &[Sample]) -> Result<Start> {
    assert_has_curl()?;
    write(folder, samples, "sh")?;
    Ok(Box::new(|operation| started("sh", &format!("{operation}.sh"))))
}

fn prepare_python(toolbox: &Toolbox, folder: &Path, samples: &[Sample]) -> Result<Start> {
    write(folder, samples, "py")?;
    let needs = needs(samples);
    let packages =
        needs.strip_prefix("pip install ").with_context(|| format!("unexpected requirement {needs:?}"))?;
    let packages: Vec<&str> = packages.split(' ').collect();
    let python = toolbox.python("sample", &packages)?.join("python");
    Ok(Box::new(move |operation| started(&python, &format!("{operation}.py"))))
}

/// Compiles, so that types are checked and every recent Node runs the result.
fn prepare_typescript(toolbox: &Toolbox, folder: &Path, samples: &[Sample]) -> Result<Start> {
    write(folder, samples, "ts")?;
    let names: Vec<String> = samples.iter().map(|sample| format!("{}.ts", sample.operation)).collect();
    compile_typescript(
        &typescript_packages(toolbox)?,
        folder,
        &names.iter().map(String::as_str).collect::<Vec<_>>(),
    )?;
    Ok(Box::new(|operation| started("node", &format!("{operation}.js"))))
}

/// Uses the page's dependencies, in the versions that a reader gets today.
fn prepare_rust(toolbox: &Toolbox, _: &Path, samples: &[Sample]) -> Result<Start> {
    let needs = needs(samples);
    let name: String = needs.chars().map(|is| if is.is_alphanumeric() { is } else { '-' }).collect();
    let package = toolbox.cached(&format!("rust-{name}"), |folder| {
        let sources = folder.join("src/bin");
        fs::create_dir_all(&sources)?;
        fs::write(folder.join("Cargo.toml"), RUST_PACKAGE)?;
        fs::write(sources.join("sample.rs"), "fn main() {}\n")?;
        run_fetch(Command::new("sh").args(["-c", needs]).current_dir(folder))?;
        run_fetch(project::cargo(["fetch"]).current_dir(folder))
    })?;
    write(&package.join("src/bin"), samples, "rs")?;
    let built = package.join("target");
    let mut cargo = project::cargo(["build", "--quiet", "--locked", "--bins", "--target-dir"]);
    stdout_of(cargo.arg(&built).current_dir(&package))?;
    Ok(Box::new(move |operation| Command::new(built.join("debug").join(operation))))
}

pub(super) fn typescript_packages(toolbox: &Toolbox) -> Result<PathBuf> {
    const IS_NEW_ENOUGH: &str = "process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)";
    if !succeeds(Command::new("node").args(["-e", IS_NEW_ENOUGH])) {
        return missing("Node 20 or later is not installed");
    }
    toolbox.npm("typescript", &TYPESCRIPT_TOOLS)
}

/// Skips the caller's part if curl is missing.
pub(super) fn assert_has_curl() -> Result<()> {
    if succeeds(Command::new("curl").arg("--version")) { Ok(()) } else { missing("curl is not installed") }
}

fn write(folder: &Path, samples: &[Sample], extension: &str) -> Result<()> {
    for Sample { operation, code, .. } in samples {
        fs::write(folder.join(format!("{operation}.{extension}")), code)?;
    }
    Ok(())
}

/// All samples in one language have the same dependencies.
fn needs(samples: &[Sample]) -> &str {
    samples.first().map(|sample| sample.needs.as_str()).unwrap_or_default()
}

fn started(program: impl AsRef<OsStr>, file: &str) -> Command {
    let mut command = Command::new(program);
    command.arg(file);
    command
}
