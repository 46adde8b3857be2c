//! Checkout sessions, and what they create when they are paid.

use serde_json::{Value, json};

use super::form::Form;
use super::refusal::Refusal;
use super::state::{Purchase, State, page};
use super::{payment, subscription};

pub(super) const KIND: &str = "checkout.session";
const DAY: i64 = 24 * 60 * 60;

/// The result of a payment on the page of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Confirmation {
    Paid,
    /// A bank transfer or a direct debit, which takes days.
    Pending,
}

pub(super) fn create(state: &mut State, form: &mut Form, host: &str) -> Result<Value, Refusal> {
    let (mode, price) = (form.required("mode")?, form.required("line_items[0][price]")?);
    let price = state.get("price", &price, 400)?;
    if price["active"] != true {
        return Err(Refusal::invalid("line_items[0][price]", "is an archived price"));
    }
    if (price["type"] == "recurring") != (mode == "subscription") {
        return Err(Refusal::invalid("mode", "does not fit the price"));
    }
    if form.required("line_items[0][quantity]")? != "1" {
        return Err(Refusal::invalid("line_items[0][quantity]", "must be 1 here"));
    }
    let currency = form.take("currency").unwrap_or_else(|| text(&price, "currency"));
    let amount = price["currency_options"][&currency]["unit_amount"].clone();
    if amount.is_null() {
        return Err(Refusal::invalid("currency", "is missing in the price"));
    }
    let (customer, email) = (buyer(state, form, &mode)?, form.take("customer_email"));
    if customer.is_some() && email.is_some() {
        return Err(Refusal::invalid("customer_email", "is for a new customer"));
    }
    let data = if mode == "subscription" { "subscription_data" } else { "payment_intent_data" };
    let metadata = form.map(&format!("{data}[metadata]"));
    let expires_at = form.number("expires_at")?.unwrap_or(state.now() + DAY);
    // Stripe shows the page in the browser's language if it does not know the locale.
    let _ = (form.take("locale"), form.flag("adaptive_pricing[enabled]")?);
    let id = state.new_id("cs_test");
    let session = json!({
        "id": id, "mode": mode, "url": format!("http://{host}/pay/{id}"), "expires_at": expires_at,
        "status": "open", "payment_status": "unpaid", "currency": currency, "amount_total": amount,
        "customer": customer, "customer_email": email,
        "client_reference_id": form.take("client_reference_id"), "metadata": form.map("metadata"),
        "success_url": form.required("success_url")?, "cancel_url": form.take("cancel_url"),
        "payment_intent": null, "subscription": null, "invoice": null,
    });
    form.finish()?;
    state.purchases.insert(id, Purchase { price: text(&price, "id"), metadata });
    Ok(state.add("cs_test", KIND, &session))
}

/// Checks the parameters about a customer, and returns the id of an existing one.
fn buyer(state: &State, form: &mut Form, mode: &str) -> Result<Option<String>, Refusal> {
    let customer = form.take("customer");
    let (has_tax, has_tax_ids) =
        (form.flag("automatic_tax[enabled]")?, form.flag("tax_id_collection[enabled]")?);
    let updates = form.map("customer_update");
    let creation = form.take("customer_creation");
    if creation.is_some() && (customer.is_some() || mode != "payment") {
        return Err(Refusal::invalid("customer_creation", "is for a payment of a new customer"));
    }
    let Some(id) = customer else {
        let is_valid = updates.is_empty();
        return if is_valid {
            Ok(None)
        } else {
            Err(Refusal::invalid("customer_update", "needs a customer"))
        };
    };
    state.get("customer", &id, 400)?;
    let updates_field = |name| updates.get(name).is_some_and(|value| value == "auto");
    if has_tax && !updates_field("address") {
        return Err(Refusal::invalid("customer_update[address]", "must be auto to compute taxes"));
    }
    if has_tax_ids && !updates_field("name") {
        return Err(Refusal::invalid("customer_update[name]", "must be auto to collect tax ids"));
    }
    Ok(Some(id))
}

pub(super) fn list(state: &State, form: &mut Form) -> Result<Value, Refusal> {
    let (intent, limit) = (form.required("payment_intent")?, form.number("limit")?);
    form.finish()?;
    Ok(page(state.with(KIND, "payment_intent", &intent), None, limit))
}

/// Returns a session, with its payment and its subscription if requested.
pub(super) fn fetch(state: &State, form: &mut Form, id: &str) -> Result<Value, Refusal> {
    let expanded = form.list("expand");
    form.finish()?;
    let mut session = state.get(KIND, id, 404)?;
    for field in [payment::INTENT, subscription::KIND] {
        if let Some(id) = session[field].as_str().filter(|_| expanded.iter().any(|it| it == field)) {
            session[field] = state.known(field, id);
        }
    }
    Ok(session)
}

/// Expires an open session.
pub(super) fn expire(state: &mut State, id: &str) -> Result<Value, Refusal> {
    open(state, id)?;
    let session = state.change(KIND, id, &json!({"status": "expired", "url": null}));
    state.emit("checkout.session.expired", &session);
    Ok(session)
}

/// Completes an open session, and returns the address to which the browser returns.
pub(super) fn confirm(state: &mut State, id: &str, how: Confirmation) -> Result<String, Refusal> {
    let session = open(state, id)?;
    let customer = if let Some(customer) = session["customer"].as_str() {
        customer.to_owned()
    } else {
        let fields = json!({"email": session["customer_email"]});
        text(&state.add("cus", "customer", &fields), "id")
    };
    let is_paid = how == Confirmation::Paid;
    let mut changes = json!({
        "status": "complete", "url": null, "customer": customer,
        "payment_status": if is_paid { "paid" } else { "unpaid" },
    });
    let purchase = state.purchases.get(id).cloned().expect("each session has its purchase");
    if session["mode"] == "subscription" {
        let currency = text(&session, "currency");
        changes["subscription"] = subscription::start(state, &purchase, &customer, &currency, is_paid).into();
    } else {
        let fields = json!({
            "amount": session["amount_total"], "currency": session["currency"], "customer": customer,
            "metadata": purchase.metadata,
        });
        changes["payment_intent"] = payment::create(state, &fields, is_paid).into();
    }
    let session = state.change(KIND, id, &changes);
    state.emit("checkout.session.completed", &session);
    Ok(text(&session, "success_url"))
}

/// Ends a pending payment.
pub(super) fn settle(state: &mut State, id: &str, succeeds: bool) {
    let session = state.known(KIND, id);
    assert!(
        session["status"] == "complete" && session["payment_status"] == "unpaid",
        "the payment of {id} is not pending"
    );
    if let Some(intent) = session["payment_intent"].as_str() {
        payment::settle(state, intent, succeeds);
    }
    if let Some(subscription) = session["subscription"].as_str() {
        subscription::settle(state, subscription, succeeds);
    }
    if succeeds {
        let session = state.change(KIND, id, &json!({"payment_status": "paid"}));
        state.emit("checkout.session.async_payment_succeeded", &session);
    } else {
        state.emit("checkout.session.async_payment_failed", &session);
    }
}

fn open(state: &State, id: &str) -> Result<Value, Refusal> {
    let session = state.get(KIND, id, 404)?;
    if session["status"] == "open" {
        Ok(session)
    } else {
        Err(Refusal::new(400, "Only Checkout Sessions with a status of open can change."))
    }
}

pub(super) fn text(object: &Value, field: &str) -> String {
    object[field].as_str().unwrap_or_default().to_owned()
}
