//! Events. Only their type and the ids in their object count.

use listing_domain::billing::{BillingEvent, BillingSubject, EventRefusal};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::Unreadable;
use crate::form::Form;
use crate::object::{Metadata, Reference, moment, parsed};
use crate::payment::Invoice;

pub(crate) const ABOUT: &str = "an event";
pub(crate) const PATH: &str = "v1/events";
/// The largest page.
pub(crate) const PAGE: usize = 100;

#[derive(Debug, Deserialize)]
pub(crate) struct Event {
    pub(crate) id: String,
    object: String,
    created: i64,
    livemode: bool,
    r#type: String,
    /// Another Stripe account that this one manages.
    account: Option<String>,
    data: Data,
}

#[derive(Debug, Deserialize)]
struct Data {
    object: Value,
}

/// The kind of object that an event contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    Checkout,
    Subscription,
    Invoice,
    /// A refund, a charge or a dispute.
    OfPayment,
}

/// The events to send to the webhook endpoint. A request for events accepts at most twenty types.
const TYPES: [(&str, Content); 20] = [
    ("checkout.session.completed", Content::Checkout),
    ("checkout.session.async_payment_succeeded", Content::Checkout),
    ("checkout.session.async_payment_failed", Content::Checkout),
    ("checkout.session.expired", Content::Checkout),
    ("customer.subscription.created", Content::Subscription),
    ("customer.subscription.updated", Content::Subscription),
    ("customer.subscription.deleted", Content::Subscription),
    ("customer.subscription.paused", Content::Subscription),
    ("customer.subscription.resumed", Content::Subscription),
    ("invoice.paid", Content::Invoice),
    ("invoice.payment_failed", Content::Invoice),
    ("invoice.payment_action_required", Content::Invoice),
    ("charge.refunded", Content::OfPayment),
    ("refund.created", Content::OfPayment),
    ("refund.updated", Content::OfPayment),
    ("refund.failed", Content::OfPayment),
    ("charge.dispute.created", Content::OfPayment),
    ("charge.dispute.closed", Content::OfPayment),
    ("charge.dispute.funds_withdrawn", Content::OfPayment),
    ("charge.dispute.funds_reinstated", Content::OfPayment),
];

/// The types of the events that this service uses.
pub(crate) fn types() -> impl Iterator<Item = &'static str> {
    TYPES.iter().map(|(kind, _)| *kind)
}

#[derive(Debug, Deserialize)]
struct Own {
    id: String,
    metadata: Option<Metadata>,
}

#[derive(Debug, Deserialize)]
struct OfPayment {
    payment_intent: Option<Reference>,
}

impl Event {
    /// Parses a delivery for a service in live mode, or in test mode.
    pub(crate) fn parse(body: &[u8], is_live: bool) -> Result<BillingEvent, EventRefusal> {
        let event: Self = serde_json::from_slice(body).map_err(|_| EventRefusal::MalformedBody)?;
        if event.object != "event" {
            return Err(EventRefusal::MalformedBody);
        }
        if event.livemode != is_live {
            return Err(EventRefusal::OtherMode);
        }
        event.fact().map_err(|_| EventRefusal::MalformedBody)
    }

    pub(crate) fn fact(self) -> Result<BillingEvent, Unreadable> {
        let (id, created_at) = (parsed(&self.id, ABOUT)?, moment(self.created, ABOUT)?);
        Ok(BillingEvent { id, created_at, subject: self.subject()? })
    }

    fn subject(self) -> Result<Option<BillingSubject>, Unreadable> {
        let known = TYPES.iter().find(|(name, _)| *name == self.r#type);
        let Some((_, content)) = known.filter(|_| self.account.is_none()) else {
            return Ok(None);
        };
        let object = self.data.object;
        match content {
            Content::Checkout => {
                Ok(own(object)?.map(|id| parsed(&id, ABOUT)).transpose()?.map(BillingSubject::Checkout))
            }
            Content::Subscription => {
                Ok(own(object)?.map(|id| parsed(&id, ABOUT)).transpose()?.map(BillingSubject::Subscription))
            }
            Content::Invoice => subscription_of(&read(object)?),
            Content::OfPayment => {
                let intent = read::<OfPayment>(object)?.payment_intent;
                Ok(intent.map(|intent| intent.id(ABOUT)).transpose()?.map(BillingSubject::Payment))
            }
        }
    }
}

/// Returns the id of an object of this service.
fn own(object: Value) -> Result<Option<String>, Unreadable> {
    let Own { id, metadata } = read(object)?;
    Ok(Metadata::purchase(metadata.as_ref()).map(|_| id))
}

fn subscription_of(invoice: &Invoice) -> Result<Option<BillingSubject>, Unreadable> {
    match invoice.subscription() {
        Some((reference, metadata)) if Metadata::purchase(metadata).is_some() => {
            reference.id(ABOUT).map(|id| Some(BillingSubject::Subscription(id)))
        }
        _ => Ok(None),
    }
}

fn read<T: DeserializeOwned>(object: Value) -> Result<T, Unreadable> {
    serde_json::from_value(object).map_err(|_| Unreadable(ABOUT))
}

/// Asks for a page of events that were not delivered, newest first.
pub(crate) fn undelivered(since: i64, after: Option<&str>) -> Form {
    let form = Form::default()
        .with("delivery_success", "false")
        .with("created[gte]", &since.to_string())
        .with("limit", &PAGE.to_string())
        .with_some("starting_after", after);
    TYPES.iter().fold(form, |form, (name, _)| form.with("types[]", name))
}
