//! Sends webhooks in the background.

use std::sync::Arc;
use std::time::Duration;

use listing_domain::ErrorChain;
use listing_domain::usecase::SendWebhooks;
use listing_domain::webhook::{AttemptResult, ClaimedDelivery, EndedAttempt, NextStep};

/// The pause before the next look for a due delivery.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The pause after a failure of the store.
const AFTER_FAILURE: Duration = Duration::from_secs(5);

/// A loop that sends one message at a time. Several may run in a process.
#[derive(Clone)]
pub struct WebhookLoop {
    send: Arc<SendWebhooks>,
}

impl WebhookLoop {
    /// The loops of a process, so that a slow receiver does not stop the messages to others.
    pub const COUNT: usize = 4;

    /// Creates a loop for this use case.
    pub const fn new(send: Arc<SendWebhooks>) -> Self {
        Self { send }
    }

    /// Sends the next due message, if any, and returns the pause until the next call.
    pub async fn step(self) -> Duration {
        let claimed = match self.send.claim().await {
            Ok(Some(claimed)) => claimed,
            Ok(None) => return POLL_INTERVAL,
            Err(error) => {
                tracing::error!(error = %ErrorChain(&error), "failed to claim a webhook delivery; will retry");
                return AFTER_FAILURE;
            }
        };
        let ended = self.send.send(&claimed).await;
        let delivery = claimed.claim.delivery;
        match self.send.finish(claimed.claim, ended).await {
            Ok(true) => log(&claimed, ended),
            Ok(false) => {
                tracing::warn!(%delivery, "webhook delivery {delivery} was deleted or taken over meanwhile");
            }
            Err(error) => {
                let error = ErrorChain(&error);
                tracing::error!(%delivery, %error, "failed to record webhook delivery {delivery}; will send it again");
                return AFTER_FAILURE;
            }
        }
        Duration::ZERO
    }
}

/// Logs an attempt without the endpoint's address, which may hold a secret.
fn log(claimed: &ClaimedDelivery, ended: EndedAttempt) {
    let (delivery, webhook, attempt) = (claimed.claim.delivery, claimed.endpoint, claimed.claim.attempt);
    let result = match ended.result {
        AttemptResult::Answered(status) => status.to_string(),
        AttemptResult::Failed(fault) => fault.code().to_owned(),
    };
    match ended.next {
        NextStep::Delivered => {
            tracing::info!(%delivery, %webhook, attempt, result, "delivered webhook {delivery}");
        }
        NextStep::Retry(due_at) => {
            tracing::info!(%delivery, %webhook, attempt, result, %due_at, "failed to deliver webhook {delivery}; will retry");
        }
        NextStep::Failed => {
            tracing::warn!(%delivery, %webhook, attempt, result, "gave up webhook {delivery}");
        }
        NextStep::Disable => {
            tracing::warn!(%delivery, %webhook, attempt, result, "disabled webhook {webhook}: its receiver is gone");
        }
    }
}
