//! Informs an account's owner of a new key.

use jiff::SignedDuration;

use super::PersonError;
use super::welcome::AuthDeps;
use crate::account::Email;
use crate::mail::MailSubject;
use crate::options::Language;

/// Informs an account's owner of a new key, in case another person created it.
pub struct NotifyKeyCreated(AuthDeps);

impl NotifyKeyCreated {
    /// Messages about single keys to one e-mail per minute. Further keys share a summary.
    const SINGLE: u32 = 3;
    /// The time that a summary waits for further keys.
    const SUMMARY_AFTER: SignedDuration = SignedDuration::from_mins(10);

    /// Creates the use case.
    pub const fn new(parts: AuthDeps) -> Self {
        Self(parts)
    }

    /// Writes to the owner of an account, if mail is on.
    pub async fn run(&self, to: Email, name: String, language: Language) -> Result<(), PersonError> {
        let Self(parts) = self;
        if !parts.policy.sends_mail {
            return Ok(());
        }
        match parts.count_mail(&to, "keys", Self::SINGLE).await {
            Ok(()) => parts.inform(to, language, MailSubject::KeyMade { name }).await,
            Err(PersonError::TooManyTries { .. }) => {
                let summary = parts.notice(to, language, MailSubject::KeysMade);
                let due_at = summary.created_at.saturating_add(Self::SUMMARY_AFTER);
                let due_at = due_at.unwrap_or(summary.created_at);
                Ok(parts.outbox.put_summary(&summary, due_at).await?)
            }
            Err(error) => Err(error),
        }
    }
}
