//! Creates an API key.

use super::AccountError;
use super::key_factory::{CreatedKey, KeyFactory, KeyOptions};
use crate::ids::AccountId;
use crate::person::Epoch;

/// Creates an API key.
pub struct CreateKey(KeyFactory);

impl CreateKey {
    /// Creates the use case.
    pub const fn new(factory: KeyFactory) -> Self {
        Self(factory)
    }

    /// Creates a key for an account on an operator's order, within the account's limit of keys.
    ///
    /// # Errors
    /// [`AccountError::OutOfRange`] for a lifetime that is not positive or too long.
    pub async fn run(&self, account: AccountId, options: KeyOptions) -> Result<CreatedKey, AccountError> {
        self.make(account, None, options).await
    }

    /// Creates a key for the account's owner, in the access epoch in which they were authenticated.
    ///
    /// # Errors
    /// As [`CreateKey::run`]; [`AccountStoreError::Overtaken`](crate::ports::AccountStoreError::Overtaken)
    /// when that epoch is over.
    pub async fn run_in(
        &self,
        account: AccountId,
        epoch: Epoch,
        options: KeyOptions,
    ) -> Result<CreatedKey, AccountError> {
        self.make(account, Some(epoch), options).await
    }

    async fn make(
        &self,
        account: AccountId,
        epoch: Option<Epoch>,
        options: KeyOptions,
    ) -> Result<CreatedKey, AccountError> {
        let Self(factory) = self;
        let (new, created) = factory.make(account, epoch, options, factory.clock.now())?;
        factory.accounts.add_key(&new, factory.policy.max_active_keys).await?;
        Ok(created)
    }
}
