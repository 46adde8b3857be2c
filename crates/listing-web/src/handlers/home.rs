//! The front page and the language switch.

use actix_web::HttpResponse;
use actix_web::web::Payload;
use listing_domain::options::Language;
use listing_http::ApiError;

use crate::form::Fields;
use crate::page::{Page, keep_language, local};
use crate::view::Home;

/// `GET /`.
pub(crate) async fn show(page: Page) -> Result<HttpResponse, ApiError> {
    page.show(&Home { layout: page.layout(), registration: page.web.people.policy.registration })
}

/// `POST /language`.
pub(crate) async fn switch(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::of(&mut page, payload).await?;
    let language: Language =
        fields.get("language").parse().map_err(|error| ApiError::invalid(format!("language: {error}")))?;
    if let Some(owner) = page.owner() {
        let account = owner.session.account;
        let kept = page
            .web
            .preferences
            .run(account, |kept| listing_domain::person::Preferences { language: Some(language), ..kept });
        kept.await.map_err(|error| ApiError::of_person(&error))?;
    }
    let mut response = page.lead_to(local(fields.get("back")));
    keep_language(Some(language), &mut response);
    Ok(response)
}
