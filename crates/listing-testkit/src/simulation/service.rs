//! The use cases of payments, each run in a process that may fail, die or stop at any call.

use std::sync::Arc;

use futures_util::future::BoxFuture;
use jiff::Timestamp;
use listing_domain::billing::{BillingEvent, BillingPolicy, EventRefusal, ProductPrice, SubjectEnd};
use listing_domain::ids::{AccountId, BillingAttemptId};
use listing_domain::ports::{EventVerifier, PaymentError, StoreError};
use listing_domain::quota::QuotaPolicy;
use listing_domain::usecase::billing::{
    AppliedSubject, ApplyBilling, ApplyFault, BillingError, Confirmed, NotifyBuyer, Purchase, ReceiveError,
    ReceiveEvent, ReconcileBilling, Sell, SellParts,
};

use super::BillingStores;
use super::interruption::{Calls, Interrupted, Run};
use super::sale::prices;
use crate::{FixedClock, MemoryProvider, SeededIds};

type Applied = Result<Option<AppliedSubject>, StoreError>;

pub(super) struct Service {
    pub(super) stores: BillingStores,
    pub(super) provider: Arc<MemoryProvider>,
    pub(super) clock: Arc<FixedClock>,
    pub(super) ids: Arc<SeededIds>,
    pub(super) policy: BillingPolicy,
    pub(super) prices: Vec<ProductPrice>,
    /// The size of a pack, which the operator changes at times.
    pub(super) pack_units: u32,
    pub(super) stalled: Vec<Stalled>,
}

/// A worker that has stopped in the middle of a claim.
pub(super) struct Stalled {
    process: Arc<Interrupted>,
    worker: BoxFuture<'static, Applied>,
}

/// The end of a worker's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// Nothing is due.
    Idle,
    Applied,
    /// The state is applied later, after a failure of a call.
    Retried,
    /// The worker died.
    Died,
    /// The worker has stopped.
    Stalled,
}

impl Service {
    /// A service in memory or on other stores, without stopped workers.
    pub(super) fn new(
        stores: BillingStores,
        clock: Arc<FixedClock>,
        ids: Arc<SeededIds>,
    ) -> Result<Self, String> {
        Ok(Self {
            stores,
            provider: Arc::new(MemoryProvider::new(clock.clone())),
            clock,
            ids,
            policy: BillingPolicy::default(),
            prices: prices().map_err(text)?,
            pack_units: 20,
            stalled: Vec::new(),
        })
    }

    fn process(&self, calls: impl Into<Calls>) -> Arc<Interrupted> {
        Arc::new(Interrupted::new(self.stores.clone(), self.provider.clone(), calls.into()))
    }

    const fn quota_policy(&self) -> QuotaPolicy {
        QuotaPolicy { free_units: 0, pack_units: self.pack_units, max_active_keys: 10 }
    }

    fn apply_billing(&self, process: &Arc<Interrupted>) -> ApplyBilling {
        ApplyBilling {
            queue: process.clone(),
            provider: process.clone(),
            orders: process.clone(),
            quota: process.clone(),
            entitlements: process.clone(),
            clock: self.clock.clone(),
            quota_policy: self.quota_policy(),
            policy: self.policy,
            notify: Some(self.notify(process)),
        }
    }

    fn notify(&self, process: &Arc<Interrupted>) -> NotifyBuyer {
        NotifyBuyer {
            people: self.stores.people.clone(),
            outbox: process.clone(),
            ids: self.ids.clone(),
            clock: self.clock.clone(),
            origin: "https://listing.example".to_owned(),
        }
    }

    /// Lets a worker take one turn.
    pub(super) async fn work(&mut self, calls: impl Into<Calls>) -> Result<Turn, String> {
        let process = self.process(calls);
        let apply = self.apply_billing(&process);
        match process.run(Box::pin(async move { apply.run().await })).await {
            Run::Returned(applied) => turn(applied),
            Run::Died => Ok(Turn::Died),
            Run::Stalled(worker) => {
                self.stalled.push(Stalled { process, worker });
                Ok(Turn::Stalled)
            }
        }
    }

    /// Resumes a stopped worker.
    pub(super) async fn resume(&mut self, index: usize) -> Result<Turn, String> {
        let Stalled { process, worker } = self.stalled.swap_remove(index);
        process.resume();
        turn(worker.await)
    }

    /// Receives an event. Returns `None` after a failure, and `false` for a repeated event.
    pub(super) async fn receive(
        &self,
        event: BillingEvent,
        calls: impl Into<Calls>,
    ) -> Result<Option<bool>, String> {
        let process = self.process(calls);
        let receive = ReceiveEvent {
            verifier: Arc::new(Genuine(event)),
            queue: process.clone(),
            clock: self.clock.clone(),
        };
        let received = process.run(Box::pin(async move { receive.run(&|_| None, &[]).await })).await;
        match received {
            Run::Returned(Ok(is_new)) => Ok(Some(is_new)),
            Run::Returned(Err(ReceiveError::Store(StoreError::Unavailable(_)))) | Run::Died => Ok(None),
            Run::Returned(Err(error)) => Err(format!("an event was not received: {error:?}")),
            Run::Stalled(_) => Err("an event stopped".to_owned()),
        }
    }

    pub(super) async fn buy(
        &self,
        account: AccountId,
        confirmed: Confirmed,
        calls: impl Into<Calls>,
    ) -> Result<Option<Purchase>, String> {
        let process = self.process(calls);
        let seller = self.sell(&process);
        accepted(process.run(Box::pin(async move { seller.buy(account, confirmed).await })).await)
    }

    /// Opens the page of an order. Returns `false` after a failure.
    pub(super) async fn see(
        &self,
        account: AccountId,
        order: BillingAttemptId,
        calls: impl Into<Calls>,
    ) -> Result<bool, String> {
        let process = self.process(calls);
        let seller = self.sell(&process);
        let seen = process.run(Box::pin(async move { seller.order(account, order).await })).await;
        accepted(seen).map(|order| order.is_some())
    }

    fn sell(&self, process: &Arc<Interrupted>) -> Sell {
        let parts = SellParts {
            provider: process.clone(),
            orders: process.clone(),
            queue: process.clone(),
            entitlements: process.clone(),
            people: self.stores.people.clone(),
            ids: self.ids.clone(),
            clock: self.clock.clone(),
        };
        let origin = "https://listing.example".to_owned();
        Sell::new(parts, self.quota_policy(), self.prices.clone(), origin)
    }

    /// Compares with the provider. Returns `false` after a failure.
    pub(super) async fn reconcile(&self, calls: impl Into<Calls>) -> Result<bool, String> {
        let process = self.process(calls);
        let reconcile = ReconcileBilling {
            queue: process.clone(),
            provider: process.clone(),
            orders: process.clone(),
            entitlements: process.clone(),
            clock: self.clock.clone(),
            policy: self.policy,
        };
        let reconciled = process.run(Box::pin(async move { reconcile.run().await })).await;
        accepted(reconciled).map(|reconciled| reconciled.is_some())
    }
}

/// Accepts each delivery as this event.
struct Genuine(BillingEvent);

impl EventVerifier for Genuine {
    fn verify(
        &self,
        _: &dyn Fn(&str) -> Option<String>,
        _: &[u8],
        _: Timestamp,
    ) -> Result<BillingEvent, EventRefusal> {
        Ok(self.0.clone())
    }

    fn max_body_bytes(&self) -> usize {
        0
    }
}

/// Returns `None` for a failure that the simulation caused.
fn accepted<T>(run: Run<Result<T, BillingError>>) -> Result<Option<T>, String> {
    match run {
        Run::Returned(Ok(outcome)) => Ok(Some(outcome)),
        Run::Died
        | Run::Returned(Err(
            BillingError::Store(StoreError::Unavailable(_))
            | BillingError::Provider(PaymentError::Unavailable(_) | PaymentError::Rejected(_))
            | BillingError::PlanRuns,
        )) => Ok(None),
        Run::Returned(Err(error)) => Err(format!("an unexpected failure: {error:?}")),
        Run::Stalled(_) => Err("the process stopped".to_owned()),
    }
}

fn turn(applied: Applied) -> Result<Turn, String> {
    match applied {
        Ok(None) => Ok(Turn::Idle),
        Ok(Some(AppliedSubject { end: SubjectEnd::Applied, .. })) => Ok(Turn::Applied),
        Ok(Some(AppliedSubject {
            end: SubjectEnd::Retry(_),
            fault:
                Some(
                    ApplyFault::Store(StoreError::Unavailable(_))
                    | ApplyFault::Provider(PaymentError::Unavailable(_)),
                ),
            ..
        }))
        | Err(StoreError::Unavailable(_)) => Ok(Turn::Retried),
        Ok(Some(applied)) => Err(format!("a state was not applied: {applied:?}")),
        Err(error) => Err(format!("the store failed: {error:?}")),
    }
}

pub(super) fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
