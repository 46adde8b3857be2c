//! The handlers for sign-up, sign-in, sign-out and requests for links.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderValue, RETRY_AFTER};
use actix_web::web::Payload;
use listing_domain::link::LinkPurpose;
use listing_domain::token::Token;
use listing_domain::usecase::people::{
    LinkKind, PersonError, SessionsToEnd, SignInAttempt, SignUpRequest, SignedUp,
};
use listing_http::ApiError;

use crate::form::{Fields, decode_carried};
use crate::page::{Page, clear_session_cookie, local_path};
use crate::problems;
use crate::send_mail_in_background;
use crate::typed_fields;
use crate::view::{
    self, CheckMail, Closed, ErrorPage, Flash, LinkRequest, Problem, RequestedLink, SendAgain, SignIn, SignUp,
};

/// The wait in seconds before the browser tries again to end a session.
const SIGN_OUT_RETRY_SECONDS: u16 = 2;

/// `GET /sign-in`: shows the sign-in form.
pub(crate) async fn show_sign_in(page: Page) -> Result<HttpResponse, ApiError> {
    if page.owner().is_some() {
        return Ok(page.redirect_to("/account"));
    }
    let next = page.query("next");
    page.show(&sign_in_page(&page, "", None, next, None))
}

pub(crate) fn sign_in_page(
    page: &Page,
    email: &str,
    problem: Option<Problem>,
    next: String,
    typed: Option<String>,
) -> SignIn {
    SignIn {
        layout: page.layout(),
        email: email.to_owned(),
        problem,
        next,
        typed,
        provider_name: page.web.provider_name(),
        registration: page.web.people.policy.registration,
    }
}

/// `POST /sign-in`: signs in with email and password.
pub(crate) async fn sign_in(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read_from_visitor(&mut page, payload).await?;
    let (email, password) = (fields.get("email"), fields.get("password"));
    match page.web.sign_in.run(&SignInAttempt { email, password }, &page.client()).await {
        Ok(new_session) => {
            let typed = decode_carried(fields.get("typed"));
            let mut response = match typed {
                Some((action, fields)) if !fields.is_empty() => {
                    let mut layout = page.layout();
                    // The form token belongs to the session that begins with this response.
                    new_session.token.derived("form").reveal().clone_into(&mut layout.form_token);
                    let typed_fields = typed_fields::readable(&fields, &page.web.catalogue, page.language);
                    page.show(&SendAgain { layout, action, fields, typed_fields })?
                }
                _ => page.redirect_to(next_path(fields.get("next"))),
            };
            page.begin_session(&new_session, &mut response);
            Ok(response)
        }
        Err(error) => {
            let problem = problems::from_person_error(&error)?;
            let status = problem.status(StatusCode::UNAUTHORIZED);
            let typed = Some(fields.get("typed").to_owned()).filter(|typed| !typed.is_empty());
            let next = fields.get("next").to_owned();
            page.show_as(status, &sign_in_page(&page, email, Some(problem), next, typed))
        }
    }
}

/// Returns the path to open after a sign-in: `next` if it is local, otherwise the account page.
pub(crate) fn next_path(next: &str) -> &str {
    if next.is_empty() { "/account" } else { local_path(next) }
}

/// `POST /sign-out`: ends the session.
pub(crate) async fn sign_out(page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read_unchecked(&page, payload.into_inner()).await?;
    let has_ended = if let Some(owner) = page.owner() {
        fields.check(&page)?;
        let (this, client) = (SessionsToEnd::One(owner.session.id), page.client());
        // `from_person_error` logs the cause.
        let ended = page.web.end_sessions.run(&owner.session, this, &client);
        ended.await.map_err(|error| ApiError::from_person_error(&error)).is_ok()
    } else {
        !page.is_session_unknown()
    };
    let mut response = if has_ended {
        page.redirect_with_notice("/", Flash::SignedOut)
    } else {
        fields.check(&page)?;
        let request_id = page.request_id()?.as_str().to_owned();
        let error_page = ErrorPage::session_still_active(page.layout_without_session(), request_id);
        let mut response = page.show_as(StatusCode::SERVICE_UNAVAILABLE, &error_page)?;
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(SIGN_OUT_RETRY_SECONDS));
        response
    };
    clear_session_cookie(&mut response);
    Ok(response)
}

/// `GET /sign-up`: shows the sign-up form.
pub(crate) async fn show_sign_up(page: Page) -> Result<HttpResponse, ApiError> {
    if page.owner().is_some() {
        return Ok(page.redirect_to("/account"));
    }
    sign_up_page(&page, None).await
}

/// Responds with the sign-up page, for an invited user if `invitation` is given.
pub(crate) async fn sign_up_page(page: &Page, invitation: Option<&Token>) -> Result<HttpResponse, ApiError> {
    match page.web.sign_up.invited(invitation).await {
        Ok(email) => page.show(&SignUp {
            layout: page.layout(),
            invitation: invitation.map(|token| token.reveal().to_owned()),
            is_email_fixed: email.is_some(),
            email: email.map(|email| email.to_string()).unwrap_or_default(),
            problems: Vec::new(),
            provider_name: page.web.provider_name(),
        }),
        Err(PersonError::RegistrationClosed) => closed(page),
        Err(error) => Err(ApiError::from_person_error(&error)),
    }
}

/// Responds with the page that explains that registration is closed.
pub(crate) fn closed(page: &Page) -> Result<HttpResponse, ApiError> {
    let registration = page.web.people.policy.registration;
    let is_by_invitation = registration == listing_domain::person::Registration::Invite;
    page.show_as(StatusCode::FORBIDDEN, &Closed { layout: page.layout(), is_by_invitation })
}

/// `POST /sign-up`: requests an account.
pub(crate) async fn sign_up(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read_from_visitor(&mut page, payload).await?;
    let invitation: Option<Token> = fields.get("invitation").parse().ok();
    let (email, password) = (fields.get("email"), fields.get("password"));
    let request = SignUpRequest { email, password, invitation: invitation.clone() };
    match page.web.sign_up.run(request, &page.client()).await {
        Ok(SignedUp::Open(new_session)) => {
            let mut response = page.redirect_with_notice("/account", Flash::Welcome);
            page.begin_session(&new_session, &mut response);
            Ok(response)
        }
        Ok(SignedUp::CheckMail(pending)) => {
            let sign_up = page.web.sign_up.clone();
            send_mail_in_background(&page.edge.tasks, async move { sign_up.finish(*pending).await });
            check_mail(&page, email, &LinkPurpose::LONG)
        }
        Err(PersonError::RegistrationClosed) => closed(&page),
        Err(error) => {
            let problem = problems::from_person_error(&error)?;
            let invited = page.web.sign_up.invited(invitation.as_ref()).await.ok().flatten();
            page.show_as(
                problem.status(StatusCode::BAD_REQUEST),
                &SignUp {
                    layout: page.layout(),
                    invitation: invitation.map(|token| token.reveal().to_owned()),
                    email: email.to_owned(),
                    is_email_fixed: invited.is_some(),
                    problems: vec![problem],
                    provider_name: page.web.provider_name(),
                },
            )
        }
    }
}

fn check_mail(page: &Page, email: &str, lifetime: &jiff::SignedDuration) -> Result<HttpResponse, ApiError> {
    let minutes = u32::try_from(lifetime.as_mins()).unwrap_or(u32::MAX);
    let can_mail = page.web.people.policy.sends_mail;
    page.show(&CheckMail { layout: page.layout(), email: email.to_owned(), can_mail, minutes })
}

/// `GET /sign-in/link`: shows the form that requests a sign-in link.
pub(crate) async fn show_sign_in_link_request(page: Page) -> Result<HttpResponse, ApiError> {
    page.show(&link_request_page(&page, RequestedLink::SignIn, "", None))
}

/// `GET /sign-in/password`: shows the form that requests a password link.
pub(crate) async fn show_password_link_request(page: Page) -> Result<HttpResponse, ApiError> {
    page.show(&link_request_page(&page, RequestedLink::Password, "", None))
}

fn link_request_page(
    page: &Page,
    purpose: RequestedLink,
    email: &str,
    problem: Option<Problem>,
) -> LinkRequest {
    let can_mail = page.web.people.policy.sends_mail;
    LinkRequest { layout: page.layout(), purpose, email: email.to_owned(), problem, can_mail }
}

/// `POST /sign-in/link`: mails a sign-in link.
pub(crate) async fn request_sign_in_link(page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    request_link(page, payload, RequestedLink::SignIn).await
}

/// `POST /sign-in/password`: mails a link for choosing a password.
pub(crate) async fn request_password_link(page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    request_link(page, payload, RequestedLink::Password).await
}

async fn request_link(
    mut page: Page,
    payload: Payload,
    purpose: RequestedLink,
) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read_from_visitor(&mut page, payload).await?;
    let (typed, client) = (fields.get("email"), page.client());
    match page.web.request_link.check(typed, &client).await {
        Ok(email) => {
            let use_case = page.web.request_link.clone();
            let kind = match purpose {
                RequestedLink::SignIn => LinkKind::SignIn,
                RequestedLink::Password => LinkKind::NewPassword,
            };
            let lifetime = use_case.lifetime(kind);
            send_mail_in_background(
                &page.edge.tasks,
                async move { use_case.run(email, kind, &client).await },
            );
            check_mail(&page, typed, &lifetime)
        }
        Err(error) => {
            let problem = problems::from_person_error(&error)?;
            let status = problem.status(StatusCode::BAD_REQUEST);
            page.show_as(status, &link_request_page(&page, purpose, typed, Some(problem)))
        }
    }
}

/// Responds with the page for a link that cannot be used.
pub(crate) fn link_gone(page: &Page) -> Result<HttpResponse, ApiError> {
    let can_mail = page.web.people.policy.sends_mail;
    page.show_as(StatusCode::NOT_FOUND, &view::LinkGone { layout: page.layout(), can_mail })
}
