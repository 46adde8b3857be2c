//! The corpus of damaged and malicious image files, which is no part of the
//! project: where it is not there, what needs it is skipped.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};

use xtask::project;

/// Tells where it is: a folder, or an archive of one.
const PLACE: &str = "PTL_HOSTILE_IMAGES";
/// Where it is otherwise, beside the project.
const BESIDE: &str = "../shared/hostile/hostile-images.tar.xz";
/// The folder of files that were made to be expensive.
const CRAFTED: &str = "crafted";

/// What is told where it is not there.
pub(super) const ABSENT: &str =
    "the corpus of hostile images is not there; PTL_HOSTILE_IMAGES names its folder or .tar.xz";

/// The corpus as files.
pub(super) struct Corpus {
    /// All files by name.
    pub(super) files: Vec<PathBuf>,
    /// Holds what was unpacked.
    _unpacked: Option<tempfile::TempDir>,
}

impl Corpus {
    /// The corpus, if it is there.
    pub(super) fn open() -> Result<Option<Self>> {
        let named = std::env::var_os(PLACE).map(PathBuf::from);
        let place = named.clone().unwrap_or_else(|| project::root().join(BESIDE));
        if place.is_dir() {
            return Ok(Some(Self { files: files_of(&place)?, _unpacked: None }));
        }
        if !place.is_file() {
            // A name that leads nowhere is a mistake.
            ensure!(named.is_none(), "{PLACE} names {}, which is not there", place.display());
            return Ok(None);
        }
        let folder = tempfile::tempdir()?;
        project::run(Command::new("tar").arg("-xJf").arg(&place).arg("-C").arg(folder.path()))?;
        Ok(Some(Self { files: files_of(folder.path())?, _unpacked: Some(folder) }))
    }

    /// So many of the files, spread evenly, and all that were made to be
    /// expensive.
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
