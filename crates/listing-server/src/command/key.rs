//! Implements `ptl key`.

use jiff::{SignedDuration, Span, SpanRelativeTo, Timestamp};
use listing_domain::account::Email;
use listing_domain::ids::AccountId;
use listing_domain::key::{KeyRecord, KeyState};
use listing_domain::usecase::{AccountError, CreatedKey, KeyOptions, Rotation};
use serde_json::{Value, json};

use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// Creates a key and prints only the key, for scripts.
pub async fn create(
    settings: &Settings,
    email: &Email,
    options: KeyOptions,
    json: bool,
) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let key = storage.create_key(settings).run(account.id, options).await?;
    print_key(&storage, account.id, &key, json).await
}

/// Replaces a key and prints only the new one.
pub async fn rotate(
    settings: &Settings,
    email: &Email,
    key: &str,
    rotation: Rotation,
    json: bool,
) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let rotated = storage.rotate_key(settings).run(account.id, key, rotation).await?;
    print_key(&storage, account.id, &rotated.new, json).await
}

/// Lists an account's keys.
pub async fn list(settings: &Settings, email: &Email, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let keys = storage.accounts.keys(account.id).await.map_err(AccountError::from)?;
    let now = storage.clock.now();
    if json {
        print::line(&keys.iter().map(|key| as_json(key, now)).collect::<Value>().to_string())?;
    } else {
        for key in &keys {
            print::line(&as_text(key, now))?;
        }
    }
    Ok(())
}

/// Revokes a key.
pub async fn revoke(settings: &Settings, email: &Email, key: &str, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let revoked = storage.revoke_key().run(account.id, key).await?;
    let now = storage.clock.now();
    print::value_or_text(json, &as_json(&revoked, now), || as_text(&revoked, now))?;
    Ok(())
}

/// Parses a duration, such as `90d`, `24h` or `2w`. The error lists the accepted values.
pub fn duration(text: &str) -> Result<SignedDuration, &'static str> {
    let span = text.parse::<Span>().ok();
    let duration = span.and_then(|span| span.to_duration(SpanRelativeTo::days_are_24_hours()).ok());
    duration.ok_or("must be a duration in weeks, days, hours, minutes or seconds, such as 90d or 24h")
}

/// Revokes a key that could not be printed, since it could never be shown again.
async fn print_key(
    storage: &compose::Storage,
    account: AccountId,
    key: &CreatedKey,
    json: bool,
) -> Result<(), Failure> {
    let shown = json!({
        "id": key.id.to_string(),
        "key": key.key.reveal(),
        "expiresAt": key.expires_at.map(|at| at.to_string()),
    });
    let line = if json { shown.to_string() } else { key.key.reveal().to_owned() };
    let Err(error) = print::required_line(&line) else { return Ok(()) };
    storage.revoke_key().run(account, &key.id.to_string()).await?;
    let error = anyhow::Error::new(error).context("the new key could not be written and was revoked");
    Err(Failure::Failed(error))
}

fn as_json(key: &KeyRecord, now: Timestamp) -> Value {
    let text = |at: Option<Timestamp>| at.map(|at| at.to_string());
    json!({
        "id": key.id.to_string(),
        "name": key.name.as_str(),
        "hint": key.hint.as_str(),
        "scopes": key.scopes.codes().collect::<Vec<_>>(),
        "state": match key.state_at(now) {
            KeyState::Active => "active",
            KeyState::Expired(_) => "expired",
            KeyState::Revoked(_) => "revoked",
        },
        "createdAt": key.created_at.to_string(),
        "lastUsedAt": text(key.last_used_at),
        "expiresAt": text(key.expires_at),
        "revokedAt": text(key.revoked_at),
    })
}

fn as_text(key: &KeyRecord, now: Timestamp) -> String {
    let used = key.last_used_at.map_or_else(|| "never used".to_owned(), |at| format!("used {at:.0}"));
    let state = match key.state_at(now) {
        KeyState::Active => match key.ends_at() {
            None => "active".to_owned(),
            Some(end) => format!("active until {end:.0}"),
        },
        KeyState::Expired(at) => format!("expired {at:.0}"),
        KeyState::Revoked(at) => format!("revoked {at:.0}"),
    };
    let KeyRecord { name, hint, id, scopes, created_at, .. } = key;
    format!("{name}  {hint}  {id}  {state}  scopes {scopes}  created {created_at:.0}  {used}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_parsed_by_unit() {
        for (text, hours) in [("90d", 90 * 24), ("24h", 24), ("2w", 14 * 24), ("1d 12h", 36), ("120m", 2)] {
            assert_eq!(duration(text), Ok(SignedDuration::from_hours(hours)), "{text}");
        }
        for text in ["", "90", "d", "soon", "3mo", "1y"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
