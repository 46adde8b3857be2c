use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use listing_domain::billing::{
    BillingEvent, Checkout, CheckoutId, CheckoutRequest, CheckoutState, CheckoutStatus, PaidProduct,
    PaymentState, PortalRequest, ProductPrice, ProductStatus, ProviderPaymentId, RefundState, RefundStatus,
    SubscriptionId, SubscriptionState,
};
use listing_domain::ids::BillingAttemptId;
use listing_domain::money::Money;
use listing_domain::ports::{Clock, PaymentError, PaymentProvider};

/// The time for which an unpaid checkout stays open.
const OPEN_FOR: SignedDuration = SignedDuration::from_hours(24);
/// The age up to which events are listed.
const LISTED_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);

/// A payment provider in memory. A test sets the states of its objects, and makes requests fail.
pub struct MemoryProvider {
    clock: Arc<dyn Clock>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    attempts: HashMap<BillingAttemptId, (CheckoutRequest, Checkout)>,
    checkouts: HashMap<CheckoutId, CheckoutState>,
    subscriptions: HashMap<SubscriptionId, SubscriptionState>,
    payments: HashMap<ProviderPaymentId, PaymentState>,
    undelivered: Vec<BillingEvent>,
    started: Vec<(CheckoutRequest, Checkout)>,
    failing: u32,
    losing: u32,
}

impl MemoryProvider {
    /// Creates a provider without objects.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock, state: Mutex::default() }
    }

    /// Adds or replaces a checkout.
    pub fn put_checkout(&self, checkout: CheckoutState) {
        self.with(|state| state.checkouts.insert(checkout.id.clone(), checkout));
    }

    /// Adds or replaces a subscription.
    pub fn put_subscription(&self, subscription: SubscriptionState) {
        self.with(|state| state.subscriptions.insert(subscription.id.clone(), subscription));
    }

    /// Adds or replaces a payment.
    pub fn put_payment(&self, payment: PaymentState) {
        self.with(|state| state.payments.insert(payment.id.clone(), payment));
    }

    /// Lists an event as undelivered, until it is 30 days old.
    pub fn list_undelivered(&self, event: BillingEvent) {
        self.with(|state| state.undelivered.push(event));
    }

    /// Returns the state of a checkout, even while requests fail.
    pub fn checkout_now(&self, id: &CheckoutId) -> Option<CheckoutState> {
        self.with(|state| state.checkouts.get(id).cloned())
    }

    /// Returns the checkouts that were started since the last call.
    pub fn take_started(&self) -> Vec<(CheckoutRequest, Checkout)> {
        self.with(|state| std::mem::take(&mut state.started))
    }

    /// Fails the next requests, which do nothing.
    pub fn fail_next(&self, requests: u32) {
        self.with(|state| state.failing = requests);
    }

    /// Loses the answers to the next requests, which do their work.
    pub fn lose_next_answers(&self, requests: u32) {
        self.with(|state| state.losing = requests);
    }

    fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn request<T>(
        &self,
        work: impl FnOnce(&mut State) -> Result<T, PaymentError>,
    ) -> Result<T, PaymentError> {
        self.with(|state| {
            if let Some(left) = state.failing.checked_sub(1) {
                state.failing = left;
                return Err(unavailable("the request fails"));
            }
            let answer = work(state);
            if let Some(left) = state.losing.checked_sub(1) {
                state.losing = left;
                return Err(unavailable("the answer is lost"));
            }
            answer
        })
    }
}

fn unavailable(reason: &str) -> PaymentError {
    PaymentError::Unavailable(reason.into())
}

fn unsupported<T>(what: &str) -> Result<T, PaymentError> {
    Err(PaymentError::Rejected(format!("the provider in memory does not support {what}")))
}

fn found<K: Hash + Eq, T: Clone>(objects: &HashMap<K, T>, id: &K) -> Result<T, PaymentError> {
    objects.get(id).cloned().ok_or(PaymentError::NotFound)
}

impl State {
    fn start(&mut self, request: &CheckoutRequest, now: Timestamp) -> Result<Checkout, PaymentError> {
        if let Some((first, checkout)) = self.attempts.get(&request.attempt) {
            return if first == request {
                Ok(checkout.clone())
            } else {
                Err(PaymentError::Rejected("the attempt belongs to another request".to_owned()))
            };
        }
        let text = format!("co_{}", request.attempt);
        let id: CheckoutId = text.parse().map_err(|error| unavailable(&format!("{text:?}: {error}")))?;
        let url = format!("https://pay.example/{id}");
        let expires_at = now.saturating_add(OPEN_FOR).unwrap_or(Timestamp::MAX);
        let checkout = Checkout { id: id.clone(), url, expires_at };
        let (account, product) = (request.account, request.product);
        let state =
            CheckoutState { id: id.clone(), account, product, status: CheckoutStatus::Open, amount: None };
        self.checkouts.insert(id, state);
        self.attempts.insert(request.attempt, (request.clone(), checkout.clone()));
        self.started.push((request.clone(), checkout.clone()));
        Ok(checkout)
    }

    fn refund(
        &mut self,
        id: &ProviderPaymentId,
        amount: Option<Money>,
        attempt: BillingAttemptId,
    ) -> Result<RefundState, PaymentError> {
        let payment = self.payments.get_mut(id).ok_or(PaymentError::NotFound)?;
        let text = format!("re_{attempt}");
        let refund_id = text.parse().map_err(|error| unavailable(&format!("{text:?}: {error}")))?;
        if let Some(before) = payment.refunds.iter().find(|refund| refund.id == refund_id) {
            return Ok(before.clone());
        }
        let rest = payment.paid.minor() - payment.withdrawn().minor();
        let amount = amount.unwrap_or_else(|| Money::from_minor(rest, payment.paid.currency()));
        if amount.minor() <= 0 || amount.minor() > rest {
            return Err(PaymentError::Rejected("the amount exceeds what is left".to_owned()));
        }
        let refund = RefundState { id: refund_id, amount, status: RefundStatus::Succeeded };
        payment.refunds.push(refund.clone());
        Ok(refund)
    }

    fn cancel(&mut self, id: &CheckoutId) -> Result<CheckoutState, PaymentError> {
        let checkout = self.checkouts.get_mut(id).ok_or(PaymentError::NotFound)?;
        if checkout.status == CheckoutStatus::Open {
            checkout.status = CheckoutStatus::Expired;
        }
        Ok(checkout.clone())
    }
}

#[async_trait]
impl PaymentProvider for MemoryProvider {
    async fn start_checkout(&self, request: &CheckoutRequest) -> Result<Checkout, PaymentError> {
        let now = self.clock.now();
        self.request(|state| state.start(request, now))
    }

    async fn cancel_checkout(&self, id: &CheckoutId) -> Result<CheckoutState, PaymentError> {
        self.request(|state| state.cancel(id))
    }

    async fn open_portal(&self, _: &PortalRequest) -> Result<String, PaymentError> {
        unsupported("customer pages")
    }

    async fn checkout(&self, id: &CheckoutId) -> Result<CheckoutState, PaymentError> {
        self.request(|state| found(&state.checkouts, id))
    }

    async fn subscription(&self, id: &SubscriptionId) -> Result<SubscriptionState, PaymentError> {
        self.request(|state| found(&state.subscriptions, id))
    }

    async fn stop_renewal(&self, id: &SubscriptionId) -> Result<(), PaymentError> {
        self.with(|state| state.subscriptions.get_mut(id).map(|state| state.ends_with_period = true))
            .ok_or(PaymentError::NotFound)
    }

    async fn payment(&self, id: &ProviderPaymentId) -> Result<PaymentState, PaymentError> {
        self.request(|state| found(&state.payments, id))
    }

    async fn refund(
        &self,
        payment: &ProviderPaymentId,
        amount: Option<Money>,
        attempt: BillingAttemptId,
    ) -> Result<RefundState, PaymentError> {
        self.request(|state| state.refund(payment, amount, attempt))
    }

    async fn undelivered_events(&self, since: Timestamp) -> Result<Vec<BillingEvent>, PaymentError> {
        let listed_since = self.clock.now().saturating_sub(LISTED_FOR).unwrap_or(Timestamp::MIN);
        self.request(|state| {
            state.undelivered.retain(|event| event.created_at >= listed_since);
            state.undelivered.sort_by_key(|event| event.created_at);
            Ok(state.undelivered.iter().filter(|event| event.created_at >= since).cloned().collect())
        })
    }

    async fn check_products(
        &self,
        _: &[ProductPrice],
    ) -> Result<Vec<(PaidProduct, ProductStatus)>, PaymentError> {
        unsupported("products")
    }

    async fn create_products(
        &self,
        _: &[ProductPrice],
        _: BillingAttemptId,
    ) -> Result<Vec<(PaidProduct, ProductStatus)>, PaymentError> {
        unsupported("products")
    }
}

#[cfg(test)]
mod tests {
    use listing_domain::billing::BillingCurrency;
    use listing_domain::ids::AccountId;
    use listing_domain::options::Language;
    use uuid::Uuid;

    use super::*;
    use crate::FixedClock;

    fn request() -> CheckoutRequest {
        CheckoutRequest {
            attempt: BillingAttemptId::new(Uuid::from_u128(1)),
            account: AccountId::new(Uuid::from_u128(7)),
            customer: None,
            email: None,
            product: PaidProduct::Pack,
            currency: BillingCurrency::Eur,
            language: Language::En,
            return_url: "https://listing.example/".to_owned(),
            cancel_url: "https://listing.example/".to_owned(),
        }
    }

    fn provider() -> MemoryProvider {
        MemoryProvider::new(Arc::new(FixedClock::at("2026-11-21T12:00:00Z")))
    }

    #[tokio::test]
    async fn an_attempt_starts_one_checkout_even_if_its_answer_is_lost() {
        let provider = provider();
        provider.fail_next(1);
        let failed = provider.start_checkout(&request()).await;
        assert!(matches!(failed, Err(PaymentError::Unavailable(_))));
        assert_eq!(provider.take_started(), []);
        provider.lose_next_answers(1);
        let lost = provider.start_checkout(&request()).await;
        assert!(matches!(lost, Err(PaymentError::Unavailable(_))));
        let started = provider.take_started();
        let checkout = provider.start_checkout(&request()).await.unwrap();
        assert_eq!(started, [(request(), checkout)]);
        let other = CheckoutRequest { product: PaidProduct::ProAnnual, ..request() };
        let refused = provider.start_checkout(&other).await;
        assert!(matches!(refused, Err(PaymentError::Rejected(_))));
    }

    #[tokio::test]
    async fn a_canceled_checkout_expires_and_a_complete_one_does_not() {
        let provider = provider();
        let id = provider.start_checkout(&request()).await.unwrap().id;
        assert_eq!(provider.cancel_checkout(&id).await.unwrap().status, CheckoutStatus::Expired);
        let complete = CheckoutState {
            status: CheckoutStatus::Complete {
                payment_status: listing_domain::billing::PaymentStatus::Paid,
                payment: None,
                subscription: None,
                customer: None,
            },
            ..provider.checkout_now(&id).unwrap()
        };
        provider.put_checkout(complete.clone());
        assert_eq!(provider.cancel_checkout(&id).await.unwrap(), complete);
        assert!(matches!(provider.checkout(&"co_2".parse().unwrap()).await, Err(PaymentError::NotFound)));
    }
}
