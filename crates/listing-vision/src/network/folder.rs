//! The folder that the networks are in.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::{MANIFEST, ModelsError};

/// A models folder, with its list of files and sums.
pub(crate) struct Folder {
    dir: PathBuf,
    manifest: String,
}

impl Folder {
    /// Reads the list of a models folder.
    pub(crate) fn open(dir: &Path) -> Result<Self, ModelsError> {
        let manifest = read(&dir.join(MANIFEST))?;
        Ok(Self { dir: dir.to_owned(), manifest: String::from_utf8_lossy(&manifest).into_owned() })
    }

    /// Whether the folder has, or should have, a file of this name.
    pub(crate) fn lists(&self, name: &str) -> bool {
        self.files().any(|(_, listed)| listed == name)
    }

    /// Where a file of the folder is.
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// Reads a file that is as the list says.
    pub(super) fn read(&self, name: &str) -> Result<Vec<u8>, ModelsError> {
        let path = self.path(name);
        let bytes = read(&path)?;
        let sum = hex::encode(Sha256::digest(&bytes));
        if self.files().any(|file| file == (&sum, name)) {
            Ok(bytes)
        } else {
            Err(ModelsError::Damaged { path })
        }
    }

    /// The sums and names of the files in the list, whose lines are `<sha256>  <name>`.
    fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.manifest.lines().filter_map(|line| line.split_once("  "))
    }
}

fn read(path: &Path) -> Result<Vec<u8>, ModelsError> {
    fs::read(path).map_err(|source| ModelsError::Missing { path: path.to_owned(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_under_its_own_name_and_with_its_own_sum_only() {
        let sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(MANIFEST), format!("# comment\n{sum}  mask.onnx\n{sum}  lost.onnx\n"))
            .unwrap();
        for (name, text) in [("mask.onnx", "abc"), ("classifier.onnx", "abc")] {
            fs::write(dir.path().join(name), text).unwrap();
        }
        let folder = Folder::open(dir.path()).unwrap();
        assert_eq!(folder.read("mask.onnx").unwrap(), b"abc");
        assert!(folder.lists("mask.onnx") && !folder.lists("classifier.onnx"));
        assert!(matches!(folder.read("classifier.onnx"), Err(ModelsError::Damaged { .. })));
        assert!(matches!(folder.read("lost.onnx"), Err(ModelsError::Missing { .. })));
        fs::write(dir.path().join("mask.onnx"), "abd").unwrap();
        assert!(matches!(folder.read("mask.onnx"), Err(ModelsError::Damaged { .. })));
    }
}
