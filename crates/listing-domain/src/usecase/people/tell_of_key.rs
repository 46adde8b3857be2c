//! Tells the owner of an account that a key was made.

use super::PersonError;
use super::welcome::PeopleParts;
use crate::account::Email;
use crate::mail::MailSubject;
use crate::wish::Language;

/// Tells the owner of an account that a key was made: whoever did not make it has to know.
pub struct TellOfKey(PeopleParts);

impl TellOfKey {
    /// The use-case over its parts.
    pub const fn new(parts: PeopleParts) -> Self {
        Self(parts)
    }

    /// Writes to the owner of an account, where mail is sent at all.
    pub async fn run(&self, to: Email, name: String, language: Language) -> Result<(), PersonError> {
        let Self(parts) = self;
        parts.inform(to, language, MailSubject::KeyMade { name }).await
    }
}
