//! Revokes an API key.

use std::sync::Arc;

use super::AccountError;
use crate::ids::AccountId;
use crate::key::{ApiKey, KeyRecord, KeyState};
use crate::ports::{AccountStore, Clock};

/// Revokes an API key.
pub struct RevokeKey {
    accounts: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
}

impl RevokeKey {
    /// The use-case over its ports.
    pub fn new(accounts: Arc<dyn AccountStore>, clock: Arc<dyn Clock>) -> Self {
        Self { accounts, clock }
    }

    /// Revokes the one active key of the account that has this id or this hint.
    /// The key itself will do too; it is reduced to its hint at once, so that
    /// no message repeats it.
    pub async fn run(&self, account: AccountId, name: &str) -> Result<KeyRecord, AccountError> {
        let name = name.parse::<ApiKey>().map_or_else(|_| name.to_owned(), |key| key.hint().to_string());
        let keys = self.accounts.keys(account).await?;
        let mut named = keys
            .into_iter()
            .filter(|key| key.state == KeyState::Active)
            .filter(|key| key.id.to_string() == name || key.hint.as_str() == name);
        let no_such_key = || AccountError::NoSuchKey(name.clone());
        let key = named.next().ok_or_else(no_such_key)?;
        if named.next().is_some() {
            return Err(AccountError::AmbiguousKey(name));
        }
        let at = self.clock.now();
        if self.accounts.revoke_key(account, key.id, at).await? {
            Ok(KeyRecord { state: KeyState::Revoked(at), ..key })
        } else {
            Err(no_such_key())
        }
    }
}
