//! Composes sales through Stripe: the provider, its route, its loops and the use case of the web app.

use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use jiff::SignedDuration;
use listing_billing::{EndpointState, Stripe};
use listing_domain::billing::ProductStatus;
use listing_domain::ports::{Clock as _, PaymentError, PaymentProvider as _};
use listing_domain::usecase::billing::{
    ApplyBilling, ManageSales, NotifyBuyer, ReceiveEvent, ReconcileBilling, Sell, SellParts,
};
use listing_http::{BILLING_EVENTS_PATH, BillingLoops, RouteGroup, Tasks, billing_routes};
use listing_outbound::Transport;
use listing_web::Sales;

use super::Storage;
use crate::failure::Failure;
use crate::settings::{BillingSettings, Settings};
use crate::sources::SystemClock;

/// The sales of this process.
pub(super) struct BillingParts {
    pub(super) sales: Sales,
    receive: Arc<ReceiveEvent>,
    loops: BillingLoops,
}

/// Creates the client of Stripe, without a request.
pub fn stripe(billing: &BillingSettings) -> Result<Arc<Stripe>, Failure> {
    let transport = Transport::new().context("stripe_base_url").map_err(Failure::Setup)?;
    Ok(Arc::new(Stripe::new(billing.stripe.clone(), transport)))
}

/// Returns the use case that applies states, and the one that finds missed events.
pub fn use_cases(
    settings: &Settings,
    billing: &BillingSettings,
    storage: &Storage,
    stripe: &Arc<Stripe>,
) -> (ApplyBilling, ReconcileBilling) {
    let (store, clock, policy) = (storage.store.clone(), storage.clock.clone(), billing.policy);
    let apply = ApplyBilling {
        queue: store.clone(),
        provider: stripe.clone(),
        orders: store.clone(),
        quota: storage.quota.clone(),
        entitlements: storage.entitlements.clone(),
        clock: clock.clone(),
        quota_policy: settings.quota,
        policy,
        notify: notify(settings, storage),
    };
    let reconcile = ReconcileBilling {
        queue: store.clone(),
        provider: stripe.clone(),
        orders: store,
        entitlements: storage.entitlements.clone(),
        clock,
        policy,
    };
    (apply, reconcile)
}

/// Returns the use case that informs buyers, if the service sends mail and serves the pages that it links.
fn notify(settings: &Settings, storage: &Storage) -> Option<NotifyBuyer> {
    let can_notify = settings.web.smtp.is_some() && settings.web.are_served;
    can_notify.then(|| NotifyBuyer {
        people: storage.people.clone(),
        outbox: storage.outbox.clone(),
        ids: storage.ids.clone(),
        clock: storage.clock.clone(),
        origin: settings.web.origin(settings.listen),
    })
}

/// Returns the URL of the prices, if something is sold in the web app.
pub(super) fn pricing_url(settings: &Settings) -> Option<String> {
    let origin = settings.web.origin(settings.listen);
    let is_shown = settings.billing.is_some() && settings.web.are_served;
    is_shown.then(|| format!("{origin}{}", Sell::PRICING_PATH))
}

/// The largest accepted difference of clocks. Deliveries are refused at a difference of five minutes.
const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_secs(60);

/// Checks the key, the products, the webhook endpoint and the clock at Stripe, if something is sold.
pub async fn check_billing(settings: &Settings) -> Vec<(&'static str, anyhow::Result<String>)> {
    let Some(billing) = &settings.billing else { return Vec::new() };
    let stripe = match stripe(billing) {
        Ok(stripe) => stripe,
        Err(Failure::Setup(error) | Failure::Failed(error)) => return vec![("stripe", Err(error))],
    };
    let mode = billing.stripe.key.mode();
    let products = stripe.check_products(&billing.prices).await;
    let products = products.map_err(anyhow::Error::from).and_then(|products| {
        let wrong = products.iter().filter(|(_, status)| *status != ProductStatus::Present);
        let wrong: Vec<String> = wrong.map(|(product, status)| format!("{product} {status}")).collect();
        anyhow::ensure!(wrong.is_empty(), "run ptl billing sync: {}", wrong.join(", "));
        Ok(format!("{} products for sale in {mode} mode", products.len()))
    });
    let url = format!("{}{BILLING_EVENTS_PATH}", settings.web.origin(settings.listen));
    let mut findings = vec![("stripe", products)];
    match stripe.check_webhook(&url, SystemClock.now()).await {
        Ok(check) => {
            let endpoint = check_endpoint(&check.endpoint, &url, billing.stripe.key.is_live());
            findings.push(("events", endpoint));
            findings.extend(check.clock_ahead.map(|ahead| ("clock", check_clock(ahead))));
        }
        Err(error) => {
            let hint = match error {
                PaymentError::Unauthorized(_) => "the key may not read the webhook endpoints",
                _ => "cannot read the webhook endpoints",
            };
            findings.push(("events", Err(anyhow::Error::from(error).context(hint))));
        }
    }
    findings
}

/// In test mode, events may come from the Stripe CLI without an endpoint.
fn check_endpoint(endpoint: &EndpointState, url: &str, is_live: bool) -> anyhow::Result<String> {
    match endpoint {
        EndpointState::Ready => Ok(format!("events are delivered to {url}")),
        EndpointState::Missing if !is_live => {
            Ok(format!("no endpoint has the address {url}: forward events with the Stripe CLI"))
        }
        EndpointState::Missing => Err(anyhow!("no endpoint has the address {url}: add one in the Dashboard")),
        EndpointState::Disabled => Err(anyhow!("the endpoint {url} is disabled: enable it in the Dashboard")),
        EndpointState::Lacks(types) => {
            Err(anyhow!("the endpoint {url} does not receive these events: {}", types.join(", ")))
        }
    }
}

fn check_clock(ahead: SignedDuration) -> anyhow::Result<String> {
    let (seconds, side) = (ahead.abs().as_secs(), if ahead.is_negative() { "behind" } else { "ahead of" });
    anyhow::ensure!(
        ahead.abs() <= CLOCK_TOLERANCE,
        "the clock of this machine is {seconds} s {side} Stripe's: events would be refused, synchronize it"
    );
    Ok(format!("within {} s of Stripe's", seconds.max(1)))
}

impl BillingParts {
    /// Returns `None` if nothing is sold.
    pub(super) fn new(settings: &Settings, storage: &Storage, origin: &str) -> Result<Option<Self>, Failure> {
        let Some(billing) = &settings.billing else { return Ok(None) };
        let stripe = stripe(billing)?;
        let (apply, reconcile) = use_cases(settings, billing, storage, &stripe);
        let (store, clock) = (storage.store.clone(), storage.clock.clone());
        let receive = ReceiveEvent { verifier: stripe.clone(), queue: store.clone(), clock: clock.clone() };
        let manage = ManageSales {
            orders: store.clone(),
            queue: store.clone(),
            provider: stripe.clone(),
            clock: clock.clone(),
        };
        let parts = SellParts {
            provider: stripe,
            orders: store.clone(),
            queue: store,
            entitlements: storage.entitlements.clone(),
            people: storage.people.clone(),
            ids: storage.ids.clone(),
            clock,
        };
        let sell = Sell::new(parts, settings.quota, billing.prices.clone(), origin.to_owned());
        Ok(Some(Self {
            sales: Sales { sell: Arc::new(sell), manage: Arc::new(manage) },
            receive: Arc::new(receive),
            loops: BillingLoops::new(apply, reconcile),
        }))
    }

    pub(super) fn route_group(&self) -> RouteGroup {
        billing_routes(self.receive.clone())
    }

    pub(super) fn start(&self, tasks: &Tasks) {
        for _ in 0..BillingLoops::COUNT {
            let loops = self.loops.clone();
            tasks.repeat("billing loop", move || loops.clone().apply());
        }
        let loops = self.loops.clone();
        tasks.repeat("billing comparison", move || loops.clone().reconcile());
    }
}
