//! The pool of connections.

use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::r2d2::{ManageConnection, R2D2Connection as _};
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel::sql_types::Integer;

use super::{Conn, open};
use crate::error::StorageError;
use crate::limits::DatabaseLimits;
use crate::location::Location;

/// SQLite connections, which only read. Readers never wait for the writer in WAL
/// mode, so a few of them serve many callers.
const SQLITE_READERS: u32 = 4;

/// The service finds rows by their keys. The server keeps a statement's plan, and
/// one that was made while a table was small would read all of it for a long time
/// after it has grown.
const BY_KEY: &str = "SET enable_seqscan = off";

/// A pool of connections.
pub(crate) type Pool = diesel::r2d2::Pool<Opener>;

/// Opens the pool. Its connections to SQLite only read: writes belong to the
/// writer.
pub(crate) fn open_pool(location: Location, limits: DatabaseLimits) -> Result<Pool, StorageError> {
    let is_server = matches!(location, Location::Server(_));
    diesel::r2d2::Pool::builder()
        .max_size(if is_server { limits.connections } else { SQLITE_READERS })
        // The others are opened when they are needed.
        .min_idle(Some(1))
        .connection_timeout(limits.connection)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_on_check_out(true)
        .build(Opener { location, limits, losses: AtomicU64::new(0) })
        .map_err(|_| StorageError::Busy(limits.connection))
}

/// Opens the pool's connections, and throws away those that were lost.
///
/// To test each before it is used would cost a round trip. So one that was lost
/// fails the step that finds it so, and only then are all others tested, each
/// once: what took one away, as a restart of the server, took more with it.
pub(crate) struct Opener {
    location: Location,
    limits: DatabaseLimits,
    /// Connections that were found lost.
    losses: AtomicU64,
}

/// A connection of the pool.
pub(crate) struct Pooled {
    conn: Conn,
    /// The losses when it was last known to work.
    losses: u64,
    is_lost: bool,
}

impl Pooled {
    /// Takes note when a step failed because the connection is lost: Diesel does
    /// not notice it outside of a transaction, and the next step would get the
    /// same one again.
    pub(crate) fn note(&mut self, error: &StorageError) {
        use DatabaseErrorKind::{ClosedConnection, UnableToSendCommand};
        if let StorageError::Database(DieselError::DatabaseError(kind, _)) = error {
            self.is_lost |= matches!(kind, ClosedConnection | UnableToSendCommand);
        }
    }
}

impl ManageConnection for Opener {
    type Connection = Pooled;
    type Error = StorageError;

    fn connect(&self) -> Result<Pooled, StorageError> {
        let losses = self.losses.load(Ordering::Relaxed);
        let mut conn = open(&self.location, &self.limits)?;
        match &mut conn {
            Conn::Sqlite(sqlite) => sqlite.batch_execute("PRAGMA query_only = ON;")?,
            Conn::Postgres(postgres) => postgres.batch_execute(BY_KEY)?,
        }
        Ok(Pooled { conn, losses, is_lost: false })
    }

    fn is_valid(&self, pooled: &mut Pooled) -> Result<(), StorageError> {
        let losses = self.losses.load(Ordering::Relaxed);
        if pooled.losses != losses {
            diesel::select(1_i32.into_sql::<Integer>()).execute(&mut pooled.conn)?;
            pooled.losses = losses;
        }
        Ok(())
    }

    fn has_broken(&self, pooled: &mut Pooled) -> bool {
        let is_broken = match &mut pooled.conn {
            Conn::Postgres(conn) => conn.is_broken(),
            Conn::Sqlite(conn) => conn.is_broken(),
        };
        if pooled.is_lost || is_broken {
            self.losses.fetch_add(1, Ordering::Relaxed);
        }
        pooled.is_lost || is_broken || std::thread::panicking()
    }
}

impl Deref for Pooled {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.conn
    }
}

impl DerefMut for Pooled {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.conn
    }
}
