//! `GET /docs`: the API reference as a page, rendered from the OpenAPI document.
//!
//! The page repeats nothing by hand: operations, fields, constraints, statuses and examples come from the
//! document that clients download. It needs no script and loads nothing.

mod document;
mod json;
mod markup;
mod samples;
mod schema;
mod view;

use std::convert::Infallible;
use std::sync::OnceLock;

use actix_web::body::{MessageBody, SizedStream};
use actix_web::http::header::{CONTENT_SECURITY_POLICY, ContentType, HOST};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template as _;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use futures_util::stream;
use sha2::{Digest as _, Sha256};

use listing_http::{ApiError, Edge};

use crate::openapi::{Served, json_of};

/// The page's only style, inlined in its head.
const STYLE: &str = include_str!("../../templates/docs/page.css");

/// The placeholder for the service's address in the rendered page.
const ADDRESS: &str = "{address}";

/// The address in the samples when neither a public origin nor a valid `Host` is known.
const LOCAL_ADDRESS: &str = "http://127.0.0.1:8080";

/// The maximum length of a host name with port, in characters.
const MAX_HOST: usize = 253 + ":65535".len();

/// The size of a part of the page, in bytes.
const PART: usize = 16 * 1024;

/// The page, rendered on the first request.
#[derive(Debug, Default)]
pub(crate) struct DocsPage(OnceLock<Option<RenderedPage>>);

/// The rendered page without the address, and its content security policy.
#[derive(Debug)]
struct RenderedPage {
    page: String,
    policy: String,
}

impl DocsPage {
    /// Returns the page of a service; `None` when rendering fails, which a test rules out.
    fn get_or_render(&self, served: impl FnOnce() -> Served) -> Option<&RenderedPage> {
        let render = || match page(&json_of(&served())) {
            Ok(page) => Some(RenderedPage { page, policy: content_security_policy() }),
            Err(error) => {
                tracing::error!(%error, "failed to render the API reference page");
                None
            }
        };
        self.0.get_or_init(render).as_ref()
    }
}

/// `GET /docs`: sends the API reference page.
pub(crate) async fn show(
    request: HttpRequest,
    edge: web::Data<Edge>,
    docs: web::Data<DocsPage>,
) -> Result<HttpResponse, ApiError> {
    let rendered = docs.get_or_render(|| Served::from(edge.get_ref())).ok_or_else(ApiError::internal)?;
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    let address = address(edge.public_origin.as_deref(), host);
    let mut response = HttpResponse::Ok();
    response.insert_header((CONTENT_SECURITY_POLICY, rendered.policy.as_str()));
    let page = Bytes::from(rendered.page.replace(ADDRESS, &address));
    Ok(response.content_type(ContentType::html()).body(in_parts(page)))
}

/// Returns a body that a connection copies part by part. A client that reads slowly then holds the page once.
fn in_parts(page: Bytes) -> impl MessageBody {
    let length = page.len();
    let part = move |start| Ok::<_, Infallible>(page.slice(start..length.min(start + PART)));
    let parts = stream::iter((0..length).step_by(PART).map(part));
    SizedStream::new(u64::try_from(length).unwrap_or(u64::MAX), parts)
}

/// Returns the address for the samples: the public origin, or else the request's `Host`. It ignores an
/// invalid host, which could inject into a shell or markup.
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

/// Renders the page of an OpenAPI document.
fn page(document: &str) -> Result<String, Box<dyn std::error::Error>> {
    let document: document::Document = serde_json::from_str(document)?;
    Ok(view::Page::new(&document, STYLE)?.render()?)
}

/// Returns a policy that allows only the page's style, by digest.
fn content_security_policy() -> String {
    let digest = BASE64_STANDARD.encode(Sha256::digest(STYLE.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'"
    )
}

#[cfg(test)]
mod tests;
