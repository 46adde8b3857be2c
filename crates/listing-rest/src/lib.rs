//! The REST API, version 1, and its OpenAPI documents.
//!
//! | Path | Purpose |
//! |---|---|
//! | `POST /api/v1/check` | checks a listing by a marketplace's rules (`checkListing`) |
//! | `GET /api/v1/generations` | lists stored generations (`listGenerations`) |
//! | `GET /api/v1/generations/{id}` | returns one (`getGeneration`) |
//! | `PATCH /api/v1/generations/{id}` | edits one (`editGeneration`) |
//! | `DELETE /api/v1/generations/{id}` | deletes one (`deleteGeneration`) |
//! | `GET /api/v1/generations/{id}/platforms` | compares marketplaces for its item (`comparePlatforms`) |
//! | `POST /api/v1/generations/{id}/rewrite` | rewrites one (`rewriteGeneration`) |
//! | `POST /api/v1/generations/{id}/sold` | records a sale (`recordSale`) |
//! | `POST /api/v1/listings` | generates listings (`generateListings`) |
//! | `GET /api/v1/usage` | returns the caller's quota (`getUsage`) |
//! | `GET /.well-known/openapi.json` | the document of these, generated from the code |
//! | `GET /.well-known/openapi-3.0.json` | the same as OpenAPI 3.0 |
//! | `GET /docs` | the same as a page without scripts |
//!
//! Handlers hold no business rules: they parse, call one use case of `listing-domain` and render the result.
//! `listing-http` does the work common to all requests.

mod attributes;
mod batches;
mod check;
mod codes;
mod docs_page;
mod error_schema;
mod exports;
mod generations;
mod idempotency;
mod json;
mod listings;
mod openapi;
mod usage;
mod webhooks;

use std::sync::Arc;

use actix_web::http::Method;
use actix_web::web;
use listing_domain::marketplace::Catalogue;
use listing_domain::ports::{GenerationStore, KeptPhotoStore};
use listing_domain::principal::Scope;
use listing_domain::usecase::{EditListings, GetUsage, RecordSale};
use listing_export::ExportOptions;
use listing_http::{Access, Desk, RouteEntry, RouteGroup};

pub use batches::Batches;
pub use openapi::openapi_json;
pub use webhooks::Webhooks;

/// The hint in the response to an unknown path.
pub(crate) const GUIDE: &str =
    "the operations are described at /docs, first of all POST /api/v1/listings and GET /api/v1/usage";

/// The dependencies of the API.
#[derive(Clone)]
pub struct Rest {
    /// Admits and runs generations.
    pub desk: Desk,
    /// The use case for quota and plan.
    pub usage: Arc<GetUsage>,
    /// The stored generations.
    pub generations: Arc<dyn GenerationStore>,
    /// The use case for edits of listings.
    pub edit: Arc<EditListings>,
    /// The use case for sales.
    pub sales: Arc<RecordSale>,
    /// The use cases of batches.
    pub batches: Batches,
    /// The use cases of webhooks.
    pub webhooks: Webhooks,
    /// The photos that accounts keep for exports.
    pub kept_photos: Arc<dyn KeptPhotoStore>,
    /// The settings of exports.
    pub exports: Exports,
}

/// The settings of exports.
#[derive(Debug, Clone)]
pub struct Exports {
    /// The marketplaces.
    pub catalogue: Arc<Catalogue>,
    /// The host's options.
    pub options: ExportOptions,
}

/// Returns the routes of the API, ready to mount.
pub fn route_group(rest: Rest) -> RouteGroup {
    let rest = web::Data::new(rest);
    let descriptions = web::Data::new(openapi::Descriptions::default());
    let docs = web::Data::new(docs_page::DocsPage::default());
    let configure = move |config: &mut web::ServiceConfig| {
        config.app_data(rest.clone()).app_data(descriptions.clone()).app_data(docs.clone());
    };
    RouteGroup { configure: Arc::new(configure), guide: GUIDE, ..RouteGroup::of(routes()) }
}

/// Returns the routes of the API.
pub fn routes() -> Vec<RouteEntry> {
    let (read, write) = (Access::Scope(Scope::GenerationsRead), Access::Scope(Scope::GenerationsWrite));
    let create = Access::Scope(Scope::ListingsWrite);
    vec![
        RouteEntry::at("/api/v1/batches").get(read, batches::list).post(create, batches::create),
        RouteEntry::at("/api/v1/batches/{id}").get(read, batches::show).serve(
            Method::DELETE,
            create,
            batches::cancel,
        ),
        RouteEntry::at("/api/v1/exports").get(read, exports::file),
        RouteEntry::at("/api/v1/exports/report").get(read, exports::report),
        RouteEntry::at("/api/v1/check").post(Access::Scope(Scope::ListingsWrite), check::check),
        RouteEntry::at("/api/v1/generations").get(read, generations::list),
        RouteEntry::at("/api/v1/generations/{id}")
            .get(read, generations::show)
            .serve(Method::DELETE, write, generations::delete)
            .serve(Method::PATCH, write, generations::edit),
        RouteEntry::at("/api/v1/generations/{id}/rewrite").post(write, generations::rewrite),
        RouteEntry::at("/api/v1/generations/{id}/sold").post(write, generations::sold),
        RouteEntry::at("/api/v1/generations/{id}/platforms").get(read, generations::platforms::compare),
        RouteEntry::at("/api/v1/listings").post(Access::Scope(Scope::ListingsWrite), listings::generate),
        RouteEntry::at("/api/v1/usage").get(Access::Scope(Scope::UsageRead), usage::show),
        RouteEntry::at("/api/v1/webhooks").get(read, webhooks::list).post(create, webhooks::create),
        RouteEntry::at("/api/v1/webhooks/{id}").serve(Method::DELETE, create, webhooks::delete),
        RouteEntry::at("/api/v1/webhooks/{id}/deliveries").get(read, webhooks::deliveries),
        RouteEntry::at("/api/v1/webhooks/{id}/rotate").post(create, webhooks::rotate),
        RouteEntry::at("/api/v1/webhooks/{id}/test").post(create, webhooks::test),
        RouteEntry::at("/.well-known/openapi.json").get(Access::Anyone, openapi::show),
        RouteEntry::at("/.well-known/openapi-3.0.json").get(Access::Anyone, openapi::show_3_0),
        RouteEntry::at("/docs").get(Access::Anyone, docs_page::show),
    ]
}
