//! Sends waiting messages through a mail server.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::PersonError;
use crate::mail::WaitingMail;
use crate::ports::{Clock, Mailer, MailerError, Outbox};

/// Sends waiting messages through a mail server.
pub struct SendMail {
    /// Stores the messages.
    pub outbox: Arc<dyn Outbox>,
    /// Sends messages to the mail server.
    pub mailer: Arc<dyn Mailer>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
}

/// The outcome of sending a message.
#[derive(Debug)]
pub enum SentMail {
    /// The mail server has accepted the message.
    Sent(WaitingMail),
    /// Sending failed and will be retried.
    Delayed(WaitingMail, MailerError),
    /// Sending failed for the last time.
    GivenUp(WaitingMail, MailerError),
}

impl SendMail {
    /// The time for which a process reserves a message, longer than any server may take.
    const RESERVED_FOR: SignedDuration = SignedDuration::from_mins(2);
    /// The wait after the first failure. The wait doubles with each further failure.
    const FIRST_WAIT: SignedDuration = SignedDuration::from_secs(15);
    /// The longest wait between two attempts.
    const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(1);

    /// Sends the next due message; `None` when there is none.
    pub async fn run(&self) -> Result<Option<SentMail>, PersonError> {
        let now = self.clock.now();
        let Some(waiting) = self.outbox.next_due(now, later(now, Self::RESERVED_FOR)).await? else {
            return Ok(None);
        };
        match self.mailer.send(&waiting.mail).await {
            Ok(()) => {
                self.outbox.remove(waiting.id).await?;
                Ok(Some(SentMail::Sent(waiting)))
            }
            Err(error @ MailerError::Refused(_)) => {
                self.outbox.give_up(waiting.id, self.clock.now()).await?;
                Ok(Some(SentMail::GivenUp(waiting, error)))
            }
            Err(error @ MailerError::Unavailable(_)) => {
                let wait = Self::wait(waiting.failures);
                self.outbox.retry(waiting.id, later(self.clock.now(), wait)).await?;
                Ok(Some(SentMail::Delayed(waiting, error)))
            }
        }
    }

    fn wait(failures: u32) -> SignedDuration {
        let factor = 1_i32 << failures.min(10);
        Self::FIRST_WAIT.saturating_mul(factor).min(Self::LONGEST_WAIT)
    }
}

fn later(now: Timestamp, wait: SignedDuration) -> Timestamp {
    now.saturating_add(wait).unwrap_or(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_between_attempts_double_up_to_an_hour() {
        let seconds: Vec<i64> = (0..12).map(|failures| SendMail::wait(failures).as_secs()).collect();
        assert_eq!(seconds, [15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600]);
        assert_eq!(SendMail::wait(u32::MAX).as_secs(), 3600);
    }
}
