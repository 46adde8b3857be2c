//! The pages for buyers: payment and portal.

use super::checkout::{self, Confirmation};
use super::refusal::Refusal;
use super::state::State;
use super::subscription;
use crate::service::Step;

const PORTAL: &str = "billing_portal.session";

pub(super) fn answer(state: &mut State, method: &str, path: &[&str], query: &str) -> Step {
    match (method, path) {
        ("GET", ["pay", id]) => pay_page(state, id, query == "declined"),
        ("POST", ["pay", id, action]) => sent_on(pay(state, id, action)),
        ("GET", ["portal", id]) => portal_page(state, id),
        ("POST", ["portal", id, "cancel", subscription]) => sent_on(cancel(state, id, subscription)),
        _ => html(404, "<h1>Not found</h1>"),
    }
}

/// Shows the buttons of an open session.
fn pay_page(state: &State, id: &str, is_declined: bool) -> Step {
    let Some(session) = state.find(checkout::KIND, id).filter(|session| session["status"] == "open") else {
        return html(404, "<h1>This page has expired</h1>");
    };
    let pay = |action: &str, label: &str| button(&format!("/pay/{id}/{action}"), action, label);
    let buttons = [
        pay("pay", "Pay"),
        pay("later", "Pay by bank transfer"),
        pay("decline", "Decline"),
        pay("cancel", "Cancel"),
    ];
    let amount = session["amount_total"].as_i64().unwrap_or_default();
    let currency = session["currency"].as_str().unwrap_or_default();
    let declined = if is_declined { "<p>Your card was declined.</p>" } else { "" };
    html(200, &format!("<h1>{amount} {currency} cents</h1>{declined}{}", buttons.concat()))
}

/// Does what a button says, and returns the address of the next page.
fn pay(state: &mut State, id: &str, action: &str) -> Result<String, Refusal> {
    match action {
        "pay" => checkout::confirm(state, id, Confirmation::Paid),
        "later" => checkout::confirm(state, id, Confirmation::Pending),
        "cancel" => state.get(checkout::KIND, id, 404).map(|session| checkout::text(&session, "cancel_url")),
        // The buyer may try another card.
        "decline" => Ok(format!("/pay/{id}?declined")),
        _ => Err(Refusal::new(404, "Unrecognized button.")),
    }
}

/// Shows the active subscriptions of a customer.
fn portal_page(state: &State, id: &str) -> Step {
    let Some(session) = state.find(PORTAL, id) else { return html(404, "<h1>This page has expired</h1>") };
    let customer = session["customer"].as_str().unwrap_or_default();
    let active = state.with(subscription::KIND, "customer", customer);
    let active = active.iter().filter(|subscription| subscription["status"] == "active");
    let rows = active.map(|subscription| {
        let of = checkout::text(subscription, "id");
        let cancel = button(&format!("/portal/{id}/cancel/{of}"), &format!("cancel-{of}"), "Cancel plan");
        format!("<p>{of}</p>{cancel}")
    });
    let back = session["return_url"].as_str().unwrap_or_default();
    html(
        200,
        &format!("<h1>Portal</h1>{}<a id=\"return\" href=\"{back}\">Return</a>", rows.collect::<String>()),
    )
}

/// Cancels a subscription at the end of its period, and returns the address to which the browser returns.
fn cancel(state: &mut State, session: &str, subscription: &str) -> Result<String, Refusal> {
    let session = state.get(PORTAL, session, 404)?;
    let found = state.get(subscription::KIND, subscription, 404)?;
    if found["customer"] != session["customer"] {
        return Err(Refusal::unknown(404, subscription));
    }
    subscription::cancel_at_end(state, subscription, true);
    Ok(checkout::text(&session, "return_url"))
}

fn button(action: &str, id: &str, label: &str) -> String {
    format!("<form method=\"post\" action=\"{action}\"><button id=\"{id}\">{label}</button></form>")
}

fn sent_on(target: Result<String, Refusal>) -> Step {
    match target {
        Ok(target) => Step::raw(303, "").with("location", &target),
        Err(refusal) => html(refusal.status, "<h1>This page has expired</h1>"),
    }
}

fn html(status: u16, body: &str) -> Step {
    let page = format!("<!doctype html><html lang=\"en\"><title>Fake Stripe</title>{body}</html>");
    Step::raw(status, &page).with("content-type", "text/html; charset=utf-8")
}
