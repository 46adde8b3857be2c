//! `ptl usage` and `ptl credits`.

use listing_domain::account::Email;
use listing_domain::ports::{IdSource as _, Refund};
use listing_domain::quota::Usage;
use listing_domain::usecase::AccountError;
use serde_json::{Value, json};

use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;
use crate::sources::OsRandom;

/// Shows how an account stands.
pub async fn show(settings: &Settings, email: &Email, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let found = storage.accounts.account_by_email(email).await.map_err(AccountError::from)?;
    let account = found.ok_or_else(|| AccountError::NoSuchAccount(email.clone()))?;
    let usage =
        storage.get_usage(settings).run(account.id).await.map_err(|error| AccountError::from(error.0))?;
    tell(&usage, json);
    Ok(())
}

/// Adds purchased packs.
pub async fn add_credits(
    settings: &Settings,
    email: &Email,
    packs: u32,
    payment: Option<String>,
    json: bool,
) -> Result<(), Failure> {
    let payment = payment.unwrap_or_else(|| format!("cli-{}", OsRandom.id()));
    let usage = compose::Storage::open(settings)?.add_credits(settings).run(email, packs, payment).await?;
    tell(&usage, json);
    Ok(())
}

/// Takes back what is left of a payment's credits.
pub async fn refund(settings: &Settings, email: &Email, payment: &str, json: bool) -> Result<(), Failure> {
    let Refund { taken_back, owed } =
        compose::Storage::open(settings)?.refund_payment().run(email, payment).await?;
    print::either(json, &json!({ "takenBack": taken_back, "owed": owed }), || {
        format!("{taken_back} credits taken back, {owed} had been used")
    });
    Ok(())
}

fn tell(usage: &Usage, json: bool) {
    print::either(json, &as_json(usage), || as_text(usage));
}

fn as_json(usage: &Usage) -> Value {
    json!({
        "freeUsed": usage.free_used,
        "freeLimit": usage.free_limit,
        "creditsRemaining": usage.credits_remaining,
        "isSubscribed": usage.plan.is_subscribed(),
        "planType": usage.plan.code(),
        "canGenerate": usage.can_generate(),
        "nextResetDate": usage.next_reset().to_string(),
    })
}

fn as_text(usage: &Usage) -> String {
    format!(
        "plan {}, {} of {} free generations used, {} credits, free ones return {:.0}",
        usage.plan,
        usage.free_used,
        usage.free_limit,
        usage.credits_remaining,
        usage.next_reset()
    )
}
