//! The errors of the database, and their conversion to the errors of the domain's ports.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use diesel::result::{DatabaseErrorKind, Error as DieselError};
use listing_domain::ports::{BoxError, StoreError};

use crate::address::without_secrets;

/// An error of opening, reading or writing the database.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// Not the address of a database that this program can use.
    #[error(
        "invalid database address {0:?}: use postgres://USER@HOST/DATABASE, sqlite://PATH, sqlite:PATH or \
         the path of a file"
    )]
    Address(String),
    /// A PostgreSQL address that cannot be parsed.
    #[error("invalid database address: {0}")]
    ServerAddress(String),
    /// This process's user may not change the file or its folder.
    #[error(transparent)]
    Denied(#[from] listing_ownership::Denied),
    /// The file or its folder cannot be created.
    #[error("cannot create the database file {}", path.display())]
    File {
        /// The database file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// A thread that writes or connects cannot be started.
    #[error("cannot start a thread for the database")]
    Thread(#[source] std::io::Error),
    /// The database cannot be opened. The text is the library's message without passwords.
    #[error("cannot open the database: {0}")]
    Connect(String),
    /// A connection pooler before PostgreSQL switches each connection between several clients.
    #[error(
        "the database is behind a pooler that switches connections between transactions, such as PgBouncer \
         with pool_mode = transaction: use pool_mode = session, or connect to PostgreSQL directly"
    )]
    Pooler(#[source] BoxError),
    /// A newer program wrote the database.
    #[error(
        "the database has schema step {found}, newer than this program's last step {known}: use the newer \
         program that wrote it, or another database"
    )]
    Newer {
        /// The version of the database's newest migration.
        found: String,
        /// The version of this program's newest migration.
        known: String,
    },
    /// A migration failed. None of the missing migrations took effect.
    #[error("cannot migrate the database schema")]
    Migration(#[source] BoxError),
    /// The schema differs from this program's.
    #[error("the database schema is not up to date")]
    Outdated,
    /// The server accepts no writes.
    #[error("the database is read-only: it is a standby, or its settings forbid writes")]
    ReadOnly,
    /// A write found no place in the queue, or a read no free connection, within this time.
    #[error("the database was busy for {0:?}")]
    Busy(Duration),
    /// No connection was free within this time, and another could not be opened.
    #[error("no database connection within {0:?}")]
    NoConnection(Duration, #[source] Arc<StorageError>),
    /// The server sent nothing on an open connection for longer than the statement timeout.
    #[error("the database did not answer in time on an open connection")]
    Silent,
    /// The thread that writes to the SQLite file has ended.
    #[error("the database is closing")]
    Closed,
    /// A step (one piece of database work) panicked and was rolled back.
    #[error("a database step panicked")]
    Panicked,
    /// The transaction or statement shared with other steps failed and changed nothing.
    #[error("a transaction or statement shared by several steps failed")]
    NotCommitted(#[source] Arc<StorageError>),
    /// The database refused a statement.
    #[error("a database statement failed")]
    Database(#[source] DieselError),
    /// Stored data is invalid or inconsistent.
    #[error(transparent)]
    Inconsistent(#[from] Inconsistency),
}

/// An inconsistency in the stored data.
#[derive(Debug, thiserror::Error)]
pub enum Inconsistency {
    /// A value that its column's type in the domain does not allow.
    #[error("table {table}, row {row}: invalid value in column {column}")]
    Value {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// The row's key.
        row: String,
        /// Why the value is invalid.
        source: BoxError,
    },
    /// A step found or changed an unexpected number of rows.
    #[error("table {table}, row {row}: expected {expected} rows, found {found}")]
    RowCount {
        /// The table.
        table: &'static str,
        /// The row's key.
        row: String,
        /// Rows found or changed.
        found: usize,
        /// Rows expected.
        expected: usize,
    },
    /// A change would have broken a constraint of the schema.
    #[error("a constraint of the schema refused the change")]
    Constraint(#[source] DieselError),
}

impl StorageError {
    /// Removes passwords from the message, because libraries repeat the address.
    pub(crate) fn connect(error: &diesel::ConnectionError, address: &str) -> Self {
        Self::Connect(without_secrets(&error.to_string(), address))
    }

    pub(crate) fn migration(error: BoxError) -> Self {
        if is_pooler_error(&error.to_string()) { Self::Pooler(error) } else { Self::Migration(error) }
    }
}

/// A prepared statement is missing or exists already after a pooler has switched the connection.
fn is_pooler_error(message: &str) -> bool {
    message.contains("prepared statement \"")
        && (message.contains("already exists") || message.contains("does not exist"))
}

impl From<DieselError> for StorageError {
    fn from(error: DieselError) -> Self {
        match error {
            DieselError::DatabaseError(_, ref reason) if is_pooler_error(reason.message()) => {
                Self::Pooler(error.into())
            }
            DieselError::DatabaseError(
                DatabaseErrorKind::UniqueViolation
                | DatabaseErrorKind::ForeignKeyViolation
                | DatabaseErrorKind::NotNullViolation
                | DatabaseErrorKind::CheckViolation,
                _,
            ) => Inconsistency::Constraint(error).into(),
            other => Self::Database(other),
        }
    }
}

impl From<StorageError> for StoreError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Inconsistent(_) => Self::Inconsistent(error.into()),
            other => Self::Unavailable(other.into()),
        }
    }
}

/// The reason why a step ends early and stores nothing.
#[derive(Debug)]
pub(crate) enum StepError<E> {
    /// A domain rule refuses the step: a normal answer, not a fault.
    Refused(E),
    Failed(StorageError),
}

impl<E> From<StorageError> for StepError<E> {
    fn from(error: StorageError) -> Self {
        Self::Failed(error)
    }
}

impl<E> From<Inconsistency> for StepError<E> {
    fn from(error: Inconsistency) -> Self {
        Self::Failed(error.into())
    }
}

impl<E> From<DieselError> for StepError<E> {
    fn from(error: DieselError) -> Self {
        Self::Failed(error.into())
    }
}

impl<E: From<StoreError>> StepError<E> {
    pub(crate) fn into_port_error(self) -> E {
        match self {
            Self::Refused(error) => error,
            Self::Failed(error) => StoreError::from(error).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_prepared_statement_is_reported_as_the_fault_of_a_pooler() {
        for message in [
            "prepared statement \"__diesel_stmt_1\" already exists",
            "prepared statement \"__diesel_stmt_0\" does not exist",
        ] {
            assert!(is_pooler_error(message));
            let error = StorageError::migration(message.into()).to_string();
            assert!(error.contains("pool_mode = session"), "{error}");
        }
        assert!(!is_pooler_error("relation \"account\" does not exist"));
    }
}
