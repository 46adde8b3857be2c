//! Checks that a database belongs to this program and is intact.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use diesel::prelude::*;
use diesel::sql_types::Text;
use diesel::sqlite::SqliteConnection;

use super::{Refusal, TransferError};
use crate::connection::Conn;
use crate::error::StorageError;
use crate::migrate;
use crate::store::{CheckProgress, unbalanced};

/// Damage in the file's structure and references to missing rows.
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

pub(super) fn ensure_ours(conn: &mut Conn, name: &dyn Display) -> Result<(), TransferError> {
    if migrate::is_ours(conn)? { Ok(()) } else { Err(Refusal::NotOurs(name.to_string()).into()) }
}

/// All definitions, since defaults, checks, generated columns and triggers change the effect of statements.
/// Leaves out SQLite's own tables, full-text indexes' internal tables and the table of migrations.
const DEFINITIONS: &str = "SELECT type || ' ' || name AS name, sql FROM sqlite_schema
    WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> '__diesel_schema_migrations'
        AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')";

#[derive(QueryableByName)]
struct Definition {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    sql: String,
}

/// Refuses a SQLite file with definitions that differ from the current schema.
pub(super) fn ensure_nothing_foreign(conn: &mut Conn, name: &dyn Display) -> Result<(), TransferError> {
    let Conn::Sqlite(sqlite) = conn else { return Ok(()) };
    let found = definitions(sqlite)?;
    let fresh =
        SqliteConnection::establish(":memory:").map_err(|error| StorageError::connect(&error, ":memory:"))?;
    let mut fresh = Conn::Sqlite(fresh);
    migrate::bring_up_to_date(&mut fresh)?;
    let Conn::Sqlite(fresh) = &mut fresh else { return Ok(()) };
    let ours = definitions(fresh)?;
    let names: BTreeSet<&String> = found.keys().chain(ours.keys()).collect();
    let foreign: Vec<String> =
        names.into_iter().filter(|name| found.get(*name) != ours.get(*name)).cloned().collect();
    if foreign.is_empty() {
        return Ok(());
    }
    Err(Refusal::Foreign { name: name.to_string(), found: foreign }.into())
}

fn definitions(conn: &mut SqliteConnection) -> Result<BTreeMap<String, String>, StorageError> {
    let defined: Vec<Definition> = diesel::sql_query(DEFINITIONS).load(conn)?;
    Ok(defined.into_iter().map(|Definition { name, sql }| (name, sql)).collect())
}

/// Refuses a database that is damaged or whose ledger does not balance. Accepts overdue holds, because no
/// service may have released them yet.
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
