//! The networks of the embedded engine, loaded from the models folder.

use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use crate::classifier::Classifier;
use crate::head::Head;
use crate::mask::Masker;
use crate::network::{Folder, ModelsError, Runtime, Tape};
use crate::reading::Reader;

/// File extension of heads.
const HEAD: &str = "head";

/// All networks and heads, shared by threads.
#[derive(Debug)]
pub struct Models {
    classifier: Classifier,
    masker: Masker,
    heads: Vec<Head>,
    denim: Head,
    reader: Option<Reader>,
}

impl Models {
    /// Loads the networks from the folder that `cargo xtask models` writes, and checks them against its
    /// `MODELS.txt`.
    pub fn load(dir: &Path) -> Result<Self, ModelsError> {
        on_new_thread(|| Self::from_folder(&Folder::open(dir)?, dir))
    }

    /// Loads the networks for `runtime`; `tape` can record their runs for benchmarks.
    pub fn load_for(dir: &Path, runtime: Runtime, tape: &Tape) -> Result<Self, ModelsError> {
        let open = || Ok(Folder::open_for(dir, runtime)?.on_tape(tape.clone()));
        on_new_thread(|| Self::from_folder(&open()?, dir))
    }

    fn from_folder(folder: &Folder, dir: &Path) -> Result<Self, ModelsError> {
        let models = Self {
            classifier: Classifier::load(folder)?,
            masker: Masker::load(folder)?,
            heads: heads(dir)?,
            denim: Head::denim()?,
            reader: Reader::from_folder(folder)?,
        };
        let runtime = models.runtime().name();
        tracing::info!(runtime, "inference runtime: {runtime}");
        Ok(models)
    }

    /// Returns the library that runs the networks.
    pub fn runtime(&self) -> Runtime {
        self.classifier.runtime()
    }

    /// Returns the network that classifies pictures.
    pub fn classifier(&self) -> &Classifier {
        &self.classifier
    }

    /// Returns the network that finds the product's pixels.
    pub fn masker(&self) -> &Masker {
        &self.masker
    }

    /// Returns the networks that read text; `None` if the folder has none.
    pub fn reader(&self) -> Option<&Reader> {
        self.reader.as_ref()
    }

    /// Returns the heads: first the operator's own, which know their goods better, then the one for garments.
    pub fn heads(&self) -> &[Head] {
        &self.heads
    }

    /// Returns the head that recognizes denim.
    pub fn denim(&self) -> &Head {
        &self.denim
    }
}

/// Loading frees as much memory as it keeps. The system's allocator caches freed memory per thread, and a
/// later thread reuses it to analyze photos.
fn on_new_thread<T: Send>(load: impl FnOnce() -> T + Send) -> T {
    let loaded = thread::scope(|scope| scope.spawn(load).join());
    loaded.unwrap_or_else(|panic| resume_unwind(panic))
}

/// The operator's heads, sorted by name, then the built-in one.
fn heads(dir: &Path) -> Result<Vec<Head>, ModelsError> {
    let missing = |source| ModelsError::Missing { path: dir.to_owned(), source };
    let mut paths = Vec::new();
    for entry in dir.read_dir().map_err(missing)? {
        let path = entry.map_err(missing)?.path();
        if path.extension().is_some_and(|extension| extension == HEAD) {
            paths.push(path);
        }
    }
    paths.sort();
    let read = |path: PathBuf| {
        let bytes = fs::read(&path).map_err(|source| ModelsError::Missing { path: path.clone(), source })?;
        let head = Head::from_bytes(&bytes).map_err(|_| ModelsError::Head { path: path.clone() })?;
        let classes = head.classes().len();
        let file = path.display();
        tracing::info!(head = %file, classes, "loaded the head {file} with {classes} classes");
        Ok(head)
    };
    let mut heads = paths.into_iter().map(read).collect::<Result<Vec<_>, ModelsError>>()?;
    heads.push(Head::garments()?);
    Ok(heads)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_folder_error_explains_how_to_get_the_models() {
        let error = Models::load(Path::new("/nonexistent")).unwrap_err().to_string();
        assert!(error.contains("`cargo xtask models`") && error.contains("PTL_MODELS_DIR"), "{error}");
    }

    #[test]
    fn custom_heads_come_first_and_a_damaged_one_is_named() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(heads(folder.path()).unwrap().len(), 1);
        std::fs::write(folder.path().join("mine.head"), Head::garments().unwrap().to_bytes()).unwrap();
        assert_eq!(heads(folder.path()).unwrap().len(), 2);
        std::fs::write(folder.path().join("other.head"), "PTLHEAD2\n\n").unwrap();
        let error = heads(folder.path()).unwrap_err().to_string();
        assert!(error.contains("other.head") && error.contains("train-head"), "{error}");
    }
}
