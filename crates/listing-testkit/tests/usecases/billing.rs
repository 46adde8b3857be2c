use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::FutureExt as _;
use jiff::{SignedDuration, Timestamp};

use listing_domain::account::{Account, Plan};
use listing_domain::billing::{
    BillingCurrency, BillingPeriod, BillingPolicy, BillingSubject, CheckoutState, CheckoutStatus, OrderState,
    OrderTerms, PaidOrder, PaidProduct, PaymentState, PaymentStatus, Purchase, RefundState, RefundStatus,
    SubjectEnd, SubscriptionState, SubscriptionStatus,
};
use listing_domain::entitlement::Term;
use listing_domain::ids::{AccountId, BillingAttemptId};
use listing_domain::money::{Currency, Money};
use listing_domain::options::Language;
use listing_domain::ports::{
    AccountStore as _, BillingQueue as _, Clock, EntitlementStore as _, OrderStore as _, QuotaLedger as _,
};
use listing_domain::quota::QuotaPolicy;
use listing_domain::usecase::billing::ApplyBilling;
use listing_testkit::{Faulty, FixedClock, MemoryProvider, MemoryStore, StoreFault, StorePort};
use uuid::Uuid;

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// A service with one account and a provider in memory.
struct Shop {
    store: Arc<MemoryStore>,
    provider: Arc<MemoryProvider>,
    clock: Arc<FixedClock>,
    apply: ApplyBilling,
    ann: AccountId,
}

impl Shop {
    async fn open() -> Self {
        let (store, clock) = (Arc::new(MemoryStore::new()), Arc::new(FixedClock::at("2026-11-21T12:00:00Z")));
        let provider = Arc::new(MemoryProvider::new(clock.clone()));
        let ann = AccountId::new(Uuid::from_u128(7));
        let account = Account::new(ann, "ann@example.com".parse().unwrap(), clock.now());
        store.add_account(&account).await.unwrap();
        let apply = ApplyBilling {
            queue: store.clone(),
            provider: provider.clone(),
            orders: store.clone(),
            quota: store.clone(),
            entitlements: store.clone(),
            clock: clock.clone(),
            quota_policy: QuotaPolicy::default(),
            policy: BillingPolicy::default(),
            notify: None,
        };
        Self { store, provider, clock, apply, ann }
    }

    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Places an order of an older, smaller pack or of a plan.
    async fn place(&self, number: u128, product: PaidProduct) -> BillingAttemptId {
        let id = BillingAttemptId::new(Uuid::from_u128(number));
        let terms = OrderTerms {
            id,
            account: self.ann,
            product,
            currency: BillingCurrency::Eur,
            language: Language::Fr,
            credits: if product == PaidProduct::Pack { 10.try_into().ok() } else { None },
            ordered_at: self.now(),
        };
        self.store.place_order(&terms).await.unwrap();
        id
    }

    /// Sets a paid pack at the provider, with a refund.
    fn set_pack(&self, refund: RefundStatus) {
        let checkout = CheckoutState {
            id: "co_1".parse().unwrap(),
            account: self.ann,
            product: PaidProduct::Pack,
            status: CheckoutStatus::Complete {
                payment_status: PaymentStatus::Paid,
                payment: "pay_1".parse().ok(),
                subscription: None,
                customer: None,
            },
            amount: None,
        };
        let amount = Money::from_minor(900, Currency::Eur);
        self.provider.put_payment(PaymentState {
            id: "pay_1".parse().unwrap(),
            account: self.ann,
            purchase: Purchase::Checkout(checkout.id.clone()),
            paid: amount,
            refunds: vec![RefundState { id: "re_1".parse().unwrap(), amount, status: refund }],
            disputes: Vec::new(),
        });
        self.provider.put_checkout(checkout);
    }

    /// Sets a subscription at the provider, whose period ends after some days.
    fn set_subscription(&self, id: &str, status: SubscriptionStatus, days: i32) {
        self.provider.put_subscription(SubscriptionState {
            id: id.parse().unwrap(),
            account: Some(self.ann),
            customer: "cus_1".parse().unwrap(),
            plan: Plan::ProMonthly,
            status,
            period: BillingPeriod::new(self.now(), self.now() + DAY * days).unwrap(),
            ends_with_period: true,
            ended_at: None,
            latest_payment: None,
        });
    }

    /// Subscribes and pays.
    async fn subscribe(&self, number: u128, id: &str, days: i32) {
        let order = self.place(number, PaidProduct::ProMonthly).await;
        let paid = PaidOrder {
            checkout: format!("co_{number}").parse().unwrap(),
            paid_at: self.now(),
            amount: None,
            payment: None,
            subscription: id.parse().ok(),
        };
        self.store.advance_order(order, &OrderState::Paid(paid)).await.unwrap();
        self.change(id, SubscriptionStatus::Active, days).await;
    }

    /// Changes a subscription, and applies its state and what follows.
    async fn change(&self, id: &str, status: SubscriptionStatus, days: i32) {
        self.set_subscription(id, status, days);
        self.queue(&BillingSubject::Subscription(id.parse().unwrap())).await;
        self.apply_all().await;
    }

    async fn queue(&self, subject: &BillingSubject) {
        self.store.queue_subject(subject, self.now()).await.unwrap();
    }

    async fn apply_all(&self) {
        for _ in 0..100 {
            let Some(applied) = self.apply.run().await.unwrap() else { return };
            assert_eq!(applied.end, SubjectEnd::Applied, "{applied:?}");
        }
        panic!("states are applied without end");
    }

    /// The days from the start after which the account's plans end.
    async fn plan_days(&self) -> Vec<i64> {
        let entitlements = self.store.entitlements(self.ann).await.unwrap();
        let left = entitlements.iter().map(|entitlement| entitlement.term).filter(|term| self.is_left(term));
        left.map(|term| term.ends.unwrap().duration_since(self.now()).as_hours() / 24).collect()
    }

    fn is_left(&self, term: &Term) -> bool {
        term.ends.is_none_or(|ends| ends > self.now())
    }

    async fn credits(&self) -> u32 {
        self.store.usage(self.ann, 0, self.now()).await.unwrap().credits_remaining
    }
}

#[tokio::test]
async fn covered_subscription_counts_after_the_early_end_of_the_plan_that_covers_it() {
    for shortened in [SubscriptionStatus::Ended, SubscriptionStatus::Active] {
        let shop = Shop::open().await;
        shop.subscribe(1, "sub_1", 300).await;
        shop.subscribe(2, "sub_2", 30).await;
        assert_eq!(shop.plan_days().await, [300]);
        shop.change("sub_1", shortened, 10).await;
        let expected: &[i64] = if shortened == SubscriptionStatus::Ended { &[30] } else { &[10, 30] };
        assert_eq!(shop.plan_days().await, expected);
    }
}

#[tokio::test]
async fn three_subscriptions_do_not_displace_each_other_in_turn() {
    let shop = Shop::open().await;
    shop.subscribe(1, "sub_1", 10).await;
    shop.subscribe(2, "sub_2", 30).await;
    shop.subscribe(3, "sub_3", 20).await;
    shop.subscribe(4, "sub_4", 40).await;
    assert_eq!(shop.plan_days().await, [10, 30, 40]);
    shop.change("sub_2", SubscriptionStatus::Active, 35).await;
    assert_eq!(shop.plan_days().await, [10, 35, 40]);
}

#[tokio::test]
async fn other_subscriptions_are_queued_before_a_step_and_due_after_its_claim() {
    let mut shop = Shop::open().await;
    shop.subscribe(1, "sub_1", 300).await;
    shop.subscribe(2, "sub_2", 30).await;
    let faulty = Arc::new(Faulty::over(shop.store.clone()));
    faulty.fail_when(|port, method| {
        (port == StorePort::Entitlements && method == "end_entitlement").then_some(StoreFault::Unavailable)
    });
    shop.apply.entitlements = faulty;
    shop.set_subscription("sub_1", SubscriptionStatus::Ended, 300);
    shop.queue(&BillingSubject::Subscription("sub_1".parse().unwrap())).await;
    let applied = shop.apply.run().await.unwrap().unwrap();
    assert!(matches!(applied.end, SubjectEnd::Retry(_)), "{applied:?}");
    let after = shop.now() + BillingPolicy::LEASE;
    let mut due = Vec::new();
    while let Some(claimed) = shop.store.claim_subject(after, after + DAY).await.unwrap() {
        due.push(claimed.claim.subject.id().to_owned());
    }
    due.sort_unstable();
    assert_eq!(due, ["sub_1", "sub_2"]);
}

#[tokio::test]
async fn a_payment_of_a_period_queues_its_subscription() {
    let shop = Shop::open().await;
    shop.set_subscription("sub_1", SubscriptionStatus::Active, 30);
    shop.provider.put_payment(PaymentState {
        id: "pay_1".parse().unwrap(),
        account: shop.ann,
        purchase: Purchase::Subscription("sub_1".parse().unwrap()),
        paid: Money::from_minor(1_900, Currency::Eur),
        refunds: Vec::new(),
        disputes: Vec::new(),
    });
    shop.queue(&BillingSubject::Payment("pay_1".parse().unwrap())).await;
    shop.apply.run().await.unwrap();
    assert!(shop.plan_days().await.is_empty(), "another worker may be applying the subscription");
    shop.apply_all().await;
    assert_eq!(shop.plan_days().await, [30]);
}

#[tokio::test]
async fn a_payment_finds_its_order_before_the_checkout_does() {
    let shop = Shop::open().await;
    let order = shop.place(1, PaidProduct::Pack).await;
    shop.set_pack(RefundStatus::Failed);
    shop.queue(&BillingSubject::Payment("pay_1".parse().unwrap())).await;
    shop.apply_all().await;
    assert_eq!(shop.credits().await, 10, "as ordered, although packs are larger now");
    shop.set_pack(RefundStatus::Succeeded);
    shop.queue(&BillingSubject::Payment("pay_1".parse().unwrap())).await;
    shop.apply_all().await;
    assert_eq!(shop.credits().await, 0);
    assert_eq!(shop.store.order(order).await.unwrap().unwrap().withdrawn_minor, 900);
}

/// A clock that lets something happen at its second reading, which follows the request for a state.
struct Interposed {
    clock: Arc<FixedClock>,
    readings: [AtomicBool; 2],
    happen: Box<dyn Fn() + Send + Sync>,
}

impl Clock for Interposed {
    fn now(&self) -> Timestamp {
        let is_second = self.readings[0].swap(true, Ordering::SeqCst);
        if is_second && !self.readings[1].swap(true, Ordering::SeqCst) {
            (self.happen)();
        }
        self.clock.now()
    }
}

#[tokio::test]
async fn a_state_applied_after_the_end_of_its_claim_is_fetched_again() {
    let shop = Arc::new(Shop::open().await);
    shop.set_pack(RefundStatus::Succeeded);
    shop.queue(&BillingSubject::Payment("pay_1".parse().unwrap())).await;
    let other = shop.clone();
    let happen = move || {
        other.clock.set(other.now() + BillingPolicy::LEASE);
        other.set_pack(RefundStatus::Failed);
        other.apply_all().now_or_never().unwrap();
    };
    let readings = [AtomicBool::new(false), AtomicBool::new(false)];
    let clock = Interposed { clock: shop.clock.clone(), readings, happen: Box::new(happen) };
    let slow = ApplyBilling { clock: Arc::new(clock), ..shop.apply.clone() };
    slow.run().await.unwrap();
    assert_eq!(shop.credits().await, 0, "the slow worker took the credits of a refund that had failed");
    shop.apply_all().await;
    assert_eq!(shop.credits().await, 20);
}

#[tokio::test]
async fn a_plan_that_an_old_step_drops_is_entitled_again() {
    let shop = Arc::new(Shop::open().await);
    shop.subscribe(1, "sub_1", 300).await;
    let (other, has_happened) = (shop.clone(), AtomicBool::new(false));
    let faulty = Arc::new(Faulty::over(shop.store.clone()));
    faulty.fail_when(move |_, method| {
        if method == "entitle" && !has_happened.swap(true, Ordering::SeqCst) {
            other.clock.set(other.now() + BillingPolicy::LEASE);
            other.subscribe(2, "sub_2", 30).now_or_never().unwrap();
        }
        None
    });
    let slow = ApplyBilling { entitlements: faulty, ..shop.apply.clone() };
    shop.set_subscription("sub_1", SubscriptionStatus::Active, 10);
    shop.queue(&BillingSubject::Subscription("sub_1".parse().unwrap())).await;
    slow.run().await.unwrap();
    assert_eq!(shop.plan_days().await, [9], "the slow worker dropped the plan of another subscription");
    shop.apply_all().await;
    assert_eq!(shop.plan_days().await, [9, 30]);
}
