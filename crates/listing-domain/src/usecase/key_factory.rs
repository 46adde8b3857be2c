//! Creates keys for the use cases that create and rotate them.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::AccountError;
use crate::ids::{AccountId, KeyId};
use crate::key::{ApiKey, KeyName};
use crate::person::Epoch;
use crate::ports::{AccountStore, Clock, IdSource, NewKey};
use crate::principal::Scopes;
use crate::quota::QuotaPolicy;

/// The dependencies for creating keys.
#[derive(Clone)]
pub struct KeyFactory {
    /// Stores the keys.
    pub accounts: Arc<dyn AccountStore>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
    /// Creates keys and their ids.
    pub ids: Arc<dyn IdSource>,
    /// Limits the keys of an account.
    pub policy: QuotaPolicy,
}

/// The options of a new key. By default the key has all scopes and no expiry.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyOptions {
    /// The key's name, chosen by its owner.
    pub name: KeyName,
    /// The requests that the key permits.
    pub scopes: Scopes,
    /// The key's lifetime; `None` for no expiry.
    pub lifetime: Option<SignedDuration>,
}

/// A newly created key. Its text can be shown now and never again.
pub struct CreatedKey {
    /// The key's id.
    pub id: KeyId,
    /// The key, whose text is shown to its owner.
    pub key: ApiKey,
    /// The moment at which it expires, if it does.
    pub expires_at: Option<Timestamp>,
}

impl KeyFactory {
    /// Creates a key without storing it. `epoch` is the access epoch in which the account's owner was
    /// authenticated; `None` for an operator's key.
    pub(super) fn make(
        &self,
        account: AccountId,
        epoch: Option<Epoch>,
        options: KeyOptions,
        now: Timestamp,
    ) -> Result<(NewKey, CreatedKey), AccountError> {
        let KeyOptions { name, scopes, lifetime } = options;
        let expires_at = lifetime.map(|lifetime| expiry(lifetime, now)).transpose()?;
        let key = self.ids.api_key();
        let id = KeyId::new(self.ids.id());
        let new = NewKey { name, scopes, expires_at, epoch, ..NewKey::plain(id, account, &key, now) };
        Ok((new, CreatedKey { id, key, expires_at }))
    }
}

fn expiry(lifetime: SignedDuration, now: Timestamp) -> Result<Timestamp, AccountError> {
    let end = now.checked_add(lifetime).ok().filter(|end| *end > now);
    end.ok_or_else(|| {
        AccountError::OutOfRange("a key must expire in the future and before the year 10000".to_owned())
    })
}
