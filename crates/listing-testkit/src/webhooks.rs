use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::ports::{SentWebhook, WebhookSender};
use listing_domain::webhook::{DeliveryFault, WebhookMessage, WebhookSecret, WebhookUrl};

/// A message that a receiver got.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedWebhook {
    /// The address.
    pub url: WebhookUrl,
    /// The message.
    pub message: WebhookMessage,
    /// The time of the attempt.
    pub at: Timestamp,
    /// The first byte of each secret that signs it.
    pub signed_by: Vec<u8>,
}

/// Receivers that follow a script, then accept everything. Those on `localhost` have a forbidden address.
#[derive(Debug, Default)]
pub struct ScriptedReceiver {
    steps: Mutex<VecDeque<SentWebhook>>,
    received: Mutex<Vec<ReceivedWebhook>>,
}

impl ScriptedReceiver {
    /// They react to the first messages this way, in order.
    pub fn new(steps: impl IntoIterator<Item = SentWebhook>) -> Self {
        Self { steps: Mutex::new(steps.into_iter().collect()), received: Mutex::default() }
    }

    /// The messages so far, in order.
    pub fn received(&self) -> Vec<ReceivedWebhook> {
        lock(&self.received).clone()
    }
}

#[async_trait]
impl WebhookSender for ScriptedReceiver {
    async fn check(&self, url: &WebhookUrl) -> Result<(), DeliveryFault> {
        let is_public = url.is_encrypted() && !url.as_str().contains("localhost");
        if is_public { Ok(()) } else { Err(DeliveryFault::ForbiddenAddress) }
    }

    async fn send(
        &self,
        url: &WebhookUrl,
        message: &WebhookMessage,
        at: Timestamp,
        secrets: &[&WebhookSecret],
    ) -> SentWebhook {
        let signed_by = secrets.iter().filter_map(|secret| secret.as_bytes().first().copied()).collect();
        lock(&self.received).push(ReceivedWebhook { url: url.clone(), message: *message, at, signed_by });
        lock(&self.steps).pop_front().unwrap_or(SentWebhook::Accepted(204))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
