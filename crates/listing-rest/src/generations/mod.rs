//! `/api/v1/generations`: the account's stored generations.

mod edit;
pub(crate) mod platforms;
mod query;
mod response;
mod rewrite;
mod sold;

use actix_web::web;
use listing_answer::GeneratedData;
use listing_domain::generation::{Generation, GenerationEntry};
use listing_domain::ids::GenerationId;
use listing_http::{ApiError, Authenticated};

pub(crate) use self::query::{ListQuery, cursor, query_pairs};
use self::response::{
    DeletedData, DeletedResponse, GenerationData, GenerationResponse, GenerationsData, GenerationsResponse,
    ListedGeneration,
};
use crate::Rest;
pub(crate) use edit::{__path_edit, edit};
pub(crate) use rewrite::{__path_rewrite, rewrite};
pub(crate) use sold::{__path_sold, sold};

/// Lists the account's generations, newest first.
///
/// A generation of the web app or the API is listed for as long as the service keeps it. Continue a list with
/// the `nextCursor` of its last page. It costs no quota.
#[utoipa::path(
    get,
    path = "/api/v1/generations",
    operation_id = "listGenerations",
    tag = "generations",
    security(("ApiKeyAuth" = [])),
    params(
        ("limit" = Option<u32>, Query, description = "The maximum number of generations in the response. \
            Default: 20.", minimum = 1, maximum = 100, example = 50),
        ("cursor" = Option<String>, Query, description = "The `nextCursor` of the previous page."),
        ("sku" = Option<String>, Query, description = "Only generations with this stock number.",
            min_length = 1, max_length = 50, example = "JKT-0042"),
        ("from" = Option<String>, Query, description = "Only generations since this day (UTC) or moment: \
            `2026-11-01` or RFC 3339.", example = "2026-11-01"),
        ("to" = Option<String>, Query, description = "Only generations up to the end of this day (UTC), or \
            before this moment: `2026-11-30` or RFC 3339.", example = "2026-11-30T12:00:00Z"),
    ),
    responses((status = 200, description = "A page of generations.", body = GenerationsResponse,
        example = json!({
            "success": true,
            "data": {
                "generations": [{
                    "id": "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e", "createdAt": "2026-11-21T10:00:00Z",
                    "name": "Veste en cuir noir", "suggestedPrice": 45, "currency": "EUR",
                    "platforms": ["leboncoin"], "sku": "JKT-0042"
                }],
                "nextCursor": "MTc5NTI1NTIwMDAwMDAwMC4wMTk4ZDBhNC03YzFlLTcwMDAtODAwMC01YjFmMmEzYzRkNWU"
            }
        }))),
)]
pub(crate) async fn list(
    Authenticated(caller): Authenticated,
    rest: web::Data<Rest>,
    request: actix_web::HttpRequest,
) -> Result<web::Json<GenerationsResponse>, ApiError> {
    let ListQuery { limit, after, filter } = ListQuery::parse(request.query_string())?;
    // One more than the page shows whether there is a next one.
    let found = rest.generations.list_matching(caller.account, &filter, after, limit + 1).await;
    let mut entries = found.map_err(ApiError::logged)?;
    let has_more = entries.len() > usize::try_from(limit).unwrap_or(usize::MAX);
    entries.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    let next = entries.last().filter(|_| has_more).map(GenerationEntry::place);
    Ok(web::Json(GenerationsResponse {
        success: true,
        data: GenerationsData {
            generations: entries.into_iter().map(ListedGeneration::from).collect(),
            next_cursor: next.map(cursor),
        },
    }))
}

/// Returns a generation with its listings as last edited.
///
/// It costs no quota.
#[utoipa::path(
    get,
    path = "/api/v1/generations/{id}",
    operation_id = "getGeneration",
    tag = "generations",
    security(("ApiKeyAuth" = [])),
    params(("id" = String, Path, description = "The id from the list of generations.",
        example = "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e")),
    responses((status = 200, description = "The generation.", body = GenerationResponse,
        example = json!({
            "success": true,
            "data": {
                "id": "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e", "createdAt": "2026-11-21T10:00:00Z",
                "language": "fr", "tone": "friendly", "quality": "standard", "rewrites": 0,
                "data": {
                    "listings": [{
                        "platform": "leboncoin",
                        "title": "Veste en cuir Levi’s noir, taille M, bon état",
                        "description": "Bonjour !\n\nJe vends cette veste en cuir noir Levi’s, taille M, en bon état.",
                        "price": 45,
                        "category": "Vêtements",
                        "condition": "Bon état"
                    }],
                    "attributes": {
                        "name": "Veste en cuir noir", "brand": "Levi’s", "size": "M",
                        "condition": "good", "color": "Noir", "material": "Cuir"
                    },
                    "suggestedPrice": 45,
                    "priceRationale": "Prix de référence pour une veste en bon état, sans annonces comparées.",
                    "sku": "JKT-0042"
                }
            }
        }))),
)]
pub(crate) async fn show(
    Authenticated(caller): Authenticated,
    rest: web::Data<Rest>,
    id: web::Path<String>,
) -> Result<web::Json<GenerationResponse>, ApiError> {
    let id = parse_id(&id)?;
    let found = rest.generations.get(caller.account, id).await.map_err(ApiError::logged)?;
    let generation = found.ok_or_else(|| ApiError::absent("generation"))?;
    Ok(web::Json(GenerationResponse { success: true, data: read(&generation)? }))
}

/// Deletes a generation with its listings and thumbnail.
///
/// Its charge stays. An `Idempotency-Key` of its request still returns the first response for 24 hours.
#[utoipa::path(
    delete,
    path = "/api/v1/generations/{id}",
    operation_id = "deleteGeneration",
    tag = "generations",
    security(("ApiKeyAuth" = [])),
    params(("id" = String, Path, description = "The id from the list of generations.",
        example = "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e")),
    responses((status = 200, description = "The generation is deleted.", body = DeletedResponse,
        example = json!({
            "success": true, "data": { "id": "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e" }
        }))),
)]
pub(crate) async fn delete(
    Authenticated(caller): Authenticated,
    rest: web::Data<Rest>,
    id: web::Path<String>,
) -> Result<web::Json<DeletedResponse>, ApiError> {
    let id = parse_id(&id)?;
    if !rest.generations.delete(caller.account, id).await.map_err(ApiError::logged)? {
        return Err(ApiError::absent("generation"));
    }
    Ok(web::Json(DeletedResponse { success: true, data: DeletedData { id: id.to_string() } }))
}

/// Parses the id of a path. A text that is not an id gets 404.
fn parse_id(text: &str) -> Result<GenerationId, ApiError> {
    text.parse().map_err(|_| ApiError::absent("generation"))
}

fn read(generation: &Generation) -> Result<GenerationData, ApiError> {
    let data = GeneratedData::read(generation.current()).map_err(|error| unreadable(generation, &error))?;
    Ok(GenerationData::new(generation, data))
}

/// Logs a stored generation that cannot be read, and returns the error for its caller.
fn unreadable(generation: &Generation, error: &serde_json::Error) -> ApiError {
    let id = generation.id;
    tracing::error!(generation = %id, %error, "failed to read stored generation {id}; answered 500");
    ApiError::internal()
}
