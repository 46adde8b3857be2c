//! Turns the address in the settings into a server's address or a private file.

use std::fmt;
use std::fs::{DirBuilder, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::address;
use crate::error::StorageError;

const POSTGRES: [&str; 2] = ["postgres://", "postgresql://"];

#[derive(Clone)]
pub(crate) enum Location {
    /// Absolute.
    File(PathBuf),
    /// Possibly with a password.
    Server(String),
}

impl Location {
    pub(crate) fn parse(address: &str) -> Result<Self, StorageError> {
        if POSTGRES.iter().any(|scheme| address.starts_with(scheme)) {
            return match address::fault(address) {
                Some(fault) => Err(StorageError::ServerAddress(fault)),
                None => Ok(Self::Server(address.to_owned())),
            };
        }
        let refused = || StorageError::Address(without_credentials(address));
        let path =
            address.strip_prefix("sqlite://").or_else(|| address.strip_prefix("sqlite:")).unwrap_or(address);
        // Otherwise, an address without its scheme would create a folder with a password in its name.
        let is_cut_short = path == address && path.contains('@') && !path.starts_with(['/', '.']);
        let is_unsupported = path.contains("://")
            || path.starts_with(':')
            || path.starts_with("file:")
            || is_cut_short
            || is_key_value_address(address);
        if path.is_empty() || path.ends_with('/') || is_unsupported {
            return Err(refused());
        }
        // SQLite reads a relative name such as `file:x` as an address, but never an absolute path.
        std::path::absolute(path).map(Self::File).map_err(|_| refused())
    }

    /// Creates a missing file (mode 0600) and folder (mode 0700). SQLite gives its WAL and journal files the
    /// same mode.
    pub(crate) fn prepare(&self) -> Result<(), StorageError> {
        let Self::File(file) = self else { return Ok(()) };
        let made = file.parent().map_or(Ok(()), make_private_folder).and_then(|()| make_private_file(file));
        made.map_err(|source| StorageError::File { path: file.clone(), source })?;
        // Checked here because SQLite's own error does not name the cause.
        let accessible = file.parent().map_or(Ok(()), listing_ownership::can_change);
        accessible.and_then(|()| listing_ownership::can_change(file)).map_err(StorageError::Denied)
    }
}

/// Returns a file's permission mode if others than its owner may read or write it.
#[cfg(unix)]
pub(crate) fn loose_mode(file: &Path) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = std::fs::metadata(file).ok()?.permissions().mode() & 0o777;
    (mode & 0o077 != 0).then_some(mode)
}

#[cfg(not(unix))]
pub(crate) const fn loose_mode(_: &Path) -> Option<u32> {
    None
}

/// Without user name and password.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Server(address) => f.write_str(&without_credentials(address)),
        }
    }
}

/// An address of keys and values, such as `host=db user=ptl password=…`, which libpq accepts too.
fn is_key_value_address(address: &str) -> bool {
    let name = address.split_once('=').map(|(name, _)| name.trim());
    let is_letter = |byte: u8| byte.is_ascii_alphabetic() || b"_ ".contains(&byte);
    name.is_some_and(|name| name.bytes().all(is_letter))
}

/// No password may reach a log.
fn without_credentials(address: &str) -> String {
    if is_key_value_address(address) {
        return "…".to_owned();
    }
    let Some((scheme, rest)) = address.split_once("://") else {
        return address.rsplit_once('@').map_or_else(|| address.to_owned(), |(_, rest)| format!("…@{rest}"));
    };
    let (user, shown) = rest.rsplit_once('@').map_or(("", rest), |(_, host)| ("…@", host));
    let shown = shown.split_once('?').map_or(shown, |(path, _)| path);
    format!("{scheme}://{user}{shown}")
}

pub(crate) fn make_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Does not open an existing file: closing it would drop this process's locks on it, including SQLite's.
fn make_private_file(file: &Path) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
        // If root creates the file, the service cannot open it until the folder's owner owns it.
        Ok(_) => file.parent().map_or(Ok(()), |folder| listing_ownership::give_to_owner_of(folder, file)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(address: &str) -> PathBuf {
        match Location::parse(address) {
            Ok(Location::File(path)) => path,
            _ => panic!("{address} must be the address of a file"),
        }
    }

    #[test]
    fn all_three_forms_of_a_file_address_give_the_same_file() {
        for address in ["sqlite:///data/ptl.db", "sqlite:/data/ptl.db", "/data/ptl.db"] {
            assert_eq!(file(address), Path::new("/data/ptl.db"));
        }
        let relative = file("sqlite:ptl.db");
        assert!(relative.is_absolute() && relative.ends_with("ptl.db"));
    }

    #[test]
    fn server_address_is_stored_unchanged() {
        for address in ["postgres://ann@localhost/ptl", "postgresql:///ptl?host=/run/postgresql"] {
            assert!(matches!(Location::parse(address), Ok(Location::Server(stored)) if stored == address));
        }
    }

    #[test]
    fn unsupported_addresses_are_refused_without_showing_their_password() {
        for address in
            ["", "sqlite:", "sqlite://", "sqlite::memory:", ":memory:", "file:x", "/data/", "redis://h"]
        {
            assert!(matches!(Location::parse(address), Err(StorageError::Address(_))), "{address:?}");
        }
        for address in ["mysql://ann:hunter2@db.example/ptl", "ann:hunter2@db.example/ptl"] {
            let Err(error) = Location::parse(address) else { panic!("{address} must be refused") };
            assert!(!error.to_string().contains("hunter2"), "{error}");
            assert!(error.to_string().contains("@db.example/ptl"), "{error}");
        }
        for address in [
            "host=db user=ptl password=hunter2 dbname=ptl",
            "password=hunter2",
            " host = db password = hunter2",
            "Server=db;User Id=ptl;Password=hunter2",
            "password=hunter2 options='-c a=b://c'",
        ] {
            let Err(error) = Location::parse(address) else { panic!("{address} must be refused") };
            assert!(error.to_string().contains("\"…\"") && !error.to_string().contains("hunter2"), "{error}");
        }
        assert!(file("/data/a=b.db").ends_with("a=b.db") && file("./a=b.db").ends_with("a=b.db"));
        assert!(file("sqlite:a=b.db").ends_with("a=b.db"));
    }
}
