//! Connections with the settings that money needs.

use std::thread::sleep;
use std::time::Duration;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::r2d2::{ConnectionManager, CustomizeConnection, Error as PoolError, Pool};
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
    for _ in 1..WAL_TRIES {
        if connection.batch_execute("PRAGMA journal_mode = WAL;").is_ok() {
            return Ok(());
        }
        sleep(WAL_PAUSE);
    }
    Ok(connection.batch_execute("PRAGMA journal_mode = WAL;")?)
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
