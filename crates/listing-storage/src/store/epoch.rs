//! Epochs of the access to accounts. What an earlier one allowed takes no effect.
//!
//! Each step locks the account's row before it compares the epoch, and writes its effect in the same
//! transaction: of an effect and the end of its epoch at the same moment, one comes first.

use diesel::prelude::*;
use listing_domain::ids::AccountId;
use listing_domain::key::KeyDigest;
use listing_domain::person::{Besides, Epoch, TakeBack};

use super::lock::lock_account;
use super::{identities, keys};
use crate::connection::{Conn, execute};
use crate::error::StorageError;
use crate::prepared::Value;
use crate::rows::{ColumnRef, micros};
use crate::schema::account;

const BEGIN_NEXT: &str = "UPDATE account SET epoch = ? WHERE id = ?";

const END_SESSIONS: &str = "DELETE FROM session WHERE account = ? AND id <> ?";
const CARRY_SESSION: &str = "UPDATE session SET epoch = ? WHERE account = ?";
const DROP_LINKS: &str = "DELETE FROM link WHERE account = ? AND (purpose <> 'known_browser' OR digest <> ?)";
const CARRY_BROWSER: &str = "UPDATE link SET epoch = ? WHERE account = ?";

/// Access that was taken back.
pub(super) struct TakenBack {
    /// The epoch that began.
    pub(super) next: Epoch,
    /// The keys that were revoked.
    pub(super) keys: Vec<KeyDigest>,
}

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

/// Takes access back, if the account is in the epoch that was seen.
pub(super) fn take_back(
    conn: &mut Conn,
    id: AccountId,
    take_back: &TakeBack,
) -> Result<Option<TakenBack>, StorageError> {
    let name = id.to_string();
    if !is_in(conn, &name, take_back.seen)? {
        return Ok(None);
    }
    let next = begin_next(conn, &name, take_back)?;
    let keys = match take_back.besides {
        Besides::Nothing => Vec::new(),
        Besides::KeysAndIdentities => {
            identities::forget(conn, &name)?;
            keys::revoke_all(conn, &name, micros(take_back.at))?
        }
    };
    Ok(Some(TakenBack { next, keys }))
}

/// Ends the epoch of an account that is locked, and all of it that does not stay.
pub(super) fn begin_next(conn: &mut Conn, name: &str, take_back: &TakeBack) -> Result<Epoch, StorageError> {
    let next = take_back.seen.next();
    let number = || Value::Number(next.number().into());
    execute(conn, BEGIN_NEXT, &[number(), Value::Text(name)])?;
    // No session has an empty identity, and no link an empty digest.
    let session = take_back.session.map(|session| session.to_string()).unwrap_or_default();
    let browser = take_back.browser.as_ref().map_or(&[][..], |browser| browser.as_bytes().as_slice());
    execute(conn, END_SESSIONS, &[Value::Text(name), Value::Text(&session)])?;
    execute(conn, CARRY_SESSION, &[number(), Value::Text(name)])?;
    execute(conn, DROP_LINKS, &[Value::Text(name), Value::Bytes(Some(browser))])?;
    execute(conn, CARRY_BROWSER, &[number(), Value::Text(name)])?;
    Ok(next)
}
