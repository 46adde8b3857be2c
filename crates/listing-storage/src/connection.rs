//! Connections with the settings that money needs.

use std::thread::sleep;
use std::time::Duration;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::r2d2::{ConnectionManager, CustomizeConnection, Error as PoolError, Pool};
use diesel::result::Error as DieselError;
use diesel::sqlite::SqliteConnection;

use crate::error::StorageError;
use crate::location::Location;

/// How long a connection waits for another one's lock, in milliseconds.
const BUSY_TIMEOUT_MS: u32 = 5_000;

/// Connections for reading. Readers never wait for the writer in WAL mode, so a
/// few of them serve many callers.
const READERS: u32 = 4;

/// How long a caller waits for a reader.
pub(crate) const READER_WAIT: Duration = Duration::from_secs(5);

/// Tries to switch a new file to WAL, and the pause between two of them.
/// SQLite does not wait for the lock of that switch by itself.
const WAL_TRIES: u32 = 100;
const WAL_PAUSE: Duration = Duration::from_millis(50);

/// SQLite's words for a lock that another connection holds (`SQLITE_BUSY`),
/// which is all that Diesel hands on of the error code.
const LOCKED: &str = "database is locked";

/// What steps run on.
pub(crate) type Conn = SqliteConnection;

/// The pool of connections for reading.
pub(crate) type Readers = Pool<ConnectionManager<Conn>>;

/// Opens the connection that writes. A commit is on the disk before it is
/// acknowledged (`synchronous = FULL`).
pub(crate) fn open_writer(location: &Location) -> Result<Conn, StorageError> {
    let mut connection = Conn::establish(location.as_str()?).map_err(StorageError::Connect)?;
    connection
        .batch_execute(&format!("PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}; PRAGMA foreign_keys = ON;"))?;
    switch_to_wal(&mut connection)?;
    connection.batch_execute("PRAGMA synchronous = FULL;")?;
    Ok(connection)
}

fn switch_to_wal(connection: &mut Conn) -> Result<(), StorageError> {
    let mut tries = 1..WAL_TRIES;
    loop {
        match connection.batch_execute("PRAGMA journal_mode = WAL;") {
            Err(DieselError::DatabaseError(_, reason))
                if reason.message() == LOCKED && tries.next().is_some() =>
            {
                sleep(WAL_PAUSE);
            }
            outcome => return Ok(outcome?),
        }
    }
}

/// Opens the pool of connections for reading.
pub(crate) fn open_readers(location: &Location) -> Result<Readers, StorageError> {
    Pool::builder()
        .max_size(READERS)
        .connection_timeout(READER_WAIT)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_on_check_out(false)
        .connection_customizer(Box::new(ReadOnly))
        .build(ConnectionManager::new(location.as_str()?))
        .map_err(|_| StorageError::Busy(READER_WAIT))
}

/// Makes sure that nothing is written past the writer.
#[derive(Debug)]
struct ReadOnly;

impl CustomizeConnection<Conn, PoolError> for ReadOnly {
    fn on_acquire(&self, connection: &mut Conn) -> Result<(), PoolError> {
        let settings = format!("PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}; PRAGMA query_only = ON;");
        connection.batch_execute(&settings).map_err(PoolError::QueryError)
    }
}

#[cfg(test)]
mod tests {
    use diesel::sql_types::{BigInt, Text};

    use super::*;

    #[derive(QueryableByName)]
    struct Settings {
        #[diesel(sql_type = Text)]
        journal_mode: String,
        #[diesel(sql_type = BigInt)]
        synchronous: i64,
        #[diesel(sql_type = BigInt)]
        foreign_keys: i64,
        #[diesel(sql_type = BigInt)]
        timeout: i64,
    }

    #[test]
    fn the_writer_has_the_settings_that_money_needs() {
        let folder = tempfile::tempdir().unwrap();
        let location = Location::parse(folder.path().join("ptl.db").to_str().unwrap()).unwrap();
        let mut writer = open_writer(&location).unwrap();
        let settings: Settings = diesel::sql_query(
            "SELECT journal_mode, synchronous, foreign_keys, timeout FROM pragma_journal_mode(),
             pragma_synchronous(), pragma_foreign_keys(), pragma_busy_timeout()",
        )
        .get_result(&mut writer)
        .unwrap();
        assert_eq!(settings.journal_mode, "wal");
        // 2 is FULL.
        assert_eq!((settings.synchronous, settings.foreign_keys, settings.timeout), (2, 1, 5_000));
        let mut reader = open_readers(&location).unwrap().get().unwrap();
        assert!(reader.batch_execute("CREATE TABLE t (n INTEGER)").is_err(), "readers do not write");
    }
}
