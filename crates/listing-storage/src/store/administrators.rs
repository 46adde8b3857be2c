//! Lists the administrators' accounts and keeps the last one from being removed.

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use listing_domain::account::Account;

use super::account_row::{AccountRow, read_account};
use crate::connection::{Conn, on_engine};
use crate::error::{StepError, StorageError};
use crate::prepared::Prepared;

const ALL: &str = "SELECT a.id, a.email, a.created_at, a.suspended_at FROM person p
    JOIN account a ON a.id = p.account WHERE p.is_administrator = 1 AND a.deleted_at IS NULL ORDER BY a.email";
const ANY: &str = "SELECT account FROM person WHERE is_administrator = 1 LIMIT 1";

/// The number is arbitrary, but unique to this program in the database.
const LOCK: &str = "SELECT pg_advisory_xact_lock(7208420147)";

pub(super) trait LastAdministrator {
    fn last_administrator() -> Self;
}

/// Locks the set of administrators, so that no other step dismisses, suspends or deletes one meanwhile.
/// Callers lock it before any account, to avoid deadlocks.
pub(super) fn lock(conn: &mut Conn) -> Result<(), StorageError> {
    if let Conn::Postgres(conn) = conn {
        diesel::sql_query(LOCK).execute(conn)?;
    }
    Ok(())
}

/// Call it under [`lock`], so that two administrators cannot remove each other.
pub(super) fn ensure_other_administrator<E: LastAdministrator>(
    conn: &mut Conn,
    id: &str,
) -> Result<(), StepError<E>> {
    let (own, others): (Vec<Account>, Vec<Account>) =
        all(conn)?.into_iter().partition(|account| account.id.to_string() == id);
    let is_last = !own.is_empty() && others.iter().all(|account| account.suspended_at.is_some());
    if is_last { Err(StepError::Refused(E::last_administrator())) } else { Ok(()) }
}

pub(super) fn all(conn: &mut Conn) -> Result<Vec<Account>, StorageError> {
    let query = Prepared::<(Text, Text, BigInt, Nullable<BigInt>)>::new(ALL, &[]);
    let rows: Vec<AccountRow> = on_engine!(conn, |conn| query.load(conn))?;
    rows.into_iter().map(read_account).collect()
}

pub(super) fn is_any(conn: &mut Conn) -> Result<bool, StorageError> {
    let query = Prepared::<(Text,)>::new(ANY, &[]);
    let found: Vec<(String,)> = on_engine!(conn, |conn| query.load(conn))?;
    Ok(!found.is_empty())
}
