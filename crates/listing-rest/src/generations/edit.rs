//! `PATCH /api/v1/generations/{id}`: edits listings and references.

use actix_web::{HttpRequest, HttpResponse, web};
use listing_answer::codes::PlatformCode;
use listing_domain::edit::{EnteredPrice, ListingChange};
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::request::Violation;
use listing_domain::usecase::{EditBasis, EditError, EditedGeneration, GenerationEdit};
use listing_http::{ApiError, Authenticated, Edge, body};
use serde::Deserialize;
use utoipa::ToSchema;

use super::response::GenerationResponse;
use super::{parse_id, read};
use crate::Rest;
use crate::error_schema::ErrorSchema;
use crate::json::{
    self, Amount, Entries, Ignored, Lenient, List, MAX_ITEMS, Object, Present, Text, WARNINGS, or_record,
};

/// The maximum length of a body, in bytes. It is enough for the longest texts of all marketplaces.
const MAX_BODY_BYTES: usize = 4_000_000;

/// The changes of a generation. A missing field keeps its stored value.
#[derive(Deserialize, ToSchema)]
#[schema(as = GenerationEdit)]
pub(super) struct EditBody<'a> {
    /// The changed listings, at most one for each marketplace of the generation.
    #[serde(borrow, default)]
    #[schema(value_type = Option<Vec<ListingBody>>, max_items = 12)]
    listings: Lenient<List<Object<ListingBody<'a>>>>,
    /// Your stock number of the item; `null` removes it.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 50, example = "JKT-0042")]
    sku: Present<Text<'a>>,
    /// Your texts about the item, which replace the stored ones; `null` removes them.
    #[serde(borrow, default)]
    #[schema(value_type = Option<HashMap<String, String>>, example = json!({"shelf": "B-12"}))]
    metadata: Present<Entries<'a>>,
}

/// The changes of a listing. A missing field keeps its stored value.
#[derive(Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[schema(as = ListingEdit)]
pub(super) struct ListingBody<'a> {
    /// The marketplace of the listing.
    #[serde(borrow, default)]
    #[schema(value_type = PlatformCode, required)]
    platform: Lenient<Text<'a>>,
    /// The title, up to three times as long as the marketplace allows.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, min_length = 1, example = "Veste en cuir Levi’s noir, taille M")]
    title: Lenient<Text<'a>>,
    /// The full description, up to three times as long as the marketplace allows, and 40,000 characters.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, min_length = 1, max_length = 40000, example = "Veste en cuir noir.")]
    description: Lenient<Text<'a>>,
    /// The price in the listing's currency, with at most two decimals.
    #[serde(default)]
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 10_000_000, example = 42.5)]
    price: Lenient<Amount>,
    /// The marketplace's category.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, max_length = 300, example = "Vêtements")]
    category: Lenient<Text<'a>>,
    /// The marketplace's label for the condition.
    #[serde(borrow, default)]
    #[schema(value_type = Option<String>, max_length = 300, example = "Bon état")]
    condition: Lenient<Text<'a>>,
}

const FIELDS: &[&str] = &["listings", "sku", "metadata"];
const LISTING: &[&str] = &[
    "listings.platform",
    "listings.title",
    "listings.description",
    "listings.price",
    "listings.category",
    "listings.condition",
];

/// Edits the listings and references of a generation.
///
/// Only the given fields change. An edit is applied to the listings as stored, so it overwrites no concurrent
/// edit of other fields. If one field is invalid, nothing is stored. It costs no quota.
#[utoipa::path(
    patch,
    path = "/api/v1/generations/{id}",
    operation_id = "editGeneration",
    tag = "generations",
    security(("ApiKeyAuth" = [])),
    params(("id" = String, Path, description = "The id from the list of generations.",
        example = "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e")),
    request_body(content = EditBody, content_type = "application/json",
        description = "The fields to change. Unknown fields are ignored; `X-PTL-Warnings` names them.",
        example = json!({
            "listings": [{ "platform": "leboncoin", "title": "Veste en cuir Levi’s noir", "price": 42.5 }],
            "sku": "JKT-0042", "metadata": null
        })),
    responses(
        (status = 200, description = "The generation after the edit.", body = GenerationResponse,
        headers(("X-PTL-Warnings" = String,
            description = "Unknown fields of the request, which were ignored. Present only if there are any.")),
        example = json!({
            "success": true,
            "data": {
                "id": "0198d0a4-7c1e-7000-8000-5b1f2a3c4d5e", "createdAt": "2026-11-21T10:00:00Z",
                "language": "fr", "tone": "friendly", "quality": "standard", "rewrites": 0,
                "data": {
                    "listings": [{
                        "platform": "leboncoin",
                        "title": "Veste en cuir Levi’s noir",
                        "description": "Bonjour !\n\nJe vends cette veste en cuir noir Levi’s, taille M, en bon état.",
                        "price": 42.5,
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
        })),
        (status = 409, description = "Other requests kept changing the generation meanwhile.", body = ErrorSchema,
        example = json!({
            "statusCode": 409, "message": "another request changed the generation meanwhile: try again"
        })),
    ),
)]
pub(crate) async fn edit(
    Authenticated(caller): Authenticated,
    edge: web::Data<Edge>,
    rest: web::Data<Rest>,
    request: HttpRequest,
    id: web::Path<String>,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    body::require_json(&request)?;
    let bytes = body::read_small(&request, payload, &edge.limits, MAX_BODY_BYTES).await?;
    let (edit, ignored) = parse(&bytes, &rest.edit.catalogue)?;
    let id = parse_id(&id)?;
    let edited = rest.edit.run(caller.account, id, &edit, |_, _, _| EditBasis::Current).await;
    let EditedGeneration { generation, .. } = edited.map_err(|error| refused(error, &edit))?;
    let mut response = HttpResponse::Ok();
    if let Some(warnings) = ignored.header() {
        response.insert_header((WARNINGS, warnings));
    }
    Ok(response.json(GenerationResponse { success: true, data: read(&generation)? }))
}

/// Returns the error for an edit that was not stored. A marketplace without a listing is named with its position.
fn refused(error: EditError, edit: &GenerationEdit) -> ApiError {
    let EditError::NoSuchListing(platform) = error else { return ApiError::logged(error) };
    let position = edit.listings.iter().position(|change| change.platform == platform);
    let field = format!("listings[{}].platform", position.unwrap_or_default());
    ApiError::violations(&[Violation::new(field, "must be a marketplace of the generation")])
}

/// Parses a body and reports all violations at once.
fn parse(body: &[u8], catalogue: &Catalogue) -> Result<(GenerationEdit, Ignored), ApiError> {
    let body = json::utf8(body)?;
    let Object { fields: EditBody { listings, sku, metadata }, unknown } = json::read(body)?;
    let mut ignored = Ignored::default();
    ignored.add("", &unknown, FIELDS, LISTING);
    let mut violations = Vec::new();
    let edit = GenerationEdit {
        listings: changes(listings, catalogue, &mut ignored, &mut violations),
        restored: None,
        sku: sku.0.and_then(|sku| or_record(json::sku(sku), &mut violations)),
        metadata: metadata.0.and_then(|metadata| or_record(json::metadata(metadata), &mut violations)),
    };
    if violations.is_empty() && edit == GenerationEdit::default() {
        violations.push(Violation::new("The request body", "must change listings, sku or metadata"));
    }
    if violations.is_empty() { Ok((edit, ignored)) } else { Err(ApiError::violations(&violations)) }
}

fn changes(
    listings: Lenient<List<Object<ListingBody<'_>>>>,
    catalogue: &Catalogue,
    ignored: &mut Ignored,
    violations: &mut Vec<Violation>,
) -> Vec<ListingChange> {
    let List { items, is_cut } = match listings {
        Lenient::Absent => return Vec::new(),
        Lenient::Given(list) => list,
        Lenient::WrongType => {
            violations.push(Violation::new("listings", "must be an array of objects"));
            return Vec::new();
        }
    };
    if is_cut {
        violations.push(Violation::new("listings", format!("must have at most {MAX_ITEMS} items")));
    }
    let mut changes: Vec<ListingChange> = Vec::new();
    for (position, item) in items.into_iter().enumerate() {
        let place = format!("listings[{position}]");
        let Lenient::Given(Object { fields, unknown }) = item else {
            violations.push(Violation::new(place, "must be an object"));
            continue;
        };
        ignored.add(&format!("{place}."), &unknown, LISTING, FIELDS);
        let Some(change) = change(fields, &place, violations) else { continue };
        if changes.iter().any(|other| other.platform == change.platform) {
            violations.push(Violation::new(format!("{place}.platform"), "must not be repeated"));
        }
        let faults = change.faults(catalogue.marketplace(change.platform)).into_iter();
        violations.extend(
            faults.map(|fault| Violation::new(format!("{place}.{}", fault.field()), fault.to_string())),
        );
        changes.push(change);
    }
    changes
}

/// Parses the change of a listing; `None` without a known marketplace.
fn change(body: ListingBody<'_>, place: &str, violations: &mut Vec<Violation>) -> Option<ListingChange> {
    let platform = json::parse::<Platform>(&format!("{place}.platform"), &body.platform);
    let platform = or_record(platform, violations);
    let mut text = |field: &str, value: Lenient<Text<'_>>| match value {
        Lenient::Absent => None,
        Lenient::Given(Text(text)) => Some(text.into_owned()),
        Lenient::WrongType => {
            violations.push(Violation::new(format!("{place}.{field}"), "must be a string"));
            None
        }
    };
    let (title, description) = (text("title", body.title), text("description", body.description));
    let (category, condition) = (text("category", body.category), text("condition", body.condition));
    let price = match body.price {
        Lenient::Absent => None,
        Lenient::Given(Amount(amount)) => Some(EnteredPrice::Minor(amount.minor())),
        Lenient::WrongType => Some(EnteredPrice::Invalid),
    };
    let change = ListingChange { platform: platform?, title, description, price, category, condition };
    if change.is_empty() {
        violations.push(Violation::new(place, "must have a field to change"));
    }
    Some(change)
}
