//! Whether a database is one that this program may work with.

use std::fmt::Display;

use diesel::prelude::*;
use diesel::sql_types::Text;

use super::{Refusal, TransferError};
use crate::connection::Conn;
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
