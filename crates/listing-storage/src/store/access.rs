//! Compares an account's access state with the epoch that the caller has seen. An epoch is a period of
//! access, which ends when access is revoked.
//!
//! Each step locks the account's row before it compares the epoch, and writes its effect in the same
//! transaction. So an effect never follows the end of its epoch.

use diesel::prelude::*;
use listing_domain::person::Epoch;

use super::lock::lock_account;
use crate::connection::Conn;
use crate::error::StorageError;
use crate::rows::ColumnRef;
use crate::schema::account;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Access {
    pub(super) epoch: Epoch,
    pub(super) is_suspended: bool,
}

impl Access {
    pub(super) fn allows(self, seen: Epoch) -> bool {
        self.epoch == seen && !self.is_suspended
    }
}

pub(super) fn locked(conn: &mut Conn, id: &str) -> Result<Option<Access>, StorageError> {
    lock_account(conn, id)?;
    let query = account::table.find(id).filter(account::deleted_at.is_null());
    let row: Option<(i64, Option<i64>)> =
        query.select((account::epoch, account::suspended_at)).get_result(conn).optional()?;
    let Some((epoch, suspended_at)) = row else { return Ok(None) };
    let column = ColumnRef { table: "account", column: "epoch", row: id };
    Ok(Some(Access { epoch: Epoch::new(column.units(epoch)?), is_suspended: suspended_at.is_some() }))
}

/// Also locks the account.
pub(super) fn is_in(conn: &mut Conn, id: &str, seen: Epoch) -> Result<bool, StorageError> {
    Ok(locked(conn, id)?.is_some_and(|access| access.allows(seen)))
}
