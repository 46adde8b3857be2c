//! Webhooks: signed messages to an account's endpoints, as Standard Webhooks defines them.

use std::fmt;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use jiff::{SignedDuration, Timestamp};
use sha2::Sha256;

use crate::batch::{Batch, BatchState, ItemState};
use crate::closed_enum::closed_enum;
use crate::ids::{AccountId, BatchId, DeliveryId, WebhookId};
use crate::violation::Violation;

closed_enum! {
    /// The type of a message.
    pub enum WebhookEvent as "type" {
        /// A batch has ended, also by its cancellation.
        BatchFinished = "batch.finished",
        /// The account tests its endpoint.
        Test = "webhook.test",
    }
}

closed_enum! {
    /// The state of an endpoint.
    pub enum WebhookState as "state" {
        /// The endpoint gets messages.
        Active = "active",
        /// The endpoint answered that it is gone, and gets no messages.
        Disabled = "disabled",
    }
}

closed_enum! {
    /// The state of a delivery.
    pub enum DeliveryState as "state" {
        /// The message waits for its next attempt.
        Waiting = "waiting",
        /// A process sends the message.
        Sending = "sending",
        /// The endpoint accepted the message.
        Delivered = "delivered",
        /// No further attempt follows.
        Failed = "failed",
    }
}

closed_enum! {
    /// The reason why an attempt got no answer.
    pub enum DeliveryFault as "fault" {
        /// The host has no address, or its connection failed.
        Unreachable = "unreachable",
        /// The answer was late.
        TimedOut = "timed_out",
        /// The host has an address to which the service sends nothing, such as a private one.
        ForbiddenAddress = "forbidden_address",
        /// The endpoint was disabled.
        Disabled = "disabled",
        /// The processes that sent the message ended before its answer.
        Interrupted = "interrupted",
    }
}

/// The address of an endpoint: an absolute `https` or `http` URL in ASCII, without user and fragment.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookUrl(String);

impl WebhookUrl {
    /// The maximum length.
    pub const MAX_CHARS: usize = 500;

    const ACCEPTED: &'static str = "must be an address such as https://shop.example.com/hooks, in ASCII, without user \
        and fragment, at most 500 characters long";

    /// Parses an address.
    ///
    /// # Errors
    /// The violation of `field`.
    pub fn parse(field: &str, text: &str) -> Result<Self, Violation> {
        let is_valid = text.len() <= Self::MAX_CHARS
            && text.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'\\' | b'#'))
            && host_of(text).is_some();
        if is_valid { Ok(Self(text.to_owned())) } else { Err(Violation::new(field, Self::ACCEPTED)) }
    }

    /// Returns the address.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns false for `http`, which anyone on the way can read.
    pub fn is_encrypted(&self) -> bool {
        self.0.starts_with("https:")
    }
}

impl fmt::Debug for WebhookUrl {
    /// Writes no path and query, which may hold a secret of the receiver.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WebhookUrl({}…)", host_of(&self.0).unwrap_or_default())
    }
}

/// Returns the host of a well-formed address.
fn host_of(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (host, port) = rest.split_once(']')?;
            (host, if port.is_empty() { None } else { Some(port.strip_prefix(':')?) })
        }
        None => match authority.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (authority, None),
        },
    };
    let is_ipv6 = authority.starts_with('[');
    let is_host = |byte: u8| match byte {
        b':' => is_ipv6,
        b'-' | b'_' => !is_ipv6,
        _ => byte == b'.' || byte.is_ascii_alphanumeric(),
    };
    let has_host = !host.is_empty() && host.bytes().all(is_host);
    let has_port = port.is_none_or(|port| port.parse::<u16>().is_ok_and(|number| number > 0));
    (has_host && has_port).then_some(host)
}

/// The key with which an endpoint's messages are signed. It is stored as it is, because a digest cannot sign.
///
/// It deliberately has no `Debug`, `Display` or serialization, only [`WebhookSecret::reveal`].
#[derive(Clone)]
pub struct WebhookSecret(Vec<u8>);

/// The error for bytes that are not a secret. It omits them, so it may be logged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a webhook secret has 24 to 64 bytes")]
pub struct InvalidWebhookSecret;

impl WebhookSecret {
    /// The random bytes in a new secret.
    pub const SECRET_BYTES: usize = 32;

    /// A secret from random bytes of the `IdSource` port.
    pub fn from_secret(bytes: [u8; Self::SECRET_BYTES]) -> Self {
        Self(bytes.into())
    }

    /// A secret from stored bytes, 24 to 64.
    pub fn stored(bytes: Vec<u8>) -> Result<Self, InvalidWebhookSecret> {
        if (24..=64).contains(&bytes.len()) { Ok(Self(bytes)) } else { Err(InvalidWebhookSecret) }
    }

    /// The bytes, for storage.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text, for the owner of the endpoint: `whsec_` and the bytes in Base64.
    pub fn reveal(&self) -> String {
        format!("whsec_{}", BASE64_STANDARD.encode(&self.0))
    }

    /// Signs a message: `v1,` and the HMAC-SHA-256 of `id.timestamp.body` in Base64. The timestamp is in
    /// seconds since 1970.
    pub fn sign(&self, id: DeliveryId, timestamp: i64, body: &[u8]) -> String {
        // HMAC accepts keys of any length.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&self.0) else { return String::new() };
        mac.update(format!("{id}.{timestamp}.").as_bytes());
        mac.update(body);
        format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes()))
    }
}

/// The secrets of an endpoint.
#[derive(Clone)]
pub struct WebhookSecrets {
    /// The current secret.
    pub current: WebhookSecret,
    /// The secret before the last rotation, and the end of its time.
    pub former: Option<(WebhookSecret, Timestamp)>,
}

impl WebhookSecrets {
    /// Returns the secrets that sign a message at a moment, the current one first.
    pub fn valid_at(&self, now: Timestamp) -> Vec<&WebhookSecret> {
        let former = self.former.iter().filter(|(_, until)| now < *until).map(|(secret, _)| secret);
        std::iter::once(&self.current).chain(former).collect()
    }
}

/// An endpoint to store.
pub struct NewWebhook {
    /// The endpoint's id.
    pub id: WebhookId,
    /// The owner.
    pub account: AccountId,
    /// The address.
    pub url: WebhookUrl,
    /// The time of the request.
    pub created_at: Timestamp,
    /// The secret.
    pub secret: WebhookSecret,
}

/// A stored endpoint, without its secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// The endpoint's id.
    pub id: WebhookId,
    /// The address.
    pub url: WebhookUrl,
    /// The time of its creation.
    pub created_at: Timestamp,
    /// The time of the answer that the endpoint is gone.
    pub disabled_at: Option<Timestamp>,
}

impl Webhook {
    /// Returns the state.
    pub const fn state(&self) -> WebhookState {
        if self.disabled_at.is_some() { WebhookState::Disabled } else { WebhookState::Active }
    }
}

/// The number of a batch's items in each state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemCounts {
    /// See [`ItemState::Waiting`].
    pub waiting: u32,
    /// See [`ItemState::Running`].
    pub running: u32,
    /// See [`ItemState::Done`].
    pub done: u32,
    /// See [`ItemState::Failed`].
    pub failed: u32,
    /// See [`ItemState::Cancelled`].
    pub cancelled: u32,
}

/// A batch at its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndedBatch {
    /// The batch's id.
    pub id: BatchId,
    /// The state, finished or cancelled.
    pub state: BatchState,
    /// The items in each state. After a cancellation, some may still run.
    pub counts: ItemCounts,
}

impl From<&Batch> for EndedBatch {
    fn from(batch: &Batch) -> Self {
        let count = |state| u32::try_from(batch.count(state)).unwrap_or(u32::MAX);
        let counts = ItemCounts {
            waiting: count(ItemState::Waiting),
            running: count(ItemState::Running),
            done: count(ItemState::Done),
            failed: count(ItemState::Failed),
            cancelled: count(ItemState::Cancelled),
        };
        Self { id: batch.id, state: batch.state, counts }
    }
}

/// The content of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookContent {
    /// See [`WebhookEvent::BatchFinished`].
    BatchFinished(EndedBatch),
    /// See [`WebhookEvent::Test`].
    Test,
}

impl WebhookContent {
    /// Returns the type of the message.
    pub const fn event(&self) -> WebhookEvent {
        match self {
            Self::BatchFinished(_) => WebhookEvent::BatchFinished,
            Self::Test => WebhookEvent::Test,
        }
    }
}

/// A message to one endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WebhookMessage {
    /// The message's id, the same in each attempt.
    pub id: DeliveryId,
    /// The time of the event.
    pub at: Timestamp,
    /// The content.
    pub content: WebhookContent,
}

/// The result of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptResult {
    /// The endpoint answered with this status code.
    Answered(u16),
    /// No answer came.
    Failed(DeliveryFault),
}

/// An entry of an endpoint's delivery log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The message's id.
    pub id: DeliveryId,
    /// The type of the message.
    pub event: WebhookEvent,
    /// The time of the event.
    pub at: Timestamp,
    /// The state.
    pub state: DeliveryState,
    /// The number of attempts.
    pub attempts: u32,
    /// The end of the last attempt, and its result.
    pub last: Option<(Timestamp, AttemptResult)>,
    /// The earliest moment of the next attempt of a waiting message.
    pub next_at: Option<Timestamp>,
}

/// A process's claim to a delivery. The attempt is the fencing token, as for the items of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveryClaim {
    /// The delivery.
    pub delivery: DeliveryId,
    /// The number of claims of this delivery so far, from 1.
    pub attempt: u32,
}

/// A claimed delivery with everything to send.
pub struct ClaimedDelivery {
    /// The claim.
    pub claim: DeliveryClaim,
    /// The endpoint.
    pub endpoint: WebhookId,
    /// The address.
    pub url: WebhookUrl,
    /// The secrets.
    pub secrets: WebhookSecrets,
    /// The message.
    pub message: WebhookMessage,
}

/// The end of an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndedAttempt {
    /// The moment.
    pub at: Timestamp,
    /// The result.
    pub result: AttemptResult,
    /// The next step.
    pub next: NextStep,
}

/// The step after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NextStep {
    /// The endpoint accepted the message.
    Delivered,
    /// The message waits until this moment.
    Retry(Timestamp),
    /// The message failed for good.
    Failed,
    /// The message failed, and the endpoint with all its waiting messages.
    Disable,
}

/// The limits on webhooks.
pub struct WebhookPolicy;

impl WebhookPolicy {
    /// The maximum number of endpoints of an account.
    pub const MAX_ENDPOINTS: u32 = 5;
    /// The maximum number of undelivered messages of an endpoint. Events beyond it are dropped.
    pub const MAX_PENDING: u32 = 300;
    /// The maximum number of entries of the delivery log in an answer.
    pub const MAX_LISTED: u32 = 100;
    /// The time for which a claim lasts, longer than any attempt.
    pub const LEASE: SignedDuration = SignedDuration::from_secs(60);
    /// The time for which the former secret signs after a rotation.
    pub const OVERLAP: SignedDuration = SignedDuration::from_hours(24);
    /// The retention of the delivery log.
    pub const RETENTION: SignedDuration = SignedDuration::from_hours(30 * 24);
    /// The pauses after failed attempts.
    pub const PAUSES: [SignedDuration; 9] = [
        SignedDuration::from_secs(5),
        SignedDuration::from_mins(5),
        SignedDuration::from_mins(30),
        SignedDuration::from_hours(2),
        SignedDuration::from_hours(5),
        SignedDuration::from_hours(10),
        SignedDuration::from_hours(14),
        SignedDuration::from_hours(20),
        SignedDuration::from_hours(24),
    ];

    /// Returns the pause after a failed attempt, counted from 1; `None` after the last.
    pub fn pause_after(attempt: u32) -> Option<SignedDuration> {
        let index = usize::try_from(attempt.checked_sub(1)?).ok()?;
        Self::PAUSES.get(index).copied()
    }

    /// Returns true for an attempt beyond the last.
    pub fn is_exhausted(attempt: u32) -> bool {
        attempt > 1 && Self::pause_after(attempt - 1).is_none()
    }
}

#[cfg(test)]
mod tests;
