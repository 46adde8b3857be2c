//! Implements `ptl account`.

use std::collections::HashMap;

use listing_domain::account::{Account, Email, Plan};
use listing_domain::entitlement::{Entitlement, Term};
use listing_domain::usecase::AccountError;
use serde_json::{Value, json};

use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// Creates an account.
pub async fn create(settings: &Settings, email: Email, json: bool) -> Result<(), Failure> {
    let account = compose::Storage::open(settings)?.create_account().run(email).await?;
    print_account(&account, None, json)
}

/// Shows an account and its plan.
pub async fn show(settings: &Settings, email: &Email, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let entitlements = storage.entitlements.entitlements(account.id).await.map_err(AccountError::from)?;
    let now = storage.clock.now();
    print_account(&account, entitlements.iter().find(|entitlement| entitlement.term.covers(now)), json)
}

/// Lists all accounts.
pub async fn list(settings: &Settings, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let accounts = storage.accounts.accounts().await.map_err(AccountError::from)?;
    let current =
        storage.entitlements.entitlements_at(storage.clock.now()).await.map_err(AccountError::from)?;
    let current: HashMap<_, _> = current.into_iter().collect();
    if json {
        let shown = accounts.iter().map(|account| as_json(account, current.get(&account.id)));
        print::line(&shown.collect::<Value>().to_string())?;
    } else {
        for account in &accounts {
            print::line(&as_text(account, current.get(&account.id)))?;
        }
    }
    Ok(())
}

/// Suspends an account.
pub async fn suspend(settings: &Settings, email: &Email, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    storage.suspend_account().run(account.id).await?;
    show(settings, email, json).await
}

/// Reactivates a suspended account.
pub async fn resume(settings: &Settings, email: &Email, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    storage.resume_account().run(account.id).await?;
    show(settings, email, json).await
}

/// Deletes an account's personal data after a confirmation.
pub async fn delete(
    settings: &Settings,
    email: &Email,
    is_confirmed: bool,
    json: bool,
) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    if !is_confirmed && !confirmed(email)? {
        return Err(Failure::Failed(anyhow::anyhow!("nothing was deleted")));
    }
    storage.delete_account().run(account.id).await?;
    print::value_or_text(json, &json!({ "id": account.id.to_string() }), || {
        format!("deleted; the ledger stays under the id {}", account.id)
    })?;
    Ok(())
}

/// Asks on a terminal for the account's email.
fn confirmed(email: &Email) -> Result<bool, Failure> {
    use std::io::{IsTerminal as _, Write as _};

    if !std::io::stdin().is_terminal() {
        return Err(Failure::Setup(anyhow::anyhow!("deleting {email} needs a confirmation: add --yes")));
    }
    let question =
        format!("This permanently deletes {email}, its keys and its answers. Type the email to confirm: ");
    let written = std::io::stderr().write_all(question.as_bytes());
    let mut typed = String::new();
    written
        .and_then(|()| std::io::stdin().read_line(&mut typed))
        .map_err(|error| Failure::Setup(error.into()))?;
    Ok(typed.parse::<Email>().is_ok_and(|typed| typed == *email))
}

pub(super) fn print_account(
    account: &Account,
    entitlement: Option<&Entitlement>,
    json: bool,
) -> Result<(), Failure> {
    print::value_or_text(json, &as_json(account, entitlement), || as_text(account, entitlement))
}

fn as_json(account: &Account, entitlement: Option<&Entitlement>) -> Value {
    let plan = entitlement.map_or(Plan::Free, |entitlement| entitlement.term.plan);
    json!({
        "id": account.id.to_string(),
        "email": account.email.as_str(),
        "planType": plan.code(),
        "planStarts": entitlement.map(|entitlement| entitlement.term.starts.to_string()),
        "planEnds": entitlement.and_then(|entitlement| entitlement.term.ends).map(|ends| ends.to_string()),
        "planSource": entitlement.map(|entitlement| entitlement.source.to_string()),
        "createdAt": account.created_at.to_string(),
        "suspendedAt": account.suspended_at.map(|at| at.to_string()),
    })
}

fn as_text(account: &Account, entitlement: Option<&Entitlement>) -> String {
    let plan = match entitlement {
        None => Plan::Free.to_string(),
        Some(Entitlement { term: Term { plan, starts, ends }, source }) => {
            let until = ends.map(|ends| format!(" until {ends:.0}")).unwrap_or_default();
            format!("{plan} since {starts:.0}{until} ({source})")
        }
    };
    let suspended = account.suspended_at.map(|at| format!("  suspended since {at:.0}")).unwrap_or_default();
    format!("{}  {plan}  created {:.0}{suspended}", account.email, account.created_at)
}
