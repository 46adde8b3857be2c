//! `/api/v1/webhooks`: signed messages to the account's own addresses.

mod response;

use std::sync::Arc;

use actix_web::{HttpRequest, HttpResponse, web};
use listing_domain::ids::WebhookId;
use listing_domain::ports::WebhookStore;
use listing_domain::request::Violation;
use listing_domain::usecase::ManageWebhooks;
use listing_domain::webhook::{WebhookPolicy, WebhookUrl};
use listing_http::{ApiError, Authenticated, Edge, body};
use serde::Deserialize;
use utoipa::ToSchema;

use self::response::{
    DeletedWebhookData, DeletedWebhookResponse, DeliveriesData, DeliveriesResponse, DeliveryData,
    NewWebhookResponse, SecretData, SecretResponse, TestData, TestResponse, WebhookData, WebhooksData,
    WebhooksResponse,
};
use crate::Rest;
use crate::json::{self, Ignored, Lenient, Object, Text, WARNINGS};

/// The maximum length of a body, in bytes.
const MAX_BODY_BYTES: usize = 16 * 1024;

/// The use cases of webhooks.
#[derive(Clone)]
pub struct Webhooks {
    /// Changes webhooks.
    pub manage: Arc<ManageWebhooks>,
    /// The stored webhooks.
    pub store: Arc<dyn WebhookStore>,
}

/// A webhook to create.
#[derive(Deserialize, ToSchema)]
#[schema(as = NewWebhook)]
pub(super) struct WebhookBody<'a> {
    /// The address, in ASCII, without user and fragment. Its host must have public addresses only.
    #[serde(borrow, default)]
    #[schema(value_type = String, required, max_length = 500, pattern = "^https://", example = "https://shop.example.com/hooks")]
    url: Lenient<Text<'a>>,
}

const FIELDS: &[&str] = &["url"];

/// Creates a webhook.
///
/// When a batch of the account has ended, the service posts a signed message of type `batch.finished` to the
/// address. The answer shows the secret that signs, once. An account has at most five webhooks.
#[utoipa::path(
    post,
    path = "/api/v1/webhooks",
    operation_id = "createWebhook",
    tag = "webhooks",
    security(("ApiKeyAuth" = [])),
    request_body(content = WebhookBody, content_type = "application/json",
        description = "The address. Unknown fields are ignored; `X-PTL-Warnings` names them.",
        example = json!({ "url": "https://shop.example.com/hooks" })),
    responses(
        (status = 201, description = "The webhook with its secret.", body = NewWebhookResponse,
        headers(("X-PTL-Warnings" = String,
            description = "Unknown fields of the request, which were ignored. Present only if there are any.")),
        example = json!({
            "success": true,
            "data": {
                "id": "0198d0a4-7c1e-7000-8000-000000000002", "url": "https://shop.example.com/hooks",
                "state": "active", "createdAt": "2026-11-21T10:00:00Z",
                "secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
            }
        })),
        (status = 409, description = "The account has five webhooks.", body = crate::error_schema::ErrorSchema,
        example = json!({
            "statusCode": 409, "message": "the account has 5 webhooks, which is the limit: delete one first"
        })),
    ),
)]
pub(crate) async fn create(
    Authenticated(caller): Authenticated,
    edge: web::Data<Edge>,
    rest: web::Data<Rest>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    body::require_json(&request)?;
    let bytes = body::read_small(&request, payload, &edge.limits, MAX_BODY_BYTES).await?;
    let (url, ignored) = parse(&bytes)?;
    let created = rest.webhooks.manage.create(caller.account, url).await.map_err(ApiError::logged)?;
    let mut response = HttpResponse::Created();
    if let Some(warnings) = ignored.header() {
        response.insert_header((WARNINGS, warnings));
    }
    Ok(response.json(NewWebhookResponse { success: true, data: created.into() }))
}

/// Lists the account's webhooks, oldest first, without their secrets.
#[utoipa::path(
    get,
    path = "/api/v1/webhooks",
    operation_id = "listWebhooks",
    tag = "webhooks",
    security(("ApiKeyAuth" = [])),
    responses((status = 200, description = "The webhooks.", body = WebhooksResponse,
        example = json!({
            "success": true,
            "data": {
                "webhooks": [{
                    "id": "0198d0a4-7c1e-7000-8000-000000000002", "url": "https://shop.example.com/hooks",
                    "state": "active", "createdAt": "2026-11-21T10:00:00Z"
                }]
            }
        }))),
)]
pub(crate) async fn list(
    Authenticated(caller): Authenticated,
    rest: web::Data<Rest>,
) -> Result<web::Json<WebhooksResponse>, ApiError> {
    let webhooks = rest.webhooks.store.webhooks(caller.account).await.map_err(ApiError::logged)?;
    let webhooks = webhooks.iter().map(WebhookData::from).collect();
    Ok(web::Json(WebhooksResponse { success: true, data: WebhooksData { webhooks } }))
}

/// Deletes a webhook with its deliveries.
///
/// A message that is being sent may still arrive.
#[utoipa::path(
    delete,
    path = "/api/v1/webhooks/{id}",
    operation_id = "deleteWebhook",
    tag = "webhooks",
    security(("ApiKeyAuth" = [])),
    params(("id" = String, Path, description = "The id from `createWebhook`.",
        example = "0198d0a4-7c1e-7000-8000-000000000002")),
    responses((status = 200, description = "The webhook is deleted.", body = DeletedWebhookResponse,
        example = json!({
            "success": true, "data": { "id": "0198d0a4-7c1e-7000-8000-000000000002" }
        }))),
)]
pub(crate) async fn delete(
    Authenticated(caller): Authenticated,
    rest: web::Data<Rest>,
    id: web::Path<String>,
) -> Result<web::Json<DeletedWebhookResponse>, ApiError> {
    let id = parse_id(&id)?;
    if !rest.webhooks.store.remove_webhook(caller.account, id).await.map_err(ApiError::logged)? {
        return Err(absent());
    }
    Ok(web::Json(DeletedWebhookResponse { success: true, data: DeletedWebhookData { id: id.to_string() } }))
}

/// Sends a message of type `webhook.test` to a webhook.
///
/// It is sent once, within seconds. `listWebhookDeliveries` shows the result.
#[utoipa::path(
    post,
    path = "/api/v1/webhooks/{id}/test",
    operation_id = "testWebhook",
    tag = "webhooks",
    security(("ApiKeyAuth" = [])),
    params(("id" = String, Path, description = "The id from `createWebhook`.",
        example = "0198d0a4-7c1e-7000-8000-000000000002")),
    responses(
        (status = 202, description = "The message is queued.", body = TestResponse,
        example = json!({ "success": true, "data": { "id": "0198d0a4-7c1e-7000-8000-000000000003" } })),
        (status = 409, description = "The webhook is disabled, or another test is not sent yet.",
        body = crate::error_schema::ErrorSchema,
        example = json!({
            "statusCode": 409, "message": "a test of this webhook is being sent: see its deliveries"
        })),
    ),
)]
pub(crate) async fn test(
    Authenticated(caller): Authenticated,
    rest: web::Data<Rest>,
    id: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let id = rest.webhooks.manage.test(caller.account, parse_id(&id)?).await.map_err(ApiError::logged)?;
    let data = TestData { id: id.to_string() };
    Ok(HttpResponse::Accepted().json(TestResponse { success: true, data }))
}

/// Replaces the secret of a webhook.
///
/// For 24 hours, each message has a signature of the new secret and one of the former. A second rotation
/// within that time ends the older secret at once.
#[utoipa::path(
    post,
    path = "/api/v1/webhooks/{id}/rotate",
    operation_id = "rotateWebhookSecret",
    tag = "webhooks",
    security(("ApiKeyAuth" = [])),
    params(("id" = String, Path, description = "The id from `createWebhook`.",
        example = "0198d0a4-7c1e-7000-8000-000000000002")),
    responses((status = 200, description = "The new secret.", body = SecretResponse,
        example = json!({
            "success": true,
            "data": { "secret": "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=" }
        }))),
)]
pub(crate) async fn rotate(
    Authenticated(caller): Authenticated,
    rest: web::Data<Rest>,
    id: web::Path<String>,
) -> Result<web::Json<SecretResponse>, ApiError> {
    let secret =
        rest.webhooks.manage.rotate(caller.account, parse_id(&id)?).await.map_err(ApiError::logged)?;
    Ok(web::Json(SecretResponse { success: true, data: SecretData { secret: secret.reveal() } }))
}

/// Lists the last 100 deliveries of a webhook, newest first.
///
/// A delivery stays in the list for 30 days.
#[utoipa::path(
    get,
    path = "/api/v1/webhooks/{id}/deliveries",
    operation_id = "listWebhookDeliveries",
    tag = "webhooks",
    security(("ApiKeyAuth" = [])),
    params(("id" = String, Path, description = "The id from `createWebhook`.",
        example = "0198d0a4-7c1e-7000-8000-000000000002")),
    responses((status = 200, description = "The deliveries.", body = DeliveriesResponse,
        example = json!({
            "success": true,
            "data": {
                "deliveries": [{
                    "id": "0198d0a4-7c1e-7000-8000-000000000003", "type": "batch.finished",
                    "state": "waiting", "createdAt": "2026-11-21T10:00:00Z", "attempts": 2,
                    "lastAttemptAt": "2026-11-21T10:00:06Z", "lastStatus": 500,
                    "nextAttemptAt": "2026-11-21T10:05:06Z"
                }]
            }
        }))),
)]
pub(crate) async fn deliveries(
    Authenticated(caller): Authenticated,
    rest: web::Data<Rest>,
    id: web::Path<String>,
) -> Result<web::Json<DeliveriesResponse>, ApiError> {
    let id = parse_id(&id)?;
    let found = rest.webhooks.store.deliveries(caller.account, id, WebhookPolicy::MAX_LISTED).await;
    let found = found.map_err(ApiError::logged)?.ok_or_else(absent)?;
    let deliveries = found.iter().map(DeliveryData::from).collect();
    Ok(web::Json(DeliveriesResponse { success: true, data: DeliveriesData { deliveries } }))
}

fn parse(body: &[u8]) -> Result<(WebhookUrl, Ignored), ApiError> {
    let Object { fields, unknown } = json::read::<WebhookBody<'_>>(json::utf8(body)?)?;
    let mut ignored = Ignored::default();
    ignored.add("", &unknown, FIELDS, &[]);
    let text = match &fields.url {
        Lenient::Given(Text(text)) => text.as_ref(),
        Lenient::Absent | Lenient::WrongType => "",
    };
    let url = WebhookUrl::parse("url", text);
    Ok((url.map_err(|violation: Violation| ApiError::violations(&[violation]))?, ignored))
}

/// Parses the id of a path. A text that is not an id gets 404.
fn parse_id(text: &str) -> Result<WebhookId, ApiError> {
    text.parse().map_err(|_| absent())
}

fn absent() -> ApiError {
    ApiError::absent("webhook")
}
