//! `POST /api/v1/generations/{id}/rewrite`: rewrites listings, with corrections if given.

use actix_web::http::header::ContentType;
use actix_web::{HttpRequest, HttpResponse, web};
use listing_answer::RewriteResponse;
use listing_answer::codes::PlatformCode;
use listing_domain::attributes::KnownAttributes;
use listing_domain::marketplace::Platform;
use listing_domain::notes::Notes;
use listing_domain::request::{DetailLevel, Platforms, Violation};
use listing_domain::usecase::RewriteOptions;
use listing_http::{Announced, ApiError, Authenticated, Edge, Outcome, body};
use serde::Deserialize;
use utoipa::ToSchema;

use super::parse_id;
use crate::Rest;
use crate::attributes::{ATTRIBUTES, AttributesBody, attributes};
use crate::idempotency::{self, REPLAYED};
use crate::json::{self, Ignored, Lenient, Object, Text, Texts, WARNINGS, optional, or_record};

/// The maximum length of a body, in bytes.
const MAX_BODY_BYTES: usize = 64 * 1024;

/// The options of a rewrite, all optional.
#[derive(Deserialize, ToSchema)]
#[schema(as = RewriteRequest)]
pub(super) struct RewriteBody<'a> {
    /// The attributes to correct. They replace the stored ones, and all listings are rewritten.
    #[serde(borrow, default)]
    #[schema(value_type = Option<AttributesBody>)]
    attributes: Lenient<Object<AttributesBody<'a>>>,
    /// The notes that replace the stored ones. All listings are rewritten.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, max_length = 1000, example = "Longueur 62 cm, vendu avec sa boîte")]
    note: Lenient<Text<'a>>,
    /// The voice of the rewritten listings, as in `GenerateRequest`. Default: that of the generation.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, example = "friendly")]
    tone: Lenient<Text<'a>>,
    /// The language of the rewritten listings, as in `GenerateRequest`. Default: that of the generation.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, example = "fr")]
    language: Lenient<Text<'a>>,
    /// The marketplaces to write for, also new ones. Default: all of the generation.
    #[serde(borrow, default)]
    #[schema(value_type = Option<Vec<PlatformCode>>, min_items = 1, max_items = 12)]
    platforms: Lenient<Texts<'a>>,
}

const FIELDS: &[&str] = &["attributes", "note", "tone", "language", "platforms"];

/// Rewrites the listings of a generation from its stored facts.
///
/// Corrected attributes win over everything detected, and rewrite all listings of the generation. Each
/// generation has some free rewrites, three by default, shared with the web app. Afterwards, a rewrite takes one
/// unit of the quota; `data.charged` says so. A failed rewrite is never charged.
#[utoipa::path(
    post,
    path = "/api/v1/generations/{id}/rewrite",
    operation_id = "rewriteGeneration",
    tag = "generations",
    security(("ApiKeyAuth" = [])),
    params(("id" = String, Path, description = "The id from the list of generations.",
        example = "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e"),
        ("Idempotency-Key" = Option<String>, Header,
        description = "Your identifier for this request, as for `generateListings`. A request that repeats it \
            gets the stored answer with `Idempotency-Replayed: true`.",
        min_length = 1, max_length = 255, pattern = "^[!-~]+$", example = "order-7-rewrite-1")),
    request_body(content = RewriteBody, content_type = "application/json",
        description = "The options. Unknown fields are ignored; `X-PTL-Warnings` names them.",
        example = json!({ "attributes": { "brand": "Levi’s", "size": "L" }, "platforms": ["leboncoin"] })),
    responses((status = 200, description = "The rewritten generation, and the quota afterwards.",
        body = RewriteResponse,
        headers(("Idempotency-Replayed" = bool,
            description = "`true` if this is the stored answer to an earlier request with the same key."),
            ("X-PTL-Warnings" = String,
            description = "Unknown fields of the request, which were ignored. Present only if there are any.")),
        example = json!({
            "success": true,
            "data": {
                "id": "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e", "rewrites": 1, "charged": false,
                "data": {
                    "listings": [{
                        "platform": "leboncoin",
                        "title": "Veste en cuir Levi’s noir, taille L, bon état",
                        "description": "Bonjour !\n\nJe vends cette veste en cuir noir Levi’s, taille L, en bon état.",
                        "price": 45,
                        "category": "Vêtements",
                        "condition": "Bon état"
                    }],
                    "attributes": {
                        "name": "Veste en cuir noir", "brand": "Levi’s", "size": "L",
                        "condition": "good", "color": "Noir", "material": "Cuir"
                    },
                    "suggestedPrice": 45,
                    "priceRationale": "Prix de référence pour une veste en bon état, sans annonces comparées."
                }
            },
            "usage": {
                "freeUsed": 1, "freeLimit": 3, "creditsRemaining": 0,
                "isSubscribed": false, "canGenerate": true
            }
        }))),
)]
pub(crate) async fn rewrite(
    Authenticated(caller): Authenticated,
    edge: web::Data<Edge>,
    rest: web::Data<Rest>,
    request: HttpRequest,
    id: web::Path<String>,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    body::require_json(&request)?;
    let idempotency = idempotency::parse(&request, DetailLevel::Listings)?;
    let admitted = rest.desk.admit(&edge, &request, &caller, Announced::Rewrite).await?;
    let bytes = body::read_small(&request, payload, &edge.limits, MAX_BODY_BYTES).await?;
    let (options, ignored) = parse(&bytes)?;
    let id = parse_id(&id)?;
    let idempotency = idempotency.map(|header| header.with_body(&bytes));
    let mut response = HttpResponse::Ok();
    let answer = match admitted.charge_rewrite(id, options, idempotency).await? {
        Outcome::Done(answer) => answer,
        Outcome::Replayed(answer) => {
            response.insert_header((REPLAYED, "true"));
            answer
        }
        Outcome::Refused(error) => return Err(ApiError::logged(error)),
        Outcome::CutOff => return Err(ApiError::busy()),
        Outcome::Panicked => return Err(ApiError::internal()),
    };
    if let Some(warnings) = ignored.header() {
        response.insert_header((WARNINGS, warnings));
    }
    let body = listing_answer::body(&answer.data, answer.usage).map_err(|error| {
        tracing::error!(%error, "failed to serialize the usage after a rewrite; answered 500");
        ApiError::internal()
    })?;
    Ok(response.content_type(ContentType::json()).body(body))
}

/// Parses a body and reports all violations at once.
fn parse(body: &[u8]) -> Result<(RewriteOptions, Ignored), ApiError> {
    let Object { fields, unknown } = json::read::<RewriteBody<'_>>(json::utf8(body)?)?;
    let mut ignored = Ignored::default();
    ignored.add("", &unknown, FIELDS, ATTRIBUTES);
    if let Lenient::Given(Object { unknown, .. }) = &fields.attributes {
        ignored.add("attributes.", unknown, ATTRIBUTES, FIELDS);
    }
    let mut violations = Vec::new();
    let known = attributes(&fields.attributes, &mut violations);
    let notes = match &fields.note {
        Lenient::Absent => Ok(None),
        Lenient::Given(Text(text)) => Notes::parse("note", text),
        Lenient::WrongType => Err(Violation::new("note", "must be a string")),
    };
    let notes = or_record(notes, &mut violations).flatten();
    let options = RewriteOptions {
        platforms: platforms(fields.platforms, &mut violations),
        language: optional("language", &fields.language, &mut violations),
        tone: optional("tone", &fields.tone, &mut violations),
        market: None,
        corrected: KnownAttributes { notes, ..known },
    };
    if violations.is_empty() { Ok((options, ignored)) } else { Err(ApiError::violations(&violations)) }
}

/// Parses the marketplaces, if given.
fn platforms(field: Lenient<Texts<'_>>, violations: &mut Vec<Violation>) -> Option<Platforms> {
    let items = match field {
        Lenient::Absent => return None,
        Lenient::Given(texts) => texts.items,
        Lenient::WrongType => Vec::new(),
    };
    let before = violations.len();
    let platform = |(index, item)| or_record(json::parse(&format!("platforms[{index}]"), item), violations);
    let requested: Vec<Platform> = items.iter().enumerate().filter_map(platform).collect();
    if violations.len() > before { None } else { or_record(Platforms::new(requested), violations) }
}
