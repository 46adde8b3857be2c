//! Damaged and malicious image files, separate from the project. Without them, the runs are skipped.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};

use xtask::project;

/// A folder, or an archive.
const VARIABLE: &str = "PTL_HOSTILE_IMAGES";
/// Relative to the project.
const DEFAULT_PATH: &str = "../shared/hostile/hostile-images.tar.xz";
/// Crafted to be expensive to decode.
const CRAFTED: &str = "crafted";

pub(super) const ABSENT: &str =
    "the corpus of hostile images is missing; set PTL_HOSTILE_IMAGES to its folder or .tar.xz";

pub(super) struct Corpus {
    /// Sorted.
    pub(super) files: Vec<PathBuf>,
    /// Keeps the files until drop.
    _unpacked: Option<tempfile::TempDir>,
}

impl Corpus {
    pub(super) fn open() -> Result<Option<Self>> {
        let named = std::env::var_os(VARIABLE).map(PathBuf::from);
        let path = named.clone().unwrap_or_else(|| project::root().join(DEFAULT_PATH));
        if path.is_dir() {
            return Ok(Some(Self { files: files_of(&path)?, _unpacked: None }));
        }
        if !path.is_file() {
            // An explicit path must exist.
            ensure!(named.is_none(), "{VARIABLE} names {}, which does not exist", path.display());
            return Ok(None);
        }
        let folder = tempfile::tempdir()?;
        project::run(Command::new("tar").arg("-xJf").arg(&path).arg("-C").arg(folder.path()))?;
        Ok(Some(Self { files: files_of(folder.path())?, _unpacked: Some(folder) }))
    }

    /// Returns all crafted files, and others spread evenly over the corpus.
    pub(super) fn spread(&self, count: usize) -> Vec<&Path> {
        let (crafted, others): (Vec<&Path>, Vec<&Path>) =
            self.files.iter().map(PathBuf::as_path).partition(|file| is_crafted(file));
        let wanted = count.saturating_sub(crafted.len()).min(others.len());
        let spread = (0..wanted).map(|index| others[index * others.len() / wanted]);
        crafted.iter().copied().chain(spread).collect()
    }
}

fn is_crafted(file: &Path) -> bool {
    file.parent().is_some_and(|folder| folder.ends_with(CRAFTED))
}

fn files_of(folder: &Path) -> Result<Vec<PathBuf>> {
    let files = project::all_files_below(folder)?;
    ensure!(!files.is_empty(), "there are no files in {}", folder.display());
    Ok(files)
}
