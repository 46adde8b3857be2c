//! Folders below `target/` with external programs, fetched once in pinned versions.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, anyhow};

use crate::it::outcome::Missing;
use xtask::project;

/// Strict checks, and output for Node.
const COMPILED: [&str; 7] = ["--strict", "--target", "es2022", "--module", "nodenext", "--types", "node"];
/// Marks a folder as complete.
const COMPLETE: &str = ".complete";
/// Characters from the end of a failed command's output.
const MAX_SHOWN: usize = 600;

pub(super) struct Toolbox {
    folder: PathBuf,
}

impl Toolbox {
    pub(super) fn open(name: &str) -> Self {
        Self { folder: project::target().join(name) }
    }

    /// `make` fills the folder once. An interrupted one is made from scratch.
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

    /// Returns the folder of the packages.
    pub(super) fn npm(&self, name: &str, packages: &[&str]) -> Result<PathBuf> {
        let versions = packages.join("+").replace('/', "-");
        let folder = self.cached(&format!("{name}-{versions}"), |folder| {
            let mut npm = Command::new("npm");
            npm.args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"]);
            run_fetch(npm.arg(folder).args(packages))
        })?;
        Ok(folder.join("node_modules"))
    }

    /// Uses a virtual environment, and returns its folder of programs.
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

pub(super) fn paths_from(folder: &Path) -> Result<OsString> {
    let others = std::env::var_os("PATH").unwrap_or_default();
    Ok(std::env::join_paths([folder.to_owned()].into_iter().chain(std::env::split_paths(&others)))?)
}

/// Compiles files of a folder with the compiler among the packages.
pub(super) fn compile_typescript(packages: &Path, folder: &Path, files: &[&str]) -> Result<()> {
    let linked = folder.join("node_modules");
    if !linked.exists() {
        symlink(packages, linked)?;
    }
    fs::write(folder.join("package.json"), r#"{ "type": "module" }"#)?;
    let mut compiler = Command::new("node");
    compiler.arg(packages.join("typescript/bin/tsc")).args(COMPILED).args(files);
    stdout_of(compiler.current_dir(folder)).map(drop)
}

/// If the download fails, the tests that need it are skipped.
pub(super) fn run_fetch(command: &mut Command) -> Result<()> {
    stdout_of(command).map(drop).map_err(|error| Missing(format!("{error:#}")).into())
}

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
