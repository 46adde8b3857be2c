//! A temporary folder with a package's files as installed. The modes don't depend on the builder's umask.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::project;

const FOLDER: u32 = 0o755;
const PROGRAM: u32 = 0o755;
const FILE: u32 = 0o644;

pub(super) struct Tree {
    folder: tempfile::TempDir,
}

impl Tree {
    pub(super) fn new() -> Result<Self> {
        let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
        set_mode(folder.path(), FOLDER)?;
        Ok(Self { folder })
    }

    pub(super) fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Creates the file's folder.
    fn target(&self, path: &str) -> Result<PathBuf> {
        let mut folder = self.root().to_owned();
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        for part in folders.split('/').filter(|part| !part.is_empty()) {
            folder.push(part);
            if !folder.is_dir() {
                fs::create_dir(&folder)?;
                set_mode(&folder, FOLDER)?;
            }
        }
        Ok(folder.join(name))
    }

    fn write_with(&self, path: &str, bytes: &[u8], mode: u32) -> Result<()> {
        let target = self.target(path)?;
        fs::write(&target, bytes).with_context(|| format!("cannot write {}", target.display()))?;
        set_mode(&target, mode)
    }

    pub(super) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) -> Result<()> {
        self.write_with(path, bytes.as_ref(), FILE)
    }

    pub(super) fn write_program(&self, path: &str, bytes: impl AsRef<[u8]>) -> Result<()> {
        self.write_with(path, bytes.as_ref(), PROGRAM)
    }

    /// The compressed file contains neither a name nor a timestamp.
    pub(super) fn write_compressed(&self, path: &str, bytes: impl AsRef<[u8]>) -> Result<()> {
        self.write(path, bytes)?;
        let file = self.root().join(path);
        project::output(Command::new("gzip").args(["-9", "--no-name"]).arg(&file))?;
        set_mode(&file.with_added_extension("gz"), FILE)
    }

    /// `to` is relative to the link's folder.
    pub(super) fn link(&self, path: &str, to: &str) -> Result<()> {
        symlink(to, self.target(path)?).with_context(|| format!("cannot link {path}"))
    }
}

fn set_mode(path: &Path, mode: u32) -> Result<()> {
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
        .with_context(|| format!("cannot set the mode of {}", path.display()))
}
