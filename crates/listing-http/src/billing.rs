//! Receives the events of the payment provider, and applies the states of their objects in the background.

use std::sync::Arc;
use std::time::Duration;

use actix_web::web::{Data, Payload, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use listing_domain::ErrorChain;
use listing_domain::billing::{BillingPolicy, EventRefusal, SubjectEnd};
use listing_domain::usecase::ErrorKind;
use listing_domain::usecase::billing::{
    AppliedSubject, ApplyBilling, ReceiveError, ReceiveEvent, ReconcileBilling,
};

use crate::body;
use crate::edge::Edge;
use crate::error::ApiError;
use crate::route::{Access, RouteEntry, RouteGroup};

/// The path to which the provider delivers events.
pub const BILLING_EVENTS_PATH: &str = "/billing/events";

/// The pause before the next look for a due object.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The pause after a failure of the store.
const AFTER_FAILURE: Duration = Duration::from_secs(5);
/// The pause after a failed comparison with the provider.
const AFTER_FAILED_COMPARISON: Duration = Duration::from_mins(10);

/// Returns the route that receives the provider's events. It has no rate limit, because a provider delivers
/// many events from few addresses, and reads at most what an event may have.
pub fn billing_routes(receive: Arc<ReceiveEvent>) -> RouteGroup {
    let entry = RouteEntry::at(BILLING_EVENTS_PATH).uncounted().post(Access::Anyone, receive_event);
    let shared = Data::new(Receiver(receive));
    let configure = move |config: &mut ServiceConfig| {
        config.app_data(shared.clone());
    };
    RouteGroup { configure: Arc::new(configure), ..RouteGroup::of(vec![entry]) }
}

struct Receiver(Arc<ReceiveEvent>);

/// The event is stored before the answer 200, so that the provider repeats every other delivery.
async fn receive_event(
    request: HttpRequest,
    payload: Payload,
    receiver: Data<Receiver>,
    edge: Data<Edge>,
) -> Result<HttpResponse, ApiError> {
    body::require_json(&request)?;
    let max_bytes = receiver.0.verifier.max_body_bytes();
    let body = body::read_small(&request, payload, &edge.limits, max_bytes).await?;
    let headers: Vec<(String, String)> = request
        .headers()
        .iter()
        .filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned())))
        .collect();
    let header =
        move |wanted: &str| headers.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.clone());
    match receiver.0.run(&header, &body).await {
        Ok(_) => Ok(HttpResponse::Ok().json(serde_json::json!({"received": true}))),
        Err(ReceiveError::Refused(EventRefusal::TooLarge)) => Err(ApiError::too_large(max_bytes)),
        Err(ReceiveError::Refused(refusal)) => {
            tracing::warn!(reason = %refusal, "refused a delivery to the payment provider's webhook");
            Err(ApiError::invalid(format!("The event is refused: {refusal}")))
        }
        Err(ReceiveError::Store(error)) => {
            tracing::error!(error = %ErrorChain(&error), "failed to store an event; the provider delivers it again");
            Err(if error.kind() == ErrorKind::Busy { ApiError::busy() } else { ApiError::internal() })
        }
    }
}

/// The loops that apply the states of objects, and compare them with the provider once a day.
#[derive(Clone)]
pub struct BillingLoops {
    apply: Arc<ApplyBilling>,
    reconcile: Arc<ReconcileBilling>,
}

impl BillingLoops {
    /// The number of loops that apply states, so that one slow request does not delay all others.
    pub const COUNT: usize = 2;

    /// Creates the loops.
    pub fn new(apply: ApplyBilling, reconcile: ReconcileBilling) -> Self {
        Self { apply: Arc::new(apply), reconcile: Arc::new(reconcile) }
    }

    /// Applies the state of the next due object, if any, and returns the pause until the next call.
    pub async fn apply(self) -> Duration {
        match self.apply.run().await {
            Ok(Some(applied)) => {
                log(&applied);
                Duration::ZERO
            }
            Ok(None) => POLL_INTERVAL,
            Err(error) => {
                tracing::error!(error = %ErrorChain(&error), "failed to read the billing queue; will retry");
                AFTER_FAILURE
            }
        }
    }

    /// Compares orders and plans with the provider, and returns the pause until the next comparison.
    pub async fn reconcile(self) -> Duration {
        match self.reconcile.run().await {
            Ok(found) => {
                let (events, checkouts, subscriptions) =
                    (found.missed_events, found.checkouts, found.subscriptions);
                tracing::info!(
                    events,
                    checkouts,
                    subscriptions,
                    "compared payments with the provider: {events} missed events, {checkouts} unfinished orders, \
                     {subscriptions} due renewals"
                );
                BillingPolicy::RECONCILIATION
            }
            Err(error) => {
                tracing::error!(error = %ErrorChain(&error), "failed to compare payments with the provider; will retry");
                AFTER_FAILED_COMPARISON
            }
        }
    }
}

/// Logs the end of a claim by the provider's id, which names no person.
fn log(applied: &AppliedSubject) {
    let (kind, id) = (applied.subject.kind(), applied.subject.id());
    let error = applied.fault.as_ref().map(|fault| ErrorChain(fault).to_string()).unwrap_or_default();
    match &applied.end {
        SubjectEnd::Applied => tracing::info!(%kind, id, "applied {kind} {id}"),
        SubjectEnd::Retry(due_at) => {
            tracing::warn!(%kind, id, %due_at, error, "failed to apply {kind} {id}; will retry");
        }
        SubjectEnd::Parked(reason) => {
            tracing::error!(%kind, id, reason, "parked {kind} {id}: see ptl billing events");
        }
    }
}
