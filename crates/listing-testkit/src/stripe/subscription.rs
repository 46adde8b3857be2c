//! Subscriptions and their invoices.

use serde_json::{Value, json};

use super::form::Form;
use super::payment;
use super::refusal::Refusal;
use super::state::{Purchase, State, period_end};

pub(super) const KIND: &str = "subscription";

/// Starts a subscription, and returns its id.
pub(super) fn start(
    state: &mut State,
    purchase: &Purchase,
    customer: &str,
    currency: &str,
    is_paid: bool,
) -> String {
    let price = state.known("price", &purchase.price);
    let start = state.now();
    let end = period_end(start, interval(&price));
    let item = json!({
        "id": state.new_id("si"), "object": "subscription_item", "quantity": 1,
        "current_period_start": start, "current_period_end": end,
        "price": super::catalog::without_options(price),
    });
    let fields = json!({
        "customer": customer, "currency": currency, "metadata": purchase.metadata,
        "status": if is_paid { "active" } else { "incomplete" },
        "items": {"object": "list", "data": [item], "has_more": false},
        "cancel_at_period_end": false, "cancel_at": null, "canceled_at": null, "ended_at": null,
    });
    let subscription = state.add("sub", KIND, &fields);
    let id = subscription["id"].as_str().unwrap_or_default().to_owned();
    state.emit("customer.subscription.created", &subscription);
    bill(state, &id, is_paid);
    id
}

fn interval(price: &Value) -> &str {
    price["recurring"]["interval"].as_str().unwrap_or_default()
}

/// Makes the invoice of the current period. Its payment may be pending.
fn bill(state: &mut State, id: &str, is_paid: bool) {
    let subscription = state.known(KIND, id);
    let price = &subscription["items"]["data"][0]["price"]["id"];
    let price = state.known("price", price.as_str().unwrap_or_default());
    let currency = subscription["currency"].as_str().unwrap_or_default();
    let amount = &price["currency_options"][currency]["unit_amount"];
    let invoice = state.add(
        "in",
        "invoice",
        &json!({
            "customer": subscription["customer"], "currency": currency, "total": amount,
            "status": if is_paid { "paid" } else { "open" },
            "parent": {"type": "subscription_details", "quote_details": null, "subscription_details": {
                "subscription": id, "metadata": subscription["metadata"],
            }},
        }),
    );
    // A payment of an invoice has no metadata of the subscription.
    let intent = json!({
        "amount": amount, "currency": currency, "customer": subscription["customer"], "metadata": {},
    });
    let intent = payment::create(state, &intent, is_paid);
    state.add(
        "inpay",
        "invoice_payment",
        &json!({
            "invoice": invoice["id"], "amount_requested": amount, "currency": currency,
            "status": if is_paid { "paid" } else { "open" }, "is_default": true,
            "payment": {"type": "payment_intent", "payment_intent": intent},
        }),
    );
    state.change(KIND, id, &json!({"latest_invoice": invoice["id"]}));
    if is_paid {
        state.emit("invoice.paid", &invoice);
    }
}

/// Returns the latest payment of a subscription.
pub(super) fn latest_payment(state: &State, id: &str) -> String {
    let invoice = state.known(KIND, id)["latest_invoice"].clone();
    let links = state.with("invoice_payment", "invoice", invoice.as_str().unwrap_or_default());
    links[0]["payment"]["payment_intent"].as_str().unwrap_or_default().to_owned()
}

/// Ends the pending payment of the latest invoice.
pub(super) fn settle(state: &mut State, id: &str, succeeds: bool) {
    let subscription = state.known(KIND, id);
    let intent = latest_payment(state, id);
    payment::settle(state, &intent, succeeds);
    let invoice = subscription["latest_invoice"].as_str().unwrap_or_default();
    let is_first = subscription["status"] == "incomplete";
    if succeeds {
        let link = state.with("invoice_payment", "invoice", invoice).swap_remove(0);
        let link = link["id"].as_str().unwrap_or_default();
        state.change("invoice_payment", link, &json!({"status": "paid"}));
        let invoice = state.change("invoice", invoice, &json!({"status": "paid"}));
        change(state, id, &json!({"status": "active"}));
        state.emit("invoice.paid", &invoice);
    } else {
        let invoice = state.known("invoice", invoice);
        state.emit("invoice.payment_failed", &invoice);
        if is_first {
            change(state, id, &json!({"status": "incomplete_expired", "ended_at": state.now()}));
        }
    }
}

/// Begins the next period, or ends a subscription that is not renewed.
pub(super) fn renew(state: &mut State, id: &str, is_paid: bool) {
    let subscription = state.known(KIND, id);
    if subscription["cancel_at_period_end"] == true {
        return end(state, id);
    }
    let mut items = subscription["items"].clone();
    let start = items["data"][0]["current_period_end"].as_i64().unwrap_or_default();
    let end = period_end(start, interval(&items["data"][0]["price"]));
    items["data"][0]["current_period_start"] = start.into();
    items["data"][0]["current_period_end"] = end.into();
    let status = if is_paid { "active" } else { "past_due" };
    change(state, id, &json!({"items": items, "status": status}));
    bill(state, id, is_paid);
    if !is_paid {
        let invoice = state.known(KIND, id)["latest_invoice"].clone();
        let invoice = state.known("invoice", invoice.as_str().unwrap_or_default());
        state.emit("invoice.payment_failed", &invoice);
    }
}

pub(super) fn end(state: &mut State, id: &str) {
    let now = state.now();
    let changes = json!({"status": "canceled", "canceled_at": now, "ended_at": now});
    let subscription = state.change(KIND, id, &changes);
    state.emit("customer.subscription.deleted", &subscription);
}

/// Answers a request to change a subscription, of which only the cancellation is known.
pub(super) fn update(state: &mut State, form: &mut Form, id: &str) -> Result<Value, Refusal> {
    let subscription = state.get(KIND, id, 404)?;
    let is_canceled = form.required("cancel_at_period_end")? == "true";
    form.finish()?;
    if subscription["status"] == "canceled" {
        return Err(Refusal::new(400, "A canceled subscription can only update its metadata."));
    }
    cancel_at_end(state, id, is_canceled);
    Ok(state.known(KIND, id))
}

pub(super) fn cancel_at_end(state: &mut State, id: &str, is_canceled: bool) {
    let end = state.known(KIND, id)["items"]["data"][0]["current_period_end"].clone();
    let cancel_at = if is_canceled { end } else { Value::Null };
    change(state, id, &json!({"cancel_at_period_end": is_canceled, "cancel_at": cancel_at}));
}

pub(super) fn pause(state: &mut State, id: &str, is_paused: bool) {
    let (status, kind) = if is_paused {
        ("paused", "customer.subscription.paused")
    } else {
        ("active", "customer.subscription.resumed")
    };
    let subscription = change(state, id, &json!({"status": status}));
    state.emit(kind, &subscription);
}

/// Changes to another price for the rest of the period, without an invoice.
pub(super) fn switch(state: &mut State, id: &str, lookup_key: &str) {
    let price = state.with("price", "lookup_key", lookup_key).swap_remove(0);
    let mut items = state.known(KIND, id)["items"].clone();
    let start = state.now();
    items["data"][0]["current_period_start"] = start.into();
    items["data"][0]["current_period_end"] = period_end(start, interval(&price)).into();
    items["data"][0]["price"] = super::catalog::without_options(price);
    change(state, id, &json!({"items": items}));
}

pub(super) fn change(state: &mut State, id: &str, changes: &Value) -> Value {
    let subscription = state.change(KIND, id, changes);
    state.emit("customer.subscription.updated", &subscription);
    subscription
}
