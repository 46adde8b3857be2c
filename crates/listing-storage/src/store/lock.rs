//! One writer an account at a time.

use diesel::prelude::*;

use crate::connection::Conn;
use crate::error::StorageError;
use crate::schema::{account, reservation};

/// Waits until no other transaction moves units or keys of the account, and
/// keeps others waiting until this transaction ends. Then what is read stays
/// true until it is written, and the ledger's numbers are in the order of the
/// commits. SQLite has one writer for everything, so there is nothing to do.
///
/// An account's lock is taken before any other of its rows is touched, and no
/// transaction takes two of them: none can wait in a circle.
pub(super) fn lock_account(conn: &mut Conn, id: &str) -> Result<(), StorageError> {
    if let Conn::Postgres(conn) = conn {
        // Not `FOR UPDATE`, which would also wait for every row that refers to
        // the account.
        account::table.find(id).select(account::id).for_no_key_update().load::<String>(conn)?;
    }
    Ok(())
}

/// Locks the account of a reservation, if there is one, as [`lock_account`] does,
/// in one statement.
pub(super) fn lock_account_of(conn: &mut Conn, id: &str) -> Result<(), StorageError> {
    if let Conn::Postgres(conn) = conn {
        let owner = reservation::table.find(id).select(reservation::account).single_value();
        account::table
            .filter(account::id.nullable().eq(owner))
            .select(account::id)
            .for_no_key_update()
            .load::<String>(conn)?;
    }
    Ok(())
}
