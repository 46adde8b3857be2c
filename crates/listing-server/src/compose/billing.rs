//! Composes sales through Stripe: the provider, its route, its loops and the use case of the web app.

use std::sync::Arc;

use anyhow::Context as _;
use listing_billing::Stripe;
use listing_domain::billing::ProductStatus;
use listing_domain::ports::PaymentProvider as _;
use listing_domain::usecase::billing::{ApplyBilling, ReceiveEvent, ReconcileBilling, Sell, SellParts};
use listing_http::{BillingLoops, RouteGroup, Tasks, billing_routes};
use listing_outbound::Transport;

use super::Storage;
use crate::failure::Failure;
use crate::settings::{BillingSettings, Settings};

/// The sales of this process.
pub(super) struct BillingParts {
    pub(super) sell: Arc<Sell>,
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

/// Returns the URL of the prices, if something is sold in the web app.
pub(super) fn pricing_url(settings: &Settings) -> Option<String> {
    let origin = settings.web.origin(settings.listen);
    let is_shown = settings.billing.is_some() && settings.web.are_served;
    is_shown.then(|| format!("{origin}{}", Sell::PRICING_PATH))
}

/// Checks the key and the products at Stripe, if something is sold.
pub async fn check_billing(settings: &Settings) -> Option<anyhow::Result<String>> {
    let billing = settings.billing.as_ref()?;
    let stripe = match stripe(billing) {
        Ok(stripe) => stripe,
        Err(Failure::Setup(error) | Failure::Failed(error)) => return Some(Err(error)),
    };
    let products = stripe.check_products(&billing.prices).await;
    Some(products.map_err(anyhow::Error::from).and_then(|products| {
        let wrong = products.iter().filter(|(_, status)| *status != ProductStatus::Present);
        let wrong: Vec<String> = wrong.map(|(product, status)| format!("{product} {status}")).collect();
        anyhow::ensure!(wrong.is_empty(), "run ptl billing sync: {}", wrong.join(", "));
        let mode = billing.stripe.key.mode();
        Ok(format!("{} products for sale in {mode} mode", products.len()))
    }))
}

impl BillingParts {
    /// Returns `None` if nothing is sold.
    pub(super) fn new(settings: &Settings, storage: &Storage, origin: &str) -> Result<Option<Self>, Failure> {
        let Some(billing) = &settings.billing else { return Ok(None) };
        let stripe = stripe(billing)?;
        let (apply, reconcile) = use_cases(settings, billing, storage, &stripe);
        let (store, clock) = (storage.store.clone(), storage.clock.clone());
        let receive = ReceiveEvent { verifier: stripe.clone(), queue: store.clone(), clock: clock.clone() };
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
            sell: Arc::new(sell),
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
