//! Build and metadata of the container image.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use super::texts;
use crate::it::runs::debian_root;
use crate::it::runs::toolbox::{run_fetch, stdout_of};
use xtask::project;

/// Of the Dockerfile's base images.
const RELEASE: &str = "bookworm";
const BASE: &str = "localhost/debian-root";
const ARTEFACTS: &str = "localhost/ptl-artefacts";
const NAME: &str = "localhost/ptl";

/// Belong in the build context.
const WANTED: [&str; 8] = [
    ".cargo/config.toml",
    "Cargo.lock",
    "Cargo.toml",
    "crates/listing-a/src/lib.rs",
    "docs/openapi.json",
    "tests/Cargo.toml",
    "xtask/src/main.rs",
    "xtask/workbench/src/main.rs",
];
/// Files on a developer's machine that do not belong in the build context.
const UNWANTED: [&str; 11] = [
    ".env",
    ".git/config",
    "crates/listing-a/.env.local",
    "crates/listing-a/ptl.toml",
    "crates/listing-a/target/debug/ptl",
    "crates/listing-a/tests/ptl.db-wal",
    "data/ptl.db",
    "docs/api.md",
    "models/classifier.onnx",
    "ptl.toml",
    "target/release/ptl",
];

/// In a temporary store.
pub(super) struct Image {
    folder: tempfile::TempDir,
    pub(super) root: PathBuf,
    /// Such as user and ports.
    pub(super) config: Value,
}

impl Image {
    /// Uses other base images, and does not compile.
    pub(super) fn build() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let base = debian_root::archive(RELEASE, &["ca-certificates"])?;
        commit(folder.path(), &base, BASE)?;
        let made = folder.path().join("artefacts");
        fs::create_dir_all(made.join("src/target/release"))?;
        fs::create_dir_all(made.join("models"))?;
        fs::copy(project::release_binary()?, made.join("src/target/release/ptl"))?;
        for file in project::all_files_below(&project::root().join("models"))? {
            fs::copy(&file, made.join("models").join(file.file_name().unwrap_or_default()))?;
        }
        commit(folder.path(), &made, ARTEFACTS)?;
        let mut build = buildah(folder.path(), &["build", "--format", "docker", "--tag", NAME]);
        for (name, value) in [("BUILD_BASE", BASE), ("RUN_BASE", BASE), ("ARTEFACTS", ARTEFACTS)] {
            build.args(["--build-arg", &format!("{name}={value}")]);
        }
        // The build downloads Debian's package lists.
        run_fetch(build.args(["--file", "docs/deployment/Dockerfile", "."]).current_dir(project::root()))?;
        let inspected = stdout_of(&mut buildah(folder.path(), &["inspect", "--type", "image", NAME]))?;
        let inspected: Value = serde_json::from_str(&inspected)?;
        let config = inspected["Docker"]["config"].clone();
        ensure!(config["ExposedPorts"]["8080/tcp"].is_object(), "port 8080 is not exposed: {config}");
        ensure!(config["StopSignal"] == "SIGTERM", "the stop signal is not SIGTERM: {config}");
        let root = mounted(folder.path(), NAME)?;
        Ok(Self { folder, root, config })
    }

    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(super) fn command(&self) -> Result<Vec<String>> {
        texts(&self.config["Cmd"])
    }

    pub(super) fn health_check(&self) -> Result<Vec<String>> {
        let test = texts(&self.config["Healthcheck"]["Test"])?;
        let (kind, command) = test.split_first().context("the image has no health check")?;
        ensure!(kind == "CMD", "the health check needs a shell: {test:?}");
        Ok(command.to_vec())
    }

    /// `.dockerignore` must admit exactly the sources.
    pub(super) fn assert_context_is_the_sources(&self) -> Result<String> {
        let machine = tempfile::tempdir()?;
        for file in WANTED.iter().chain(&UNWANTED) {
            let file = machine.path().join(file);
            fs::create_dir_all(file.parent().context("the file has no parent folder")?)?;
            fs::write(file, "x")?;
        }
        fs::copy(project::root().join(".dockerignore"), machine.path().join(".dockerignore"))?;
        let seen = self.context_of(machine.path())?;
        let files = project::all_files_below(&seen)?;
        let inside = |file: &PathBuf| Some(file.strip_prefix(&seen).ok()?.to_string_lossy().into_owned());
        let found: Vec<String> = files.iter().filter_map(inside).collect();
        ensure!(found == WANTED, "unexpected build context: {found:?}");
        // Cargo rejects a workspace that lacks a member.
        let sources = self.context_of(project::root())?;
        let mut metadata = project::cargo(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
        stdout_of(metadata.arg("--manifest-path").arg(sources.join("Cargo.toml")))
            .context("the build context is not a workspace")?;
        Ok(format!(".dockerignore keeps {} of {} files out", UNWANTED.len(), UNWANTED.len()))
    }

    fn context_of(&self, folder: &Path) -> Result<PathBuf> {
        let recipe = self.folder().join("Context");
        fs::write(&recipe, "FROM scratch\nCOPY . /\n")?;
        let name = "localhost/context";
        let mut build = buildah(self.folder(), &["build", "--tag", name, "--file"]);
        stdout_of(build.arg(recipe).arg(folder))?;
        mounted(self.folder(), name)
    }
}

/// `content` is a folder or an archive.
fn commit(folder: &Path, content: &Path, name: &str) -> Result<()> {
    let container = stdout_of(&mut buildah(folder, &["from", "scratch"]))?;
    stdout_of(buildah(folder, &["add", "--quiet", &container]).arg(content).arg("/"))?;
    stdout_of(&mut buildah(folder, &["commit", "--quiet", "--rm", &container, name])).map(drop)
}

/// Returns the folder of the image's files.
fn mounted(folder: &Path, name: &str) -> Result<PathBuf> {
    let container = stdout_of(&mut buildah(folder, &["from", "--pull-never", name]))?;
    Ok(stdout_of(&mut buildah(folder, &["mount", &container]))?.into())
}

/// Its store is in `folder`, without namespaces or an overlay.
fn buildah(folder: &Path, args: &[&str]) -> Command {
    let mut buildah = Command::new("buildah");
    buildah.arg("--root").arg(folder.join("store")).arg("--runroot").arg(folder.join("run"));
    buildah.args(["--storage-driver", "vfs"]).args(args).env("BUILDAH_ISOLATION", "chroot");
    buildah
}
