//! The handlers of an account's settings.

use std::collections::BTreeSet;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use listing_domain::ids::{AccountId, SessionId};
use listing_domain::kept_photos::PhotoRetention;
use listing_domain::person::{LinkedIdentity, Preferences};
use listing_domain::usecase::people::SessionsToEnd;
use listing_http::ApiError;

use super::generations::unreadable;
use crate::Web;
use crate::download;
use crate::export;
use crate::form::Fields;
use crate::page::{Page, PathId, clear_session_cookie, set_language_cookie};
use crate::problems::{self, store_error};
use crate::view::{DeleteDraft, Flash, IdentityRow, Problem, SessionRow, Settings};

/// The usual retentions of photos, in days.
const PHOTO_DAYS: [u32; 5] = [7, 14, 30, 60, 90];

/// The problems with the forms of the settings page, and the typed values to show again.
#[derive(Default)]
struct FormProblems {
    new_email: String,
    email: Option<Problem>,
    password: Option<Problem>,
    provider: Option<Problem>,
    delete: DeleteDraft,
}

/// `GET /account/settings`: shows the settings page.
pub(crate) async fn show(page: Page) -> Result<HttpResponse, ApiError> {
    page_with(&page, StatusCode::OK, FormProblems::default()).await
}

async fn page_with(
    page: &Page,
    status: StatusCode,
    problems: FormProblems,
) -> Result<HttpResponse, ApiError> {
    let (owner, principal) = page.signed_in()?;
    let (web, parts) = (&page.web, &page.web.people);
    let person = parts.people.person(principal.account).await.map_err(store_error)?;
    let person = person.ok_or_else(ApiError::signed_out)?;
    let now = parts.clock.now();
    let sessions = parts.sessions.sessions(principal.account, now, &parts.policy.sessions).await;
    let mut sessions: Vec<SessionRow> = sessions
        .map_err(store_error)?
        .into_iter()
        .map(|session| SessionRow {
            id: session.id,
            browser: session.browser.as_str().to_owned(),
            created_at: session.created_at,
            seen_at: session.seen_at,
            is_this: session.id == owner.session.id,
        })
        .collect();
    sessions.sort_by_key(|session| !session.is_this);
    let photo_retention = web.photo_retention.now(principal.account).await;
    let photo_retention = photo_retention.map_err(|error| ApiError::from_person_error(&error))?;
    let (identities, linkable) = linked(web, principal.account).await?;
    page.show_as(
        status,
        &Settings {
            layout: page.layout(),
            email: person.account.email.to_string(),
            is_email_confirmed: person.confirmed_at.is_some(),
            new_email: problems.new_email,
            email_problem: problems.email,
            has_password: person.password.is_some(),
            password_problem: problems.password,
            language: person.preferences.language,
            market: person.preferences.market,
            photo_retention,
            photo_choices: photo_choices(web.photo_retention.limit(), photo_retention),
            sessions,
            identities,
            linkable,
            provider_problem: problems.provider,
            delete: problems.delete,
            can_mail: parts.policy.sends_mail,
        },
    )
}

/// Returns the retentions to choose from, shortest first: the usual ones up to the host's limit, the limit and
/// the account's own.
fn photo_choices(limit: Option<PhotoRetention>, chosen: Option<PhotoRetention>) -> Vec<PhotoRetention> {
    let Some(limit) = limit else { return Vec::new() };
    let usual = PHOTO_DAYS.into_iter().filter_map(|days| PhotoRetention::from_days(days).ok());
    let choices: BTreeSet<_> = usual.filter(|usual| *usual < limit).chain(chosen).chain([limit]).collect();
    choices.into_iter().collect()
}

/// Returns the linked identities, and the provider's display name if the user can still link it.
async fn linked(web: &Web, account: AccountId) -> Result<(Vec<IdentityRow>, Option<String>), ApiError> {
    let identities = web.people.people.identities(account).await.map_err(store_error)?;
    let row = |LinkedIdentity { identity, linked_at }: LinkedIdentity| {
        let name = web.issuer_name(&identity.issuer);
        IdentityRow { issuer: identity.issuer, name, linked_at }
    };
    let mut rows: Vec<IdentityRow> = identities.into_iter().map(row).collect();
    // Unlinking an issuer removes all its identities, so that the page lists each issuer once.
    rows.dedup_by(|next, row| next.issuer == row.issuer);
    let provider = web.provider.as_deref();
    let linkable = provider.filter(|it| rows.iter().all(|row| row.issuer != it.issuer()));
    let linkable = linkable.map(|provider| provider.name().to_owned());
    Ok((rows, linkable))
}

/// Responds with the settings page and a problem with linking or unlinking an identity.
pub(super) async fn with_provider_problem(
    page: &Page,
    status: StatusCode,
    problem: Problem,
) -> Result<HttpResponse, ApiError> {
    page_with(page, status, FormProblems { provider: Some(problem), ..FormProblems::default() }).await
}

/// `POST /account/settings/provider/unlink`: unlinks all identities of an issuer.
pub(crate) async fn unlink(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let (owner, _) = page.signed_in()?;
    let (issuer, password) = (fields.get("issuer"), fields.get("password"));
    let name = page.web.issuer_name(issuer);
    match page.web.link_identity.unlink(&owner.session, password, issuer, &name, &page.client()).await {
        Ok(()) => Ok(page.redirect_with_notice("/account/settings", Flash::ProviderUnlinked)),
        Err(error) => {
            let problem = problems::from_person_error(&error)?;
            with_provider_problem(&page, StatusCode::BAD_REQUEST, problem).await
        }
    }
}

/// `POST /account/settings/email`: requests a change of the email.
pub(crate) async fn email(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let (owner, _) = page.signed_in()?;
    let new_email = fields.get("email").to_owned();
    let password = fields.get("password");
    match page.web.change_email.run(&owner.session, password, &new_email, &page.client()).await {
        Ok(()) => {
            let is_sent = page.web.people.policy.sends_mail;
            let flash = if is_sent { Flash::EmailLinkSent } else { Flash::EmailLinkReady };
            Ok(page.redirect_with_notice("/account/settings", flash))
        }
        Err(error) => {
            let problem = problems::from_person_error(&error)?;
            let status = problem.status(StatusCode::BAD_REQUEST);
            page_with(
                &page,
                status,
                FormProblems { new_email, email: Some(problem), ..FormProblems::default() },
            )
            .await
        }
    }
}

/// `POST /account/settings/password`: changes the password.
pub(crate) async fn password(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let (owner, _) = page.signed_in()?;
    let (current, new) = (fields.get("current"), fields.get("password"));
    match page.web.change_password.run(&owner.session, current, new, &page.client()).await {
        Ok(()) => Ok(page.redirect_with_notice("/account/settings", Flash::PasswordChanged)),
        Err(error) => {
            let problem = problems::from_person_error(&error)?;
            let status = problem.status(StatusCode::BAD_REQUEST);
            page_with(&page, status, FormProblems { password: Some(problem), ..FormProblems::default() })
                .await
        }
    }
}

/// `POST /account/settings/preferences`: saves the language and the country of sale.
pub(crate) async fn preferences(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let (_, principal) = page.signed_in()?;
    let (language, market) = (fields.get("language").parse().ok(), fields.get("market").parse().ok());
    let saved =
        page.web.preferences.run(principal.account, |saved| Preferences { language, market, ..saved }).await;
    saved.map_err(|error| ApiError::from_person_error(&error))?;
    let mut response = page.redirect_with_notice("/account/settings", Flash::PreferencesSaved);
    set_language_cookie(language, &mut response);
    Ok(response)
}

/// `POST /account/settings/photos`: sets the time for which the account keeps photos.
pub(crate) async fn photos(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let (_, principal) = page.signed_in()?;
    let set = &page.web.photo_retention;
    let retention = PhotoRetention::parse("days", fields.get("days"), set.limit());
    let retention = retention.map_err(|violation| ApiError::violations(&[violation]))?;
    set.run(principal.account, retention).await.map_err(|error| ApiError::from_person_error(&error))?;
    let flash = if retention.is_some() { Flash::PreferencesSaved } else { Flash::PhotosDeleted };
    Ok(page.redirect_with_notice("/account/settings", flash))
}

/// `POST /account/settings/sessions/{id}/end`: ends one of the user's sessions.
pub(crate) async fn end_session(
    mut page: Page,
    id: PathId<SessionId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    Fields::read(&mut page, payload).await?;
    let (owner, _) = page.signed_in()?;
    let ended = page.web.end_sessions.run(&owner.session, SessionsToEnd::One(*id), &page.client()).await;
    ended.map_err(|error| ApiError::from_person_error(&error))?;
    if *id == owner.session.id {
        let mut response = page.redirect_with_notice("/", Flash::SignedOut);
        clear_session_cookie(&mut response);
        return Ok(response);
    }
    Ok(page.redirect_with_notice("/account/settings", Flash::SessionEnded))
}

/// `POST /account/settings/sessions/end-others`: ends all other sessions of the user.
pub(crate) async fn end_others(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    Fields::read(&mut page, payload).await?;
    let (owner, _) = page.signed_in()?;
    let ended = page.web.end_sessions.run(&owner.session, SessionsToEnd::Others, &page.client()).await;
    ended.map_err(|error| ApiError::from_person_error(&error))?;
    Ok(page.redirect_with_notice("/account/settings", Flash::OthersEnded))
}

/// `GET /account/settings/export`: downloads everything stored for the account.
pub(crate) async fn download(page: Page) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let all =
        page.web.export.run(principal.account).await.map_err(|error| ApiError::from_person_error(&error))?;
    let document = export::account(&all).map_err(|error| unreadable(&*error))?;
    download::send(&page, document, "").await
}

/// `POST /account/settings/delete`: deletes the account.
pub(crate) async fn delete(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let (owner, _) = page.signed_in()?;
    let email = fields.get("email").to_owned();
    match page.web.delete_own.run(&owner.session, &email, fields.get("password"), &page.client()).await {
        Ok(()) => {
            let mut response = page.redirect_with_notice("/", Flash::AccountDeleted);
            clear_session_cookie(&mut response);
            Ok(response)
        }
        Err(error) => {
            let problem = problems::from_person_error(&error)?;
            let status = problem.status(StatusCode::BAD_REQUEST);
            let delete = DeleteDraft { email, problem: Some(problem) };
            page_with(&page, status, FormProblems { delete, ..FormProblems::default() }).await
        }
    }
}
