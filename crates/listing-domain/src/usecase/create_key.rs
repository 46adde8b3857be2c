//! Makes an API key.

use std::sync::Arc;

use super::AccountError;
use crate::ids::{AccountId, KeyId};
use crate::key::ApiKey;
use crate::ports::{AccountStore, Clock, IdSource, NewKey};
use crate::quota::QuotaPolicy;

/// Makes an API key.
pub struct CreateKey {
    accounts: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
    policy: QuotaPolicy,
}

/// A key that was just made. Its text can be shown now and never again.
pub struct CreatedKey {
    /// The key's identity.
    pub id: KeyId,
    /// The key itself.
    pub key: ApiKey,
}

impl CreateKey {
    /// The use-case over its ports.
    pub fn new(
        accounts: Arc<dyn AccountStore>,
        clock: Arc<dyn Clock>,
        ids: Arc<dyn IdSource>,
        policy: QuotaPolicy,
    ) -> Self {
        Self { accounts, clock, ids, policy }
    }

    /// Makes a key for an account, unless it holds the most already.
    pub async fn run(&self, account: AccountId) -> Result<CreatedKey, AccountError> {
        let key = self.ids.api_key();
        let record = NewKey {
            id: KeyId::new(self.ids.id()),
            account,
            digest: key.digest(),
            hint: key.hint(),
            created_at: self.clock.now(),
        };
        self.accounts.add_key(&record, self.policy.max_active_keys).await?;
        Ok(CreatedKey { id: record.id, key })
    }
}
