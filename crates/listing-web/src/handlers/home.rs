//! The handlers of the front page and of the language menu.

use actix_web::HttpResponse;
use actix_web::web::Payload;
use listing_domain::options::Language;
use listing_http::ApiError;

use crate::form::Fields;
use crate::page::{Page, local_path, set_language_cookie};
use crate::view::Home;

/// `GET /`: shows the front page.
pub(crate) async fn show(page: Page) -> Result<HttpResponse, ApiError> {
    page.show(&Home { layout: page.layout(), registration: page.web.people.policy.registration })
}

/// `POST /language`: changes the language of the pages.
pub(crate) async fn switch(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let language: Language =
        fields.get("language").parse().map_err(|error| ApiError::invalid(format!("language: {error}")))?;
    if let Some(owner) = page.owner() {
        let account = owner.session.account;
        let saved = page
            .web
            .preferences
            .run(account, |saved| listing_domain::person::Preferences { language: Some(language), ..saved });
        saved.await.map_err(|error| ApiError::from_person_error(&error))?;
    }
    let mut response = page.redirect_to(local_path(fields.get("back")));
    set_language_cookie(Some(language), &mut response);
    Ok(response)
}
