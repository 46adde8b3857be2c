use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;

use super::soundness::{ensure_ours, ensure_sound};
use super::tables::{TABLES, Table};
use super::{Refusal, TransferError};
use crate::connection::{Conn, open, open_file, writing};
use crate::error::StorageError;
use crate::limits::DatabaseLimits;
use crate::location::Location;
use crate::migrate;
use crate::store::begin_snapshot;

/// Blocks new accounts, links, messages and comparables in the target; rows of other tables need an account.
/// Turns off the timeout of idle transactions, because reading the source may take long.
const CLAIM: &str = "LOCK TABLE account, link, outbox, comparable IN EXCLUSIVE MODE;
    SET LOCAL idle_in_transaction_session_timeout = 0";

/// As SQLite does itself.
const SET_SEQUENCES: &str = "
    SELECT setval(pg_get_serial_sequence('ledger', 'seq'), MAX(seq)) FROM ledger HAVING MAX(seq) IS NOT NULL;
    SELECT setval(pg_get_serial_sequence('comparable', 'id'), MAX(id)) FROM comparable HAVING MAX(id) IS NOT NULL";

/// The rows copied for one table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Copied {
    /// The table.
    pub table: &'static str,
    /// Rows copied.
    pub rows: i64,
}

/// The progress of a copy.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    /// Rows copied so far.
    pub copied: u64,
    /// Rows in all tables.
    pub all: u64,
}

/// Copies all rows of all tables, as of one moment, into another, empty database, and brings its schema up to
/// date. A copy that fails leaves the target empty. Leaves out the heartbeats of running services, which mean
/// nothing in another database.
///
/// # Errors
/// [`Refusal::NotEmpty`] if the target holds rows; [`Refusal::OtherSchema`] if the source's schema is not up
/// to date; [`TransferError::Unsound`] if the copied ledger does not balance.
pub fn copy_all(
    from: &str,
    to: &str,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Copied>, TransferError> {
    let (from, to) = (Location::parse(from)?, Location::parse(to)?);
    let mut source = open_source(&from)?;
    to.prepare()?;
    let mut target = open(&to, &DatabaseLimits::default())?;
    source.transaction(|source| {
        begin_snapshot(source)?;
        writing(&mut target, |target| {
            // Inside the transaction, so that a failure below also reverts the schema.
            migrate::run_missing_steps(target)?;
            claim(target)?;
            let copied = copy_tables(source, target, on_progress)?;
            ensure_sound(target, &mut |_| {})?;
            Ok(copied)
        })
    })
}

fn open_source(location: &Location) -> Result<Conn, TransferError> {
    let mut source = match location {
        Location::File(path) if !path.is_file() => return Err(Refusal::Missing(path.clone()).into()),
        Location::File(path) => Conn::Sqlite(open_file(path, &DatabaseLimits::default())?),
        Location::Server(_) => open(location, &DatabaseLimits::default())?,
    };
    ensure_ours(&mut source, location)?;
    if !migrate::is_up_to_date(&mut source)? {
        return Err(Refusal::OtherSchema(location.to_string()).into());
    }
    Ok(source)
}

fn claim(target: &mut Conn) -> Result<(), TransferError> {
    if let Conn::Postgres(target) = target {
        target.batch_execute(CLAIM)?;
    }
    for Table { name, count, .. } in TABLES {
        if count(target)? > 0 {
            return Err(Refusal::NotEmpty { table: name }.into());
        }
    }
    Ok(())
}

fn copy_tables(
    source: &mut Conn,
    target: &mut Conn,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Vec<Copied>, TransferError> {
    let tables: Vec<(&Table, i64)> = TABLES
        .iter()
        .map(|table| Ok((table, (table.count)(source)?)))
        .collect::<Result<_, StorageError>>()?;
    let all = tables.iter().map(|(_, rows)| rows.unsigned_abs()).sum();
    let mut copied = 0;
    let mut on_rows = |rows| {
        copied += rows;
        on_progress(Progress { copied, all });
    };
    for (table, expected) in &tables {
        (table.copy)(source, target, &mut on_rows)?;
        let found = (table.count)(target)?;
        if found != *expected {
            return Err(TransferError::Incomplete { table: table.name, expected: *expected, found });
        }
    }
    if let Conn::Postgres(target) = target {
        target.batch_execute(SET_SEQUENCES)?;
    }
    Ok(tables.into_iter().map(|(table, rows)| Copied { table: table.name, rows }).collect())
}
