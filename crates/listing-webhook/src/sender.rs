//! Signs messages and posts them.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use listing_domain::ErrorChain;
use listing_domain::ports::{SentWebhook, WebhookSender};
use listing_domain::webhook::{DeliveryFault, WebhookMessage, WebhookSecret, WebhookUrl};
use listing_outbound::header::{HeaderMap, HeaderName, HeaderValue};
use listing_outbound::{GuardedFault, GuardedTransport, Networks, TransportError};

use crate::body::render;

const TIMEOUT: Duration = Duration::from_secs(15);

/// Sends messages by HTTP to public addresses and to allowed networks.
#[derive(Debug, Clone)]
pub struct HttpWebhooks {
    transport: GuardedTransport,
}

impl HttpWebhooks {
    /// Creates a sender that may also connect to these networks.
    ///
    /// # Errors
    /// If the HTTP client cannot be created.
    pub fn new(allowed: Networks) -> Result<Self, TransportError> {
        Ok(Self { transport: GuardedTransport::new(allowed)? })
    }
}

#[async_trait]
impl WebhookSender for HttpWebhooks {
    async fn check(&self, url: &WebhookUrl) -> Result<(), DeliveryFault> {
        self.transport.check(url.as_str()).await.map_err(|fault| fault_of(&fault))
    }

    async fn send(
        &self,
        url: &WebhookUrl,
        message: &WebhookMessage,
        at: Timestamp,
        secrets: &[&WebhookSecret],
    ) -> SentWebhook {
        // Such a message always serializes; an empty body would fail the receiver's check.
        let body = render(message).unwrap_or_default();
        let headers = headers(message, at.as_second(), secrets, &body);
        match self.transport.post(url.as_str(), headers, body, TIMEOUT).await {
            Ok(status @ 200..=299) => SentWebhook::Accepted(status),
            Ok(410) => SentWebhook::Gone(410),
            Ok(status) => SentWebhook::Rejected(status),
            Err(fault) => {
                let delivery = message.id;
                tracing::debug!(%delivery, error = %ErrorChain(&fault), "failed to send webhook {delivery}");
                SentWebhook::Failed(fault_of(&fault))
            }
        }
    }
}

fn headers(message: &WebhookMessage, at: i64, secrets: &[&WebhookSecret], body: &[u8]) -> HeaderMap {
    let signatures: Vec<String> = secrets.iter().map(|secret| secret.sign(message.id, at, body)).collect();
    let texts = [
        ("webhook-id", message.id.to_string()),
        ("webhook-timestamp", at.to_string()),
        ("webhook-signature", signatures.join(" ")),
    ];
    // An id, a number and Base64 are always valid in a header.
    let header = |(name, text)| Some((HeaderName::from_static(name), HeaderValue::try_from(text).ok()?));
    texts.into_iter().filter_map(header).collect()
}

const fn fault_of(fault: &GuardedFault) -> DeliveryFault {
    match fault {
        GuardedFault::Forbidden => DeliveryFault::ForbiddenAddress,
        GuardedFault::Unreachable(_) => DeliveryFault::Unreachable,
        GuardedFault::TimedOut => DeliveryFault::TimedOut,
    }
}
