//! Puts a new API key in the place of an old one.

use jiff::{SignedDuration, Timestamp};

use super::AccountError;
use super::active_key::{active_key, active_key_with_id, said_name};
use super::key_making::{CreatedKey, KeyMaking, KeyOptions};
use crate::ids::{AccountId, KeyId};
use crate::key::{KeyName, KeyRecord};
use crate::person::Epoch;

/// Puts a new API key in the place of an old one.
pub struct RotateKey(KeyMaking);

/// How a key is rotated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rotation {
    /// For how long the old key still opens, beside the new one.
    pub overlap: SignedDuration,
    /// For how long the new key is made; as the old one was when `None`.
    pub lifetime: Option<SignedDuration>,
}

/// Time enough to bring the new key everywhere.
impl Default for Rotation {
    fn default() -> Self {
        Self { overlap: SignedDuration::from_hours(24), lifetime: None }
    }
}

/// A rotated key.
pub struct RotatedKey {
    /// The new key.
    pub new: CreatedKey,
    /// The name of both.
    pub name: KeyName,
    /// When the former key stops working; `None` when it already has.
    pub former_until: Option<Timestamp>,
}

impl RotateKey {
    /// The longest overlap.
    pub const MAX_OVERLAP: SignedDuration = SignedDuration::from_hours(30 * 24);

    /// The use-case over what keys are made with.
    pub const fn new(making: KeyMaking) -> Self {
        Self(making)
    }

    /// Makes a key with the name and the scopes of the one active key of the
    /// account that has this id, this hint or this name, and ends that one after
    /// the overlap. Both count as active until then.
    ///
    /// # Errors
    /// [`AccountError::NoSuchKey`] also for a key whose place another one took
    /// already.
    pub async fn run(
        &self,
        account: AccountId,
        name: &str,
        rotation: Rotation,
    ) -> Result<RotatedKey, AccountError> {
        let (name, now) = (said_name(name), self.0.clock.now());
        let old = active_key(self.0.accounts.as_ref(), account, &name, now).await?;
        self.rotate(old, None, rotation, now).await.map_err(|error| match error {
            AccountError::NoSuchKey(_) => AccountError::NoSuchKey(name),
            error => error,
        })
    }

    /// Does the same for the account's owner and the key with an identity, in the epoch in which the
    /// owner was recognized.
    ///
    /// # Errors
    /// As [`RotateKey::run`]; [`AccountStoreError::Overtaken`](crate::ports::AccountStoreError::Overtaken)
    /// when that epoch is over.
    pub async fn run_in(
        &self,
        account: AccountId,
        seen: Epoch,
        id: KeyId,
        rotation: Rotation,
    ) -> Result<RotatedKey, AccountError> {
        let now = self.0.clock.now();
        let old = active_key_with_id(self.0.accounts.as_ref(), account, id, now).await?;
        self.rotate(old, Some(seen), rotation, now).await
    }

    async fn rotate(
        &self,
        old: KeyRecord,
        seen: Option<Epoch>,
        Rotation { overlap, lifetime }: Rotation,
        now: Timestamp,
    ) -> Result<RotatedKey, AccountError> {
        if overlap.is_negative() || overlap > Self::MAX_OVERLAP {
            let days = Self::MAX_OVERLAP.as_hours() / 24;
            return Err(AccountError::OutOfRange(format!("an overlap has at most {days} days")));
        }
        let Self(making) = self;
        let lifetime = lifetime.or_else(|| old.lifetime());
        let options = KeyOptions { name: old.name.clone(), scopes: old.scopes, lifetime };
        let (new, made) = making.make(old.account, seen, options, now)?;
        let ends = now.saturating_add(overlap).unwrap_or(now);
        if !making.accounts.rotate_key(old.id, ends, &new, making.policy.max_active_keys).await? {
            return Err(AccountError::NoSuchKey(old.id.to_string()));
        }
        // A key that expires during the overlap works no longer for it.
        let until = old.expires_at.map_or(ends, |end| end.min(ends));
        Ok(RotatedKey { new: made, name: old.name, former_until: Some(until).filter(|until| *until > now) })
    }
}
