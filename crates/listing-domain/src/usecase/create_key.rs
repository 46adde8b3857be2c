//! Makes an API key.

use super::AccountError;
use super::key_making::{CreatedKey, KeyMaking, KeyOptions};
use crate::ids::AccountId;

/// Makes an API key.
pub struct CreateKey(KeyMaking);

impl CreateKey {
    /// The use-case over what keys are made with.
    pub const fn new(making: KeyMaking) -> Self {
        Self(making)
    }

    /// Makes a key for an account, unless it holds the most already.
    ///
    /// # Errors
    /// [`AccountError::OutOfRange`] for a lifetime of nothing.
    pub async fn run(&self, account: AccountId, options: KeyOptions) -> Result<CreatedKey, AccountError> {
        let Self(making) = self;
        let (new, made) = making.make(account, options, making.clock.now())?;
        making.accounts.add_key(&new, making.policy.max_active_keys).await?;
        Ok(made)
    }
}
