//! Simulates months of customers who buy, subscribe, cancel and dispute, while events, requests and processes fail.
//!
//! The states of the provider's objects and the expected results come from the same facts, but not through the
//! code of the service.

mod interruption;
mod payment;
mod sale;
mod service;
mod story;
mod subscription;

use std::sync::Arc;

use listing_domain::ports::{
    AccountStore, BillingQueue, EntitlementStore, OrderStore, PersonStore, QuotaLedger,
};

use crate::invariants::LedgerView;
pub use story::{Deaths, stories_with_deaths};

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
}

impl BillingStores {
    /// Stores in which one object implements all ports.
    pub fn of<S>(store: &Arc<S>) -> Self
    where
        S: AccountStore + PersonStore + EntitlementStore + QuotaLedger + OrderStore + BillingQueue + 'static,
    {
        Self {
            accounts: store.clone(),
            people: store.clone(),
            entitlements: store.clone(),
            quota: store.clone(),
            orders: store.clone(),
            queue: store.clone(),
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
