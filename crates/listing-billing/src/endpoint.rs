//! The webhook endpoint and the clock, as Stripe sees them.

use jiff::SignedDuration;
use serde::Deserialize;

use crate::event;
use crate::form::Form;

pub(crate) const ABOUT: &str = "webhook endpoints";
pub(crate) const PATH: &str = "v1/webhook_endpoints";

/// The webhook endpoint and the clock, as Stripe sees them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookCheck {
    /// The state of the endpoint.
    pub endpoint: EndpointState,
    /// The lead of the clock of this machine over Stripe's, negative if it is behind; `None` if the
    /// answer stated no time.
    pub clock_ahead: Option<SignedDuration>,
}

/// The state of a webhook endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EndpointState {
    /// It receives every event that this service uses.
    Ready,
    /// No endpoint has the address.
    Missing,
    /// Stripe delivers no events to it.
    Disabled,
    /// These types of events are not delivered to it.
    Lacks(Vec<&'static str>),
}

#[derive(Debug, Deserialize)]
pub(crate) struct Endpoint {
    url: String,
    status: String,
    enabled_events: Vec<String>,
}

pub(crate) fn all() -> Form {
    Form::default().with("limit", "100")
}

/// Returns the state of the endpoint with an address, the best one of several.
pub(crate) fn state(endpoints: &[Endpoint], url: &str) -> EndpointState {
    let own = endpoints.iter().filter(|endpoint| endpoint.url.trim_end_matches('/') == url);
    let states = own.map(|endpoint| {
        let lacks: Vec<_> = event::types().filter(|kind| !endpoint.receives(kind)).collect();
        match (&*endpoint.status, lacks.is_empty()) {
            ("enabled", true) => EndpointState::Ready,
            ("enabled", false) => EndpointState::Lacks(lacks),
            _ => EndpointState::Disabled,
        }
    });
    let rank = |state: &EndpointState| match state {
        EndpointState::Ready => 0,
        EndpointState::Lacks(types) => types.len(),
        EndpointState::Disabled | EndpointState::Missing => usize::MAX,
    };
    states.min_by_key(rank).unwrap_or(EndpointState::Missing)
}

impl Endpoint {
    fn receives(&self, kind: &str) -> bool {
        self.enabled_events.iter().any(|enabled| enabled == "*" || enabled == kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://listing.example/billing/events";

    fn endpoint(url: &str, status: &str, events: &[&str]) -> Endpoint {
        let enabled_events = events.iter().map(|kind| (*kind).to_owned()).collect();
        Endpoint { url: url.to_owned(), status: status.to_owned(), enabled_events }
    }

    #[test]
    fn endpoint_with_every_used_event_is_ready() {
        let types: Vec<_> = event::types().collect();
        for events in [&["*"][..], &types] {
            assert_eq!(state(&[endpoint(URL, "enabled", events)], URL), EndpointState::Ready);
            assert_eq!(state(&[endpoint(URL, "disabled", events)], URL), EndpointState::Disabled);
        }
        let with_slash = endpoint(&format!("{URL}/"), "enabled", &["*"]);
        assert_eq!(state(&[with_slash], URL), EndpointState::Ready);
        let lacks = EndpointState::Lacks(vec![types[0]]);
        let endpoints = [endpoint(URL, "disabled", &["*"]), endpoint(URL, "enabled", &types[1..])];
        assert_eq!(state(&endpoints, URL), lacks);
        let other = "https://other.example/billing/events";
        assert_eq!(state(&[endpoint(other, "enabled", &["*"])], URL), EndpointState::Missing);
    }
}
