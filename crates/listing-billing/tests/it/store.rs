//! A service with a shop: accounts in memory, sold to through the fake of Stripe.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use listing_billing::Stripe;
use listing_domain::Language;
use listing_domain::account::{Account, Plan};
use listing_domain::billing::{
    BillingCurrency, BillingPolicy, BillingSubject, CheckoutId, Order, OrderState, PaidProduct, SubjectEnd,
    SubscriptionId,
};
use listing_domain::entitlement::{Entitlement, Term};
use listing_domain::ids::{AccountId, BillingAttemptId, ReservationId};
use listing_domain::origin::Origin;
use listing_domain::ports::{
    AccountStore as _, BillingQueue as _, Clock as _, EntitlementStore as _, OrderStore as _,
    PaymentProvider, QuotaLedger as _, SettleRequest,
};
use listing_domain::quota::{QuotaPolicy, UnitKind};
use listing_domain::usecase::billing::{
    AppliedSubject, ApplyBilling, BillingError, Confirmed, NotifyBuyer, Purchase, ReceiveEvent,
    ReconcileBilling, Sell, SellParts,
};
use listing_testkit::stripe::StripeDelivery;
use listing_testkit::{MemoryStore, SeededIds, holding};
use uuid::Uuid;

use crate::support::{Shop, WEBHOOK_SECRET, attempt, prices};

pub(crate) struct Store {
    pub(crate) shop: Shop,
    stripe: Arc<Stripe>,
    pub(crate) memory: Arc<MemoryStore>,
    pub(crate) sell: Sell,
    pub(crate) apply: ApplyBilling,
    receive: ReceiveEvent,
    pub(crate) reconcile: ReconcileBilling,
    pub(crate) ann: AccountId,
}

impl Store {
    pub(crate) async fn open() -> Self {
        let shop = Shop::open().await;
        let stripe = Arc::new(shop.another());
        Self::with(shop, stripe.clone(), stripe).await
    }

    /// An empty service that fetches states from another provider.
    pub(crate) async fn emptied(self, provider: Arc<dyn PaymentProvider>) -> Self {
        Self::with(self.shop, self.stripe, provider).await
    }

    async fn with(shop: Shop, stripe: Arc<Stripe>, provider: Arc<dyn PaymentProvider>) -> Self {
        let memory = Arc::new(MemoryStore::new());
        let clock = shop.clock.clone();
        let policy = BillingPolicy::default();
        let parts = SellParts {
            provider: provider.clone(),
            orders: memory.clone(),
            queue: memory.clone(),
            entitlements: memory.clone(),
            people: memory.clone(),
            ids: Arc::new(SeededIds::new(5)),
            clock: clock.clone(),
        };
        let origin = "https://listing.example".to_owned();
        let sell = Sell::new(parts, QuotaPolicy::default(), prices().to_vec(), origin.clone());
        let apply = ApplyBilling {
            queue: memory.clone(),
            provider: provider.clone(),
            orders: memory.clone(),
            quota: memory.clone(),
            entitlements: memory.clone(),
            clock: clock.clone(),
            quota_policy: QuotaPolicy::default(),
            policy,
            notify: Some(NotifyBuyer {
                people: memory.clone(),
                outbox: memory.clone(),
                ids: Arc::new(SeededIds::new(6)),
                clock: clock.clone(),
                origin: origin.clone(),
            }),
        };
        let receive = ReceiveEvent { verifier: stripe.clone(), queue: memory.clone(), clock: clock.clone() };
        let reconcile = ReconcileBilling {
            queue: memory.clone(),
            provider,
            orders: memory.clone(),
            entitlements: memory.clone(),
            clock,
            policy,
        };
        let store = Self { shop, stripe, memory, sell, apply, receive, reconcile, ann: account(7) };
        store.open_account(7).await;
        store
    }

    pub(crate) async fn open_account(&self, number: u128) -> AccountId {
        let email = format!("buyer{number}@example.com").parse().unwrap();
        let account = Account::new(account(number), email, self.now());
        self.memory.add_account(&account).await.unwrap();
        account.id
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.shop.clock.now()
    }

    pub(crate) fn pass(&self, hours: u64) {
        self.shop.clock.advance(Duration::from_secs(hours * 3_600));
    }

    pub(crate) async fn buy(&self, product: PaidProduct, number: u128) -> Result<Purchase, BillingError> {
        self.sell.buy(self.ann, confirmed(product, number)).await
    }

    /// Orders a product, and returns its checkout.
    pub(crate) async fn order(&self, product: PaidProduct, number: u128) -> CheckoutId {
        let purchase = self.buy(product, number).await.unwrap();
        assert!(matches!(purchase, Purchase::Pay(_)), "{purchase:?}");
        self.read(number).await.state.checkout().unwrap().clone()
    }

    /// Buys a product, and applies all events.
    pub(crate) async fn bought(&self, product: PaidProduct, number: u128) -> CheckoutId {
        let checkout = self.order(product, number).await;
        self.shop.fake.pay(checkout.as_str());
        self.deliver_all().await;
        checkout
    }

    /// Buys a plan, and applies all events.
    pub(crate) async fn subscribed(&self, product: PaidProduct, number: u128) -> SubscriptionId {
        self.bought(product, number).await;
        let OrderState::Paid(paid) = self.read(number).await.state else { panic!("the plan is not paid") };
        paid.subscription.unwrap()
    }

    pub(crate) async fn read(&self, number: u128) -> Order {
        self.memory.order(attempt(number)).await.unwrap().unwrap()
    }

    pub(crate) async fn receive(&self, delivery: &StripeDelivery) -> bool {
        let signature = delivery.signature(WEBHOOK_SECRET, self.now());
        let header = move |name: &str| (name == "stripe-signature").then(|| signature.clone());
        self.receive.run(&header, delivery.body.as_bytes()).await.unwrap()
    }

    /// Receives all waiting deliveries, and applies the states of their objects.
    pub(crate) async fn deliver_all(&self) {
        for delivery in self.shop.fake.deliveries() {
            self.receive(&delivery).await;
            self.shop.fake.mark_delivered(&delivery.id);
        }
        self.apply_all().await;
    }

    /// Applies what is due, without failures.
    pub(crate) async fn apply_all(&self) {
        while let Some(applied) = self.apply.run().await.unwrap() {
            assert_eq!(applied.end, SubjectEnd::Applied, "{applied:?}");
        }
    }

    pub(crate) async fn apply_one(&self) -> AppliedSubject {
        self.apply.run().await.unwrap().unwrap()
    }

    pub(crate) async fn queue(&self, subject: &BillingSubject) {
        self.memory.queue_subject(subject, self.now()).await.unwrap();
    }

    pub(crate) async fn credits(&self) -> u32 {
        let usage = self.memory.usage(self.ann, 0, self.now()).await.unwrap();
        usage.credits_remaining
    }

    /// Charges a generation, and returns the kind of its unit.
    pub(crate) async fn spend(&self) -> UnitKind {
        let number = self.memory.ledger_view().reservations.len();
        let reservation = ReservationId::new(Uuid::from_u128(u128::try_from(number).unwrap()));
        let free_limit = QuotaPolicy::default().free_units;
        let held = self.memory.hold(&holding(reservation, self.ann, free_limit, self.now())).await.unwrap();
        let request =
            SettleRequest { reservation, free_limit, at: self.now(), generation: None, origin: Origin::CLI };
        assert!(self.memory.settle(&request).await.unwrap().charged);
        held.kind
    }

    /// Charges generations.
    pub(crate) async fn spend_all(&self, count: usize) {
        for _ in 0..count {
            self.spend().await;
        }
    }

    /// The payment of a paid order of a pack.
    pub(crate) async fn payment(&self, number: u128) -> String {
        let OrderState::Paid(paid) = self.read(number).await.state else { panic!("the order is not paid") };
        paid.payment.unwrap().to_string()
    }

    pub(crate) fn debt(&self) -> u32 {
        self.memory.ledger_view().debts.iter().map(|row| row.units).sum()
    }

    pub(crate) async fn entitlements(&self) -> Vec<Entitlement> {
        self.memory.entitlements(self.ann).await.unwrap()
    }

    /// The plan now, and its end.
    pub(crate) async fn plan(&self) -> (Plan, Option<Timestamp>) {
        let terms: Vec<Term> = self.entitlements().await.iter().map(|entitlement| entitlement.term).collect();
        let term = Term::at(&terms, self.now());
        term.map_or((Plan::Free, None), |term| (term.plan, term.ends))
    }

    /// Puts the account on a plan by an operator.
    pub(crate) async fn entitle(&self, plan: Plan, ends: Option<Timestamp>) {
        let term = Term { plan, starts: self.now(), ends };
        let entitlement = Entitlement { term, source: "order 7".parse().unwrap() };
        assert!(self.memory.entitle(self.ann, &entitlement, &Origin::CLI).await.unwrap());
    }
}

pub(crate) fn confirmed(product: PaidProduct, number: u128) -> Confirmed {
    Confirmed {
        id: BillingAttemptId::new(Uuid::from_u128(number)),
        product,
        currency: BillingCurrency::Eur,
        language: Language::Fr,
        has_consented: true,
    }
}

pub(crate) fn account(number: u128) -> AccountId {
    AccountId::new(Uuid::from_u128(number))
}
