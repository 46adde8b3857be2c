//! Sends the messages to webhook endpoints, one claim at a time.

use std::sync::Arc;

use crate::ports::{Clock, SentWebhook, StoreError, WebhookSender, WebhookStore};
use crate::webhook::{
    ClaimedDelivery, DeliveryClaim, DeliveryFault, EndedAttempt, NextStep, WebhookContent, WebhookPolicy,
};

/// Sends messages. A message may arrive more than once, with the same id: the process may end between an
/// answer and its record.
pub struct SendWebhooks {
    /// Stores the deliveries.
    pub webhooks: Arc<dyn WebhookStore>,
    /// Sends a message.
    pub sender: Arc<dyn WebhookSender>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
}

impl SendWebhooks {
    /// Claims the next delivery, if any is due.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn claim(&self) -> Result<Option<ClaimedDelivery>, StoreError> {
        let now = self.clock.now();
        let until = now.saturating_add(WebhookPolicy::LEASE).unwrap_or(now);
        self.webhooks.claim_delivery(now, until).await
    }

    /// Sends a claimed message once, unless its attempts are used up.
    pub async fn send(&self, claimed: &ClaimedDelivery) -> EndedAttempt {
        let attempt = claimed.claim.attempt;
        let sent = if WebhookPolicy::is_exhausted(attempt) {
            SentWebhook::Failed(DeliveryFault::Interrupted)
        } else {
            let now = self.clock.now();
            let secrets = claimed.secrets.valid_at(now);
            self.sender.send(&claimed.url, &claimed.message, now, &secrets).await
        };
        let at = self.clock.now();
        let pause = match claimed.message.content {
            WebhookContent::BatchFinished(_) => WebhookPolicy::pause_after(attempt),
            // The owner sees the result and repeats the test.
            WebhookContent::Test => None,
        };
        let next = match sent {
            SentWebhook::Accepted(_) => NextStep::Delivered,
            SentWebhook::Gone(_) => NextStep::Disable,
            SentWebhook::Rejected(_) | SentWebhook::Failed(_) => match pause {
                Some(pause) => NextStep::Retry(at.saturating_add(pause).unwrap_or(at)),
                None => NextStep::Failed,
            },
        };
        EndedAttempt { at, result: sent.result(), next }
    }

    /// Ends a claim; `false` if another process has the delivery now, or if it is gone.
    ///
    /// # Errors
    /// When the store fails. The message is then sent again when the claim expires.
    pub async fn finish(&self, claim: DeliveryClaim, ended: EndedAttempt) -> Result<bool, StoreError> {
        self.webhooks.finish_delivery(claim, ended).await
    }
}
