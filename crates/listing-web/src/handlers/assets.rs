//! The handlers of the pages' static files.

use actix_web::http::header::CACHE_CONTROL;
use actix_web::{HttpRequest, HttpResponse};
use listing_http::ApiError;

use crate::page::Page;
use crate::view::assets;

/// `GET /assets/{name}`: serves a file that browsers cache forever, since its name changes with its contents.
pub(crate) async fn show(request: HttpRequest) -> Result<HttpResponse, ApiError> {
    let asset =
        assets::all().into_iter().chain(assets::installed()).find(|asset| asset.path() == request.path());
    let asset = asset.ok_or_else(|| ApiError::absent("file"))?;
    Ok(HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "public, max-age=31536000, immutable"))
        .content_type(asset.content_type())
        .body(asset.bytes()))
}

/// `GET /worker.js`: serves the service worker. Browsers revalidate it, since its name never changes.
pub(crate) async fn worker(_: Page) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((CACHE_CONTROL, "no-cache"))
        .content_type("text/javascript; charset=utf-8")
        .body(assets::WORKER)
}
