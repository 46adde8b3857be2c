//! The handlers of the API key pages.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Payload;
use jiff::{SignedDuration, Timestamp};
use listing_domain::account::Email;
use listing_domain::ids::{AccountId, KeyId};
use listing_domain::key::{KeyRecord, KeyState};
use listing_domain::principal::{Scope, Scopes};
use listing_domain::usecase::{AccountError, CreatedKey, KeyOptions, RotatedKey, Rotation};
use listing_http::ApiError;

use super::account::is_near;
use crate::form::Fields;
use crate::page::{Page, PathId};
use crate::problems::{self, store_error};
use crate::send_mail_in_background;
use crate::view::{
    ApiKeys, ConfirmRevoke, Expiry, Flash, KeyCreated, KeyDraft, KeyExpires, KeyRow, KeyStatus, Problem,
};

/// `GET /account/api-keys`: lists the keys of the account.
pub(crate) async fn list(page: Page) -> Result<HttpResponse, ApiError> {
    show(&page, StatusCode::OK, KeyDraft::default(), Vec::new()).await
}

async fn show(
    page: &Page,
    status: StatusCode,
    draft: KeyDraft,
    problems: Vec<Problem>,
) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let now = page.web.people.clock.now();
    let records = page.web.keys.accounts.keys(principal.account).await.map_err(store_error)?;
    let mut keys: Vec<KeyRow> = records.iter().map(|record| row(record, now)).collect();
    // Active keys come first, and in each group the newest.
    keys.reverse();
    keys.sort_by_key(|key| !matches!(key.status, KeyStatus::Active | KeyStatus::Replaced(_)));
    let active = records.iter().filter(|record| record.state_at(now) == KeyState::Active).count();
    page.show_as(
        status,
        &ApiKeys {
            layout: page.layout(),
            keys,
            active: u32::try_from(active).unwrap_or(u32::MAX),
            limit: page.web.keys.policy.max_active_keys,
            draft,
            problems,
        },
    )
}

fn row(record: &KeyRecord, now: Timestamp) -> KeyRow {
    let status = match (record.state_at(now), record.revoked_at) {
        (KeyState::Active, Some(ends)) => KeyStatus::Replaced(ends),
        (KeyState::Active, None) => KeyStatus::Active,
        (KeyState::Expired(_), _) => KeyStatus::Expired,
        (KeyState::Revoked(at), _) => KeyStatus::Revoked(at),
    };
    let expiry = match record.expires_at {
        None => Expiry::Never,
        Some(end) if end <= now => Expiry::Past(end),
        Some(end) if is_near(end, now) => Expiry::Near(end),
        Some(end) => Expiry::Far(end),
    };
    KeyRow {
        id: record.id,
        name: record.name.to_string(),
        hint: record.hint.to_string(),
        scopes: record.scopes,
        created_at: record.created_at,
        last_used_at: record.last_used_at,
        expiry,
        status,
    }
}

/// `POST /account/api-keys`: creates a key.
pub(crate) async fn create(mut page: Page, payload: Payload) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let (owner, principal) = page.signed_in()?;
    let expires = KeyExpires::from_code(fields.get("expires"));
    let scopes: Vec<Scope> = fields.all("scopes").filter_map(|code| code.parse().ok()).collect();
    let name = fields.get("name").to_owned();
    let draft =
        KeyDraft { name: name.clone(), scopes: Scopes::only(&scopes), expires: expires.unwrap_or_default() };
    let mut problems = Vec::new();
    let name = name.parse().map_err(|_| problems.push(Problem::KeyName)).ok();
    if scopes.is_empty() {
        problems.push(Problem::NoScope);
    }
    if expires.is_none() {
        problems.push(Problem::KeyExpires);
    }
    let (Some(name), Some(expires), true) = (name, expires, problems.is_empty()) else {
        return show(&page, StatusCode::BAD_REQUEST, draft, problems).await;
    };
    let lifetime = expires.days().map(|days| SignedDuration::from_hours(days * 24));
    let options = KeyOptions { name, scopes: Scopes::only(&scopes), lifetime };
    match page.web.create_key.run_in(principal.account, owner.session.epoch, options).await {
        Ok(created) => {
            notify_owner(&page, owner.email.clone(), &draft.name);
            show_once(&page, draft.name, &created, None, false)
        }
        Err(error) => {
            let problem = problems::from_account_error(&error)?;
            show(&page, StatusCode::CONFLICT, draft, vec![problem]).await
        }
    }
}

/// Responds with the page that shows a new key once. Neither browsers nor proxies cache it.
fn show_once(
    page: &Page,
    name: String,
    created: &CreatedKey,
    former_until: Option<Timestamp>,
    is_rotated: bool,
) -> Result<HttpResponse, ApiError> {
    let key = created.key.reveal().to_owned();
    let origin = page.web.public_origin();
    let curl = format!("curl -H 'X-API-Key: {key}' {origin}/api/v1/usage");
    page.show(&KeyCreated { layout: page.layout(), name, key, curl, former_until, is_rotated })
}

/// Notifies a key's owner by mail, in case someone else created the key.
fn notify_owner(page: &Page, to: Email, name: &str) {
    let notify = page.web.notify_key_created.clone();
    let (name, language) = (name.to_owned(), page.language);
    send_mail_in_background(&page.edge.tasks, async move { notify.run(to, name, language).await });
}

/// `POST /account/api-keys/{id}/rotate`: replaces a key with a new one.
pub(crate) async fn rotate(
    mut page: Page,
    id: PathId<KeyId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let fields = Fields::read(&mut page, payload).await?;
    let (owner, principal) = page.signed_in()?;
    let hours: i64 =
        fields.get("overlap").parse().map_err(|_| ApiError::invalid("overlap: must be a number of hours"))?;
    let overlap = SignedDuration::try_from_hours(hours).unwrap_or(SignedDuration::MAX);
    let rotation = Rotation { overlap, lifetime: None };
    match page.web.rotate_key.run_in(principal.account, owner.session.epoch, *id, rotation).await {
        Ok(RotatedKey { new, name, former_until }) => {
            notify_owner(&page, owner.email.clone(), name.as_str());
            show_once(&page, name.to_string(), &new, former_until, true)
        }
        Err(AccountError::NoSuchKey(_)) => Err(ApiError::absent("key")),
        Err(error) => {
            let problem = problems::from_account_error(&error)?;
            show(&page, StatusCode::CONFLICT, KeyDraft::default(), vec![problem]).await
        }
    }
}

/// `GET /account/api-keys/{id}/revoke`: asks for confirmation before revoking.
pub(crate) async fn confirm_revocation(page: Page, id: PathId<KeyId>) -> Result<HttpResponse, ApiError> {
    let (_, principal) = page.signed_in()?;
    let record = record(&page, principal.account, *id).await?;
    let key = row(&record, page.web.people.clock.now());
    page.show(&ConfirmRevoke { layout: page.layout(), key })
}

/// `POST /account/api-keys/{id}/revoke`: revokes a key.
pub(crate) async fn revoke(
    mut page: Page,
    id: PathId<KeyId>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    Fields::read(&mut page, payload).await?;
    let (_, principal) = page.signed_in()?;
    match page.web.revoke_key.run_by_id(principal.account, *id).await {
        Ok(()) => Ok(page.redirect_with_notice("/account/api-keys", Flash::KeyRevoked)),
        Err(AccountError::NoSuchKey(_)) => Err(ApiError::absent("key")),
        Err(error) => Err(ApiError::from_account_error(&error)),
    }
}

/// Returns an active key of the account.
async fn record(page: &Page, account: AccountId, id: KeyId) -> Result<KeyRecord, ApiError> {
    let now = page.web.people.clock.now();
    let keys = page.web.keys.accounts.keys(account).await.map_err(store_error)?;
    let active = keys.into_iter().find(|key| key.id == id && key.state_at(now) == KeyState::Active);
    active.ok_or_else(|| ApiError::absent("key"))
}
