//! Locks accounts, so that only one transaction changes each at a time.

use std::collections::HashSet;

use diesel::prelude::*;
use diesel::sql_types::Text;

use crate::connection::Conn;
use crate::error::StorageError;
use crate::prepared::{Column, Prepared};
use crate::schema::account;

/// Not `FOR UPDATE`, which would also wait for every row that refers to an account.
const LOCK: &str = "SELECT id FROM account WHERE id = ANY (?) ORDER BY id FOR NO KEY UPDATE";
const LOCK_FREE: &str = "SELECT id FROM account WHERE id = ANY (?) ORDER BY id FOR NO KEY UPDATE SKIP LOCKED";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LockWait {
    Wait,
    /// Skips accounts that are already locked, so that the batch's other steps need not wait.
    Skip,
}

/// The accounts that a transaction has locked, among those it asked for.
pub(super) enum Locked {
    All,
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

/// Waits until no other transaction changes units or keys of the accounts, and blocks others until this one
/// ends. So data read under the lock stay valid, and ledger entries are numbered in the order of commits.
/// SQLite has one writer and needs no lock.
///
/// A transaction locks an account before it reads or changes its other rows, and several in one statement in
/// the order of their ids, so that no deadlock arises.
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

pub(super) fn lock_account(conn: &mut Conn, id: &str) -> Result<(), StorageError> {
    lock_accounts(conn, [id], LockWait::Wait).map(drop)
}

/// Locks until this transaction ends. Returns `true` if the account exists and is not deleted.
pub(super) fn lock_if_there(conn: &mut Conn, id: &str) -> Result<bool, StorageError> {
    lock_account(conn, id)?;
    let query = account::table.find(id).filter(account::deleted_at.is_null());
    Ok(query.count().get_result::<i64>(conn)? == 1)
}
