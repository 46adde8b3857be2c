//! Interrupts a process at any call of a store or of the provider.

use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use futures_util::future::{BoxFuture, Either, pending, select};
use jiff::Timestamp;
use listing_domain::billing::{
    BillingEvent, BillingSubject, Checkout, CheckoutId, CheckoutRequest, CheckoutState, ClaimedSubject,
    CustomerId, Order, OrderState, OrderTerms, PaidProduct, ParkedSubject, PaymentState, PlacedOrder,
    PortalRequest, ProductPrice, ProductStatus, ProviderPaymentId, RefundState, SoldOrder, SubjectClaim,
    SubjectEnd, SubscriptionId, SubscriptionState,
};
use listing_domain::entitlement::Entitlement;
use listing_domain::idempotency::{IdempotentRequest, StoredAnswer};
use listing_domain::ids::{AccountId, BillingAttemptId, MailId, ReservationId};
use listing_domain::mail::{GivenUpMail, MailOccasion, WaitingMail};
use listing_domain::money::Money;
use listing_domain::origin::Origin;
use listing_domain::ports::{
    BillingQueue, ChargedRevision, EntitlementStore, Grant, GrantOutcome, HoldRequest, OrderStore, Outbox,
    PaymentError, PaymentProvider, QuotaError, QuotaLedger, RefundOutcome, RefundRequest, Reservation,
    ReversalOutcome, ReversalRequest, RevisionSettlement, SettleRequest, Settlement, StoreError,
};
use listing_domain::quota::Usage;
use tokio::sync::Notify;

use super::BillingStores;

/// An interruption of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Interruption {
    /// The number of calls before it.
    pub(super) call: u64,
    pub(super) fault: Fault,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// The call fails.
    Fail,
    /// The call does its work, and its answer is lost.
    LoseAnswer,
    /// The process dies before the call.
    Crash,
    /// The process dies after the call.
    CrashAfter,
    /// The process stops before the call until it is resumed.
    Stall,
}

/// Counts the calls of one or several processes, and interrupts some of them.
#[derive(Clone)]
pub(super) struct Calls(Arc<Mutex<Progress>>);

struct Progress {
    calls: u64,
    interruptions: Vec<Interruption>,
    interrupted: Vec<String>,
}

impl Calls {
    pub(super) fn new(interruptions: Vec<Interruption>) -> Self {
        Self(Arc::new(Mutex::new(Progress { calls: 0, interruptions, interrupted: Vec::new() })))
    }

    /// The number of calls until now.
    pub(super) fn count(&self) -> u64 {
        self.with(|progress| progress.calls)
    }

    /// Describes the interruptions until now.
    pub(super) fn interrupted(&self) -> Vec<String> {
        self.with(|progress| progress.interrupted.clone())
    }

    fn next_fault(&self, method: &str) -> Option<Fault> {
        self.with(|progress| {
            let call = progress.calls;
            progress.calls += 1;
            let fault = progress.interruptions.iter().find(|interruption| interruption.call == call)?.fault;
            progress.interrupted.push(format!("{fault:?} at call {call}, {method}"));
            Some(fault)
        })
    }

    fn with<T>(&self, work: impl FnOnce(&mut Progress) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl From<Option<Interruption>> for Calls {
    fn from(interruption: Option<Interruption>) -> Self {
        Self::new(interruption.into_iter().collect())
    }
}

/// The stores and the provider of one process.
///
/// The buyers' addresses are missing: a process that dies while it reads one has done no more than one that dies
/// after the call before.
pub(super) struct Interrupted {
    queue: Arc<dyn BillingQueue>,
    orders: Arc<dyn OrderStore>,
    entitlements: Arc<dyn EntitlementStore>,
    quota: Arc<dyn QuotaLedger>,
    outbox: Arc<dyn Outbox>,
    provider: Arc<dyn PaymentProvider>,
    calls: Calls,
    /// Notified when the process stops or dies.
    stopped: Notify,
    is_dead: Mutex<bool>,
    resumed: Notify,
}

/// The end of a use case in a process.
pub(super) enum Run<T> {
    Returned(T),
    /// The process died: nothing of it goes on.
    Died,
    /// The process has stopped.
    Stalled(BoxFuture<'static, T>),
}

impl Interrupted {
    pub(super) fn new(stores: BillingStores, provider: Arc<dyn PaymentProvider>, calls: Calls) -> Self {
        Self {
            queue: stores.queue,
            orders: stores.orders,
            entitlements: stores.entitlements,
            quota: stores.quota,
            outbox: stores.outbox,
            provider,
            calls,
            stopped: Notify::new(),
            is_dead: Mutex::new(false),
            resumed: Notify::new(),
        }
    }

    /// Runs a use case until it returns or the process stops.
    pub(super) async fn run<T>(&self, mut work: BoxFuture<'static, T>) -> Run<T> {
        match select(&mut work, pin!(self.stopped.notified())).await {
            Either::Left((result, _)) => return Run::Returned(result),
            Either::Right(_) => {}
        }
        let is_dead = *self.is_dead.lock().unwrap_or_else(PoisonError::into_inner);
        if is_dead { Run::Died } else { Run::Stalled(work) }
    }

    pub(super) fn resume(&self) {
        self.resumed.notify_one();
    }

    async fn call<T, E: Failure>(
        &self,
        method: &str,
        work: impl Future<Output = Result<T, E>> + Send,
    ) -> Result<T, E> {
        match self.calls.next_fault(method) {
            None => work.await,
            Some(Fault::Fail) => Err(E::failure()),
            Some(Fault::LoseAnswer) => work.await.and(Err(E::failure())),
            Some(Fault::Crash) => self.die().await,
            Some(Fault::CrashAfter) => {
                drop(work.await);
                self.die().await
            }
            Some(Fault::Stall) => {
                self.stopped.notify_one();
                self.resumed.notified().await;
                work.await
            }
        }
    }

    async fn die<T>(&self) -> T {
        *self.is_dead.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.stopped.notify_one();
        pending().await
    }
}

/// The error of a call that an interruption prevents.
trait Failure {
    fn failure() -> Self;
}

impl Failure for StoreError {
    fn failure() -> Self {
        Self::Unavailable("the call was interrupted".into())
    }
}

impl Failure for QuotaError {
    fn failure() -> Self {
        StoreError::failure().into()
    }
}

impl Failure for PaymentError {
    fn failure() -> Self {
        Self::Unavailable("the call was interrupted".into())
    }
}

/// Each call goes to the inner port unless an interruption prevents it.
macro_rules! interrupted {
    ($port:ident through $field:ident;
        $(fn $method:ident(&self $(, $argument:ident: $type:ty)*) -> Result<$answer:ty, $error:ty>;)*
    ) => {
        #[async_trait]
        impl $port for Interrupted {
            $(async fn $method(&self $(, $argument: $type)*) -> Result<$answer, $error> {
                self.call(stringify!($method), self.$field.$method($($argument),*)).await
            })*
        }
    };
}

interrupted! { BillingQueue through queue;
    fn receive(&self, event: &BillingEvent, now: Timestamp) -> Result<bool, StoreError>;
    fn queue_subject(&self, subject: &BillingSubject, now: Timestamp) -> Result<(), StoreError>;
    fn claim_subject(&self, now: Timestamp, until: Timestamp) -> Result<Option<ClaimedSubject>, StoreError>;
    fn finish_subject(&self, claim: &SubjectClaim, end: &SubjectEnd, now: Timestamp)
        -> Result<bool, StoreError>;
    fn parked_subjects(&self, limit: u32) -> Result<Vec<ParkedSubject>, StoreError>;
    fn forget_events(&self, until: Timestamp) -> Result<u64, StoreError>;
}

interrupted! { Outbox through outbox;
    fn put(&self, mail: &WaitingMail) -> Result<(), StoreError>;
    fn put_summary(&self, mail: &WaitingMail, due_at: Timestamp) -> Result<(), StoreError>;
    fn put_once(&self, mail: &WaitingMail, occasion: &MailOccasion) -> Result<bool, StoreError>;
    fn next_due(&self, now: Timestamp, busy_until: Timestamp) -> Result<Option<WaitingMail>, StoreError>;
    fn remove(&self, mail: MailId) -> Result<(), StoreError>;
    fn give_up(&self, mail: MailId, at: Timestamp) -> Result<(), StoreError>;
    fn retry(&self, mail: MailId, next_at: Timestamp) -> Result<(), StoreError>;
    fn waiting(&self, now: Timestamp, limit: u32) -> Result<Vec<WaitingMail>, StoreError>;
    fn given_up(&self, now: Timestamp, limit: u32) -> Result<Vec<GivenUpMail>, StoreError>;
    fn drop_expired(&self, now: Timestamp) -> Result<u64, StoreError>;
}

interrupted! { OrderStore through orders;
    fn place_order(&self, terms: &OrderTerms) -> Result<PlacedOrder, StoreError>;
    fn advance_order(&self, id: BillingAttemptId, state: &OrderState) -> Result<bool, StoreError>;
    fn set_withdrawn(&self, id: BillingAttemptId, minor: i64) -> Result<bool, StoreError>;
    fn order(&self, id: BillingAttemptId) -> Result<Option<Order>, StoreError>;
    fn order_of_checkout(&self, id: &CheckoutId) -> Result<Option<Order>, StoreError>;
    fn orders(&self, account: AccountId, limit: u32) -> Result<Vec<Order>, StoreError>;
    fn sold_order(&self, id: BillingAttemptId) -> Result<Option<SoldOrder>, StoreError>;
    fn latest_orders(&self, limit: u32) -> Result<Vec<SoldOrder>, StoreError>;
    fn unfinished_orders(&self) -> Result<Vec<Order>, StoreError>;
    fn customer(&self, account: AccountId) -> Result<Option<CustomerId>, StoreError>;
    fn set_customer(&self, account: AccountId, customer: &CustomerId) -> Result<bool, StoreError>;
    fn remove_customer(&self, account: AccountId) -> Result<(), StoreError>;
}

interrupted! { EntitlementStore through entitlements;
    fn entitle(&self, account: AccountId, entitlement: &Entitlement, origin: &Origin)
        -> Result<bool, StoreError>;
    fn end_entitlement(&self, account: AccountId, at: Timestamp, origin: &Origin) -> Result<bool, StoreError>;
    fn entitlements(&self, account: AccountId) -> Result<Vec<Entitlement>, StoreError>;
    fn entitlements_at(&self, at: Timestamp) -> Result<Vec<(AccountId, Entitlement)>, StoreError>;
}

interrupted! { QuotaLedger through quota;
    fn hold(&self, request: &HoldRequest) -> Result<Reservation, QuotaError>;
    fn settle(&self, request: &SettleRequest) -> Result<Settlement, QuotaError>;
    fn settle_revision(&self, request: &SettleRequest, revised: &ChargedRevision)
        -> Result<RevisionSettlement, QuotaError>;
    fn answer(&self, account: AccountId, idempotency: &IdempotentRequest)
        -> Result<Option<StoredAnswer>, QuotaError>;
    fn release(&self, reservation: ReservationId, at: Timestamp, origin: &Origin) -> Result<(), QuotaError>;
    fn expire(&self, now: Timestamp) -> Result<u64, QuotaError>;
    fn usage(&self, account: AccountId, free_limit: u32, now: Timestamp) -> Result<Usage, QuotaError>;
    fn grant(&self, grant: &Grant) -> Result<GrantOutcome, QuotaError>;
    fn refund(&self, request: &RefundRequest) -> Result<RefundOutcome, QuotaError>;
    fn reverse_refund(&self, request: &ReversalRequest) -> Result<ReversalOutcome, QuotaError>;
}

interrupted! { PaymentProvider through provider;
    fn start_checkout(&self, request: &CheckoutRequest) -> Result<Checkout, PaymentError>;
    fn cancel_checkout(&self, id: &CheckoutId) -> Result<CheckoutState, PaymentError>;
    fn open_portal(&self, request: &PortalRequest) -> Result<String, PaymentError>;
    fn checkout(&self, id: &CheckoutId) -> Result<CheckoutState, PaymentError>;
    fn subscription(&self, id: &SubscriptionId) -> Result<SubscriptionState, PaymentError>;
    fn stop_renewal(&self, id: &SubscriptionId) -> Result<(), PaymentError>;
    fn payment(&self, id: &ProviderPaymentId) -> Result<PaymentState, PaymentError>;
    fn refund(&self, payment: &ProviderPaymentId, amount: Option<Money>, attempt: BillingAttemptId)
        -> Result<RefundState, PaymentError>;
    fn undelivered_events(&self, since: Timestamp) -> Result<Vec<BillingEvent>, PaymentError>;
    fn check_products(&self, prices: &[ProductPrice])
        -> Result<Vec<(PaidProduct, ProductStatus)>, PaymentError>;
    fn create_products(&self, prices: &[ProductPrice], attempt: BillingAttemptId)
        -> Result<Vec<(PaidProduct, ProductStatus)>, PaymentError>;
}
