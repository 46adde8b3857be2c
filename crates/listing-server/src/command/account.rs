//! `ptl account`.

use std::collections::HashMap;

use listing_domain::account::{Account, Email, Plan};
use listing_domain::entitlement::{Entitlement, Term};
use listing_domain::usecase::AccountError;
use serde_json::{Value, json};

use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// Opens an account.
pub async fn create(settings: &Settings, email: Email, json: bool) -> Result<(), Failure> {
    let account = compose::Storage::open(settings)?.create_account().run(email).await?;
    tell(&account, None, json);
    Ok(())
}

/// Shows an account and the plan that it is on.
pub async fn show(settings: &Settings, email: &Email, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let entitlements = storage.entitlements.entitlements(account.id).await.map_err(AccountError::from)?;
    let now = storage.clock.now();
    tell(&account, entitlements.iter().find(|entitlement| entitlement.term.covers(now)), json);
    Ok(())
}

/// Lists all accounts.
pub async fn list(settings: &Settings, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let accounts = storage.accounts.accounts().await.map_err(AccountError::from)?;
    let running =
        storage.entitlements.entitlements_at(storage.clock.now()).await.map_err(AccountError::from)?;
    let running: HashMap<_, _> = running.into_iter().collect();
    if json {
        let shown = accounts.iter().map(|account| as_json(account, running.get(&account.id)));
        print::line(&shown.collect::<Value>().to_string());
    } else {
        for account in &accounts {
            print::line(&as_text(account, running.get(&account.id)));
        }
    }
    Ok(())
}

/// Says what an account is entitled to.
pub(super) fn tell(account: &Account, entitlement: Option<&Entitlement>, json: bool) {
    print::either(json, &as_json(account, entitlement), || as_text(account, entitlement));
}

fn as_json(account: &Account, entitlement: Option<&Entitlement>) -> Value {
    let plan = entitlement.map_or(Plan::Free, |entitlement| entitlement.term.plan);
    json!({
        "id": account.id.to_string(),
        "email": account.email.as_str(),
        "planType": plan.code(),
        "planStarts": entitlement.map(|entitlement| entitlement.term.starts.to_string()),
        "planEnds": entitlement.and_then(|entitlement| entitlement.term.ends).map(|ends| ends.to_string()),
        "planSource": entitlement.map(|entitlement| entitlement.source.as_str()),
        "createdAt": account.created_at.to_string(),
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
    format!("{}  {plan}  opened {:.0}", account.email, account.created_at)
}
