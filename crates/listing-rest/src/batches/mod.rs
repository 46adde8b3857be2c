//! `/api/v1/batches`: many items, generated in the background.

mod request;
mod response;

use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use listing_domain::batch::Batch;
use listing_domain::ids::BatchId;
use listing_domain::ports::{BatchStore, Clock};
use listing_domain::request::DetailLevel;
use listing_domain::usecase::CreateBatch;
use listing_http::{Announced, ApiError, Authenticated, Edge, Outcome, body};

use self::request::{BatchBody, ParsedBatch};
use self::response::{BatchResponse, BatchSummary, BatchesData, BatchesResponse};
use crate::Rest;
use crate::idempotency::{self, REPLAYED};
use crate::json::WARNINGS;

/// The maximum number of batches in a list.
const MAX_LISTED: u32 = 20;

/// The use cases of batches.
#[derive(Clone)]
pub struct Batches {
    /// Stores a new batch.
    pub create: Arc<CreateBatch>,
    /// The stored batches.
    pub store: Arc<dyn BatchStore>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
}

/// Starts a batch of items.
///
/// The service generates the items one after another in the background, and charges each when its listings
/// are stored, as `generateListings` does. Items that fail or are cancelled cost nothing. Follow the progress
/// with `getBatch`; an item that is done is a generation with the item's id.
///
/// Send your own `Idempotency-Key`, and the same one with a retry: the batch is then stored once.
#[utoipa::path(
    post,
    path = "/api/v1/batches",
    operation_id = "createBatch",
    tag = "batches",
    security(("ApiKeyAuth" = [])),
    params(("Idempotency-Key" = Option<String>, Header,
        description = "Your identifier for this request, 1 to 255 visible ASCII characters. A request that \
            repeats it gets the batch of the first one with `Idempotency-Replayed: true`. It returns 422 with \
            another body.",
        min_length = 1, max_length = 255, pattern = "^[!-~]+$", example = "stock-2026-11-26")),
    request_body(content = BatchBody, content_type = "application/json",
        description = "Items with one to four photos each, and options for all. Unknown fields are ignored; \
            `X-PTL-Warnings` names them.",
        example = json!({
            "items": [{
                "photos": ["data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="],
                "attributes": { "brand": "Levi’s", "size": "M" },
                "notes": "24 inches long",
                "sku": "JKT-0042"
            }],
            "platforms": ["ebay"],
            "language": "en",
            "tone": "professional",
            "quality": "standard",
            "market": "US"
        })),
    responses((status = 202, description = "The batch, whose items wait.", body = BatchResponse,
        headers(("Idempotency-Replayed" = bool,
            description = "`true` if an earlier request with the same key stored this batch."),
            ("X-PTL-Warnings" = String,
            description = "Unknown fields of the request, which were ignored. Present only if there are any.")),
        example = json!({
            "success": true,
            "data": {
                "id": "0198d0a4-7c1e-7000-8000-000000000001", "createdAt": "2026-11-21T10:00:00Z",
                "state": "running",
                "counts": { "waiting": 1, "running": 0, "done": 0, "failed": 0, "cancelled": 0 },
                "items": [{ "id": "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e", "sku": "JKT-0042", "state": "waiting" }]
            }
        }))),
)]
pub(crate) async fn create(
    Authenticated(caller): Authenticated,
    edge: web::Data<Edge>,
    rest: web::Data<Rest>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    body::require_json(&request)?;
    body::check_announced(&request, &edge.limits)?;
    let idempotency = idempotency::parse(&request, DetailLevel::Listings)?;
    let announced = Announced::Generation { has_key: idempotency.is_some() };
    let admitted = rest.desk.admit(&edge, &request, &caller, announced).await?;
    let (bytes, memory) = admitted.read(&request, payload).await?;
    let (idempotency, ParsedBatch { items, ignored }) =
        idempotency::parse_body(idempotency, bytes, memory, request::read).await?;
    let mut response = HttpResponse::build(StatusCode::ACCEPTED);
    let create = Arc::clone(&rest.batches.create);
    let created = match admitted.create_batch(create, items, idempotency).await {
        Outcome::Done(created) => created,
        Outcome::Replayed(created) => {
            response.insert_header((REPLAYED, "true"));
            created
        }
        Outcome::Refused(error) => return Err(ApiError::logged(error)),
        Outcome::CutOff => return Err(ApiError::busy()),
        Outcome::Panicked => return Err(ApiError::internal()),
    };
    if let Some(warnings) = ignored.header() {
        response.insert_header((WARNINGS, warnings));
    }
    Ok(response.json(of(created.batch)))
}

/// Lists the account's batches, newest first, at most 20.
///
/// Batches are deleted some time after their end, like generations. It costs no quota.
#[utoipa::path(
    get,
    path = "/api/v1/batches",
    operation_id = "listBatches",
    tag = "batches",
    security(("ApiKeyAuth" = [])),
    responses((status = 200, description = "The batches.", body = BatchesResponse,
        example = json!({
            "success": true,
            "data": {
                "batches": [{
                    "id": "0198d0a4-7c1e-7000-8000-000000000001", "createdAt": "2026-11-21T10:00:00Z",
                    "state": "finished", "endedAt": "2026-11-21T10:02:00Z",
                    "counts": { "waiting": 0, "running": 0, "done": 29, "failed": 1, "cancelled": 0 }
                }]
            }
        }))),
)]
pub(crate) async fn list(
    Authenticated(caller): Authenticated,
    rest: web::Data<Rest>,
) -> Result<web::Json<BatchesResponse>, ApiError> {
    let batches = rest.batches.store.list(caller.account, MAX_LISTED).await.map_err(ApiError::logged)?;
    let batches = batches.iter().map(BatchSummary::from).collect();
    Ok(web::Json(BatchesResponse { success: true, data: BatchesData { batches } }))
}

/// Returns a batch with the state of each item.
///
/// It costs no quota. While items wait, ask again after a few seconds.
#[utoipa::path(
    get,
    path = "/api/v1/batches/{id}",
    operation_id = "getBatch",
    tag = "batches",
    security(("ApiKeyAuth" = [])),
    params(("id" = String, Path, description = "The id from `createBatch`.",
        example = "0198d0a4-7c1e-7000-8000-000000000001")),
    responses((status = 200, description = "The batch.", body = BatchResponse,
        example = json!({
            "success": true,
            "data": {
                "id": "0198d0a4-7c1e-7000-8000-000000000001", "createdAt": "2026-11-21T10:00:00Z",
                "state": "finished", "endedAt": "2026-11-21T10:00:03Z",
                "counts": { "waiting": 0, "running": 0, "done": 1, "failed": 0, "cancelled": 0 },
                "items": [{ "id": "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e", "sku": "JKT-0042", "state": "done" }]
            }
        }))),
)]
pub(crate) async fn show(
    Authenticated(caller): Authenticated,
    rest: web::Data<Rest>,
    id: web::Path<String>,
) -> Result<web::Json<BatchResponse>, ApiError> {
    let found = rest.batches.store.get(caller.account, parse_id(&id)?).await.map_err(ApiError::logged)?;
    Ok(web::Json(of(found.ok_or_else(|| ApiError::absent("batch"))?)))
}

/// Cancels the items of a batch that still wait.
///
/// An item that is being generated still ends, and is charged if it succeeds. Cancelling an ended batch does
/// nothing.
#[utoipa::path(
    delete,
    path = "/api/v1/batches/{id}",
    operation_id = "cancelBatch",
    tag = "batches",
    security(("ApiKeyAuth" = [])),
    params(("id" = String, Path, description = "The id from `createBatch`.",
        example = "0198d0a4-7c1e-7000-8000-000000000001")),
    responses((status = 200, description = "The batch after the cancellation.", body = BatchResponse,
        example = json!({
            "success": true,
            "data": {
                "id": "0198d0a4-7c1e-7000-8000-000000000001", "createdAt": "2026-11-21T10:00:00Z",
                "state": "cancelled", "endedAt": "2026-11-21T10:00:02Z",
                "counts": { "waiting": 0, "running": 0, "done": 0, "failed": 0, "cancelled": 1 },
                "items": [{ "id": "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e", "state": "cancelled" }]
            }
        }))),
)]
pub(crate) async fn cancel(
    Authenticated(caller): Authenticated,
    rest: web::Data<Rest>,
    id: web::Path<String>,
) -> Result<web::Json<BatchResponse>, ApiError> {
    let (id, now) = (parse_id(&id)?, rest.batches.clock.now());
    let cancelled = rest.batches.store.cancel(caller.account, id, now).await.map_err(ApiError::logged)?;
    Ok(web::Json(of(cancelled.ok_or_else(|| ApiError::absent("batch"))?)))
}

/// Parses the id of a path. A text that is not an id gets 404.
fn parse_id(text: &str) -> Result<BatchId, ApiError> {
    text.parse().map_err(|_| ApiError::absent("batch"))
}

fn of(batch: Batch) -> BatchResponse {
    BatchResponse { success: true, data: batch.into() }
}
