//! `GET /docs`: the interface for people, drawn from the OpenAPI document.
//!
//! Nothing on the page is said a second time: operations, fields, bounds,
//! statuses and examples are read from the very document that programs get.
//! The page needs no script and loads nothing.

mod document;
mod json;
mod markup;
mod samples;
mod schema;
mod view;

use std::sync::OnceLock;

use actix_web::http::header::{CONTENT_SECURITY_POLICY, ContentType, HOST};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template as _;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

use listing_http::{ApiError, Edge};

use crate::openapi::{Served, json_of};

/// The page's only style, which stands in its head.
const STYLE: &str = include_str!("../../templates/docs/page.css");

/// Stands in the drawn page for the address of the service.
const ADDRESS: &str = "{address}";

/// The address in the samples of a service that is reached by none.
const LOCAL_ADDRESS: &str = "http://127.0.0.1:8080";

/// The longest name of a host, and its port.
const MAX_HOST: usize = 253 + ":65535".len();

/// The page, drawn when it is first asked for.
#[derive(Debug, Default)]
pub(crate) struct DocsPage(OnceLock<Option<Drawn>>);

/// The page but for the address, and its content security policy.
#[derive(Debug)]
struct Drawn {
    page: String,
    policy: String,
}

impl DocsPage {
    /// The page of a service; nothing when its description cannot be drawn, which a test would have
    /// seen.
    fn of(&self, served: impl FnOnce() -> Served) -> Option<&Drawn> {
        let draw = || match page(&json_of(&served())) {
            Ok(page) => Some(Drawn { page, policy: content_security_policy() }),
            Err(error) => {
                tracing::error!(%error, "failed to draw the description of the API as a page");
                None
            }
        };
        self.0.get_or_init(draw).as_ref()
    }
}

/// `GET /docs`.
pub(crate) async fn show(
    request: HttpRequest,
    edge: web::Data<Edge>,
    docs: web::Data<DocsPage>,
) -> Result<HttpResponse, ApiError> {
    let drawn = docs.of(|| Served::from(edge.get_ref())).ok_or_else(ApiError::internal)?;
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    let address = address(edge.public_origin.as_deref(), host);
    let mut response = HttpResponse::Ok();
    response.insert_header((CONTENT_SECURITY_POLICY, drawn.policy.as_str()));
    Ok(response.content_type(ContentType::html()).body(drawn.page.replace(ADDRESS, &address)))
}

/// Where a reader of the page reaches the service: where it is set to be, else by the `Host` that
/// the page was asked of. A host that is none, and could be something else in a shell or in markup,
/// is not repeated.
fn address(public_origin: Option<&str>, host: Option<&str>) -> String {
    let is_host = |host: &&str| {
        (1..=MAX_HOST).contains(&host.len())
            && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._:[]".contains(&byte))
    };
    match (public_origin, host.filter(is_host)) {
        (Some(origin), _) => origin.to_owned(),
        (None, Some(host)) => format!("http://{host}"),
        (None, None) => LOCAL_ADDRESS.to_owned(),
    }
}

/// Draws the page of an OpenAPI document.
fn page(document: &str) -> Result<String, Box<dyn std::error::Error>> {
    let document: document::Document = serde_json::from_str(document)?;
    Ok(view::Page::of(&document, STYLE)?.render()?)
}

/// Allows the page its style, by what it is, and nothing else.
fn content_security_policy() -> String {
    let digest = BASE64_STANDARD.encode(Sha256::digest(STYLE.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    )
}

#[cfg(test)]
mod tests;
