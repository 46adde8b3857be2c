//! The pool of connections.

use std::time::Duration;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::r2d2::{ManageConnection, R2D2Connection as _};
use diesel::result::Error as DieselError;
use diesel::sql_types::Integer;

use super::{Conn, open};
use crate::error::StorageError;
use crate::location::Location;

/// SQLite connections, which only read. Readers never wait for the writer in WAL
/// mode, so a few of them serve many callers.
const SQLITE_READERS: u32 = 4;

/// PostgreSQL connections, which read and write. More would only queue up inside
/// the server.
const POSTGRES_CONNECTIONS: u32 = 8;

/// The service finds rows by their keys. The server keeps a statement's plan, and
/// one that was made while a table was small would read all of it for a long time
/// after it has grown.
const BY_KEY: &str = "SET enable_seqscan = off";

/// How long a caller waits for a connection.
pub(crate) const POOL_WAIT: Duration = Duration::from_secs(2);

/// A pool of connections.
pub(crate) type Pool = diesel::r2d2::Pool<Opener>;

/// Opens the pool. Its connections to SQLite only read: writes belong to the
/// writer.
pub(crate) fn open_pool(location: Location) -> Result<Pool, StorageError> {
    let is_server = matches!(location, Location::Server(_));
    diesel::r2d2::Pool::builder()
        .max_size(if is_server { POSTGRES_CONNECTIONS } else { SQLITE_READERS })
        // The others are opened when they are needed.
        .min_idle(Some(1))
        .connection_timeout(POOL_WAIT)
        .idle_timeout(None)
        .max_lifetime(None)
        // Costs a round trip. A connection that was lost fails one step and is
        // then thrown away.
        .test_on_check_out(false)
        .build(Opener(location))
        .map_err(|_| StorageError::Busy(POOL_WAIT))
}

/// Opens the pool's connections.
pub(crate) struct Opener(Location);

impl ManageConnection for Opener {
    type Connection = Conn;
    type Error = StorageError;

    fn connect(&self) -> Result<Conn, StorageError> {
        let mut connection = open(&self.0)?;
        match &mut connection {
            Conn::Sqlite(sqlite) => sqlite.batch_execute("PRAGMA query_only = ON;")?,
            Conn::Postgres(postgres) => postgres.batch_execute(BY_KEY)?,
        }
        Ok(connection)
    }

    fn is_valid(&self, conn: &mut Conn) -> Result<(), StorageError> {
        diesel::select(1_i32.into_sql::<Integer>()).execute(conn).map(drop).map_err(DieselError::into)
    }

    fn has_broken(&self, conn: &mut Conn) -> bool {
        match conn {
            Conn::Postgres(conn) => std::thread::panicking() || conn.is_broken(),
            Conn::Sqlite(conn) => std::thread::panicking() || conn.is_broken(),
        }
    }
}
