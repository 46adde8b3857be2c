//! Compares orders and plans with the provider, to find events that never arrived.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::Timestamp;

use super::BillingError;
use crate::billing::{BillingPolicy, BillingSubject, SubscriptionId};
use crate::entitlement::{Entitlement, EntitlementSource};
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
    /// Lists the plans.
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
        for id in self.due_subscriptions(now).await? {
            self.queue.queue_subject(&BillingSubject::Subscription(id), now).await?;
            reconciled.subscriptions += 1;
        }
        let forgotten = now.saturating_sub(BillingPolicy::EVENT_RETENTION).unwrap_or(Timestamp::MIN);
        self.queue.forget_events(forgotten).await?;
        Ok(reconciled)
    }

    /// Returns the subscriptions whose plans end soon, and those whose plans ended recently, whose buyers must
    /// be informed.
    async fn due_subscriptions(&self, now: Timestamp) -> Result<BTreeSet<SubscriptionId>, BillingError> {
        let due = now.saturating_add(self.policy.grace).unwrap_or(now);
        let recently = now.saturating_sub(BillingPolicy::RECENTLY_ENDED).unwrap_or(now);
        let mut subscriptions = BTreeSet::new();
        for at in [recently, now] {
            for (_, Entitlement { term, source }) in self.entitlements.entitlements_at(at).await? {
                let EntitlementSource::Subscription(id) = source else { continue };
                if term.ends.is_some_and(|ends| ends <= due) {
                    subscriptions.insert(id);
                }
            }
        }
        Ok(subscriptions)
    }
}
