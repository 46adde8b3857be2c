//! The store of webhooks, and their sender.

use async_trait::async_trait;
use jiff::Timestamp;

use super::StoreError;
use crate::ids::{AccountId, DeliveryId, WebhookId};
use crate::webhook::{
    AttemptResult, ClaimedDelivery, Delivery, DeliveryClaim, DeliveryFault, EndedAttempt, NewWebhook,
    Webhook, WebhookMessage, WebhookSecret, WebhookUrl,
};

/// Stores endpoints and the messages to them, and gives the messages to processes, one claim at a time.
///
/// The end of a batch queues a message to each active endpoint of its account, in the same step of the
/// [`BatchStore`](super::BatchStore), unless the endpoint has
/// [`MAX_PENDING`](crate::webhook::WebhookPolicy::MAX_PENDING) undelivered messages. A delivery goes from
/// waiting to sending and then to exactly one of delivered and failed, or back to waiting. Each method is one
/// atomic step.
#[async_trait]
pub trait WebhookStore: Send + Sync {
    /// Stores an endpoint.
    async fn add_webhook(&self, new: NewWebhook) -> Result<AddedWebhook, StoreError>;

    /// Lists the account's endpoints, oldest first.
    async fn webhooks(&self, account: AccountId) -> Result<Vec<Webhook>, StoreError>;

    /// Deletes an endpoint with its deliveries; `false` for an unknown one.
    async fn remove_webhook(&self, account: AccountId, id: WebhookId) -> Result<bool, StoreError>;

    /// Replaces the secret of an endpoint; `false` for an unknown one. The former secret stays until
    /// `former_until`, and one before it ends at once.
    async fn rotate_secret(
        &self,
        account: AccountId,
        id: WebhookId,
        secret: WebhookSecret,
        former_until: Timestamp,
    ) -> Result<bool, StoreError>;

    /// Queues a test message to an endpoint.
    async fn queue_test(
        &self,
        account: AccountId,
        id: WebhookId,
        delivery: DeliveryId,
        now: Timestamp,
    ) -> Result<QueuedTest, StoreError>;

    /// Lists an endpoint's deliveries, newest first, at most `limit`; `None` for an unknown endpoint.
    async fn deliveries(
        &self,
        account: AccountId,
        id: WebhookId,
        limit: u32,
    ) -> Result<Option<Vec<Delivery>>, StoreError>;

    /// Claims the next delivery until `until`: a waiting one that is due, or one whose claim has expired. The
    /// account with the fewest claims comes first, then the delivery that has been due longest. Deliveries of
    /// suspended accounts wait. Of simultaneous calls, each gets another delivery.
    async fn claim_delivery(
        &self,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<ClaimedDelivery>, StoreError>;

    /// Ends a claim; `false` for one that a later claim replaced or whose delivery has ended or is gone, which
    /// changes nothing. A delivery to a disabled endpoint fails instead of a retry.
    async fn finish_delivery(&self, claim: DeliveryClaim, ended: EndedAttempt) -> Result<bool, StoreError>;

    /// Deletes deliveries of events up to this moment.
    async fn purge_deliveries(&self, until: Timestamp) -> Result<(), StoreError>;
}

/// The outcome of storing an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AddedWebhook {
    /// The endpoint was stored.
    Done,
    /// The account is suspended, deleted or unknown.
    NoAccount,
    /// The account has as many endpoints as it may have.
    TooMany,
}

/// The outcome of queueing a test message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QueuedTest {
    /// The message was queued.
    Done,
    /// The account has no such endpoint.
    Unknown,
    /// The endpoint is disabled.
    Disabled,
    /// Another test message is not sent yet.
    Pending,
}

/// Sends messages to endpoints, and never to an address that the host does not allow.
#[async_trait]
pub trait WebhookSender: Send + Sync {
    /// Checks the address of a new endpoint before it is stored.
    ///
    /// # Errors
    /// [`DeliveryFault::ForbiddenAddress`] or [`DeliveryFault::Unreachable`] for a host without an allowed
    /// address. An unencrypted address is allowed only in networks that the host names.
    async fn check(&self, url: &WebhookUrl) -> Result<(), DeliveryFault>;

    /// Sends a message once, signed with each of the secrets. Follows no redirects.
    async fn send(
        &self,
        url: &WebhookUrl,
        message: &WebhookMessage,
        at: Timestamp,
        secrets: &[&WebhookSecret],
    ) -> SentWebhook;
}

/// The outcome of sending a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentWebhook {
    /// The endpoint accepted the message with this status code.
    Accepted(u16),
    /// The endpoint answered with this status code that it is gone for good.
    Gone(u16),
    /// The endpoint answered with this status code, which is not a success.
    Rejected(u16),
    /// No answer came.
    Failed(DeliveryFault),
}

impl SentWebhook {
    /// Returns the result for the delivery log.
    pub const fn result(self) -> AttemptResult {
        match self {
            Self::Accepted(status) | Self::Gone(status) | Self::Rejected(status) => {
                AttemptResult::Answered(status)
            }
            Self::Failed(fault) => AttemptResult::Failed(fault),
        }
    }
}
