use diesel::prelude::*;
use diesel::sql_types::BigInt;
use jiff::Timestamp;

use super::Store;
use crate::connection::Conn;
use crate::error::StorageError;
use crate::rows::micros;

/// In bytes: of a SQLite file without its log, of a PostgreSQL database with its indexes.
const SIZE_SQLITE: &str =
    "SELECT page_count * page_size AS number FROM pragma_page_count(), pragma_page_size()";
const SIZE_POSTGRES: &str = "SELECT pg_database_size(current_database()) AS number";

const QUEUED: &str = "SELECT COUNT(*) AS number FROM billing_subject WHERE state <> 'parked'";
const PARKED: &str = "SELECT COUNT(*) AS number FROM billing_subject WHERE state = 'parked'";

/// Figures of the database, for the operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoreFigures {
    /// Messages that wait to be sent.
    pub waiting_mail: i64,
    /// Objects at the payment provider whose state is to be applied.
    pub queued_subjects: i64,
    /// Objects at the payment provider whose state waits for an operator.
    pub parked_subjects: i64,
    /// The database's size.
    pub bytes: i64,
}

#[derive(QueryableByName)]
struct Number {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

impl Store {
    /// Reads the operator's figures.
    pub async fn figures(&self, now: Timestamp) -> Result<StoreFigures, StorageError> {
        let waiting = format!(
            "SELECT COUNT(*) AS number FROM outbox WHERE expires_at > {} AND given_up_at IS NULL",
            micros(now)
        );
        let figures = self.database.read(move |conn| {
            let size = match conn {
                Conn::Postgres(_) => SIZE_POSTGRES,
                Conn::Sqlite(_) => SIZE_SQLITE,
            };
            let mut number = |statement: &str| -> Result<i64, StorageError> {
                let number: Number = diesel::sql_query(statement).get_result(conn)?;
                Ok(number.number)
            };
            Ok(StoreFigures {
                waiting_mail: number(&waiting)?,
                queued_subjects: number(QUEUED)?,
                parked_subjects: number(PARKED)?,
                bytes: number(size)?,
            })
        });
        figures.await
    }
}
