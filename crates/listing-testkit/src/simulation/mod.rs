//! Simulates months of customers who buy, subscribe, cancel and dispute, while events, requests and processes fail.
//!
//! The states of the provider's objects and the expected results come from the same facts, but not through the
//! code of the service.

mod chance;
mod check;
mod choices;
mod customer;
mod events;
mod interruption;
mod payment;
mod purchases;
mod returns;
mod sale;
mod service;
mod story;
mod subscription;
mod subscriptions;
mod world;

use std::collections::BTreeMap;
use std::sync::Arc;

use listing_domain::ports::{
    AccountStore, BillingQueue, EntitlementStore, OrderStore, Outbox, PersonStore, QuotaLedger,
};

use crate::invariants::LedgerView;
pub use story::{Deaths, stories_with_deaths};
use world::World;

/// The stores of a service that sells, on the same accounts.
#[derive(Clone)]
pub struct BillingStores {
    /// The accounts.
    pub accounts: Arc<dyn AccountStore>,
    /// The buyers' addresses.
    pub people: Arc<dyn PersonStore>,
    /// The accounts' plans.
    pub entitlements: Arc<dyn EntitlementStore>,
    /// The credits.
    pub quota: Arc<dyn QuotaLedger>,
    /// The orders and customers.
    pub orders: Arc<dyn OrderStore>,
    /// The queue of the provider's objects.
    pub queue: Arc<dyn BillingQueue>,
    /// The messages to buyers.
    pub outbox: Arc<dyn Outbox>,
}

impl BillingStores {
    /// Stores in which one object implements all ports.
    pub fn of<S>(store: &Arc<S>) -> Self
    where
        S: AccountStore
            + PersonStore
            + EntitlementStore
            + QuotaLedger
            + OrderStore
            + BillingQueue
            + Outbox
            + 'static,
    {
        Self {
            accounts: store.clone(),
            people: store.clone(),
            entitlements: store.clone(),
            quota: store.clone(),
            orders: store.clone(),
            queue: store.clone(),
            outbox: store.clone(),
        }
    }
}

/// Stores to simulate on.
pub struct SimulatedStores {
    /// The stores.
    pub stores: BillingStores,
    /// Returns the state of the ledger in them.
    pub ledger: Box<dyn Fn() -> LedgerView>,
}

/// The result of a simulation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// The number of simulated months of a customer.
    pub months: u64,
    /// The number of times that each thing happened.
    pub counts: BTreeMap<String, u64>,
}

impl Report {
    fn count(&mut self, name: &str) {
        if let Some(count) = self.counts.get_mut(name) {
            *count += 1;
        } else {
            self.counts.insert(name.to_owned(), 1);
        }
    }
}

/// Simulates at least this many months of customers, a few customers at a time. `make` returns stores for them,
/// which may be empty or those of earlier customers.
///
/// After each month, when all events have arrived, orders, credits and plans must be those that the customers
/// paid for, and every invariant of the ledger must hold.
///
/// # Errors
/// Names the difference, the step and the seed. With that seed, the failed customers are the first ones.
pub async fn customer_months(
    make: impl AsyncFn() -> SimulatedStores,
    seed: u64,
    months: u64,
) -> Result<Report, String> {
    let mut report = Report::default();
    let mut seed = seed;
    while report.months < months {
        let simulated = make().await;
        let mut world = World::open(simulated, seed, report).await?;
        let outcome = world.run().await;
        outcome.map_err(|difference| world.described(seed, &difference))?;
        report = world.report;
        seed = seed.wrapping_add(1);
    }
    Ok(report)
}
