//! `ptl account` and `ptl plan`.

use listing_domain::account::{Account, Email, Plan};
use listing_domain::usecase::AccountError;
use serde_json::{Value, json};

use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;

/// Opens an account.
pub async fn create(settings: &Settings, email: Email, json: bool) -> Result<(), Failure> {
    let account = compose::Storage::open(settings)?.create_account().run(email).await?;
    tell(&account, json);
    Ok(())
}

/// Shows an account.
pub async fn show(settings: &Settings, email: &Email, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    tell(&account, json);
    Ok(())
}

/// Lists all accounts.
pub async fn list(settings: &Settings, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let accounts = storage.accounts.accounts().await.map_err(AccountError::from)?;
    if json {
        print::line(&accounts.iter().map(as_json).collect::<Value>().to_string());
    } else {
        for account in &accounts {
            print::line(&as_text(account));
        }
    }
    Ok(())
}

/// Puts an account on a plan.
pub async fn set_plan(settings: &Settings, email: &Email, plan: Plan, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    storage.change_plan().run(account.id, plan).await?;
    tell(&Account { plan, ..account }, json);
    Ok(())
}

fn tell(account: &Account, json: bool) {
    print::either(json, &as_json(account), || as_text(account));
}

fn as_json(account: &Account) -> Value {
    json!({
        "id": account.id.to_string(),
        "email": account.email.as_str(),
        "planType": account.plan.code(),
        "createdAt": account.created_at.to_string(),
    })
}

fn as_text(account: &Account) -> String {
    format!("{}  {}  since {:.0}", account.email, account.plan, account.created_at)
}
