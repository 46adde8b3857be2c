//! Folders below `target/` with external programs, which are fetched once, in pinned versions.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, anyhow};

use crate::it::outcome::Missing;
use xtask::project;

/// Name of the file that marks a folder as complete.
const COMPLETE: &str = ".complete";
/// Characters of a failed command's output to show, from its end.
const MAX_SHOWN: usize = 600;

pub(super) struct Toolbox {
    folder: PathBuf,
}

impl Toolbox {
    /// Opens a folder below `target/`.
    pub(super) fn open(name: &str) -> Self {
        Self { folder: project::target().join(name) }
    }

    /// Returns a folder that `make` fills once. An interrupted one is made from scratch.
    pub(super) fn cached(&self, name: &str, make: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
        let folder = self.folder.join(name);
        if !folder.join(COMPLETE).is_file() {
            if folder.exists() {
                fs::remove_dir_all(&folder)?;
            }
            fs::create_dir_all(&folder)?;
            eprintln!("fetching {name}");
            make(&folder)?;
            fs::write(folder.join(COMPLETE), "")?;
        }
        Ok(folder)
    }

    /// Installs npm packages with their dependencies, and returns their folder.
    pub(super) fn npm(&self, name: &str, packages: &[&str]) -> Result<PathBuf> {
        let versions = packages.join("+").replace('/', "-");
        let folder = self.cached(&format!("{name}-{versions}"), |folder| {
            let mut npm = Command::new("npm");
            npm.args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"]);
            run_fetch(npm.arg(folder).args(packages))
        })?;
        Ok(folder.join("node_modules"))
    }

    /// Installs Python packages in a virtual environment, and returns its folder of programs.
    pub(super) fn python(&self, name: &str, packages: &[&str]) -> Result<PathBuf> {
        let versions = packages.join("+").replace("==", "-");
        let folder = self.cached(&format!("{name}-{versions}"), |folder| {
            run_fetch(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
            let mut pip = Command::new(folder.join("bin/python"));
            pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
            run_fetch(pip.args(packages))
        })?;
        Ok(folder.join("bin"))
    }
}

/// Returns `PATH` with this folder first.
pub(super) fn paths_from(folder: &Path) -> Result<OsString> {
    let others = std::env::var_os("PATH").unwrap_or_default();
    Ok(std::env::join_paths([folder.to_owned()].into_iter().chain(std::env::split_paths(&others)))?)
}

/// Runs a command that downloads something. If it fails, the tests that need the download are skipped.
pub(super) fn run_fetch(command: &mut Command) -> Result<()> {
    stdout_of(command).map(drop).map_err(|error| Missing(format!("{error:#}")).into())
}

/// Runs a command to its end and returns its standard output.
pub(super) fn stdout_of(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("cannot start {program}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if !output.status.success() {
        let output_text = format!("{}\n{}", text(&output.stdout), text(&output.stderr));
        return Err(anyhow!("{program} ended with {}: {}", output.status, end_of(&output_text)));
    }
    Ok(text(&output.stdout))
}

pub(super) fn end_of(text: &str) -> String {
    let skipped = text.chars().count().saturating_sub(MAX_SHOWN);
    text.trim().chars().skip(skipped).collect()
}
