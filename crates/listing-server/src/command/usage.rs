//! Implements `ptl usage` and `ptl credits`.

use std::num::NonZeroU32;

use listing_domain::account::Email;
use listing_domain::origin::Origin;
use listing_domain::payment::{InvalidPaymentId, PaymentId, PaymentSource, RefundId};
use listing_domain::ports::{CostLine, IdSource as _, Refund, RefundUnits};
use listing_domain::quota::Usage;
use listing_domain::usecase::AccountError;
use serde_json::{Value, json};

use super::{Failure, print};
use crate::compose;
use crate::settings::Settings;
use crate::sources::OsRandom;

/// Shows an account's usage.
pub async fn show(settings: &Settings, email: &Email, costs: bool, json: bool) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let usage =
        storage.get_usage(settings).run(account.id).await.map_err(|error| AccountError::from(error.0))?;
    if costs {
        let lines = storage.expenses.costs(account.id, usage.period.start()).await;
        let lines = lines.map_err(|error| Failure::Failed(error.into()))?;
        print::value_or_text(json, &costs_as_json(&lines), || costs_as_text(&lines))?;
    } else {
        print_usage(&usage, json)?;
    }
    Ok(())
}

/// Adds purchased packs, or prints that the payment was already recorded.
pub async fn add_credits(
    settings: &Settings,
    email: &Email,
    packs: u32,
    payment: Option<PaymentId>,
    json: bool,
) -> Result<(), Failure> {
    let new = || PaymentId::new(PaymentSource::Operator, &format!("cli-{}", OsRandom.id()));
    let payment = payment.map_or_else(new, Ok).map_err(|error| Failure::Failed(error.into()))?;
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let added = storage.add_credits(settings).run(account.id, packs, payment.clone(), Origin::CLI).await?;
    if let (Some(units), false) = (added.granted_before, json) {
        print::line(&format!(
            "payment {payment} was already granted, with {units} credits: nothing was added"
        ))?;
    }
    if added.repaid > 0 && !json {
        print::line(&format!("{} of the credits paid what the account owed", added.repaid))?;
    }
    let mut shown = as_json(&added.usage);
    shown["alreadyGranted"] = added.granted_before.is_some().into();
    shown["repaid"] = added.repaid.into();
    print::value_or_text(json, &shown, || as_text(&added.usage))?;
    Ok(())
}

/// Takes back credits of a refunded payment.
pub async fn refund(
    settings: &Settings,
    email: &Email,
    payment: PaymentId,
    refund: RefundId,
    units: Option<NonZeroU32>,
    json: bool,
) -> Result<(), Failure> {
    let storage = compose::Storage::open(settings)?;
    let account = storage.find_account().run(email).await?;
    let units = units.map_or(RefundUnits::Rest, RefundUnits::Units);
    let refunded = storage.refund_payment().run(account.id, payment, refund, units, Origin::CLI).await?;
    let Refund { taken_back, owed } = refunded.refund;
    let shown = json!({ "takenBack": taken_back, "owed": owed, "alreadyRefunded": refunded.is_repeated });
    print::value_or_text(json, &shown, || {
        let before = if refunded.is_repeated { "refunded before: " } else { "" };
        let debt = match owed {
            0 => String::new(),
            _ => format!(", {owed} had been used: the next purchase pays them first"),
        };
        format!("{before}{taken_back} credits taken back{debt}")
    })?;
    Ok(())
}

/// Parses the id of an operator's payment.
pub fn own_payment(text: &str) -> Result<PaymentId, InvalidPaymentId> {
    PaymentId::new(PaymentSource::Operator, text)
}

fn costs_as_json(lines: &[CostLine]) -> Value {
    let line = |line: &CostLine| {
        json!({
            "provider": line.provider,
            "model": line.model,
            "calls": line.calls,
            "good": line.good,
            "tokensIn": line.tokens_in,
            "tokensOut": line.tokens_out,
            "costUsd": line.cost.to_string(),
            "unpriced": line.unpriced,
        })
    };
    lines.iter().map(line).collect()
}

fn costs_as_text(lines: &[CostLine]) -> String {
    if lines.is_empty() {
        return "no calls to AI services this month".to_owned();
    }
    let line = |line: &CostLine| {
        let CostLine { provider, model, calls, good, tokens_in, tokens_out, cost, unpriced, .. } = line;
        let unpriced =
            if *unpriced == 0 { String::new() } else { format!(" and {unpriced} calls without a price") };
        format!(
            "{provider} {model}: {calls} calls this month, {good} successful, {tokens_in} tokens in, \
             {tokens_out} out, {cost} USD{unpriced}"
        )
    };
    lines.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn print_usage(usage: &Usage, json: bool) -> Result<(), Failure> {
    print::value_or_text(json, &as_json(usage), || as_text(usage))
}

fn as_json(usage: &Usage) -> Value {
    json!({
        "freeUsed": usage.free_used,
        "freeLimit": usage.free_limit,
        "creditsRemaining": usage.credits_remaining,
        "isSubscribed": usage.plan.is_subscribed(),
        "planType": usage.plan.code(),
        "planEnds": usage.plan_ends.map(|ends| ends.to_string()),
        "canGenerate": usage.can_generate(),
        "nextResetDate": usage.next_reset().to_string(),
    })
}

fn as_text(usage: &Usage) -> String {
    let until = usage.plan_ends.map(|ends| format!(" until {ends:.0}")).unwrap_or_default();
    format!(
        "plan {}{until}, {} of {} free generations used, {} credits, free generations reset {:.0}",
        usage.plan,
        usage.free_used,
        usage.free_limit,
        usage.credits_remaining,
        usage.next_reset()
    )
}
