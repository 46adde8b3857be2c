//! Backs up and restores whole databases, and moves all data between them.
//!
//! Each result is checked before it replaces anything: it has this program's schema, and its ledger
//! balances. These functions block; they are for an operator's commands.

mod backup;
mod copy;
mod restore;
mod soundness;
mod tables;

use std::io;
use std::path::{Path, PathBuf};

use crate::error::StorageError;
use crate::location::Location;

pub use backup::back_up;
pub use copy::{Copied, Progress, copy_all};
pub use restore::restore;

/// The reason why a database was not copied or restored. Every failure leaves the existing databases as
/// they were.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// The present state forbids it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The copy failed its check and was thrown away.
    #[error("the copy failed its check and was deleted: {}", .0.join("; "))]
    Unsound(Vec<String>),
    /// The number of rows that arrived differs from the source.
    #[error("table {table}: only {found} of {expected} rows were copied; the copy was rolled back")]
    Incomplete {
        /// The table.
        table: &'static str,
        /// The number of rows in the source database.
        expected: i64,
        /// The number of rows in the target database.
        found: i64,
    },
    /// A file could not be created, moved or written to the disk.
    #[error("cannot write the file {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A database could not be opened, read or written.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// The reason for refusing to copy or restore a database.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The database is on PostgreSQL, which has tools of its own.
    #[error(
        "the database is on PostgreSQL: copy it with pg_dump and restore it with pg_restore, see \
         docs/operations/backup-and-restore.md"
    )]
    OnServer,
    /// A file or folder is missing.
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    /// A file would be overwritten.
    #[error("the file {} already exists and is not overwritten", .0.display())]
    FileExists(PathBuf),
    /// A database exists, and the caller did not allow replacing it.
    #[error(
        "the database {} already exists: use --replace to restore the backup and keep the old database \
         under another name", .0.display()
    )]
    DatabaseExists(PathBuf),
    /// Replacing a database under a process would lose that process's writes.
    #[error("another process has the database {} open: stop it first", .0.display())]
    InUse(PathBuf),
    /// The database is empty, or holds something else.
    #[error("{0} is not a Photo to Listing database")]
    NotOurs(String),
    /// The database has definitions, such as triggers or views, that differ from this program's schema.
    #[error(
        "cannot restore {name}: its schema differs from this program's ({}), which could change what the \
         service reads and writes", .found.join(", ")
    )]
    Foreign {
        /// The database.
        name: String,
        /// The differing definitions.
        found: Vec<String>,
    },
    /// The database's schema is older or newer.
    #[error("{0} does not have this version's schema: run `ptl migrate` on it")]
    OtherSchema(String),
    /// The target holds rows, and two databases are not mixed.
    #[error("the target database must be empty, but its table {table} has rows")]
    NotEmpty {
        /// The first table that has rows.
        table: &'static str,
    },
}

impl TransferError {
    /// Returns `true` if an input or a prerequisite is missing or unsuitable.
    pub const fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Refused(_)
                | Self::Storage(
                    StorageError::Address(_)
                        | StorageError::ServerAddress(_)
                        | StorageError::Denied(_)
                        | StorageError::Connect(_)
                        | StorageError::File { .. }
                        | StorageError::Newer { .. }
                )
        )
    }
}

impl From<diesel::result::Error> for TransferError {
    fn from(error: diesel::result::Error) -> Self {
        Self::Storage(error.into())
    }
}

/// The SQLite file of an address.
fn file_of(address: &str) -> Result<PathBuf, TransferError> {
    match Location::parse(address)? {
        Location::File(path) => Ok(path),
        Location::Server(_) => Err(Refusal::OnServer.into()),
    }
}

/// Flushes a file, or the names in a folder, to the disk.
fn sync(path: &Path) -> Result<(), TransferError> {
    let synced = std::fs::File::open(path).and_then(|file| file.sync_all());
    synced.map_err(|source| TransferError::File { path: path.to_owned(), source })
}
