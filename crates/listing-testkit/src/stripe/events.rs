//! Events and their signed deliveries.

use hmac::{Hmac, KeyInit as _, Mac as _};
use jiff::Timestamp;
use serde_json::Value;
use sha2::Sha256;

use super::form::Form;
use super::refusal::Refusal;
use super::state::{State, page};

/// An event to deliver. A test may deliver it twice, late, or never.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StripeDelivery {
    /// The event's id.
    pub id: String,
    /// The event's type, such as `invoice.paid`.
    pub kind: String,
    /// The raw body.
    pub body: String,
}

impl StripeDelivery {
    pub(super) fn of(event: &Value) -> Self {
        let text = |field: &str| event[field].as_str().unwrap_or_default().to_owned();
        Self { id: text("id"), kind: text("type"), body: event.to_string() }
    }

    /// Returns the header `Stripe-Signature`, signed at a moment.
    pub fn signature(&self, secret: &str, at: Timestamp) -> String {
        signature(secret, &self.body, at)
    }
}

/// Returns the header `Stripe-Signature` of a body.
pub fn signature(secret: &str, body: &str, at: Timestamp) -> String {
    let seconds = at.as_second();
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC accepts keys of any length");
    mac.update(format!("{seconds}.{body}").as_bytes());
    format!("t={seconds},v1={}", hex::encode(mac.finalize().into_bytes()))
}

pub(super) fn endpoints(state: &State, form: &mut Form) -> Result<Value, Refusal> {
    let limit = form.number("limit")?;
    form.finish()?;
    Ok(page(state.endpoints.clone(), None, limit))
}

pub(super) fn list(state: &State, form: &mut Form) -> Result<Value, Refusal> {
    let (types, after, limit) = (form.list("types"), form.take("starting_after"), form.number("limit")?);
    let (since, delivered) = (form.number("created[gte]")?, form.take("delivery_success"));
    form.finish()?;
    if types.len() > 20 {
        return Err(Refusal::invalid("types", "has more than 20 types"));
    }
    let is_wanted = |event: &&Value| {
        let is_delivered = event["id"].as_str().is_some_and(|id| state.delivered.contains(id));
        let has_type = types.is_empty() || types.iter().any(|kind| event["type"] == **kind);
        let is_recent = since.is_none_or(|since| event["created"].as_i64() >= Some(since));
        has_type && is_recent && delivered.as_ref().is_none_or(|text| (text == "true") == is_delivered)
    };
    let found = state.events.iter().rev().filter(is_wanted).cloned().collect();
    Ok(page(found, after.as_deref(), limit))
}
