//! One writer an account at a time.

use std::collections::HashSet;

use diesel::prelude::*;
use diesel::sql_types::Text;

use crate::connection::Conn;
use crate::error::StorageError;
use crate::prepared::{Column, Prepared};
use crate::schema::account;

/// Not `FOR UPDATE`, which would also wait for every row that refers to the
/// account.
const LOCK: &str = "SELECT id FROM account WHERE id = ANY (?) ORDER BY id FOR NO KEY UPDATE";
const LOCK_FREE: &str = "SELECT id FROM account WHERE id = ANY (?) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED";

/// What to do about an account that another transaction has locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LockWait {
    /// Wait for its turn.
    Wait,
    /// Leave it alone, so that nobody else has to wait for it.
    Skip,
}

/// The accounts that a transaction has to itself.
pub(super) enum Locked {
    /// All that it asked for.
    All,
    /// These of them.
    These(HashSet<String>),
}

impl Locked {
    pub(super) fn has(&self, account: &str) -> bool {
        match self {
            Self::All => true,
            Self::These(accounts) => accounts.contains(account),
        }
    }
}

/// Waits until no other transaction moves units or keys of the accounts, and
/// keeps others waiting until this transaction ends. Then what is read stays
/// true until it is written, and the ledger's numbers are in the order of the
/// commits. SQLite has one writer for everything, so there is nothing to do.
///
/// An account's lock is taken before any other of its rows is touched, and a
/// transaction takes those of several accounts at once and in their order: none
/// can wait in a circle.
pub(super) fn lock_accounts<'a>(
    conn: &mut Conn,
    ids: impl IntoIterator<Item = &'a str>,
    wait: LockWait,
) -> Result<Locked, StorageError> {
    let Conn::Postgres(conn) = conn else { return Ok(Locked::All) };
    let ids = [Column::texts(ids)];
    let text = match wait {
        LockWait::Wait => LOCK,
        LockWait::Skip => LOCK_FREE,
    };
    let locked: Vec<String> = Prepared::<Text, _>::new(text, &ids).load(conn)?;
    Ok(match wait {
        LockWait::Wait => Locked::All,
        LockWait::Skip => Locked::These(locked.into_iter().collect()),
    })
}

/// Locks one account, whoever has it now.
pub(super) fn lock_account(conn: &mut Conn, id: &str) -> Result<(), StorageError> {
    lock_accounts(conn, [id], LockWait::Wait).map(drop)
}

/// Locks an account; whether it is there and was not deleted. It stays so until this
/// transaction ends.
pub(super) fn lock_if_there(conn: &mut Conn, id: &str) -> Result<bool, StorageError> {
    lock_account(conn, id)?;
    let its = account::table.find(id).filter(account::deleted_at.is_null());
    Ok(its.count().get_result::<i64>(conn)? == 1)
}
