//! Ends and begins epochs, the periods of access to an account. Revoking access begins the next one; a
//! permission from an earlier one has no effect.

use listing_domain::ids::AccountId;
use listing_domain::key::KeyDigest;
use listing_domain::person::{Epoch, OtherAccess, TakeBack};

use super::{access, identities, keys};
use crate::connection::{Conn, execute};
use crate::error::StorageError;
use crate::prepared::Value;
use crate::rows::micros;

const BEGIN_NEXT: &str = "UPDATE account SET epoch = ? WHERE id = ?";

const END_SESSIONS: &str = "DELETE FROM session WHERE account = ? AND id <> ?";
const CARRY_SESSION: &str = "UPDATE session SET epoch = ? WHERE account = ?";
const DROP_LINKS: &str = "DELETE FROM link WHERE account = ? AND (purpose <> 'known_browser' OR digest <> ?)";
const CARRY_BROWSER: &str = "UPDATE link SET epoch = ? WHERE account = ?";

pub(super) struct TakenBack {
    pub(super) next: Epoch,
    pub(super) keys: Vec<KeyDigest>,
}

/// If the account has already left the epoch that the caller saw, changes nothing and returns `None`.
pub(super) fn take_back(
    conn: &mut Conn,
    id: AccountId,
    take_back: &TakeBack,
) -> Result<Option<TakenBack>, StorageError> {
    let name = id.to_string();
    if !access::is_in(conn, &name, take_back.seen)? {
        return Ok(None);
    }
    let next = begin_next(conn, &name, take_back)?;
    let keys = match take_back.other_access {
        OtherAccess::Nothing => Vec::new(),
        OtherAccess::KeysAndIdentities => {
            identities::unlink_all(conn, &name)?;
            keys::revoke_all(conn, &name, micros(take_back.at))?
        }
    };
    Ok(Some(TakenBack { next, keys }))
}

/// Ends a locked account's sessions and links, except the session and browser that `take_back` names.
pub(super) fn begin_next(conn: &mut Conn, name: &str, take_back: &TakeBack) -> Result<Epoch, StorageError> {
    let next = take_back.seen.next();
    let number = || Value::Number(next.number().into());
    execute(conn, BEGIN_NEXT, &[number(), Value::Text(name)])?;
    // An empty text matches no session or link: no session has an empty id, no link an empty digest.
    let session = take_back.session.map(|session| session.to_string()).unwrap_or_default();
    let browser = take_back.browser.as_ref().map_or(&[][..], |browser| browser.as_bytes().as_slice());
    execute(conn, END_SESSIONS, &[Value::Text(name), Value::Text(&session)])?;
    execute(conn, CARRY_SESSION, &[number(), Value::Text(name)])?;
    execute(conn, DROP_LINKS, &[Value::Text(name), Value::Bytes(Some(browser))])?;
    execute(conn, CARRY_BROWSER, &[number(), Value::Text(name)])?;
    Ok(next)
}
