//! Makes an API key.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::AccountError;
use crate::ids::{AccountId, KeyId};
use crate::key::{ApiKey, KeyName};
use crate::ports::{AccountStore, Clock, IdSource, NewKey};
use crate::principal::Scopes;
use crate::quota::QuotaPolicy;

/// Makes an API key.
pub struct CreateKey {
    accounts: Arc<dyn AccountStore>,
    clock: Arc<dyn Clock>,
    ids: Arc<dyn IdSource>,
    policy: QuotaPolicy,
}

/// What a key is to be. By default it may ask for all and has no end.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyOptions {
    /// What its owner calls it.
    pub name: KeyName,
    /// What it lets its holder ask for.
    pub scopes: Scopes,
    /// For how long it is made.
    pub lifetime: Option<SignedDuration>,
}

/// A key that was just made. Its text can be shown now and never again.
pub struct CreatedKey {
    /// The key's identity.
    pub id: KeyId,
    /// The key itself.
    pub key: ApiKey,
    /// When its time is over, if it was made for a time.
    pub expires_at: Option<Timestamp>,
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
    ///
    /// # Errors
    /// [`AccountError::OutOfRange`] for a lifetime of nothing.
    pub async fn run(&self, account: AccountId, options: KeyOptions) -> Result<CreatedKey, AccountError> {
        let (new, key) = make_key(self.ids.as_ref(), account, options, self.clock.now())?;
        self.accounts.add_key(&new, self.policy.max_active_keys).await?;
        Ok(CreatedKey { id: new.id, key, expires_at: new.expires_at })
    }
}

/// Makes a key that is not stored yet.
pub(super) fn make_key(
    ids: &dyn IdSource,
    account: AccountId,
    options: KeyOptions,
    now: Timestamp,
) -> Result<(NewKey, ApiKey), AccountError> {
    let KeyOptions { name, scopes, lifetime } = options;
    let expires_at = lifetime.map(|lifetime| end_of(lifetime, now)).transpose()?;
    let key = ids.api_key();
    let plain = NewKey::plain(KeyId::new(ids.id()), account, &key, now);
    Ok((NewKey { name, scopes, expires_at, ..plain }, key))
}

fn end_of(lifetime: SignedDuration, now: Timestamp) -> Result<Timestamp, AccountError> {
    let end = now.checked_add(lifetime).ok().filter(|end| *end > now);
    end.ok_or_else(|| AccountError::OutOfRange("a key must live for some time, and not for ever".to_owned()))
}
