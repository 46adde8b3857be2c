//! Finds an account's key by id, hint or name.

use jiff::Timestamp;

use super::AccountError;
use crate::ids::{AccountId, KeyId};
use crate::key::{ApiKey, KeyRecord, KeyState};
use crate::ports::AccountStore;

/// Returns the name of a key for messages. If the caller gave the key itself instead of a name, only its hint
/// is returned, so that no message contains the key.
pub(super) fn display_name(name: &str) -> String {
    name.parse::<ApiKey>().map_or_else(|_| name.to_owned(), |key| key.hint().to_string())
}

/// Returns the account's only active key with this id, hint or name, as [`display_name`] returns it. If a
/// replaced key and its replacement both match, the replacement is returned: they have the same name.
pub(super) async fn active_key(
    accounts: &dyn AccountStore,
    account: AccountId,
    name: &str,
    now: Timestamp,
) -> Result<KeyRecord, AccountError> {
    let is_named =
        |key: &KeyRecord| key.id.to_string() == name || key.hint.is(name) || key.name.as_str() == name;
    let keys = accounts.keys(account).await?;
    let is_match = |key: &KeyRecord| key.state_at(now) == KeyState::Active && is_named(key);
    let (ending, mut named): (Vec<_>, Vec<_>) =
        keys.into_iter().filter(is_match).partition(|key| key.revoked_at.is_some());
    if named.is_empty() {
        named = ending;
    }
    let key = named.pop().ok_or_else(|| AccountError::NoSuchKey(name.to_owned()))?;
    if named.is_empty() { Ok(key) } else { Err(AccountError::AmbiguousKey(name.to_owned())) }
}

/// Returns the account's active key with this id.
pub(super) async fn active_key_with_id(
    accounts: &dyn AccountStore,
    account: AccountId,
    id: KeyId,
    now: Timestamp,
) -> Result<KeyRecord, AccountError> {
    let mut keys = accounts.keys(account).await?.into_iter();
    let found = keys.find(|key| key.id == id && key.state_at(now) == KeyState::Active);
    found.ok_or_else(|| AccountError::NoSuchKey(id.to_string()))
}
