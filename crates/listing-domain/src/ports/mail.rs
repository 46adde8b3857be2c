//! The ports of mail: the outbox with its waiting messages, and the mailer that sends them.

use async_trait::async_trait;
use jiff::Timestamp;

use super::{BoxError, StoreError};
use crate::ids::MailId;
use crate::mail::{GivenUpMail, Mail, MailOccasion, WaitingMail};

/// Stores messages until they are sent, so that no request waits for a mail server and no message is lost.
#[async_trait]
pub trait Outbox: Send + Sync {
    /// Adds a message, to be sent at once.
    async fn put(&self, mail: &WaitingMail) -> Result<(), StoreError>;

    /// Adds a message that summarizes several events, to be sent from `due_at` on, unless one on the same
    /// subject already waits for the recipient. Of simultaneous calls, only one adds it.
    async fn put_summary(&self, mail: &WaitingMail, due_at: Timestamp) -> Result<(), StoreError>;

    /// Adds a message, to be sent at once, unless one for the same occasion was added within
    /// [`MailOccasion::RETENTION`], even if it was sent since. Of simultaneous calls, only one adds it. Returns
    /// `false` if nothing was added.
    async fn put_once(&self, mail: &WaitingMail, occasion: &MailOccasion) -> Result<bool, StoreError>;

    /// Returns the next due message that has not expired, and reserves it until `busy_until`, so that several
    /// processes do not send it twice.
    ///
    /// [Awaited](crate::mail::MailSubject::is_awaited) messages come first. Within each group recipients take
    /// turns: the first waiting message of each, oldest first, then the second of each.
    async fn next_due(
        &self,
        now: Timestamp,
        busy_until: Timestamp,
    ) -> Result<Option<WaitingMail>, StoreError>;

    /// Drops a message that was sent.
    async fn remove(&self, mail: MailId) -> Result<(), StoreError>;

    /// Marks a message as one that can never be sent, and never returns it again. Its variable text, such as
    /// a link, is dropped; the rest is kept for [`GivenUpMail::KEPT`].
    async fn give_up(&self, mail: MailId, at: Timestamp) -> Result<(), StoreError>;

    /// Records a failed attempt; the message is due again at `next_at`.
    async fn retry(&self, mail: MailId, next_at: Timestamp) -> Result<(), StoreError>;

    /// Returns the waiting messages that have not expired at a moment, newest first, at most `limit`.
    async fn waiting(&self, now: Timestamp, limit: u32) -> Result<Vec<WaitingMail>, StoreError>;

    /// Returns the given-up messages still kept at a moment, the last one first, at most `limit`.
    async fn given_up(&self, now: Timestamp, limit: u32) -> Result<Vec<GivenUpMail>, StoreError>;

    /// Gives up expired messages that failed at least once, and drops expired ones that were never tried.
    /// Returns the number of both. Also drops messages given up more than [`GivenUpMail::KEPT`] ago, those
    /// already expired when written, and occasions after [`MailOccasion::RETENTION`].
    async fn drop_expired(&self, now: Timestamp) -> Result<u64, StoreError>;
}

/// Sends messages to a mail server.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Hands a message over to the mail server. `Ok` means that the server has accepted it.
    async fn send(&self, mail: &Mail) -> Result<(), MailerError>;
}

/// A failure to hand a message over to the mail server.
#[derive(Debug, thiserror::Error)]
pub enum MailerError {
    /// The server cannot be reached, or does not accept the message now. A retry may help.
    #[error("the mail server is unreachable or deferred the message")]
    Unavailable(#[source] BoxError),
    /// The server will never accept the message, for example because the mailbox does not exist.
    #[error("the mail server rejected the message")]
    Refused(#[source] BoxError),
}
