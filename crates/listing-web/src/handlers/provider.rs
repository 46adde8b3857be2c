//! The handlers for sign-in at an identity provider and for linking identities. An identity is a user's
//! account at the provider.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use listing_domain::ErrorChain;
use listing_domain::ports::{CallbackParams, IdentifiedPerson, IdentityProvider, IdentityProviderError};
use listing_domain::token::Token;
use listing_domain::usecase::people::PersonError;
use listing_http::{ApiError, cookie};

use super::settings;
use super::sign::{closed, next_path, sign_in_page};
use crate::form::Fields;
use crate::page::{Page, set_temporary_cookie};
use crate::problems;
use crate::view::{Flash, Problem};

/// The cookie with the [`Attempt`], set while the user is at the provider.
const ATTEMPT_COOKIE: &str = "__Host-ptl-provider";

/// The purpose for which a user goes to the provider, stored in a cookie.
enum Attempt {
    /// Sign in, with an invitation token if any, and open the path `next` afterwards.
    SignIn { secret: Token, invitation: Option<Token>, next: String },
    /// Link the user's identity at the provider to the signed-in account.
    Link { secret: Token },
}

impl Attempt {
    /// Returns the cookie value.
    fn encode(&self) -> String {
        match self {
            Self::SignIn { secret, invitation, next } => {
                let invitation = invitation.as_ref().map(Token::reveal).unwrap_or_default();
                format!("in.{}.{invitation}.{}", secret.reveal(), encode(next))
            }
            Self::Link { secret } => format!("link.{}", secret.reveal()),
        }
    }

    /// Parses a cookie value; `None` when invalid. It does not check if the attempt is permitted.
    fn decode(value: &str) -> Option<Self> {
        let (purpose, value) = value.split_once('.')?;
        let mut parts = value.splitn(3, '.');
        let secret = parts.next()?.parse().ok()?;
        match purpose {
            "in" => {
                let invitation = parts.next().and_then(|text| text.parse().ok());
                Some(Self::SignIn { secret, invitation, next: decode(parts.next().unwrap_or_default()) })
            }
            "link" => Some(Self::Link { secret }),
            _ => None,
        }
    }

    const fn secret(&self) -> &Token {
        match self {
            Self::SignIn { secret, .. } | Self::Link { secret } => secret,
        }
    }
}

/// `POST /sign-in/provider`: sends the user to the identity provider to sign in.
pub(crate) async fn start(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read_from_visitor(&mut page, payload).await?;
    let (secret, invitation) = (page.web.people.ids.token(), fields.get("invitation").parse().ok());
    let next = fields.get("next").to_owned();
    redirect_to_provider(&page, provider(&page)?, &Attempt::SignIn { secret, invitation, next }).await
}

/// `POST /account/settings/provider`: sends the user to the identity provider to link an identity.
pub(crate) async fn start_linking(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let (owner, _) = page.signed_in()?;
    let provider = provider(&page)?;
    match page.web.link_identity.begin(&owner.session, fields.get("password"), &page.client()).await {
        Ok(secret) => redirect_to_provider(&page, provider, &Attempt::Link { secret }).await,
        Err(error) => {
            let problem = problems::from_person_error(&error)?;
            settings::with_provider_problem(&page, StatusCode::BAD_REQUEST, problem).await
        }
    }
}

async fn redirect_to_provider(
    page: &Page,
    provider: &dyn IdentityProvider,
    attempt: &Attempt,
) -> Result<HttpResponse, ApiError> {
    let address = match provider.address(attempt.secret()).await {
        Ok(address) => address,
        Err(error) => return show_failed_identification(page, provider, attempt, &error).await,
    };
    let mut response = page.leave_for(address);
    set_temporary_cookie(ATTEMPT_COOKIE, Some(&attempt.encode()), &mut response);
    Ok(response)
}

/// `GET /sign-in/provider/return`: signs in or links the user who returns from the provider. Every response
/// ends the attempt, except a server error, after which the same request may succeed.
pub(crate) async fn complete(page: Page) -> Result<HttpResponse, ApiError> {
    let mut response = complete_attempt(&page).await?;
    if !response.status().is_server_error() {
        set_temporary_cookie(ATTEMPT_COOKIE, None, &mut response);
    }
    Ok(response)
}

async fn complete_attempt(page: &Page) -> Result<HttpResponse, ApiError> {
    let provider = provider(page)?;
    let value = cookie(page.request.headers(), ATTEMPT_COOKIE).unwrap_or_default();
    let Some(attempt) = Attempt::decode(value) else {
        return show_sign_in_problem(page, StatusCode::FORBIDDEN, Problem::ProviderRefused);
    };
    let error = Some(page.query("error")).filter(|error| !error.is_empty());
    let returned = CallbackParams { code: page.query("code"), state: page.query("state"), error };
    let identified = match provider.identify(attempt.secret(), &returned).await {
        Ok(identified) => identified,
        Err(error) => return show_failed_identification(page, provider, &attempt, &error).await,
    };
    match attempt {
        Attempt::SignIn { invitation, next, .. } => {
            sign_in(page, provider, &identified, invitation.as_ref(), &next).await
        }
        Attempt::Link { secret } => link(page, provider, &secret, &identified).await,
    }
}

/// Shows why the provider did not identify the user, on the page where the attempt started. Logs the cause.
async fn show_failed_identification(
    page: &Page,
    provider: &dyn IdentityProvider,
    attempt: &Attempt,
    error: &IdentityProviderError,
) -> Result<HttpResponse, ApiError> {
    let name = provider.name().to_owned();
    let (status, problem) = match error {
        IdentityProviderError::Refused(_) => (StatusCode::FORBIDDEN, Problem::ProviderRefused),
        IdentityProviderError::Unavailable(_) => {
            (StatusCode::SERVICE_UNAVAILABLE, Problem::ProviderUnavailable(name))
        }
        IdentityProviderError::NotAccepted(_) => {
            (StatusCode::SERVICE_UNAVAILABLE, Problem::ProviderNotAccepting(name))
        }
    };
    let (provider, error) = (provider.name(), ErrorChain(error).to_string());
    tracing::warn!(provider, error, "sign-in through identity provider {provider} failed: {error}");
    match attempt {
        Attempt::SignIn { .. } => show_sign_in_problem(page, status, problem),
        Attempt::Link { .. } => show_failed_linking(page, status, problem).await,
    }
}

async fn sign_in(
    page: &Page,
    provider: &dyn IdentityProvider,
    identified: &IdentifiedPerson,
    invitation: Option<&Token>,
    next: &str,
) -> Result<HttpResponse, ApiError> {
    match page.web.sign_in_with_provider.run(identified, invitation, &page.client()).await {
        Ok(new_session) => {
            let mut response = page.redirect_with_notice(next_path(next), Flash::SignedIn);
            page.begin_session(&new_session, &mut response);
            Ok(response)
        }
        Err(PersonError::EmailNotVerified) => {
            let provider = provider.name();
            tracing::warn!(
                provider,
                "refused a sign-in through {provider}: the email address is not verified (email_verified)"
            );
            show_sign_in_problem(page, StatusCode::FORBIDDEN, Problem::EmailNotVerified(provider.to_owned()))
        }
        // If someone used the invitation at the same moment, the sign-in counts as uninvited.
        Err(PersonError::RegistrationClosed | PersonError::LinkGone) => closed(page),
        Err(PersonError::NotLinked) => show_sign_in_problem(page, StatusCode::FORBIDDEN, Problem::NotLinked),
        Err(PersonError::Refused | PersonError::Overtaken) => {
            show_sign_in_problem(page, StatusCode::FORBIDDEN, Problem::ProviderRefused)
        }
        Err(error) => Err(ApiError::from_person_error(&error)),
    }
}

async fn link(
    page: &Page,
    provider: &dyn IdentityProvider,
    secret: &Token,
    identified: &IdentifiedPerson,
) -> Result<HttpResponse, ApiError> {
    let Some(owner) = page.owner() else {
        return show_sign_in_problem(page, StatusCode::FORBIDDEN, Problem::LinkingGone);
    };
    let (linking, account) = (&page.web.link_identity, owner.session.account);
    match linking.finish(account, secret, &identified.identity, provider.name()).await {
        Ok(()) => Ok(page.redirect_with_notice("/account/settings", Flash::ProviderLinked)),
        Err(PersonError::LinkGone) => {
            show_failed_linking(page, StatusCode::FORBIDDEN, Problem::LinkingGone).await
        }
        Err(PersonError::IdentityTaken) => {
            show_failed_linking(page, StatusCode::FORBIDDEN, Problem::IdentityTaken).await
        }
        Err(error) => Err(ApiError::from_person_error(&error)),
    }
}

fn provider(page: &Page) -> Result<&dyn IdentityProvider, ApiError> {
    page.web.provider.as_deref().ok_or_else(|| ApiError::absent("page"))
}

/// Shows why linking failed: in the settings, or on the sign-in page without a session.
async fn show_failed_linking(
    page: &Page,
    status: StatusCode,
    problem: Problem,
) -> Result<HttpResponse, ApiError> {
    match page.owner() {
        Some(_) => settings::with_provider_problem(page, status, problem).await,
        None => show_sign_in_problem(page, status, problem),
    }
}

fn show_sign_in_problem(page: &Page, status: StatusCode, problem: Problem) -> Result<HttpResponse, ApiError> {
    let sign_in = sign_in_page(page, "", Some(problem), String::new(), None);
    page.show_as(status, &sign_in)
}

/// Encodes a path for use in a cookie value.
fn encode(path: &str) -> String {
    form_urlencoded::byte_serialize(path.as_bytes()).collect()
}

fn decode(text: &str) -> String {
    form_urlencoded::parse(text.as_bytes()).next().map(|(path, _)| path.into_owned()).unwrap_or_default()
}
