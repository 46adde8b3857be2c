//! The models folder: its files, its list of checksums, and the optional faster runtime.

use std::error::Error;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use ort::environment::Environment;
use sha2::{Digest as _, Sha256};

use super::{MANIFEST, ModelsError, Runtime, Tape, onnxruntime};

/// ONNX Runtime, the faster runtime.
const LIBRARY: &str = "libonnxruntime.";

pub(crate) struct Folder {
    dir: PathBuf,
    manifest: String,
    library: Option<Environment>,
    tape: Option<Tape>,
}

impl Folder {
    /// For the fastest available runtime.
    pub(crate) fn open(dir: &Path) -> Result<Self, ModelsError> {
        let folder = Self::without_library(dir)?;
        let Some(name) = folder.library_name() else { return Ok(folder) };
        match folder.load_library(name) {
            Ok(library) => Ok(Self { library: Some(library), ..folder }),
            Err(error) => {
                let error = error.to_string();
                tracing::warn!(
                    error,
                    library = name,
                    "cannot load {name}: falling back to the runtime rten, which is slower"
                );
                Ok(folder)
            }
        }
    }

    pub(crate) fn open_for(dir: &Path, runtime: Runtime) -> Result<Self, ModelsError> {
        let folder = Self::without_library(dir)?;
        match runtime {
            Runtime::Rten => Ok(folder),
            Runtime::Onnxruntime => {
                let name = folder.library_name().ok_or("the models folder has no onnxruntime");
                let library = name.map_err(Into::into).and_then(|name| folder.load_library(name));
                let library = library.map_err(|source| ModelsError::Library { source })?;
                Ok(Self { library: Some(library), ..folder })
            }
        }
    }

    pub(crate) fn on_tape(self, tape: Tape) -> Self {
        Self { tape: Some(tape), ..self }
    }

    pub(super) const fn tape(&self) -> Option<&Tape> {
        self.tape.as_ref()
    }

    fn without_library(dir: &Path) -> Result<Self, ModelsError> {
        let manifest = read(&dir.join(MANIFEST))?;
        let manifest = String::from_utf8_lossy(&manifest).into_owned();
        Ok(Self { dir: dir.to_owned(), manifest, library: None, tape: None })
    }

    fn library_name(&self) -> Option<&str> {
        self.files().map(|(_, name)| name).find(|name| name.starts_with(LIBRARY))
    }

    /// A library is code, so only from a folder that no other user can write to.
    fn load_library(&self, name: &str) -> Result<Environment, Box<dyn Error + Send + Sync>> {
        let library = self.path(name);
        for path in [&self.dir, &self.path(MANIFEST), &library] {
            listing_ownership::check(path)?;
        }
        self.read(name)?;
        onnxruntime::library(&fs::canonicalize(library)?)
    }

    pub(super) const fn library(&self) -> Option<&Environment> {
        self.library.as_ref()
    }

    pub(crate) fn lists(&self, name: &str) -> bool {
        self.files().any(|(_, listed)| listed == name)
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// Does not check the checksum.
    pub(super) fn open_file(&self, name: &str) -> Result<File, ModelsError> {
        let path = self.path(name);
        File::open(&path).map_err(|source| ModelsError::Missing { path, source })
    }

    /// Checks the checksum.
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

    /// The list's lines are `<sha256>  <name>`.
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
    fn file_is_read_only_with_its_listed_name_and_checksum() {
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

    #[test]
    fn a_library_is_loaded_only_from_a_folder_that_others_cannot_change() {
        use std::os::unix::fs::PermissionsExt as _;

        let dir = tempfile::tempdir().unwrap();
        let name = format!("{LIBRARY}so");
        fs::write(dir.path().join(&name), "code").unwrap();
        let sum = hex::encode(Sha256::digest("code"));
        fs::write(dir.path().join(MANIFEST), format!("{sum}  {name}\n")).unwrap();
        let refusal = |mode: u32| {
            fs::set_permissions(dir.path(), fs::Permissions::from_mode(mode)).unwrap();
            match Folder::open_for(dir.path(), Runtime::Onnxruntime) {
                Err(ModelsError::Library { source }) => source.to_string(),
                Err(other) => panic!("{other}"),
                Ok(_) => panic!("{name} was loaded as a library"),
            }
        };
        assert!(refusal(0o777).contains("chmod go-w"), "others could put their own code there");
        assert!(
            !refusal(0o755).contains("chmod"),
            "the file passes the check of its mode, but it is not a library"
        );
    }
}
