//! Implements `ptl admin`.

use anyhow::Context as _;
use listing_domain::account::{Account, Email};
use listing_domain::mail::MailLink;
use serde_json::{Value, json};

use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// Makes an account an administrator, and prints a single-use link for choosing a password.
pub async fn create(settings: &Settings, email: Email, json: bool) -> Result<(), Failure> {
    let administer = compose::administer(settings)?;
    let link = administer.make_administrator(email.clone()).await;
    let link = link.with_context(|| format!("cannot make {email} an administrator"))?;
    print_link(
        settings,
        &email,
        &link,
        json,
        "Open it in a browser within 24 hours to choose a password; it works once.",
    )
}

/// Removes an account's administrator role.
pub async fn remove(settings: &Settings, email: &Email, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let outcome = compose::administer(settings)?.dismiss(account.id).await;
    outcome.with_context(|| format!("cannot remove the administrator role of {email}"))?;
    print::value_or_text(json, &as_json(&account), || format!("{email} is no longer an administrator"))?;
    Ok(())
}

/// Lists the administrators.
pub async fn list(settings: &Settings, json: bool) -> Result<(), Failure> {
    let administrators = compose::administer(settings)?.administrators().await;
    let administrators = administrators.context("cannot list the administrators")?;
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
    format!("{}  created {:.0}{suspended}", account.email, account.created_at)
}

/// Prints a single-use sign-in link.
pub async fn sign_in_link(settings: &Settings, email: &Email, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let link = compose::administer(settings)?.sign_in_link(account.id).await;
    let link = link.with_context(|| format!("cannot create a link for {email}"))?;
    print_link(
        settings,
        email,
        &link,
        json,
        "Opening it within ten minutes signs in to the account; it works once.",
    )
}

/// Explains on standard error how to use the link and, without a configured public address, which address it
/// uses.
fn print_link(
    settings: &Settings,
    email: &Email,
    link: &MailLink,
    json: bool,
    usage: &str,
) -> Result<(), Failure> {
    let shown = json!({ "email": email.as_str(), "link": link.reveal() });
    let output = if json { shown.to_string() } else { link.reveal().to_owned() };
    print::required_line(&output).map_err(|error| {
        let advice = "the link could not be written, and cannot be shown again: run the command once more";
        Failure::Failed(anyhow::Error::new(error).context(advice))
    })?;
    if !json {
        print::note(usage);
    }
    if settings.web.public_origin.is_none() && !json {
        print::note(&format!(
            "The link leads to the listen address in this command's settings, {}. If browsers reach the \
             service at another address, set public_url (PTL_PUBLIC_URL), such as https://ptl.example.com.",
            settings.listen
        ));
    }
    Ok(())
}
