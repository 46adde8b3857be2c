//! Informs an account's owner of a new key.

use jiff::SignedDuration;

use super::PersonError;
use super::auth_deps::AuthDeps;
use crate::account::Email;
use crate::mail::MailSubject;
use crate::options::Language;

/// Informs an account's owner of a new key, in case another person created it.
pub struct NotifyKeyCreated(AuthDeps);

impl NotifyKeyCreated {
    /// The maximum number of messages about single keys to one email per minute. Further keys share a
    /// summary.
    const SINGLE_PER_MINUTE: u32 = 3;
    /// The time that a summary waits for further keys.
    const SUMMARY_AFTER: SignedDuration = SignedDuration::from_mins(10);

    /// Creates the use case.
    pub const fn new(deps: AuthDeps) -> Self {
        Self(deps)
    }

    /// Writes to the owner of an account, if mail is on.
    pub async fn run(&self, to: Email, name: String, language: Language) -> Result<(), PersonError> {
        let Self(deps) = self;
        if !deps.policy.sends_mail {
            return Ok(());
        }
        match deps.count_mail(&to, "keys", Self::SINGLE_PER_MINUTE).await {
            Ok(()) => deps.notify(to, language, MailSubject::KeyCreated { name }).await,
            Err(PersonError::TooManyAttempts { .. }) => {
                let summary = deps.notice(to, language, MailSubject::KeysCreated);
                let due_at = summary.created_at.saturating_add(Self::SUMMARY_AFTER);
                let due_at = due_at.unwrap_or(summary.created_at);
                Ok(deps.outbox.put_summary(&summary, due_at).await?)
            }
            Err(error) => Err(error),
        }
    }
}
