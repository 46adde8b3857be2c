//! The REST interface, version 1, and its descriptions.
//!
//! | Path | What |
//! |---|---|
//! | `POST /api/v1/listings` | generates listings (`generateListings`) |
//! | `GET /api/v1/usage` | tells how the caller's quota stands (`getUsage`) |
//! | `GET /.well-known/openapi.json` | the description of these two, generated from the code |
//! | `GET /.well-known/openapi-3.0.json` | the same in the words of OpenAPI 3.0 |
//! | `GET /docs` | the same description for people, as one page without scripts |
//!
//! Handlers hold no business condition: they parse, call one use-case of
//! `listing-domain` and render. What concerns every request is done by `listing-http`
//! before and after them.

mod docs_page;
mod listings;
mod openapi;
mod usage;

use std::sync::Arc;

use actix_web::web;
use listing_domain::principal::Scope;
use listing_domain::usecase::GetUsage;
use listing_http::{Access, Desk, RouteEntry, RouteGroup};

pub use openapi::openapi_json;

/// Where to look in the interface.
pub(crate) const GUIDE: &str =
    "the operations are POST /api/v1/listings and GET /api/v1/usage, described at /docs";

/// What the interface is built from.
#[derive(Clone)]
pub struct Rest {
    /// Admits and runs generations.
    pub desk: Desk,
    /// Tells how an account stands.
    pub usage: Arc<GetUsage>,
}

/// The interface, to be mounted.
pub fn face(rest: Rest) -> RouteGroup {
    let rest = web::Data::new(rest);
    let descriptions = web::Data::new(openapi::Descriptions::default());
    let docs = web::Data::new(docs_page::DocsPage::default());
    let configure = move |config: &mut web::ServiceConfig| {
        config.app_data(rest.clone()).app_data(descriptions.clone()).app_data(docs.clone());
    };
    RouteGroup { configure: Arc::new(configure), guide: GUIDE, ..RouteGroup::of(routes()) }
}

/// The paths of the interface.
pub fn routes() -> Vec<RouteEntry> {
    vec![
        RouteEntry::at("/api/v1/listings").post(Access::Scope(Scope::ListingsWrite), listings::generate),
        RouteEntry::at("/api/v1/usage").get(Access::Scope(Scope::UsageRead), usage::show),
        RouteEntry::at("/.well-known/openapi.json").get(Access::Anyone, openapi::show),
        RouteEntry::at("/.well-known/openapi-3.0.json").get(Access::Anyone, openapi::show_3_0),
        RouteEntry::at("/docs").get(Access::Anyone, docs_page::show),
    ]
}
