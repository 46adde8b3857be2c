//! `ptl key`.

use listing_domain::account::Email;
use listing_domain::key::{KeyRecord, KeyState};
use listing_domain::usecase::AccountError;
use serde_json::{Value, json};

use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// Makes a key and prints it: nothing else, so that it can be captured.
pub async fn create(settings: &Settings, email: &Email, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let created = storage.create_key(settings).run(account.id).await?;
    let shown = json!({ "id": created.id.to_string(), "key": created.key.reveal() });
    print::either(json, &shown, || created.key.reveal().to_owned());
    Ok(())
}

/// Lists an account's keys.
pub async fn list(settings: &Settings, email: &Email, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let keys = storage.accounts.keys(account.id).await.map_err(AccountError::from)?;
    if json {
        print::line(&keys.iter().map(as_json).collect::<Value>().to_string());
    } else {
        for key in &keys {
            print::line(&as_text(key));
        }
    }
    Ok(())
}

/// Revokes a key.
pub async fn revoke(settings: &Settings, email: &Email, key: &str, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let revoked = storage.revoke_key().run(account.id, key).await?;
    print::either(json, &as_json(&revoked), || as_text(&revoked));
    Ok(())
}

fn as_json(key: &KeyRecord) -> Value {
    json!({
        "id": key.id.to_string(),
        "hint": key.hint.as_str(),
        "createdAt": key.created_at.to_string(),
        "lastUsedAt": key.last_used_at.map(|at| at.to_string()),
        "revokedAt": match key.state {
            KeyState::Active => None,
            KeyState::Revoked(at) => Some(at.to_string()),
        },
    })
}

fn as_text(key: &KeyRecord) -> String {
    let used = key.last_used_at.map_or_else(|| "never used".to_owned(), |at| format!("used {at:.0}"));
    let state = match key.state {
        KeyState::Active => "active".to_owned(),
        KeyState::Revoked(at) => format!("revoked {at:.0}"),
    };
    format!("{}…  {}  {state}  created {:.0}  {used}", key.hint, key.id, key.created_at)
}
