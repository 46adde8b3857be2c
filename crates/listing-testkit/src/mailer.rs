use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use async_trait::async_trait;
use listing_domain::mail::Mail;
use listing_domain::ports::{Mailer, MailerError};

/// A mail server's reaction to one message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailerStep {
    /// Accepts the message.
    Take,
    /// Cannot be reached.
    Unavailable,
    /// Rejects the message permanently.
    Refuse,
}

/// A mail server that follows a script, then accepts everything.
#[derive(Debug, Default)]
pub struct ScriptedMailer {
    steps: Mutex<VecDeque<MailerStep>>,
    taken: Mutex<Vec<Mail>>,
}

impl ScriptedMailer {
    /// It reacts to its first messages this way, in order.
    pub fn new(steps: impl IntoIterator<Item = MailerStep>) -> Self {
        Self { steps: Mutex::new(steps.into_iter().collect()), taken: Mutex::default() }
    }

    /// The accepted messages, in order.
    pub fn taken(&self) -> Vec<Mail> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl Mailer for ScriptedMailer {
    async fn send(&self, mail: &Mail) -> Result<(), MailerError> {
        let step = self.steps.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        match step.unwrap_or(MailerStep::Take) {
            MailerStep::Take => {
                self.taken.lock().unwrap_or_else(PoisonError::into_inner).push(mail.clone());
                Ok(())
            }
            MailerStep::Unavailable => Err(MailerError::Unavailable("no answer".into())),
            MailerStep::Refuse => Err(MailerError::Refused("there is no such mailbox".into())),
        }
    }
}
