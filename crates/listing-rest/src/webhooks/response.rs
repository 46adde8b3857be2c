//! The responses about webhooks.

use jiff::Timestamp;
use listing_domain::usecase::CreatedWebhook;
use listing_domain::webhook::{AttemptResult, Delivery, Webhook};
use serde::Serialize;
use utoipa::ToSchema;

use crate::codes::codes;

/// The response of `createWebhook`.
#[derive(Serialize, ToSchema)]
pub(crate) struct NewWebhookResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub(super) success: bool,
    /// The webhook.
    pub(super) data: NewWebhookData,
}

/// The response of `listWebhooks`.
#[derive(Serialize, ToSchema)]
pub(crate) struct WebhooksResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub(super) success: bool,
    /// The webhooks.
    pub(super) data: WebhooksData,
}

/// The response of `rotateWebhookSecret`.
#[derive(Serialize, ToSchema)]
pub(crate) struct SecretResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub(super) success: bool,
    /// The new secret.
    pub(super) data: SecretData,
}

/// The response of `deleteWebhook`.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeletedWebhookResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub(super) success: bool,
    /// The deleted webhook.
    pub(super) data: DeletedWebhookData,
}

/// The response of `testWebhook`.
#[derive(Serialize, ToSchema)]
pub(crate) struct TestResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub(super) success: bool,
    /// The queued message.
    pub(super) data: TestData,
}

/// The response of `listWebhookDeliveries`.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeliveriesResponse {
    /// Always true; a failure has another body.
    #[schema(default = true)]
    pub(super) success: bool,
    /// The deliveries.
    pub(super) data: DeliveriesData,
}

/// A new webhook with its secret.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewWebhookData {
    /// The webhook's id.
    id: String,
    /// The address.
    url: String,
    /// The state.
    #[schema(value_type = WebhookStateCode)]
    state: &'static str,
    /// The time of its creation.
    #[schema(format = DateTime)]
    created_at: String,
    /// The secret that signs the messages. No other answer shows it.
    #[schema(example = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")]
    secret: String,
}

/// Webhooks, oldest first.
#[derive(Serialize, ToSchema)]
pub(super) struct WebhooksData {
    /// The webhooks.
    pub(super) webhooks: Vec<WebhookData>,
}

/// A webhook.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookData {
    /// The webhook's id.
    id: String,
    /// The address.
    url: String,
    /// The state.
    #[schema(value_type = WebhookStateCode)]
    state: &'static str,
    /// The time of its creation.
    #[schema(format = DateTime)]
    created_at: String,
    /// The time when its receiver answered 410.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false, example = "2026-11-21T10:02:00Z")]
    disabled_at: Option<String>,
}

/// A new secret.
#[derive(Serialize, ToSchema)]
pub(super) struct SecretData {
    /// The secret that signs the messages. No other answer shows it.
    #[schema(example = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")]
    pub(super) secret: String,
}

/// A deleted webhook.
#[derive(Serialize, ToSchema)]
pub(super) struct DeletedWebhookData {
    /// The webhook's id.
    pub(super) id: String,
}

/// A queued message.
#[derive(Serialize, ToSchema)]
pub(super) struct TestData {
    /// The message's id, as in its header `webhook-id`.
    pub(super) id: String,
}

/// Deliveries, newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct DeliveriesData {
    /// The deliveries.
    pub(super) deliveries: Vec<DeliveryData>,
}

/// A message and its attempts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeliveryData {
    /// The message's id, as in its header `webhook-id`.
    id: String,
    /// The type of the message.
    #[serde(rename = "type")]
    #[schema(value_type = EventCode)]
    event: &'static str,
    /// The state of the delivery.
    #[schema(value_type = DeliveryStateCode)]
    state: &'static str,
    /// The time of the event.
    #[schema(format = DateTime)]
    created_at: String,
    /// The number of attempts.
    attempts: u32,
    /// The end of the last attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false, example = "2026-11-21T10:02:00Z")]
    last_attempt_at: Option<String>,
    /// The status code of the last answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u16, required = false, minimum = 100, maximum = 999, example = 204)]
    last_status: Option<u16>,
    /// The reason why the last attempt got no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = DeliveryFaultCode, required = false)]
    last_fault: Option<&'static str>,
    /// The time of the next attempt of a waiting message.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false, example = "2026-11-21T10:02:00Z")]
    next_attempt_at: Option<String>,
}

codes! {
    /// The state of a webhook: `active`, or `disabled` after its receiver answered 410.
    WebhookStateCode of listing_domain::webhook::WebhookState { Active, Disabled },
    such as "active", tested by documented_states_of_webhooks_are_complete
}
codes! {
    /// The state of a delivery.
    DeliveryStateCode of listing_domain::webhook::DeliveryState { Waiting, Sending, Delivered, Failed },
    such as "delivered", tested by documented_states_of_deliveries_are_complete
}
codes! {
    /// The reason: `unreachable` without a connection, `timed_out` after 15 seconds, `forbidden_address` for an
    /// address that is not public, `disabled`, or `interrupted` by the end of the service.
    DeliveryFaultCode of listing_domain::webhook::DeliveryFault {
        Unreachable, TimedOut, ForbiddenAddress, Disabled, Interrupted
    },
    such as "timed_out", tested by documented_faults_of_deliveries_are_complete
}

/// The type of a message.
#[derive(ToSchema)]
#[schema(example = "batch.finished")]
#[expect(dead_code, reason = "describes the field only")]
enum EventCode {
    #[schema(rename = "batch.finished")]
    BatchFinished,
    #[schema(rename = "webhook.test")]
    Test,
}

impl From<CreatedWebhook> for NewWebhookData {
    fn from(created: CreatedWebhook) -> Self {
        let WebhookData { id, url, state, created_at, .. } = WebhookData::from(&created.webhook);
        Self { id, url, state, created_at, secret: created.secret.reveal() }
    }
}

impl From<&Webhook> for WebhookData {
    fn from(webhook: &Webhook) -> Self {
        Self {
            id: webhook.id.to_string(),
            url: webhook.url.as_str().to_owned(),
            state: webhook.state().code(),
            created_at: webhook.created_at.to_string(),
            disabled_at: webhook.disabled_at.map(text),
        }
    }
}

impl From<&Delivery> for DeliveryData {
    fn from(delivery: &Delivery) -> Self {
        let (at, result) = delivery.last.unzip();
        let (last_status, last_fault) = match result {
            Some(AttemptResult::Answered(status)) => (Some(status), None),
            Some(AttemptResult::Failed(fault)) => (None, Some(fault.code())),
            None => (None, None),
        };
        Self {
            id: delivery.id.to_string(),
            event: delivery.event.code(),
            state: delivery.state.code(),
            created_at: delivery.at.to_string(),
            attempts: delivery.attempts,
            last_attempt_at: at.map(text),
            last_status,
            last_fault,
            next_attempt_at: delivery.next_at.map(text),
        }
    }
}

fn text(at: Timestamp) -> String {
    at.to_string()
}

#[cfg(test)]
#[test]
fn documented_types_of_messages_are_complete() {
    use listing_domain::webhook::WebhookEvent;
    use utoipa::PartialSchema as _;

    let schema = serde_json::to_value(EventCode::schema()).unwrap();
    let codes: Vec<_> = WebhookEvent::ALL.iter().map(|event| event.code()).collect();
    assert_eq!(schema["enum"], serde_json::json!(codes));
}
