//! Stores a person's preferences.

use std::sync::Arc;

use super::PersonError;
use crate::ids::AccountId;
use crate::person::Preferences;
use crate::ports::PersonStore;

/// Stores a person's preferences.
pub struct SetPreferences(Arc<dyn PersonStore>);

impl SetPreferences {
    /// Creates the use case.
    pub fn new(people: Arc<dyn PersonStore>) -> Self {
        Self(people)
    }

    /// Returns a person's preferences.
    pub async fn now(&self, account: AccountId) -> Result<Preferences, PersonError> {
        let person = self.0.person(account).await?.ok_or(PersonError::NoSuchAccount)?;
        Ok(person.preferences)
    }

    /// Changes a person's preferences.
    pub async fn run(
        &self,
        account: AccountId,
        change: impl FnOnce(Preferences) -> Preferences + Send,
    ) -> Result<(), PersonError> {
        let changed = change(self.now(account).await?);
        self.0.set_preferences(account, &changed).await?;
        Ok(())
    }
}
