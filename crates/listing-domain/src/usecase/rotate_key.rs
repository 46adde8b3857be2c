//! Replaces an API key with a new one.

use jiff::{SignedDuration, Timestamp};

use super::AccountError;
use super::active_key::{active_key, active_key_with_id, display_name};
use super::key_factory::{CreatedKey, KeyFactory, KeyOptions};
use crate::ids::{AccountId, KeyId};
use crate::key::{KeyName, KeyRecord};
use crate::person::Epoch;

/// Replaces an API key with a new one.
pub struct RotateKey(KeyFactory);

/// The options of a key's rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rotation {
    /// The time during which the old key still works.
    pub overlap: SignedDuration,
    /// The lifetime of the new key; `None` for the lifetime of the old key.
    pub lifetime: Option<SignedDuration>,
}

/// The default overlap leaves a day to deploy the new key.
impl Default for Rotation {
    fn default() -> Self {
        Self { overlap: SignedDuration::from_hours(24), lifetime: None }
    }
}

/// The result of a rotation: the new key, and the end of the old one.
pub struct RotatedKey {
    /// The new key.
    pub new: CreatedKey,
    /// The name that both keys have.
    pub name: KeyName,
    /// The moment when the old key stops working; `None` if it has stopped already.
    pub former_until: Option<Timestamp>,
}

impl RotateKey {
    /// The longest time during which the old key may still work.
    pub const MAX_OVERLAP: SignedDuration = SignedDuration::from_hours(30 * 24);

    /// Creates the use case.
    pub const fn new(factory: KeyFactory) -> Self {
        Self(factory)
    }

    /// Creates a key with the name and scopes of the account's only active key with this id, hint or name.
    /// The old key ends after the overlap; both are active until then.
    ///
    /// # Errors
    /// [`AccountError::NoSuchKey`] also for a key that was already replaced.
    pub async fn run(
        &self,
        account: AccountId,
        name: &str,
        rotation: Rotation,
    ) -> Result<RotatedKey, AccountError> {
        let (name, now) = (display_name(name), self.0.clock.now());
        let old = active_key(self.0.accounts.as_ref(), account, &name, now).await?;
        self.rotate(old, None, rotation, now).await.map_err(|error| match error {
            AccountError::NoSuchKey(_) => AccountError::NoSuchKey(name),
            error => error,
        })
    }

    /// Rotates the key with this id for the account's owner, in the access epoch in which they were
    /// authenticated.
    ///
    /// # Errors
    /// As [`RotateKey::run`]; [`AccountStoreError::Overtaken`](crate::ports::AccountStoreError::Overtaken)
    /// when that epoch is over.
    pub async fn run_in(
        &self,
        account: AccountId,
        epoch: Epoch,
        id: KeyId,
        rotation: Rotation,
    ) -> Result<RotatedKey, AccountError> {
        let now = self.0.clock.now();
        let old = active_key_with_id(self.0.accounts.as_ref(), account, id, now).await?;
        self.rotate(old, Some(epoch), rotation, now).await
    }

    async fn rotate(
        &self,
        old: KeyRecord,
        epoch: Option<Epoch>,
        Rotation { overlap, lifetime }: Rotation,
        now: Timestamp,
    ) -> Result<RotatedKey, AccountError> {
        if overlap.is_negative() || overlap > Self::MAX_OVERLAP {
            let days = Self::MAX_OVERLAP.as_hours() / 24;
            return Err(AccountError::OutOfRange(format!("the overlap must be between 0 and {days} days")));
        }
        let Self(factory) = self;
        let lifetime = lifetime.or_else(|| old.lifetime());
        let options = KeyOptions { name: old.name.clone(), scopes: old.scopes, lifetime };
        let (new, created) = factory.make(old.account, epoch, options, now)?;
        let ends = now.saturating_add(overlap).unwrap_or(now);
        if !factory.accounts.rotate_key(old.id, ends, &new, factory.policy.max_active_keys).await? {
            return Err(AccountError::NoSuchKey(old.id.to_string()));
        }
        // The overlap does not extend a key's own expiry.
        let until = old.expires_at.map_or(ends, |end| end.min(ends));
        Ok(RotatedKey {
            new: created,
            name: old.name,
            former_until: Some(until).filter(|until| *until > now),
        })
    }
}
