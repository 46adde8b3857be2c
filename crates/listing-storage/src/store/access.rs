//! The access to an account, compared with what was seen of it.
//!
//! Each step locks the account's row before it compares the epoch, and writes its effect in the same
//! transaction: of an effect and the end of its epoch at the same moment, one comes first.

use diesel::prelude::*;
use listing_domain::person::Epoch;

use super::lock::lock_account;
use crate::connection::Conn;
use crate::error::StorageError;
use crate::rows::ColumnRef;
use crate::schema::account;

/// The state of an account that is there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Access {
    pub(super) epoch: Epoch,
    pub(super) is_suspended: bool,
}

impl Access {
    /// Whether what was allowed in an epoch may take effect.
    pub(super) fn allows(self, seen: Epoch) -> bool {
        self.epoch == seen && !self.is_suspended
    }
}

/// The access to an account, which is locked; `None` when it is not there.
pub(super) fn locked(conn: &mut Conn, id: &str) -> Result<Option<Access>, StorageError> {
    lock_account(conn, id)?;
    let its = account::table.find(id).filter(account::deleted_at.is_null());
    let row: Option<(i64, Option<i64>)> =
        its.select((account::epoch, account::suspended_at)).get_result(conn).optional()?;
    let Some((epoch, suspended_at)) = row else { return Ok(None) };
    let column = ColumnRef { table: "account", column: "epoch", row: id };
    Ok(Some(Access { epoch: Epoch::new(column.units(epoch)?), is_suspended: suspended_at.is_some() }))
}

/// Whether an account, which is locked, is there and in an epoch. One that is suspended is in none.
pub(super) fn is_in(conn: &mut Conn, id: &str, seen: Epoch) -> Result<bool, StorageError> {
    Ok(locked(conn, id)?.is_some_and(|access| access.allows(seen)))
}
