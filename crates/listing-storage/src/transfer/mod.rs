//! Whole databases: backups, restoring them, and moving all data from one
//! database to another.
//!
//! What comes out of each of these was checked: its schema is the one that this
//! program works with, and its books balance. What is not sound takes no
//! database's place. These functions block; they are for an operator's commands.

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

/// Why a database was not copied or restored. Whatever it is, what was there
/// before is as it was.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// As things are, it must not be done.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The copy was checked and thrown away.
    #[error("the copy is not sound and was thrown away: {}", .0.join("; "))]
    Unsound(Vec<String>),
    /// Another number of rows arrived than there are.
    #[error("table {table} has {expected} rows, but {found} of them arrived; nothing was copied")]
    Incomplete {
        /// The table.
        table: &'static str,
        /// Its rows in the database copied from.
        expected: i64,
        /// Its rows in the database copied to.
        found: i64,
    },
    /// A file could not be made, moved or written to the disk.
    #[error("the file {} cannot be written", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A database could not be opened, read or written.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// What stands against copying or restoring a database.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// PostgreSQL has tools of its own.
    #[error(
        "the database is on PostgreSQL: copy it with pg_dump and restore it with pg_restore, \
         as docs/operations.md says"
    )]
    OnServer,
    /// There is no such file or folder.
    #[error("there is no {}", .0.display())]
    Missing(PathBuf),
    /// A file would be overwritten.
    #[error("the file {} exists already and is not overwritten", .0.display())]
    FileExists(PathBuf),
    /// There is a database, and nobody said that it may be replaced.
    #[error(
        "the database {} exists already: with --replace it is kept under another name, and the backup \
         takes its place", .0.display()
    )]
    DatabaseExists(PathBuf),
    /// Replacing a database under a process would lose what that writes.
    #[error("another process has the database {} open: stop it first", .0.display())]
    InUse(PathBuf),
    /// It is empty, or holds something else.
    #[error("{0} is not a database of this program")]
    NotOurs(String),
    /// It has triggers or views, which none of this program's databases has.
    #[error(
        "{name} defines otherwise than this program ({}): that could change what the service reads and \
         writes, so it is not restored", .found.join(", ")
    )]
    Foreign {
        /// The database.
        name: String,
        /// What it has.
        found: Vec<String>,
    },
    /// Its schema is older or newer.
    #[error("{0} does not have the schema of this version: bring it there with `ptl migrate`")]
    OtherSchema(String),
    /// Two databases are not mixed.
    #[error("the database to copy to must be empty, but its table {table} has rows")]
    NotEmpty {
        /// The first table that has rows.
        table: &'static str,
    },
}

impl TransferError {
    /// Whether what was given or needed is not there, or not as it must be.
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

/// Writes a file, or the names in a folder, through to the disk.
fn sync(path: &Path) -> Result<(), TransferError> {
    let synced = std::fs::File::open(path).and_then(|file| file.sync_all());
    synced.map_err(|source| TransferError::File { path: path.to_owned(), source })
}
