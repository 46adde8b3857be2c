//! What makes a key, whatever it is made for.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::AccountError;
use crate::ids::{AccountId, KeyId};
use crate::key::{ApiKey, KeyName};
use crate::person::Epoch;
use crate::ports::{AccountStore, Clock, IdSource, NewKey};
use crate::principal::Scopes;
use crate::quota::QuotaPolicy;

/// What keys are made with.
#[derive(Clone)]
pub struct KeyMaking {
    /// Keeps them.
    pub accounts: Arc<dyn AccountStore>,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// Makes them and their identities.
    pub ids: Arc<dyn IdSource>,
    /// Says how many an account may have.
    pub policy: QuotaPolicy,
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

impl KeyMaking {
    /// Makes a key that is not stored yet, in the epoch in which the account's owner was recognized, if
    /// it is for its owner.
    pub(super) fn make(
        &self,
        account: AccountId,
        epoch: Option<Epoch>,
        options: KeyOptions,
        now: Timestamp,
    ) -> Result<(NewKey, CreatedKey), AccountError> {
        let KeyOptions { name, scopes, lifetime } = options;
        let expires_at = lifetime.map(|lifetime| end_of(lifetime, now)).transpose()?;
        let key = self.ids.api_key();
        let id = KeyId::new(self.ids.id());
        let new = NewKey { name, scopes, expires_at, epoch, ..NewKey::plain(id, account, &key, now) };
        Ok((new, CreatedKey { id, key, expires_at }))
    }
}

fn end_of(lifetime: SignedDuration, now: Timestamp) -> Result<Timestamp, AccountError> {
    let end = now.checked_add(lifetime).ok().filter(|end| *end > now);
    end.ok_or_else(|| AccountError::OutOfRange("a key must live for some time, and not for ever".to_owned()))
}
