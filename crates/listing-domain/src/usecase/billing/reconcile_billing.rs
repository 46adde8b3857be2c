//! Compares orders and plans with the provider, to find events that never arrived.

use std::sync::Arc;

use jiff::Timestamp;

use super::BillingError;
use crate::billing::{BillingPolicy, BillingSubject};
use crate::entitlement::EntitlementSource;
use crate::ports::{BillingQueue, Clock, EntitlementStore, OrderStore, PaymentProvider};

/// Compares orders and plans with the provider, to find events that never arrived.
#[derive(Clone)]
pub struct ReconcileBilling {
    /// The queue of objects.
    pub queue: Arc<dyn BillingQueue>,
    /// Lists the undelivered events.
    pub provider: Arc<dyn PaymentProvider>,
    /// Lists the orders without an end.
    pub orders: Arc<dyn OrderStore>,
    /// Lists the plans that end soon.
    pub entitlements: Arc<dyn EntitlementStore>,
    /// Provides the time.
    pub clock: Arc<dyn Clock>,
    /// The rules of payments.
    pub policy: BillingPolicy,
}

/// The result of a comparison.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reconciled {
    /// The number of events that the provider could not deliver and that were not received otherwise.
    pub missed_events: usize,
    /// The number of queued checkouts of orders without an end.
    pub checkouts: usize,
    /// The number of queued subscriptions whose renewal is due.
    pub subscriptions: usize,
}

impl ReconcileBilling {
    /// Queues the objects of missed events, of unfinished orders, and of subscriptions whose renewal is due.
    pub async fn run(&self) -> Result<Reconciled, BillingError> {
        let now = self.clock.now();
        let since = now.saturating_sub(BillingPolicy::UNDELIVERED).unwrap_or(Timestamp::MIN);
        let mut reconciled = Reconciled::default();
        for event in self.provider.undelivered_events(since).await? {
            reconciled.missed_events += usize::from(self.queue.receive(&event, now).await?);
        }
        for order in self.orders.unfinished_orders().await? {
            if let Some(checkout) = order.state.checkout() {
                self.queue.queue_subject(&BillingSubject::Checkout(checkout.clone()), now).await?;
                reconciled.checkouts += 1;
            }
        }
        let due = now.saturating_add(self.policy.grace).unwrap_or(now);
        for (_, entitlement) in self.entitlements.entitlements_at(now).await? {
            let EntitlementSource::Subscription(id) = entitlement.source else { continue };
            if entitlement.term.ends.is_some_and(|ends| ends <= due) {
                self.queue.queue_subject(&BillingSubject::Subscription(id), now).await?;
                reconciled.subscriptions += 1;
            }
        }
        let forgotten = now.saturating_sub(BillingPolicy::EVENT_RETENTION).unwrap_or(Timestamp::MIN);
        self.queue.forget_events(forgotten).await?;
        Ok(reconciled)
    }
}
