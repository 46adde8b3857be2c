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

use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::http::header::{CONTENT_SECURITY_POLICY, ContentType};
use askama::Template as _;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

use listing_http::ApiError;

use crate::openapi::openapi_json;

/// The page's only style, which stands in its head.
const STYLE: &str = include_str!("../../templates/docs/page.css");

/// The page and its content security policy; nothing when the document cannot be
/// drawn, which a test would have seen.
static PAGE: LazyLock<Option<(String, String)>> = LazyLock::new(|| match page(&openapi_json()) {
    Ok(page) => Some((page, content_security_policy())),
    Err(error) => {
        tracing::error!(%error, "the description of the interface cannot be drawn as a page");
        None
    }
});

/// `GET /docs`.
pub(crate) async fn show() -> Result<HttpResponse, ApiError> {
    let (page, policy) = PAGE.as_ref().ok_or_else(ApiError::internal)?;
    let mut response = HttpResponse::Ok();
    response.insert_header((CONTENT_SECURITY_POLICY, policy.as_str()));
    Ok(response.content_type(ContentType::html()).body(page.as_str()))
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
