//! Where a database is: from the address in the settings to a file that only
//! its owner can read.

use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::error::StorageError;

/// The absolute path of a database file.
#[derive(Debug, Clone)]
pub(crate) struct Location(PathBuf);

impl Location {
    /// Reads an address: `sqlite://PATH`, `sqlite:PATH` or a plain path.
    pub(crate) fn parse(address: &str) -> Result<Self, StorageError> {
        let refused = || StorageError::Address(without_credentials(address));
        let path =
            address.strip_prefix("sqlite://").or_else(|| address.strip_prefix("sqlite:")).unwrap_or(address);
        let names_something_else = path.contains("://") || path.starts_with(':') || path.starts_with("file:");
        if path.is_empty() || path.ends_with('/') || names_something_else {
            return Err(refused());
        }
        // SQLite reads a relative name such as `file:x` as an address; an
        // absolute path is always a path.
        std::path::absolute(path).map(Self).map_err(|_| refused())
    }

    /// Makes the folder (mode 0700) and the file (mode 0600) where they are
    /// missing. SQLite gives its side files the mode of the database file.
    pub(crate) fn prepare(&self) -> Result<(), StorageError> {
        let made =
            self.0.parent().map_or(Ok(()), make_private_folder).and_then(|()| make_private_file(&self.0));
        made.map_err(|source| StorageError::File { path: self.0.clone(), source })
    }

    /// The path in the form that SQLite takes.
    pub(crate) fn as_str(&self) -> Result<&str, StorageError> {
        self.0.to_str().ok_or_else(|| StorageError::Address(self.0.display().to_string()))
    }
}

/// An address for a message: a password in it must not reach a log.
fn without_credentials(address: &str) -> String {
    match (address.find("://"), address.rfind('@')) {
        (Some(scheme), Some(at)) if scheme + 3 <= at => {
            format!("{}…{}", &address[..scheme + 3], &address[at..])
        }
        _ => address.to_owned(),
    }
}

fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn make_private_file(file: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.read(true).append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_forms_of_an_address_name_the_same_file() {
        for address in ["sqlite:///data/ptl.db", "sqlite:/data/ptl.db", "/data/ptl.db"] {
            assert_eq!(Location::parse(address).unwrap().as_str().unwrap(), "/data/ptl.db");
        }
        let relative = Location::parse("sqlite:ptl.db").unwrap();
        assert!(Path::new(relative.as_str().unwrap()).is_absolute());
        assert!(relative.as_str().unwrap().ends_with("/ptl.db"));
    }

    #[test]
    fn other_addresses_are_refused_without_showing_their_password() {
        for address in
            ["", "sqlite:", "sqlite://", "sqlite::memory:", ":memory:", "file:x", "/data/", "redis://h"]
        {
            assert!(matches!(Location::parse(address), Err(StorageError::Address(_))), "{address:?}");
        }
        let error = Location::parse("postgres://ann:hunter2@db.example/ptl").unwrap_err();
        assert!(!error.to_string().contains("hunter2"), "{error}");
        assert!(error.to_string().contains("@db.example/ptl"), "{error}");
    }
}
