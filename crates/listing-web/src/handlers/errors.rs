//! The responses to errors: pages for users, JSON for scripts.

use actix_web::dev::Payload;
use actix_web::http::header::{CONTENT_LENGTH, RETRY_AFTER};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, ResponseError as _};
use futures_util::FutureExt as _;
use futures_util::future::LocalBoxFuture;
use listing_http::ApiError;
use serde_json::json;

use super::sign::sign_in_page;
use crate::form::{Fields, encode_carried};
use crate::page::{Page, local_path};
use crate::view::ErrorPage;

/// Responds to an error with an error page, or with JSON for a script.
pub(crate) fn respond(
    request: HttpRequest,
    payload: Payload,
    error: ApiError,
) -> LocalBoxFuture<'static, HttpResponse> {
    async move {
        let response = page_of(&request, payload, &error).await;
        response.unwrap_or_else(|_| error.error_response())
    }
    .boxed_local()
}

async fn page_of(
    request: &HttpRequest,
    payload: Payload,
    error: &ApiError,
) -> Result<HttpResponse, ApiError> {
    let page = Page::new(request, &mut Payload::None)?;
    if error.status() == StatusCode::UNAUTHORIZED && page.owner().is_none() && !page.is_for_script() {
        return sign_in_first(&page, payload).await;
    }
    // The page has a text in the reader's language for every error; the error's own message is for API
    // clients.
    let request_id = page.request_id()?.as_str().to_owned();
    let status = error.status().as_u16();
    let error_page = match error.reason() {
        Some(reason) => ErrorPage::for_reason(page.layout(), status, reason, request_id),
        None => ErrorPage::for_status(page.layout(), status, request_id),
    };
    if page.is_for_script() {
        // The API's error format, but with a message for users.
        let mut response = error.error_response();
        let body = json!({ "statusCode": status, "message": error_page.texts[1] }).to_string();
        let _ = response.headers_mut().remove(CONTENT_LENGTH);
        return Ok(response.set_body(body).map_into_boxed_body());
    }
    let mut response = page.show_as(error.status(), &error_page)?;
    if let Some(wait) = error.error_response().headers().get(RETRY_AFTER) {
        response.headers_mut().insert(RETRY_AFTER, wait.clone());
    }
    Ok(response)
}

/// Redirects to the sign-in page, which leads back and carries the typed fields.
async fn sign_in_first(page: &Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let path = page.request.uri().path_and_query().map_or("/account", |path| path.as_str());
    if page.request.method() != Method::POST {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("next", local_path(path));
        return Ok(page.redirect_to(&format!("/sign-in?{}", query.finish())));
    }
    // The form's session has ended, so that its token cannot be checked. The fields return only to the
    // sender, who sends them again through a new form.
    let typed = match Fields::read_unchecked(page, payload).await {
        Ok(fields) => Some(encode_carried(page.request.path(), &fields.typed())),
        Err(_) => None,
    };
    let next = page.request.path().to_owned();
    page.show_as(StatusCode::UNAUTHORIZED, &sign_in_page(page, "", None, next, typed))
}
