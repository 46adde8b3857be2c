//! Adds, tests and rotates the webhook endpoints of an account.

use std::sync::Arc;

use super::ErrorKind;
use crate::ids::{AccountId, DeliveryId, WebhookId};
use crate::ports::{AddedWebhook, Clock, IdSource, QueuedTest, StoreError, WebhookSender, WebhookStore};
use crate::violation::Violation;
use crate::webhook::{NewWebhook, Webhook, WebhookPolicy, WebhookSecret, WebhookUrl};

/// Changes the webhook endpoints of an account.
pub struct ManageWebhooks {
    /// Stores the endpoints.
    pub webhooks: Arc<dyn WebhookStore>,
    /// Checks addresses.
    pub sender: Arc<dyn WebhookSender>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
    /// Creates ids and secrets.
    pub ids: Arc<dyn IdSource>,
}

/// A new endpoint and its secret, which only its owner sees, once.
pub struct CreatedWebhook {
    /// The endpoint.
    pub webhook: Webhook,
    /// The secret.
    pub secret: WebhookSecret,
}

/// A failure to change an endpoint.
#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    /// The address is not accepted.
    #[error(transparent)]
    Invalid(#[from] Violation),
    /// The account was suspended or deleted meanwhile.
    #[error("the account is suspended or deleted")]
    NoAccount,
    /// The account has as many endpoints as it may have.
    #[error("the account has {limit} webhooks, which is the limit: delete one first")]
    TooMany {
        /// The maximum number of endpoints.
        limit: u32,
    },
    /// The account has no such endpoint.
    #[error("the account has no webhook {0}")]
    Unknown(WebhookId),
    /// The endpoint is disabled.
    #[error("the webhook is disabled, because its receiver answered 410: delete it and create it again")]
    Disabled,
    /// Another test message is not sent yet.
    #[error("a test of this webhook is being sent: see its deliveries")]
    Pending,
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl WebhookError {
    /// Returns the kind of failure.
    pub const fn kind(&self) -> ErrorKind {
        match self {
            Self::Invalid(_) => ErrorKind::Invalid,
            Self::NoAccount => ErrorKind::Unauthenticated,
            Self::TooMany { .. } | Self::Disabled | Self::Pending => ErrorKind::Conflict,
            Self::Unknown(_) => ErrorKind::NotFound,
            Self::Store(error) => error.kind(),
        }
    }
}

impl ManageWebhooks {
    /// Stores a new endpoint with a new secret.
    ///
    /// # Errors
    /// Nothing is stored on an error.
    pub async fn create(&self, account: AccountId, url: WebhookUrl) -> Result<CreatedWebhook, WebhookError> {
        self.check(&url).await?;
        let (id, secret) = (WebhookId::new(self.ids.id()), self.ids.webhook_secret());
        let webhook = Webhook { id, url: url.clone(), created_at: self.clock.now(), disabled_at: None };
        let new = NewWebhook { id, account, url, created_at: webhook.created_at, secret: secret.clone() };
        match self.webhooks.add_webhook(new).await? {
            AddedWebhook::Done => Ok(CreatedWebhook { webhook, secret }),
            AddedWebhook::NoAccount => Err(WebhookError::NoAccount),
            AddedWebhook::TooMany => Err(WebhookError::TooMany { limit: WebhookPolicy::MAX_ENDPOINTS }),
        }
    }

    /// The message is the same for names without address and with a forbidden one, so that callers cannot
    /// explore the names of the host's network.
    async fn check(&self, url: &WebhookUrl) -> Result<(), Violation> {
        let accepted = if url.is_encrypted() {
            "must have a host with a public address"
        } else {
            "must begin with https://"
        };
        self.sender.check(url).await.map_err(|_| Violation::new("url", accepted))
    }

    /// Queues a test message, and returns its id.
    ///
    /// # Errors
    /// For an unknown or disabled endpoint, and while another test is not sent yet.
    pub async fn test(&self, account: AccountId, id: WebhookId) -> Result<DeliveryId, WebhookError> {
        let delivery = DeliveryId::new(self.ids.id());
        match self.webhooks.queue_test(account, id, delivery, self.clock.now()).await? {
            QueuedTest::Done => Ok(delivery),
            QueuedTest::Unknown => Err(WebhookError::Unknown(id)),
            QueuedTest::Disabled => Err(WebhookError::Disabled),
            QueuedTest::Pending => Err(WebhookError::Pending),
        }
    }

    /// Replaces the secret of an endpoint, and returns the new one. For a day, both sign.
    ///
    /// # Errors
    /// For an unknown endpoint.
    pub async fn rotate(&self, account: AccountId, id: WebhookId) -> Result<WebhookSecret, WebhookError> {
        let (now, secret) = (self.clock.now(), self.ids.webhook_secret());
        let former_until = now.saturating_add(WebhookPolicy::OVERLAP).unwrap_or(now);
        let is_known = self.webhooks.rotate_secret(account, id, secret.clone(), former_until).await?;
        if is_known { Ok(secret) } else { Err(WebhookError::Unknown(id)) }
    }
}
