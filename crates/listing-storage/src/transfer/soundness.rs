//! Whether a database is one that this program may work with.

use std::fmt::Display;

use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel::sqlite::SqliteConnection;

use super::{Refusal, TransferError};
use crate::connection::Conn;
use crate::error::StorageError;
use crate::migrate;
use crate::store::{CheckProgress, unbalanced};

/// Whether the file's structure is whole, and every reference met.
const DAMAGE: &str = r#"
    SELECT 'the file is damaged: ' || integrity_check AS sentence
    FROM pragma_integrity_check WHERE integrity_check <> 'ok'
    UNION ALL
    SELECT 'a row of table ' || "table" || ' refers to none of table ' || parent FROM pragma_foreign_key_check"#;

#[derive(QueryableByName)]
struct Finding {
    #[diesel(sql_type = Text)]
    sentence: String,
}

/// Refuses what this program did not make.
pub(super) fn ensure_ours(conn: &mut Conn, name: &dyn Display) -> Result<(), TransferError> {
    if migrate::is_ours(conn)? { Ok(()) } else { Err(Refusal::NotOurs(name.to_string()).into()) }
}

/// Triggers and views, which act within the service's own statements.
const ACTIVE: &str = "SELECT type AS kind, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')
    ORDER BY name";

#[derive(QueryableByName, PartialEq, Eq)]
struct Active {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    sql: String,
}

/// Refuses a SQLite file of the current schema that has other triggers or views than that.
pub(super) fn ensure_nothing_foreign(conn: &mut Conn, name: &dyn Display) -> Result<(), TransferError> {
    let Conn::Sqlite(sqlite) = conn else { return Ok(()) };
    let found: Vec<Active> = diesel::sql_query(ACTIVE).load(sqlite)?;
    let fresh =
        SqliteConnection::establish(":memory:").map_err(|error| StorageError::connect(&error, ":memory:"))?;
    let mut fresh = Conn::Sqlite(fresh);
    migrate::bring_up_to_date(&mut fresh)?;
    let Conn::Sqlite(fresh) = &mut fresh else { return Ok(()) };
    let ours: Vec<Active> = diesel::sql_query(ACTIVE).load(fresh)?;
    let foreign = found.into_iter().filter(|it| !ours.contains(it));
    let foreign: Vec<String> = foreign.map(|Active { kind, name, .. }| format!("{kind} {name}")).collect();
    if foreign.is_empty() {
        return Ok(());
    }
    Err(Refusal::Foreign { name: name.to_string(), found: foreign }.into())
}

/// Refuses a database in which anything is wrong, whatever the time is: that
/// units are held too long is nothing to worry about in a database that no
/// service has swept since.
pub(super) fn ensure_sound(
    conn: &mut Conn,
    on_progress: &mut dyn FnMut(CheckProgress),
) -> Result<(), TransferError> {
    let mut wrong = Vec::new();
    if let Conn::Sqlite(sqlite) = conn {
        let damage: Vec<Finding> = diesel::sql_query(DAMAGE).load(sqlite)?;
        wrong.extend(damage.into_iter().map(|finding| finding.sentence));
    }
    wrong.extend(unbalanced(conn, on_progress)?);
    if wrong.is_empty() { Ok(()) } else { Err(TransferError::Unsound(wrong)) }
}
