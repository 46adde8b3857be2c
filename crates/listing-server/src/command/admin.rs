//! Implements `ptl admin`.

use anyhow::Context as _;
use listing_domain::account::{Account, Email};
use listing_domain::mail::MailLink;
use serde_json::{Value, json};

use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// Makes an e-mail's account an administrator, and prints a single-use link.
pub async fn create(settings: &Settings, email: Email, json: bool) -> Result<(), Failure> {
    let administer = compose::administer(settings)?;
    let link = administer.make_administrator(email.clone()).await;
    let link = link.with_context(|| format!("cannot make {email} an administrator"))?;
    tell(
        settings,
        &email,
        &link,
        json,
        "Open it in a browser within 24 hours to choose a password; it works once.",
    )
}

/// Removes an administrator's role; the account stays.
pub async fn remove(settings: &Settings, email: &Email, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let dismissed = compose::administer(settings)?.dismiss(account.id).await;
    dismissed.with_context(|| format!("cannot take the role of {email} back"))?;
    print::either(json, &as_json(&account), || format!("{email} does not administer the service any more"))?;
    Ok(())
}

/// Lists the administrators.
pub async fn list(settings: &Settings, json: bool) -> Result<(), Failure> {
    let administrators = compose::administer(settings)?.administrators().await;
    let administrators = administrators.context("cannot tell who administers the service")?;
    if json {
        print::line(&administrators.iter().map(as_json).collect::<Value>().to_string())?;
    } else {
        for account in &administrators {
            print::line(&as_text(account))?;
        }
    }
    Ok(())
}

fn as_json(account: &Account) -> Value {
    json!({
        "id": account.id.to_string(),
        "email": account.email.as_str(),
        "createdAt": account.created_at.to_string(),
        "suspendedAt": account.suspended_at.map(|at| at.to_string()),
    })
}

fn as_text(account: &Account) -> String {
    let suspended = account.suspended_at.map(|at| format!("  suspended since {at:.0}")).unwrap_or_default();
    format!("{}  opened {:.0}{suspended}", account.email, account.created_at)
}

/// Prints a single-use link that signs its opener in as the account's owner.
pub async fn sign_in_link(settings: &Settings, email: &Email, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let link = compose::administer(settings)?.sign_in_link(account.id).await;
    let link = link.with_context(|| format!("cannot make a link for {email}"))?;
    tell(settings, email, &link, json, "Whoever opens it within ten minutes is signed in; it works once.")
}

/// Prints a link and its purpose. Without a configured public address it also prints the address
/// that the link uses.
fn tell(settings: &Settings, email: &Email, link: &MailLink, json: bool, what: &str) -> Result<(), Failure> {
    let shown = json!({ "email": email.as_str(), "link": link.reveal() });
    let output = if json { shown.to_string() } else { link.reveal().to_owned() };
    print::precious(&output).map_err(|error| {
        let lost = "the link could not be written, and cannot be shown again: run the command once more";
        Failure::Failed(anyhow::Error::new(error).context(lost))
    })?;
    if !json {
        print::note(what);
    }
    if settings.pages.public_origin.is_none() && !json {
        print::note(&format!(
            "It leads to where the service listens by the settings of this command, {}. Where browsers reach \
             it elsewhere, set public_url (PTL_PUBLIC_URL), such as https://ptl.example.com.",
            settings.listen
        ));
    }
    Ok(())
}
