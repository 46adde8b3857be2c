//! Identifies callers by API key.

use std::sync::Arc;

use super::AuthError;
use crate::key::{ApiKey, KeyRecord};
use crate::ports::{AccountStore, Clock};
use crate::principal::{Credential, Principal};

/// Identifies a caller by an API key.
pub struct AuthenticateCaller {
    accounts: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
}

impl AuthenticateCaller {
    /// Creates the use case.
    pub fn new(accounts: Arc<dyn AccountStore>, clock: Arc<dyn Clock>) -> Self {
        Self { accounts, clock }
    }

    /// Returns the owner of an active key. The shape is checked before any hash or look-up, so that junk
    /// costs nothing.
    pub async fn run(&self, key: &str) -> Result<Principal, AuthError> {
        let key: ApiKey = key.parse().map_err(|_| AuthError::Refused)?;
        let now = self.clock.now();
        let owner = self.accounts.key_owner(&key.digest(), now).await?.ok_or(AuthError::Refused)?;
        let seconds_since_use = owner.last_used_at.map(|at| now.duration_since(at).as_secs());
        if seconds_since_use.is_none_or(|s| s >= KeyRecord::LAST_USE_PRECISION_SECONDS) {
            // Only informs the owner: a failure must not refuse the caller.
            let _ = self.accounts.note_key_use(owner.key, now).await;
        }
        let credential = Credential::Key { id: owner.key, scopes: owner.scopes };
        Ok(Principal { account: owner.account, plan: owner.plan, credential })
    }
}
