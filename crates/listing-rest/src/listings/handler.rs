//! The handler of `generateListings`.

use actix_web::http::header::{ContentType, HeaderName};
use actix_web::{HttpRequest, HttpResponse, web};
use listing_answer::GenerateResponse;
use listing_http::{Announced, ApiError, Authenticated, Edge, Outcome, body};

use super::include::{self, INCLUDE, Included};
use super::request::{self, GenerateBody, ParsedBody};
use crate::Rest;
use crate::idempotency::{self, REPLAYED};
use crate::json::WARNINGS;

/// The header with the id of the stored generation.
const GENERATION_ID: HeaderName = HeaderName::from_static("x-generation-id");

/// Generates listings from photos.
///
/// One request takes one unit of the quota, for any number of platforms: a free generation of the month
/// first, then a purchased credit. A Pro subscription takes none. A failed request is never charged.
///
/// Send your own `Idempotency-Key` with each request, and the same one with a retry. The request then runs
/// and is charged once, and retries get the first response for 24 hours.
#[utoipa::path(
    post,
    path = "/api/v1/listings",
    operation_id = "generateListings",
    tag = "listings",
    security(("ApiKeyAuth" = [])),
    params(("include" = inline(Option<Included>), Query,
        description = "`details` adds `data.details`: the evidence behind the answer. Any other value returns \
            400. It is part of the request that an `Idempotency-Key` identifies."),
        ("Idempotency-Key" = Option<String>, Header,
        description = "Your identifier for this request, 1 to 255 visible ASCII characters. A request that \
            repeats it gets the stored answer with `Idempotency-Replayed: true` and is not charged. It returns \
            409 while the first request is in progress, and 422 with another body or `include`. After a \
            failure, the key can be used again.",
        min_length = 1, max_length = 255, pattern = "^[!-~]+$", example = "order-7-photo-2")),
    request_body(content = GenerateBody, content_type = "application/json",
        description = "Photos of one item and the marketplaces to write for. Unknown fields are ignored; \
            `X-PTL-Warnings` names them.",
        example = json!({
            "photos": ["data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="],
            "platforms": ["leboncoin"],
            "language": "fr",
            "tone": "friendly",
            "quality": "standard",
            "attributes": {
                "brand": "Levi’s", "size": "M", "condition": "bon état", "color": "Noir", "material": "Cuir"
            }
        })),
    responses((status = 200, description = "The listings, and the quota after the charge.",
        body = GenerateResponse,
        headers(("Idempotency-Replayed" = bool,
            description = "`true` if this is the stored answer to an earlier request with the same key."),
            ("X-Generation-Id" = String,
            description = "The id under which the generation is stored. Absent if the service stores none."),
            ("X-PTL-Warnings" = String,
            description = "Unknown fields and query parameters of the request, which were ignored, separated by \
                commas, each with the closest known name. Present only if there are any. \
                `data.details.ignored` lists the same.")),
        example = json!({
            "success": true,
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
    edge: web::Data<Edge>,
    rest: web::Data<Rest>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    body::require_json(&request)?;
    body::check_announced(&request, &edge.limits)?;
    let (detail_level, other_parameters) = include::parse(&request)?;
    let idempotency = idempotency::parse(&request, detail_level)?;
    let announced = Announced::Generation { has_key: idempotency.is_some() };
    let admitted = rest.desk.admit(&edge, &request, &caller, announced).await?;
    let (bytes, memory) = admitted.read(&request, payload).await?;
    let (idempotency, ParsedBody { request: mut generation_request, mut ignored }) =
        idempotency::parse_body(idempotency, bytes, memory, request::read).await?;
    ignored.add("?", &other_parameters, &[INCLUDE], &[]);
    let warnings = ignored.header();
    (generation_request.detail_level, generation_request.ignored) = (detail_level, ignored.fields);
    let mut response = HttpResponse::Ok();
    let answer = match admitted.generate(generation_request, idempotency).await {
        Outcome::Done(answer) => answer,
        Outcome::Replayed(answer) => {
            response.insert_header((REPLAYED, "true"));
            answer
        }
        Outcome::Refused(error) => return Err(ApiError::logged(error)),
        Outcome::CutOff => return Err(ApiError::busy()),
        Outcome::Panicked => return Err(ApiError::internal()),
    };
    if let Some(generation) = answer.generation {
        response.insert_header((GENERATION_ID, generation.to_string()));
    }
    if let Some(warnings) = warnings {
        response.insert_header((WARNINGS, warnings));
    }
    let body = listing_answer::body(&answer.data, answer.usage).map_err(|error| {
        tracing::error!(%error, "failed to serialize the usage after a charge; answered 500");
        ApiError::internal()
    })?;
    Ok(response.content_type(ContentType::json()).body(body))
}
