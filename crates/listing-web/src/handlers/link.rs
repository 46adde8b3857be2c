//! The handlers of single-use links from mails and administrators.

use actix_web::http::StatusCode;
use actix_web::web::Payload;
use actix_web::{HttpResponse, web};
use listing_domain::link::LinkPurpose;
use listing_domain::person::OtherAccess;
use listing_domain::token::Token;
use listing_domain::usecase::people::{FollowedLink, LinkChoices, PersonError};
use listing_http::ApiError;

use super::sign::{link_gone, sign_up_page};
use crate::form::Fields;
use crate::page::Page;
use crate::problems::{self, store_error};
use crate::view::{Flash, FollowLink, NewPassword, OpenedLink, OtherBrowser, Problem};

/// `GET /link/{token}`: shows the purpose of the link. It changes nothing, so that mail scanners that open
/// the link do not use it up.
pub(crate) async fn show(page: Page, token: web::Path<String>) -> Result<HttpResponse, ApiError> {
    let Ok(token) = token.parse::<Token>() else { return link_gone(&page) };
    let link = match page.web.follow_link.look(&token).await {
        Ok(link) => link,
        Err(PersonError::LinkGone) => return link_gone(&page),
        Err(error) => return Err(ApiError::from_person_error(&error)),
    };
    if link.needs_password(&page.client().visit) {
        return new_password(&page, &token, &link.purpose, None);
    }
    let mut present = None;
    let (purpose, email) = match link.purpose {
        LinkPurpose::Invitation { .. } => return sign_up_page(&page, Some(&token)).await,
        LinkPurpose::ConfirmSignUp { email, .. } => (OpenedLink::ConfirmSignUp, Some(email.to_string())),
        LinkPurpose::ConfirmEmail { account, email } => {
            let person = page.web.people.people.person(account).await;
            let person = person.map_err(store_error)?;
            present = person.map(|person| person.account.email).filter(|present| *present != email);
            (OpenedLink::ConfirmEmail, Some(email.to_string()))
        }
        LinkPurpose::SignIn { .. } => (OpenedLink::SignIn, None),
        // A password reset shows the page for a new password, above. Users never open links of the other
        // kinds.
        LinkPurpose::ResetPassword { .. }
        | LinkPurpose::LinkIdentity { .. }
        | LinkPurpose::KnownBrowser { .. } => return link_gone(&page),
    };
    page.show(&FollowLink {
        layout: page.layout(),
        purpose,
        token: token.reveal().to_owned(),
        email,
        present: present.map(|email| email.to_string()),
    })
}

fn new_password(
    page: &Page,
    token: &Token,
    purpose: &LinkPurpose,
    problem: Option<Problem>,
) -> Result<HttpResponse, ApiError> {
    let status = if problem.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    let opens = match purpose {
        LinkPurpose::ConfirmSignUp { email, .. } => Some(email.to_string()),
        _ => None,
    };
    let token = token.reveal().to_owned();
    page.show_as(status, &NewPassword { layout: page.layout(), token, opens, problem })
}

/// `POST /link/{token}`: uses the link.
pub(crate) async fn follow(
    mut page: Page,
    token: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let Ok(token) = token.parse::<Token>() else { return link_gone(&page) };
    let other_access = if fields.get("take_back").is_empty() {
        OtherAccess::Nothing
    } else {
        OtherAccess::KeysAndIdentities
    };
    let chosen = LinkChoices { password: Some(fields.get("password")), other_access };
    match page.web.follow_link.run(&token, &chosen, &page.client()).await {
        Ok(FollowedLink::SignedIn(new_session)) => {
            let mut response = page.redirect_with_notice("/account", Flash::SignedIn);
            page.begin_session(&new_session, &mut response);
            Ok(response)
        }
        Ok(FollowedLink::EmailConfirmed) => {
            let path = if page.owner().is_some() { "/account/settings" } else { "/sign-in" };
            Ok(page.redirect_with_notice(path, Flash::EmailConfirmed))
        }
        Err(PersonError::LinkGone) => link_gone(&page),
        Err(PersonError::OtherBrowser) => {
            page.show_as(StatusCode::FORBIDDEN, &OtherBrowser { layout: page.layout() })
        }
        Err(error @ PersonError::InvalidPassword(_)) => {
            let Ok(link) = page.web.follow_link.look(&token).await else { return link_gone(&page) };
            new_password(&page, &token, &link.purpose, Some(problems::from_person_error(&error)?))
        }
        Err(error) => Err(ApiError::from_person_error(&error)),
    }
}
