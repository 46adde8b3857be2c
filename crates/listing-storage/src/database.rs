//! A database: one writer, a few readers.

use std::time::Duration;

use diesel::prelude::*;
use diesel::sql_types::Integer;
use tokio::time::timeout;

use crate::connection::{Conn, READER_WAIT, Readers, open_readers, open_writer};
use crate::error::{Stop, StorageError};
use crate::location::Location;
use crate::migrate;
use crate::writer::Writer;

/// How long [`Database::check`] waits for an answer.
const CHECK_WAIT: Duration = Duration::from_millis(500);

/// An open database.
///
/// Dropping it finishes the writes that are queued and closes it.
pub struct Database {
    writer: Writer,
    readers: Readers,
}

impl Database {
    /// Opens a database and brings its schema up to date. A file that does not
    /// exist is made, readable for its owner only.
    ///
    /// `address` is `sqlite://PATH`, `sqlite:PATH` or a plain path. Several
    /// programs may open the same file at the same moment. Blocks for as long
    /// as the disk takes, at start-up only.
    ///
    /// # Errors
    /// [`StorageError::Newer`] when a newer program has written the database;
    /// otherwise why it could not be opened.
    pub fn open(address: &str) -> Result<Self, StorageError> {
        let location = Location::parse(address)?;
        location.prepare()?;
        let mut connection = open_writer(&location)?;
        migrate::bring_up_to_date(&mut connection)?;
        let readers = open_readers(&location)?;
        Ok(Self { writer: Writer::start(location, connection)?, readers })
    }

    /// Whether the database answers, within half a second, and has the schema
    /// that this program works with.
    ///
    /// # Errors
    /// [`StorageError::Outdated`] when another program has changed the schema.
    pub async fn check(&self) -> Result<(), StorageError> {
        let answer = self.read(|conn| {
            diesel::select(1_i32.into_sql::<Integer>()).execute(conn)?;
            if migrate::is_up_to_date(conn)? { Ok(()) } else { Err(StorageError::Outdated) }
        });
        timeout(CHECK_WAIT, answer).await.unwrap_or(Err(StorageError::Busy(CHECK_WAIT)))
    }

    /// Runs a step that writes, as one transaction. It is on the disk when this
    /// returns.
    pub(crate) async fn write<T, E, F>(&self, work: F) -> Result<T, Stop<E>>
    where
        T: Send + 'static,
        E: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, Stop<E>> + Send + 'static,
    {
        self.writer.run(work).await
    }

    /// Runs a step that reads, beside the writer. More than one statement see
    /// the same state only inside a transaction of their own.
    pub(crate) async fn read<T, F>(&self, work: F) -> Result<T, StorageError>
    where
        T: Send + 'static,
        F: FnOnce(&mut Conn) -> Result<T, StorageError> + Send + 'static,
    {
        let readers = self.readers.clone();
        let step = move || {
            let mut conn = readers.get().map_err(|_| StorageError::Busy(READER_WAIT))?;
            work(&mut conn)
        };
        tokio::task::spawn_blocking(step).await.unwrap_or(Err(StorageError::Panicked))
    }
}
