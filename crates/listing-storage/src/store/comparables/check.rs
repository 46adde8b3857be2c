use diesel::prelude::*;

use crate::connection::Conn;
use crate::error::StorageError;

/// Fails if SQLite's full-text table differs from the comparables. PostgreSQL's full-text index has no such
/// check.
const COMPARE: &str = "INSERT INTO comparable_words (comparable_words, rank) VALUES ('integrity-check', 1)";

const DIFFERENT: [&str; 2] = ["database disk image is malformed", "fts5: corruption"];

pub(in crate::store) fn index_faults(conn: &mut Conn) -> Result<Vec<String>, StorageError> {
    let Conn::Sqlite(conn) = conn else { return Ok(Vec::new()) };
    match diesel::sql_query(COMPARE).execute(conn) {
        Ok(_) => Ok(Vec::new()),
        Err(diesel::result::Error::DatabaseError(_, reason))
            if DIFFERENT.iter().any(|words| reason.message().starts_with(words)) =>
        {
            Ok(vec!["the full-text index does not match the titles of the comparables".to_owned()])
        }
        Err(error) => Err(error.into()),
    }
}
