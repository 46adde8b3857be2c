//! The OpenAPI document of the API, generated from the code.

mod responses;
mod version_3_0;

use std::sync::OnceLock;

use actix_web::http::header::ContentType;
use actix_web::{HttpResponse, web};
use listing_domain::marketplace::{Catalogue, Platform};
use listing_domain::options::{Language, Tone};
use listing_domain::quota::RatePolicy;
use listing_http::{Edge, HttpLimits};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Schema, SchemaType, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, SecurityScheme};
use utoipa::{Modify, OpenApi};

use self::responses::{CommonResponses, operations_of};
use crate::error_schema::ErrorSchema;
use crate::{batches, check, exports, generations, listings, usage, webhooks};

/// The description of the API.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Photo to Listing API",
        version = "1.0.0",
        description = "Turns one to four product photos into ready-to-publish listings, each for the \
            requested marketplace and in the requested language.\n\n\
            Every request carries an API key in the `X-API-Key` header. Keys are created in the account area \
            of the web application, which shares the quota.\n\n\
            At most {free} requests ({pro} with a Pro subscription) are accepted in any 60 seconds, counted over all \
            keys of an account. The `X-RateLimit-*` headers of every answer report the remaining requests. Every \
            error has the same body: `statusCode` and `message`.",
        contact(name = "Photo to Listing", url = "/docs"),
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    servers((url = "/", description = "This service")),
    tags(
        (name = "batches", description = "Generate many items in the background."),
        (name = "generations", description = "Find, correct and delete stored generations, and compare marketplaces for them."),
        (name = "listings", description = "Generate and check listings, and check the quota."),
        (name = "webhooks", description = "Get signed messages when batches have ended."),
    ),
    paths(
        batches::create,
        batches::list,
        batches::show,
        batches::cancel,
        exports::file,
        exports::report,
        check::check,
        generations::list,
        generations::show,
        generations::edit,
        generations::rewrite,
        generations::sold,
        generations::delete,
        generations::platforms::compare,
        listings::generate,
        usage::show,
        webhooks::create,
        webhooks::list,
        webhooks::delete,
        webhooks::test,
        webhooks::rotate,
        webhooks::deliveries,
    ),
    components(schemas(ErrorSchema)),
    modifiers(&CatalogueList, &KeyHeader, &PlainParameters),
)]
struct Description;

/// Inserts the marketplaces, languages and tones after the first paragraph of the API's description.
struct CatalogueList;

impl Modify for CatalogueList {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let catalogue = Catalogue::default();
        let marketplaces = Platform::ALL.iter().map(|platform| catalogue.marketplace(*platform).name());
        let languages = Language::ALL.iter().map(|language| language.code());
        let tones = Tone::ALL.iter().map(|tone| tone.code());
        let listed = |names: Vec<&str>| names.join(", ");
        let catalogue_list = format!(
            "Marketplaces: {}. Languages: {}. Tones: {}.",
            listed(marketplaces.collect()),
            listed(languages.collect()),
            listed(tones.collect()),
        );
        if let Some(description) = &mut document.info.description {
            *description = description.replacen("\n\n", &format!("\n\n{catalogue_list}\n\n"), 1);
        }
    }
}

/// Declares the header that carries the API key.
struct KeyHeader;

impl Modify for KeyHeader {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let about = "An API key: `ptl_` followed by 64 hexadecimal characters.";
        let key = ApiKeyValue::with_description("X-API-Key", about);
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("ApiKeyAuth", SecurityScheme::ApiKey(ApiKey::Header(key)));
    }
}

/// Removes `null` from the types of optional parameters, since a parameter cannot be `null`.
struct PlainParameters;

impl Modify for PlainParameters {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let operations = document.paths.paths.values_mut().flat_map(operations_of);
        for parameter in operations.flat_map(|operation| operation.parameters.iter_mut().flatten()) {
            let RefOr::T(parameter) = parameter else { continue };
            match &mut parameter.schema {
                Some(RefOr::T(Schema::Object(schema))) => {
                    if let SchemaType::Array(types) = &schema.schema_type
                        && let Some(plain) = types.iter().find(|one| !matches!(one, Type::Null))
                    {
                        schema.schema_type = plain.clone().into();
                    }
                }
                Some(RefOr::T(Schema::OneOf(choice))) => parameter.schema = choice.items.pop(),
                _ => {}
            }
        }
    }
}

/// The settings of the service that the document mentions.
#[derive(Debug, Clone, Default)]
pub(crate) struct Served {
    /// The origin at which clients reach the service, if configured.
    pub(crate) origin: Option<String>,
    pub(crate) rates: RatePolicy,
    pub(crate) limits: HttpLimits,
}

impl From<&Edge> for Served {
    fn from(edge: &Edge) -> Self {
        Self { origin: edge.public_origin.clone(), rates: edge.rates, limits: edge.limits }
    }
}

/// Returns the OpenAPI document of a service with these settings.
fn document(served: &Served) -> utoipa::openapi::OpenApi {
    let mut document = Description::openapi();
    if let Some(description) = &mut document.info.description {
        *description = description
            .replace("{free}", &served.rates.free.to_string())
            .replace("{pro}", &served.rates.pro.to_string());
    }
    if let (Some(contact), Some(origin)) = (&mut document.info.contact, &served.origin) {
        contact.url = Some(format!("{origin}/docs"));
    }
    CommonResponses(served).modify(&mut document);
    document
}

/// Returns the OpenAPI 3.1 document as indented JSON with a final line break, identical to
/// `docs/openapi.json`. A test compares the two; after a change of the API, `cargo xtask openapi` updates the
/// file.
pub fn openapi_json() -> String {
    json_of(&Served::default())
}

/// Returns the document like [`openapi_json`], for a service with these settings.
pub(crate) fn json_of(served: &Served) -> String {
    // The document consists of maps with string keys, which always serialize.
    let mut text = serde_json::to_string_pretty(&document(served)).unwrap_or_default();
    text.push('\n');
    text
}

/// Returns the document as OpenAPI 3.0 JSON.
fn json_3_0_of(served: &Served) -> String {
    let description = serde_json::to_value(document(served)).unwrap_or_default();
    let mut text = serde_json::to_string_pretty(&version_3_0::downgrade(description)).unwrap_or_default();
    text.push('\n');
    text
}

/// The serialized documents, each rendered on its first request.
#[derive(Debug, Default)]
pub(crate) struct Descriptions {
    json: OnceLock<String>,
    json_3_0: OnceLock<String>,
}

/// `GET /.well-known/openapi.json`: sends the OpenAPI 3.1 document.
pub(crate) async fn show(edge: web::Data<Edge>, served: web::Data<Descriptions>) -> HttpResponse {
    let json = served.json.get_or_init(|| json_of(&Served::from(edge.get_ref())));
    HttpResponse::Ok().content_type(ContentType::json()).body(json.clone())
}

/// `GET /.well-known/openapi-3.0.json`: sends the OpenAPI 3.0 document.
pub(crate) async fn show_3_0(edge: web::Data<Edge>, served: web::Data<Descriptions>) -> HttpResponse {
    let json = served.json_3_0.get_or_init(|| json_3_0_of(&Served::from(edge.get_ref())));
    HttpResponse::Ok().content_type(ContentType::json()).body(json.clone())
}

#[cfg(test)]
mod tests;
