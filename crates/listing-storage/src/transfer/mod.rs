//! Backs up and restores whole databases, and moves all data between them.
//!
//! Each result must have this program's schema and a balanced ledger before it replaces an existing database.
//! The functions block the thread, so only an operator's commands call them.

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

/// The reason for a failure, after which the existing databases are unchanged.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// A precondition is not met, such as a missing file or a database in use.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The copy failed its check and was deleted.
    #[error("the copy failed its check and was deleted: {}", .0.join("; "))]
    Unsound(Vec<String>),
    /// The target received fewer or more rows than the source has.
    #[error("table {table}: only {found} of {expected} rows were copied; the copy was rolled back")]
    Incomplete {
        /// The table.
        table: &'static str,
        /// Rows in the source.
        expected: i64,
        /// Rows in the target.
        found: i64,
    },
    /// A file could not be created, moved or written.
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

/// A precondition that is not met.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// PostgreSQL has tools of its own.
    #[error(
        "the database is on PostgreSQL: copy it with pg_dump and restore it with pg_restore, see \
         docs/operations/backup-and-restore.md"
    )]
    OnServer,
    /// A file or folder is missing.
    #[error("{} does not exist", .0.display())]
    Missing(PathBuf),
    /// The target file exists already.
    #[error("the file {} already exists and is not overwritten", .0.display())]
    FileExists(PathBuf),
    /// A database exists, and the caller did not allow replacing it.
    #[error(
        "the database {} already exists: use --replace to restore the backup and keep the old database \
         under another name", .0.display()
    )]
    DatabaseExists(PathBuf),
    /// Another process has the database open; its writes would be lost.
    #[error("another process has the database {} open: stop it first", .0.display())]
    InUse(PathBuf),
    /// The database is empty or belongs to another program.
    #[error("{0} is not a Photo to Listing database")]
    NotOurs(String),
    /// Definitions, such as triggers or views, differ from this program's schema.
    #[error(
        "cannot restore {name}: its schema differs from this program's ({}), which could change what the \
         service reads and writes", .found.join(", ")
    )]
    Foreign {
        /// The database or backup.
        name: String,
        /// The kind and name of each.
        found: Vec<String>,
    },
    /// The schema is older or newer than this program's.
    #[error("{0} does not have this version's schema: run `ptl migrate` on it")]
    OtherSchema(String),
    /// The target database has rows. Data of two databases is never mixed.
    #[error("the target database must be empty, but its table {table} has rows")]
    NotEmpty {
        /// The first table with rows.
        table: &'static str,
    },
}

impl TransferError {
    /// Returns `true` if an input or a precondition is missing or unsuitable.
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

fn file_of(address: &str) -> Result<PathBuf, TransferError> {
    match Location::parse(address)? {
        Location::File(path) => Ok(path),
        Location::Server(_) => Err(Refusal::OnServer.into()),
    }
}

/// Also flushes the file names in a folder.
fn sync(path: &Path) -> Result<(), TransferError> {
    let synced = std::fs::File::open(path).and_then(|file| file.sync_all());
    synced.map_err(|source| TransferError::File { path: path.to_owned(), source })
}
