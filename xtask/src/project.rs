//! Paths in the workspace; builds and runs its programs.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, ensure};

use crate::debian;

/// Returns the workspace's folder.
pub fn root() -> &'static Path {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask)
}

/// Returns the folder of the sample photos.
pub fn samples() -> PathBuf {
    root().join("docs/samples")
}

/// Returns the sample photos, sorted.
pub fn sample_photos() -> Result<Vec<PathBuf>> {
    files_below(&samples(), "jpg")
}

/// Returns the files below a folder with this extension, sorted.
pub fn files_below(folder: &Path, extension: &str) -> Result<Vec<PathBuf>> {
    let mut files = all_files_below(folder)?;
    files.retain(|file| file.extension() == Some(OsStr::new(extension)));
    Ok(files)
}

/// Returns all files below a folder, sorted.
pub fn all_files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = folder.read_dir().with_context(|| format!("cannot list {}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Returns a cargo command in the workspace.
pub fn cargo<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(args).current_dir(root());
    // Cargo sets these for a package's program. ring's build script reads them, so another program's cargo
    // would rebuild ring and its dependents.
    let is_of_a_package = |name: &str| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_");
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_of_a_package)) {
        cargo.env_remove(name);
    }
    cargo
}

/// Runs a command that must succeed, with its output shown.
pub fn run(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}");
    let status = command.status().with_context(|| format!("cannot start {shown}"))?;
    ensure!(status.success(), "{shown} failed with {status}");
    Ok(())
}

/// Runs a command that must succeed. Returns its standard output without trailing white space.
pub fn output(command: &mut Command) -> Result<String> {
    let shown = command.get_program().display().to_string();
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("cannot start {shown}"))?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{shown} failed with {}: {}", output.status, stderr.trim());
    Ok(String::from_utf8(output.stdout)
        .with_context(|| format!("the output of {shown} is not text"))?
        .trim_end()
        .to_owned())
}

/// Builds the release binary.
pub fn release_binary() -> Result<PathBuf> {
    built("listing-server", "ptl", "")
}

/// Builds the release binary with `turbo` (fast decoders) and `postgres-tls`, each if its tools are
/// installed.
pub fn fastest_binary() -> Result<PathBuf> {
    built("listing-server", "ptl", &fastest_features())
}

fn fastest_features() -> String {
    let (turbo, tls) = (can_build_turbo(), can_build_postgres_tls());
    eprintln!(
        "building ptl {}, {}; the first time takes minutes",
        if turbo {
            "with the faster photo decoders, because cmake and nasm are installed"
        } else {
            "with the plain photo decoders: those of libjpeg-turbo take half the time, but need cmake and nasm"
        },
        if tls {
            "with TLS to PostgreSQL, because OpenSSL's development files are installed"
        } else {
            "without TLS to PostgreSQL, which needs libssl-dev and pkg-config"
        }
    );
    let features = [("turbo", turbo), ("postgres-tls", tls)];
    let features: Vec<&str> = features.iter().filter(|(_, built)| *built).map(|(name, _)| *name).collect();
    features.join(",")
}

/// Returns true if OpenSSL's development files are installed.
pub fn can_build_postgres_tls() -> bool {
    debian::succeeds(Command::new("pkg-config").args(["--exists", "openssl"]))
}

/// Returns true if `cmake` and `nasm` are installed.
pub fn can_build_turbo() -> bool {
    ["cmake", "nasm"].iter().all(|program| debian::succeeds(Command::new(program).arg("--version")))
}

/// Builds the service with a test writer, which answers at once.
pub fn test_server_binary() -> Result<PathBuf> {
    built("listing-tests", "ptl-test-server", "")
}

/// Builds the server with which benchmarks compare the service.
pub fn baseline_binary() -> Result<PathBuf> {
    built("listing-tests", "baseline-actix", "")
}

/// Builds a package's benchmark.
pub fn benchmark(package: &str, name: &str, features: &str) -> Result<PathBuf> {
    let mut cargo = cargo(["build", "--release", "--locked", "--message-format=json-render-diagnostics"]);
    cargo.args(["--package", package, "--bench", name, "--features", features]);
    let built = cargo.stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    ensure!(built.status.success(), "cannot build the benchmark {name}");
    let executable = |line: &str| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        (message["target"]["name"] == name).then(|| message["executable"].as_str().map(PathBuf::from))?
    };
    let messages = String::from_utf8(built.stdout)?;
    messages.lines().find_map(executable).with_context(|| format!("cargo did not print the path of {name}"))
}

/// Builds an example of `listing-photo`, the only package that depends on the image crates.
pub fn photo_program(name: &str) -> Result<PathBuf> {
    photo_program_with(name, &[])
}

/// Builds an example of `listing-photo` with these features.
pub fn photo_program_with(name: &str, features: &[&str]) -> Result<PathBuf> {
    example("listing-photo", name, features)
}

/// Builds the example of `listing-vision` that reads text in photos.
pub fn reading_program() -> Result<PathBuf> {
    example("listing-vision", "read", &[])
}

fn example(package: &str, name: &str, features: &[&str]) -> Result<PathBuf> {
    let mut cargo = cargo(["build", "--release", "--locked", "--package", package, "--example", name]);
    run(cargo.args(["--features", &features.join(",")]))?;
    Ok(target().join("release/examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}

/// Builds and runs the workbench, and exits with its status.
pub fn run_workbench(args: &[OsString]) -> Result<()> {
    let mut workbench = cargo(["run", "--release", "--locked", "--package", "workbench", "--"]);
    let status = workbench.args(args).status().context("cannot start cargo")?;
    std::process::exit(status.code().unwrap_or(1))
}

fn built(package: &str, binary: &str, features: &str) -> Result<PathBuf> {
    let mut cargo = cargo(["build", "--release", "--locked", "--package", package, "--bin", binary]);
    run(cargo.args(["--features", features]))?;
    Ok(target().join("release").join(format!("{binary}{}", std::env::consts::EXE_SUFFIX)))
}

/// Returns cargo's target folder.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_gets_no_variables_of_the_calling_package() {
        let cargo = cargo(["--version"]);
        let removed = |name| cargo.get_envs().any(|(key, value)| key == name && value.is_none());
        for name in ["CARGO_PKG_NAME", "CARGO_PKG_VERSION_MAJOR", "CARGO_MANIFEST_DIR"] {
            assert!(std::env::var_os(name).is_some() && removed(name), "{name}");
        }
    }
}
