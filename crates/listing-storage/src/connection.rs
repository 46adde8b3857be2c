//! Opens database connections with the settings that the quota ledger needs, such as durable commits.

mod opener;
mod parameters;
mod pool;

use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use diesel::connection::{AnsiTransactionManager, SimpleConnection as _, TransactionManager as _};
use diesel::pg::PgConnection;
use diesel::prelude::*;
use diesel::result::Error as DieselError;
use diesel::sqlite::SqliteConnection;

use crate::error::StorageError;
use crate::limits::DatabaseLimits;
use crate::location::Location;
use crate::prepared::{Prepared, Value};

pub use pool::ConnectionCounts;
pub(crate) use pool::{AnswerTimeout, Lease, Pool, Pooled, open_pool};

/// Attempts to switch a new SQLite file to WAL (write-ahead log). SQLite does not wait for that lock itself.
const WAL_ATTEMPTS: u32 = 100;
const WAL_PAUSE: Duration = Duration::from_millis(50);

/// Pages in the write-ahead log before a checkpoint, for which all writers wait. Half of SQLite's default
/// halves the wait of the slowest 1% of requests.
const LOG_PAGES: u32 = 500;

/// SQLite's message for a lock that another connection holds (`SQLITE_BUSY`). Diesel passes on only this
/// text.
pub(crate) const LOCKED: &str = "database is locked";

/// Between two statements of a PostgreSQL transaction, in milliseconds.
const IDLE_IN_TRANSACTION: u128 = 10_000;

/// Sets durable commits and a timeout for every wait. Timeouts in the address's `options` take precedence.
fn postgres_settings(address: &str, limits: &DatabaseLimits) -> String {
    let timeouts = [
        ("statement_timeout", limits.statement.as_millis()),
        ("lock_timeout", limits.lock.as_millis()),
        ("idle_in_transaction_session_timeout", IDLE_IN_TRANSACTION),
    ];
    let mut settings = String::from("SET synchronous_commit = on");
    for (name, milliseconds) in timeouts {
        if !parameters::sets(address, name) {
            settings.extend(["; SET ", name, " = ", &milliseconds.to_string()]);
        }
    }
    settings
}

#[derive(diesel::MultiConnection)]
pub(crate) enum Conn {
    Postgres(PgConnection),
    Sqlite(SqliteConnection),
}

pub(crate) fn open(location: &Location, limits: &DatabaseLimits) -> Result<Conn, StorageError> {
    match location {
        Location::File(path) => {
            let mut connection = open_file(path, limits)?;
            switch_to_wal(&mut connection)?;
            // Makes commits durable.
            connection.batch_execute("PRAGMA synchronous = FULL;")?;
            connection.batch_execute(&format!("PRAGMA wal_autocheckpoint = {LOG_PAGES};"))?;
            Ok(Conn::Sqlite(connection))
        }
        Location::Server(address) => {
            let connected = PgConnection::establish(&parameters::bounded(address));
            let mut connection = connected.map_err(|error| StorageError::connect(&error, address))?;
            connection.batch_execute(&postgres_settings(address, limits))?;
            Ok(Conn::Postgres(connection))
        }
    }
}

/// Does not switch the file to WAL.
pub(crate) fn open_file(path: &Path, limits: &DatabaseLimits) -> Result<SqliteConnection, StorageError> {
    let path = path.to_str().ok_or_else(|| StorageError::Address(path.display().to_string()))?;
    let connected = SqliteConnection::establish(path);
    let mut connection = connected.map_err(|error| StorageError::connect(&error, ""))?;
    let wait = limits.turn.as_millis();
    connection.batch_execute(&format!("PRAGMA busy_timeout = {wait}; PRAGMA foreign_keys = ON;"))?;
    // Overwrites deleted data, so that a later copy of the file does not contain it.
    connection.batch_execute("PRAGMA secure_delete = ON;")?;
    Ok(connection)
}

fn switch_to_wal(connection: &mut SqliteConnection) -> Result<(), StorageError> {
    let mut attempts = 1..WAL_ATTEMPTS;
    loop {
        match connection.batch_execute("PRAGMA journal_mode = WAL;") {
            Err(DieselError::DatabaseError(_, reason))
                if reason.message() == LOCKED && attempts.next().is_some() =>
            {
                sleep(WAL_PAUSE);
            }
            outcome => return Ok(outcome?),
        }
    }
}

/// Runs a transaction that may write. SQLite takes the write lock at its start: a transaction that has read
/// first may fail to get it.
pub(crate) fn writing<T, E>(conn: &mut Conn, work: impl FnOnce(&mut Conn) -> Result<T, E>) -> Result<T, E>
where
    E: From<DieselError>,
{
    if let Conn::Sqlite(sqlite) = conn {
        AnsiTransactionManager::begin_transaction_sql(sqlite, "BEGIN IMMEDIATE")?;
    } else {
        return conn.transaction(work);
    }
    let outcome = work(conn);
    if let Conn::Sqlite(sqlite) = conn {
        match &outcome {
            Ok(_) => AnsiTransactionManager::commit_transaction(sqlite)?,
            Err(_) => AnsiTransactionManager::rollback_transaction(sqlite)?,
        }
    }
    outcome
}

/// Runs a statement on the connection's engine. An engine's own type finds the prepared statement by type
/// alone; Diesel's multi-engine type rebuilds the SQL each time.
macro_rules! on_engine {
    ($conn:expr, |$inner:ident| $run:expr) => {
        match $conn {
            $crate::connection::Conn::Postgres($inner) => $run,
            $crate::connection::Conn::Sqlite($inner) => $run,
        }
    };
}
pub(crate) use on_engine;

pub(crate) fn execute(
    conn: &mut Conn,
    text: &'static str,
    values: &[Value<'_>],
) -> Result<usize, StorageError> {
    let statement = Prepared::<()>::new(text, values);
    Ok(on_engine!(conn, |conn| statement.execute(conn))?)
}

/// Inserts a row unless one with the same values in the columns after `unless` exists. Returns the number of
/// inserted rows. A macro, because the engines' statements differ in type.
macro_rules! insert_new {
    ($conn:expr, $table:path, $values:expr, unless $columns:expr) => {
        match $conn {
            $crate::connection::Conn::Postgres(conn) => {
                diesel::insert_into($table).values($values).on_conflict($columns).do_nothing().execute(conn)
            }
            $crate::connection::Conn::Sqlite(conn) => {
                diesel::insert_into($table).values($values).on_conflict($columns).do_nothing().execute(conn)
            }
        }
    };
}
pub(crate) use insert_new;

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
    fn writer_commits_durably_and_checks_foreign_keys() {
        let folder = tempfile::tempdir().unwrap();
        let location = Location::parse(folder.path().join("ptl.db").to_str().unwrap()).unwrap();
        let limits = DatabaseLimits::default();
        let mut writer = open(&location, &limits).unwrap();
        let settings: Settings = diesel::sql_query(
            "SELECT journal_mode, synchronous, foreign_keys, timeout FROM pragma_journal_mode(),
             pragma_synchronous(), pragma_foreign_keys(), pragma_busy_timeout()",
        )
        .get_result(&mut writer)
        .unwrap();
        assert_eq!(settings.journal_mode, "wal");
        // PRAGMA synchronous = 2 means FULL.
        assert_eq!((settings.synchronous, settings.foreign_keys, settings.timeout), (2, 1, 5_000));
        let pool = open_pool(location, limits).unwrap();
        let mut reader = pool.try_get().unwrap();
        assert!(reader.batch_execute("CREATE TABLE t (n INTEGER)").is_err(), "readers must not write");
    }

    #[test]
    fn text_of_deleted_rows_is_overwritten_in_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ptl.db");
        let location = Location::parse(path.to_str().unwrap()).unwrap();
        let Conn::Sqlite(mut writer) = open(&location, &DatabaseLimits::default()).unwrap() else {
            panic!("a file path opens SQLite")
        };
        let secret = "vermilion waistcoat of ann";
        writer.batch_execute("CREATE TABLE t (text TEXT)").unwrap();
        let insert = format!("INSERT INTO t VALUES ('{secret}'); PRAGMA wal_checkpoint(TRUNCATE);");
        writer.batch_execute(&insert).unwrap();
        let holds_it = || {
            let bytes = std::fs::read(&path).unwrap();
            bytes.windows(secret.len()).any(|window| window == secret.as_bytes())
        };
        assert!(holds_it());
        writer.batch_execute("DELETE FROM t; PRAGMA wal_checkpoint(TRUNCATE);").unwrap();
        assert!(!holds_it());
    }
}
