//! The handler of `generateListings`.

use std::sync::Arc;

use actix_web::{HttpRequest, web};

use super::answer::GenerateAnswer;
use super::request::{self, GenerateBody};
use crate::Api;
use crate::auth::Authenticated;
use crate::body;
use crate::error::ApiError;

/// Generates listings from photos.
///
/// One request takes one unit of the quota, however many platforms it asks
/// for: a free generation of the month first, then a purchased credit; none
/// with a Pro subscription. A request that fails is never charged.
#[utoipa::path(
    post,
    path = "/api/v1/listings",
    operation_id = "generateListings",
    tag = "listings",
    security(("ApiKeyAuth" = [])),
    request_body(content = GenerateBody, content_type = "application/json",
        description = "Photos of one item and the marketplaces to write for. Unknown fields are ignored.",
        example = json!({
            "photos": ["data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="],
            "platforms": ["leboncoin"],
            "language": "fr",
            "tone": "friendly",
            "quality": "standard",
            "attributes": { "size": "M", "material": "Cuir" }
        })),
    responses((status = 200, description = "The listings, and how the quota stands after the charge.",
        body = GenerateAnswer,
        example = json!({
            "success": true,
            "data": {
                "listings": [{
                    "platform": "leboncoin",
                    "title": "Veste en cuir noir taille M",
                    "description": "Bonjour ! Je vends cette veste en cuir noir, taille M, en bon état.",
                    "price": 45,
                    "category": "Vêtements",
                    "condition": "Bon état"
                }],
                "attributes": {
                    "name": "Veste en cuir noir", "brand": "Unknown", "size": "M",
                    "condition": "good", "color": "Noir", "material": "Cuir"
                },
                "suggestedPrice": 45,
                "priceRationale": "Prix de référence pour une veste en bon état, sans annonces comparées."
            },
            "usage": {
                "freeUsed": 1, "freeLimit": 3, "creditsRemaining": 0,
                "isSubscribed": false, "canGenerate": true
            }
        }))),
)]
pub(crate) async fn generate(
    Authenticated(caller): Authenticated,
    api: web::Data<Api>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<web::Json<GenerateAnswer>, ApiError> {
    body::require_json(&request)?;
    let (bytes, memory) = body::read(&request, payload, &api.memory, &api.limits).await?;
    let wanted = request::read(&bytes)?;
    drop(bytes);
    let generated = api
        .paid_work
        .generate(Arc::clone(&api.generate), caller, wanted, memory, api.metrics.clone())
        .await?;
    Ok(web::Json(generated.into()))
}
