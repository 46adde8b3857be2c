//! Mail: the outbox in which messages wait, and whoever carries them.

use async_trait::async_trait;
use jiff::Timestamp;

use super::{BoxError, StoreError};
use crate::ids::MailId;
use crate::mail::{GivenUpMail, Mail, WaitingMail};

/// Keeps messages until they are sent, so that nobody waits for a mail server and none is lost.
#[async_trait]
pub trait Outbox: Send + Sync {
    /// Adds a message, to be sent at once.
    async fn put(&self, mail: &WaitingMail) -> Result<(), StoreError>;

    /// Adds a summary, to be sent from a moment on, unless one about the same waits for its recipient
    /// already: of many at once, one is added.
    async fn put_summary(&self, mail: &WaitingMail, due_at: Timestamp) -> Result<(), StoreError>;

    /// The next message that is due at a moment and not over. Those that are
    /// [awaited](crate::mail::MailSubject::is_awaited) come first. Among these, and
    /// among the rest, recipients take turns: the first waiting message of each, oldest first, then the
    /// second of each. Nobody else is given it before `busy_until`, so that several processes do not
    /// send it twice.
    async fn next_due(
        &self,
        now: Timestamp,
        busy_until: Timestamp,
    ) -> Result<Option<WaitingMail>, StoreError>;

    /// Drops a message that was sent.
    async fn remove(&self, mail: MailId) -> Result<(), StoreError>;

    /// Notes at a moment that a message cannot ever be sent. It is not given any more, its link or name
    /// is dropped, and the rest is kept for [`GivenUpMail::KEPT`].
    async fn give_up(&self, mail: MailId, at: Timestamp) -> Result<(), StoreError>;

    /// Notes that sending failed; the message is due again at `next_at`.
    async fn retry(&self, mail: MailId, next_at: Timestamp) -> Result<(), StoreError>;

    /// The messages that wait at a moment and are not over, newest first, at most `limit`.
    async fn waiting(&self, now: Timestamp, limit: u32) -> Result<Vec<WaitingMail>, StoreError>;

    /// The messages that were given up and are kept at a moment, the last one first, at most `limit`.
    async fn given_up(&self, now: Timestamp, limit: u32) -> Result<Vec<GivenUpMail>, StoreError>;

    /// Gives up messages that failed and are over at a moment, and drops those that were never tried;
    /// tells how many that were. Also drops those that were given up long enough ago, and those that were
    /// over when they were written.
    async fn drop_over(&self, now: Timestamp) -> Result<u64, StoreError>;
}

/// Carries messages to a mail server.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Hands a message over. `Ok` says that the server has taken it.
    async fn send(&self, mail: &Mail) -> Result<(), MailerError>;
}

/// Why a message was not taken.
#[derive(Debug, thiserror::Error)]
pub enum MailerError {
    /// The server cannot be reached, or does not take it now; trying again may help.
    #[error("the mail server does not take the message now")]
    Unavailable(#[source] BoxError),
    /// The server will never take it, as when there is no such mailbox.
    #[error("the mail server refuses the message")]
    Refused(#[source] BoxError),
}
