//! Revokes an API key.

use std::sync::Arc;

use super::AccountError;
use super::active_key::{active_key, display_name};
use crate::ids::{AccountId, KeyId};
use crate::key::KeyRecord;
use crate::ports::{AccountStore, Clock};

/// Revokes an API key.
pub struct RevokeKey {
    accounts: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
}

impl RevokeKey {
    /// Creates the use case.
    pub fn new(accounts: Arc<dyn AccountStore>, clock: Arc<dyn Clock>) -> Self {
        Self { accounts, clock }
    }

    /// Revokes the account's only active key with this id, hint or name. The key itself is accepted too.
    pub async fn run(&self, account: AccountId, name: &str) -> Result<KeyRecord, AccountError> {
        let (name, now) = (display_name(name), self.clock.now());
        let key = active_key(self.accounts.as_ref(), account, &name, now).await?;
        if self.accounts.revoke_key(account, key.id, now).await? {
            Ok(KeyRecord { revoked_at: Some(now), ..key })
        } else {
            Err(AccountError::NoSuchKey(name))
        }
    }

    /// Revokes the active key with this id.
    ///
    /// # Errors
    /// [`AccountError::NoSuchKey`] when the account has no such active key.
    pub async fn run_by_id(&self, account: AccountId, id: KeyId) -> Result<(), AccountError> {
        let is_revoked = self.accounts.revoke_key(account, id, self.clock.now()).await?;
        if is_revoked { Ok(()) } else { Err(AccountError::NoSuchKey(id.to_string())) }
    }
}
