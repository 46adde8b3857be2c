//! Payments, refunds and disputes.

use serde_json::{Value, json};

use super::form::Form;
use super::refusal::Refusal;
use super::state::{State, page};

pub(super) const INTENT: &str = "payment_intent";
pub(super) const REFUND: &str = "refund";
pub(super) const DISPUTE: &str = "dispute";

/// Creates a payment of an amount, and returns its id.
pub(super) fn create(state: &mut State, fields: &Value, is_paid: bool) -> String {
    let intent = state.add("pi", INTENT, fields);
    let id = intent["id"].as_str().unwrap_or_default().to_owned();
    let charge = json!({
        "payment_intent": id, "amount": intent["amount"], "amount_refunded": 0,
        "currency": intent["currency"], "metadata": intent["metadata"], "paid": is_paid,
    });
    let charge = state.add("ch", "charge", &charge);
    let changes = json!({"amount_received": 0, "status": "processing", "latest_charge": charge["id"]});
    state.change(INTENT, &id, &changes);
    if is_paid {
        settle(state, &id, true);
    }
    id
}

pub(super) fn settle(state: &mut State, id: &str, succeeds: bool) {
    let amount = state.known(INTENT, id)["amount"].clone();
    if succeeds {
        let changes = json!({"amount_received": amount, "status": "succeeded"});
        let intent = state.change(INTENT, id, &changes);
        state.emit("payment_intent.succeeded", &intent);
    } else {
        let intent = state.change(INTENT, id, &json!({"status": "requires_payment_method"}));
        state.emit("payment_intent.payment_failed", &intent);
    }
}

pub(super) fn create_refund(state: &mut State, form: &mut Form) -> Result<Value, Refusal> {
    let (intent, amount) = (form.required("payment_intent")?, form.number("amount")?);
    let reason = form.take("reason");
    form.finish()?;
    refund(state, &intent, amount, "succeeded", reason.as_deref())
}

/// Refunds an amount of a payment, or the rest.
pub(super) fn refund(
    state: &mut State,
    intent: &str,
    amount: Option<i64>,
    status: &str,
    reason: Option<&str>,
) -> Result<Value, Refusal> {
    let intent = state.get(INTENT, intent, 400)?;
    let id = intent["id"].as_str().unwrap_or_default();
    let is_counted = |refund: &&Value| !matches!(refund["status"].as_str(), Some("failed" | "canceled"));
    let before: i64 =
        state.with(REFUND, INTENT, id).iter().filter(is_counted).filter_map(|r| r["amount"].as_i64()).sum();
    let rest = intent["amount_received"].as_i64().unwrap_or(0) - before;
    let amount = amount.unwrap_or(rest);
    if rest <= 0 {
        let refusal = Refusal::new(400, "The charge has already been refunded.");
        return Err(Refusal { code: Some("charge_already_refunded"), ..refusal });
    }
    if !(1..=rest).contains(&amount) {
        return Err(Refusal::invalid("amount", "is greater than the unrefunded amount"));
    }
    let fields = json!({
        "payment_intent": id, "charge": intent["latest_charge"], "amount": amount,
        "currency": intent["currency"], "status": status, "reason": reason,
    });
    let refund = state.add("re", REFUND, &fields);
    state.emit("refund.created", &refund);
    let charge = intent["latest_charge"].as_str().unwrap_or_default();
    let charge = state.change("charge", charge, &json!({"amount_refunded": before + amount}));
    state.emit("charge.refunded", &charge);
    Ok(refund)
}

pub(super) fn change_refund(state: &mut State, id: &str, status: &str) {
    let refund = state.change(REFUND, id, &json!({"status": status}));
    state.emit("refund.updated", &refund);
    if status == "failed" {
        state.emit("refund.failed", &refund);
    }
}

/// Opens a dispute in a status, and returns its id. An inquiry withdraws no money.
pub(super) fn dispute(state: &mut State, intent: &str, amount: i64, status: &str) -> String {
    let intent = state.known(INTENT, intent);
    let fields = json!({
        "payment_intent": intent["id"], "charge": intent["latest_charge"], "amount": amount,
        "currency": intent["currency"], "status": status, "reason": "fraudulent",
    });
    let dispute = state.add("du", DISPUTE, &fields);
    state.emit("charge.dispute.created", &dispute);
    if status == "needs_response" {
        state.emit("charge.dispute.funds_withdrawn", &dispute);
    }
    dispute["id"].as_str().unwrap_or_default().to_owned()
}

pub(super) fn close_dispute(state: &mut State, id: &str, is_won: bool) {
    let status = if is_won { "won" } else { "lost" };
    let dispute = state.change(DISPUTE, id, &json!({"status": status}));
    state.emit("charge.dispute.closed", &dispute);
    if is_won {
        state.emit("charge.dispute.funds_reinstated", &dispute);
    }
}

/// Lists refunds or disputes of a payment.
pub(super) fn list(state: &State, kind: &str, form: &mut Form) -> Result<Value, Refusal> {
    let (intent, limit) = (form.required("payment_intent")?, form.number("limit")?);
    let after = form.take("starting_after");
    form.finish()?;
    Ok(page(state.with(kind, INTENT, &intent), after.as_deref(), limit))
}

/// Lists the links between payments and invoices: those of a payment, or of an invoice.
pub(super) fn invoice_payments(state: &State, form: &mut Form) -> Result<Value, Refusal> {
    let (invoice, status) = (form.take("invoice"), form.take("status"));
    let (kind, intent) = (form.take("payment[type]"), form.take("payment[payment_intent]"));
    if intent.is_some() && kind.as_deref() != Some(INTENT) {
        return Err(Refusal::invalid("payment[type]", "must be payment_intent here"));
    }
    if intent.is_some() == invoice.is_some() {
        return Err(Refusal::invalid("invoice", "is given without a payment in this fake"));
    }
    let limit = form.number("limit")?;
    let expands = form.list("expand").iter().any(|field| field == "data.invoice");
    form.finish()?;
    let is_wanted = |field: &Value, wanted: &Option<String>| wanted.as_ref().is_none_or(|it| field == it);
    let mut found = state.all("invoice_payment");
    found.retain(|link| {
        is_wanted(&link["payment"][INTENT], &intent)
            && is_wanted(&link["invoice"], &invoice)
            && is_wanted(&link["status"], &status)
    });
    for link in found.iter_mut().filter(|_| expands) {
        let invoice = state.known("invoice", link["invoice"].as_str().unwrap_or_default());
        link["invoice"] = invoice;
    }
    Ok(page(found, None, limit))
}
