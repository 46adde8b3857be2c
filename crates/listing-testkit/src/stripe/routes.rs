//! Requests and answers.

use serde_json::{Value, json};

use super::checkout;
use super::form::Form;
use super::refusal::Refusal;
use super::state::{State, StoredAnswer};
use super::{catalog, events, pages, payment, subscription};
use crate::service::{Received, Step};

/// Reacts to a request of the API, or of a browser on a page.
pub(super) fn answer(state: &mut State, request: &Received) -> Step {
    let method = request.head.split(' ').next().unwrap_or_default();
    let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
    let segments: Vec<&str> = path.trim_matches('/').split('/').collect();
    let answer = match (method, &segments[..]) {
        (_, ["v1", rest @ ..]) => api(state, request, method, rest, query),
        _ => return pages::answer(state, method, &segments, query),
    };
    if method == "POST" && state.lost_answers > 0 {
        state.lost_answers -= 1;
        return Step::Reset;
    }
    let (status, body) = match answer {
        Ok(body) => (200, body),
        Err(refusal) => (refusal.status, refusal.body()),
    };
    Step::raw(status, &body.to_string())
        .with("content-type", "application/json")
        .with("date", &state.date())
        .with("request-id", "req_fake")
}

fn api(
    state: &mut State,
    request: &Received,
    method: &str,
    path: &[&str],
    query: &str,
) -> Result<Value, Refusal> {
    let key = request.header("authorization").and_then(|value| value.strip_prefix("Bearer "));
    if key != Some(super::SECRET_KEY) {
        return Err(Refusal::new(401, "Invalid API Key provided."));
    }
    if request.header("stripe-version") != Some(super::VERSION) {
        return Err(Refusal::new(400, "This fake accepts only its own Stripe-Version."));
    }
    if state.is_down {
        return Err(Refusal { kind: "api_error", ..Refusal::new(503, "The API is down.") });
    }
    match method {
        "GET" => {
            let mut found = get(state, path, &mut Form::parse(query))?;
            if found["object"] == "list" {
                found["url"] = format!("/v1/{}", path.join("/")).into();
            }
            Ok(found)
        }
        "POST" => post_once(state, request, path),
        _ => Err(unknown_route()),
    }
}

/// Answers a repeated request with an idempotency key as it did before.
fn post_once(state: &mut State, request: &Received, path: &[&str]) -> Result<Value, Refusal> {
    let Some(key) = request.header("idempotency-key") else {
        return Err(Refusal::new(400, "This fake accepts POST requests only with an Idempotency-Key."));
    };
    if request.header("content-type") != Some("application/x-www-form-urlencoded") {
        return Err(Refusal::new(400, "The body must be a form."));
    }
    let fingerprint = format!("{} {}", request.path, request.text);
    if let Some(stored) = state.answers.get(key) {
        if stored.request == fingerprint {
            return stored.answer.clone();
        }
        let message = "Keys for idempotent requests can only be used with the same parameters.";
        return Err(Refusal { kind: "idempotency_error", ..Refusal::new(400, message) });
    }
    let host = request.header("host").unwrap_or_default();
    let answer = post(state, path, &mut Form::parse(&request.text), host);
    let stored = StoredAnswer { request: fingerprint, answer: answer.clone() };
    state.answers.insert(key.to_owned(), stored);
    answer
}

fn get(state: &State, path: &[&str], form: &mut Form) -> Result<Value, Refusal> {
    match path {
        ["products", id] => state.get("product", id, 404),
        ["prices"] => catalog::prices(state, form),
        ["checkout", "sessions"] => checkout::list(state, form),
        ["checkout", "sessions", id] => checkout::fetch(state, form, id),
        ["subscriptions", id] => state.get(subscription::KIND, id, 404),
        ["payment_intents", id] => state.get(payment::INTENT, id, 404),
        ["invoice_payments"] => payment::invoice_payments(state, form),
        ["refunds"] => payment::list(state, payment::REFUND, form),
        ["disputes"] => payment::list(state, payment::DISPUTE, form),
        ["events"] => events::list(state, form),
        ["webhook_endpoints"] => events::endpoints(state, form),
        _ => Err(unknown_route()),
    }
}

fn post(state: &mut State, path: &[&str], form: &mut Form, host: &str) -> Result<Value, Refusal> {
    match path {
        ["products"] => catalog::create_product(state, form),
        ["prices"] => catalog::create_price(state, form),
        ["checkout", "sessions"] => checkout::create(state, form, host),
        ["checkout", "sessions", id, "expire"] if form.is_empty() => checkout::expire(state, id),
        ["subscriptions", id] => subscription::update(state, form, id),
        ["refunds"] => payment::create_refund(state, form),
        ["billing_portal", "sessions"] => open_portal(state, form, host),
        _ => Err(unknown_route()),
    }
}

fn unknown_route() -> Refusal {
    Refusal::new(404, "Unrecognized request URL.")
}

fn open_portal(state: &mut State, form: &mut Form, host: &str) -> Result<Value, Refusal> {
    let customer = form.required("customer")?;
    state.get("customer", &customer, 400)?;
    let (return_url, locale) = (form.take("return_url"), form.take("locale"));
    form.finish()?;
    let id = state.new_id("bps");
    let url = format!("http://{host}/portal/{id}");
    let fields =
        json!({"id": id, "customer": customer, "return_url": return_url, "locale": locale, "url": url});
    Ok(state.add("bps", "billing_portal.session", &fields))
}
