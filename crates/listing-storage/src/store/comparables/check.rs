//! Whether what full text has of the comparables is what they say.

use diesel::prelude::*;

use crate::connection::Conn;
use crate::error::StorageError;

/// Compares SQLite's full text with the rows that it is made of, and fails where they differ.
/// PostgreSQL's is an index, which cannot be asked.
const COMPARE: &str = "INSERT INTO comparable_words (comparable_words, rank) VALUES ('integrity-check', 1)";

/// SQLite's words for a difference.
const DIFFERENT: [&str; 2] = ["database disk image is malformed", "fts5: corruption"];

/// What is wrong with the words of comparables, as sentences.
pub(in crate::store) fn wrong_words(conn: &mut Conn) -> Result<Vec<String>, StorageError> {
    let Conn::Sqlite(conn) = conn else { return Ok(Vec::new()) };
    match diesel::sql_query(COMPARE).execute(conn) {
        Ok(_) => Ok(Vec::new()),
        Err(diesel::result::Error::DatabaseError(_, reason))
            if DIFFERENT.iter().any(|words| reason.message().starts_with(words)) =>
        {
            Ok(vec!["the words by which comparables are found are not those of their titles".to_owned()])
        }
        Err(error) => Err(error.into()),
    }
}
