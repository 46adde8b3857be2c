//! Mail: the outbox in which messages wait, and whoever carries them.

use async_trait::async_trait;
use jiff::Timestamp;

use super::{BoxError, StoreError};
use crate::ids::MailId;
use crate::mail::{Mail, WaitingMail};

/// Keeps messages until they are sent, so that nobody waits for a mail server and none is lost.
#[async_trait]
pub trait Outbox: Send + Sync {
    /// Adds a message, to be sent at once.
    async fn put(&self, mail: &WaitingMail) -> Result<(), StoreError>;

    /// The next message that is due at a moment and not over, oldest first. Nobody else is given
    /// it before `busy_until`, so that several processes do not send it twice.
    async fn next_due(
        &self,
        now: Timestamp,
        busy_until: Timestamp,
    ) -> Result<Option<WaitingMail>, StoreError>;

    /// Drops a message, because it was sent or cannot ever be.
    async fn remove(&self, mail: MailId) -> Result<(), StoreError>;

    /// Notes that sending failed; the message is due again at `next_at`.
    async fn retry(&self, mail: MailId, next_at: Timestamp) -> Result<(), StoreError>;

    /// The messages that wait at a moment and are not over, newest first, at most `limit`.
    async fn waiting(&self, now: Timestamp, limit: u32) -> Result<Vec<WaitingMail>, StoreError>;

    /// Drops messages that are over at a moment; tells how many.
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
