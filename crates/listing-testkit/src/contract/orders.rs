use std::num::NonZeroU32;
use std::sync::Arc;

use futures_util::future::join_all;
use jiff::Timestamp;
use listing_domain::billing::{
    BillingCurrency, Checkout, CheckoutId, CustomerId, Order, OrderState, OrderTerms, PaidOrder, PaidProduct,
    PlacedOrder, SoldOrder,
};
use listing_domain::ids::{AccountId, BillingAttemptId};
use listing_domain::money::{Currency, Money};
use listing_domain::options::Language;
use listing_domain::ports::{AccountStore, IdSource, OrderStore, StoreError};

use super::{email, later, moment, open_account, run_cases};
use crate::SeededIds;

/// Stores that work on the same accounts.
pub struct OrderStores {
    /// The accounts.
    pub accounts: Arc<dyn AccountStore>,
    /// The orders.
    pub orders: Arc<dyn OrderStore>,
}

/// The contract of stores of orders.
pub async fn order_store_contract(make: impl AsyncFn() -> OrderStores) {
    let fixture = async || {
        let (stores, ids) = (make().await, SeededIds::new(77));
        let ann = open_account(&*stores.accounts, &ids, "ann").await;
        Fixture { orders: stores.orders, accounts: stores.accounts, ann, ids }
    };
    run_cases!(fixture();
        an_order_is_read_back_in_each_state,
        simultaneous_orders_place_one,
        an_unfinished_order_blocks_orders_of_its_kind,
        an_order_never_returns_to_an_earlier_state,
        an_unpaid_order_can_still_be_paid,
        two_orders_cannot_have_one_checkout,
        withdrawn_amounts_are_replaced,
        orders_are_listed_newest_first,
        unfinished_orders_are_listed_oldest_first,
        a_customer_belongs_to_one_account,
        orders_outlive_their_account,
    );
}

struct Fixture {
    orders: Arc<dyn OrderStore>,
    accounts: Arc<dyn AccountStore>,
    ann: AccountId,
    ids: SeededIds,
}

fn noon() -> Timestamp {
    moment("2026-11-21T12:00:00Z")
}

fn checkout_id(name: &str) -> CheckoutId {
    name.parse().expect("the id is valid")
}

fn open(name: &str) -> OrderState {
    let url = format!("https://pay.example/{name}");
    OrderState::Open(Checkout { id: checkout_id(name), url, expires_at: later(noon(), 86_400) })
}

fn paid(name: &str) -> PaidOrder {
    PaidOrder {
        checkout: checkout_id(name),
        paid_at: later(noon(), 60),
        amount: Some(Money::from_minor(900, Currency::Eur)),
        payment: Some("pi_1".parse().expect("the id is valid")),
        subscription: None,
    }
}

impl Fixture {
    fn terms(&self, product: PaidProduct) -> OrderTerms {
        OrderTerms {
            id: BillingAttemptId::new(self.ids.id()),
            account: self.ann,
            product,
            currency: BillingCurrency::Eur,
            language: Language::Fr,
            credits: product.plan().is_none().then(|| NonZeroU32::new(20)).flatten(),
            ordered_at: noon(),
        }
    }

    async fn place(&self, terms: &OrderTerms) -> PlacedOrder {
        self.orders.place_order(terms).await.expect("an order can be placed")
    }

    async fn placed(&self, product: PaidProduct) -> OrderTerms {
        let terms = self.terms(product);
        assert_eq!(self.place(&terms).await, PlacedOrder::New);
        terms
    }

    async fn advance(&self, terms: &OrderTerms, state: &OrderState) -> bool {
        self.orders.advance_order(terms.id, state).await.expect("an order can be advanced")
    }

    async fn read(&self, terms: &OrderTerms) -> Order {
        self.orders.order(terms.id).await.expect("an order can be read").expect("the order is stored")
    }
}

async fn an_order_is_read_back_in_each_state(fixture: Fixture) {
    let pack = fixture.placed(PaidProduct::Pack).await;
    assert_eq!(fixture.read(&pack).await, Order::placed(pack.clone()));
    let states = [
        open("co_1"),
        OrderState::Pending(checkout_id("co_1")),
        OrderState::Unpaid(Some(checkout_id("co_1"))),
        OrderState::Paid(paid("co_1")),
    ];
    for state in states {
        assert!(fixture.advance(&pack, &state).await, "{state:?}");
        let order = Order { state, ..Order::placed(pack.clone()) };
        assert_eq!(fixture.read(&pack).await, order);
        let found = fixture.orders.order_of_checkout(&checkout_id("co_1")).await;
        assert_eq!(found.ok(), Some(Some(order)));
    }
    let plan = fixture.placed(PaidProduct::ProAnnual).await;
    let subscription = Some("sub_1".parse().expect("the id is valid"));
    let state = OrderState::Paid(PaidOrder { amount: None, payment: None, subscription, ..paid("co_2") });
    assert!(fixture.advance(&plan, &state).await);
    assert_eq!(fixture.read(&plan).await, Order { state, ..Order::placed(plan.clone()) });
    let unknown = BillingAttemptId::new(fixture.ids.id());
    assert_eq!(fixture.orders.order(unknown).await.ok(), Some(None));
    assert_eq!(fixture.orders.advance_order(unknown, &open("co_3")).await.ok(), Some(false));
    assert_eq!(fixture.orders.order_of_checkout(&checkout_id("co_3")).await.ok(), Some(None));
}

async fn simultaneous_orders_place_one(fixture: Fixture) {
    let all: Vec<_> = (0..20).map(|_| fixture.terms(PaidProduct::Pack)).collect();
    let placed = join_all(all.iter().map(|terms| fixture.place(terms))).await;
    let (new, unfinished): (Vec<_>, Vec<_>) =
        placed.into_iter().partition(|placed| *placed == PlacedOrder::New);
    assert_eq!((new.len(), unfinished.len()), (1, 19));
    let orders = fixture.orders.orders(fixture.ann, 100).await.expect("orders can be listed");
    assert_eq!(orders.len(), 1);
    for placed in unfinished {
        assert_eq!(placed, PlacedOrder::Unfinished(Box::new(orders[0].clone())));
    }
}

async fn an_unfinished_order_blocks_orders_of_its_kind(fixture: Fixture) {
    let monthly = fixture.placed(PaidProduct::ProMonthly).await;
    for state in [None, Some(open("co_1")), Some(OrderState::Pending(checkout_id("co_1")))] {
        if let Some(state) = state {
            assert!(fixture.advance(&monthly, &state).await);
        }
        let unfinished = PlacedOrder::Unfinished(Box::new(fixture.read(&monthly).await));
        for product in [PaidProduct::ProMonthly, PaidProduct::ProAnnual] {
            assert_eq!(fixture.place(&fixture.terms(product)).await, unfinished);
        }
        assert_eq!(fixture.place(&monthly).await, unfinished, "the same order is not placed again");
    }
    let bob = open_account(&*fixture.accounts, &fixture.ids, "bob").await;
    let of_bob = OrderTerms { account: bob, ..fixture.terms(PaidProduct::ProMonthly) };
    assert_eq!(fixture.place(&of_bob).await, PlacedOrder::New);
    fixture.placed(PaidProduct::Pack).await;
    assert!(fixture.advance(&monthly, &OrderState::Unpaid(None)).await);
    let annual = fixture.placed(PaidProduct::ProAnnual).await;
    assert!(fixture.advance(&annual, &OrderState::Paid(paid("co_2"))).await);
    fixture.placed(PaidProduct::ProAnnual).await;
    let repeated = fixture.place(&annual).await;
    assert_eq!(repeated, PlacedOrder::Unfinished(Box::new(fixture.read(&annual).await)));
}

async fn an_order_never_returns_to_an_earlier_state(fixture: Fixture) {
    let pack = fixture.placed(PaidProduct::Pack).await;
    let states = [
        OrderState::Placed,
        open("co_1"),
        OrderState::Pending(checkout_id("co_1")),
        OrderState::Unpaid(Some(checkout_id("co_1"))),
        OrderState::Paid(paid("co_1")),
    ];
    assert!(fixture.advance(&pack, &states[4]).await);
    let before = fixture.read(&pack).await;
    for state in &states {
        assert!(!fixture.advance(&pack, state).await, "{state:?}");
    }
    assert!(!fixture.advance(&pack, &OrderState::Paid(PaidOrder { amount: None, ..paid("co_9") })).await);
    assert_eq!(fixture.read(&pack).await, before);
}

async fn an_unpaid_order_can_still_be_paid(fixture: Fixture) {
    let first = fixture.placed(PaidProduct::Pack).await;
    assert!(fixture.advance(&first, &open("co_1")).await);
    assert!(fixture.advance(&first, &OrderState::Unpaid(Some(checkout_id("co_1")))).await);
    let second = fixture.placed(PaidProduct::Pack).await;
    assert!(fixture.advance(&second, &open("co_2")).await);
    assert!(fixture.advance(&first, &OrderState::Paid(paid("co_1"))).await);
    assert_eq!(fixture.read(&second).await.state, open("co_2"));
}

async fn two_orders_cannot_have_one_checkout(fixture: Fixture) {
    let pack = fixture.placed(PaidProduct::Pack).await;
    let plan = fixture.placed(PaidProduct::ProMonthly).await;
    assert!(fixture.advance(&pack, &open("co_1")).await);
    let second = fixture.orders.advance_order(plan.id, &open("co_1")).await;
    assert!(matches!(second, Err(StoreError::Inconsistent(_))), "{second:?}");
    assert_eq!(fixture.read(&plan).await.state, OrderState::Placed);
}

async fn withdrawn_amounts_are_replaced(fixture: Fixture) {
    let pack = fixture.placed(PaidProduct::Pack).await;
    assert!(fixture.advance(&pack, &OrderState::Paid(paid("co_1"))).await);
    for minor in [450, 900, 0] {
        assert_eq!(fixture.orders.set_withdrawn(pack.id, minor).await.ok(), Some(true));
        assert_eq!(fixture.read(&pack).await.withdrawn_minor, minor);
    }
    let unknown = BillingAttemptId::new(fixture.ids.id());
    assert_eq!(fixture.orders.set_withdrawn(unknown, 1).await.ok(), Some(false));
}

async fn orders_are_listed_newest_first(fixture: Fixture) {
    let bob = open_account(&*fixture.accounts, &fixture.ids, "bob").await;
    let mut placed = Vec::new();
    for (account, seconds) in [(fixture.ann, 0), (bob, 1), (fixture.ann, 2)] {
        let ordered_at = later(noon(), seconds);
        let terms = OrderTerms { account, ordered_at, ..fixture.terms(PaidProduct::Pack) };
        assert_eq!(fixture.place(&terms).await, PlacedOrder::New);
        assert!(fixture.advance(&terms, &OrderState::Unpaid(None)).await);
        placed.push(fixture.read(&terms).await);
    }
    let [first, of_bob, last] = &placed[..] else { panic!("three orders were placed") };
    let listed = async |limit| fixture.orders.orders(fixture.ann, limit).await.ok();
    assert_eq!(listed(10).await, Some(vec![last.clone(), first.clone()]));
    assert_eq!(listed(1).await, Some(vec![last.clone()]));
    let latest = async |limit| fixture.orders.latest_orders(limit).await.ok();
    let sold = |order: &Order, name| SoldOrder { order: order.clone(), buyer: Some(email(name)) };
    assert_eq!(latest(2).await, Some(vec![sold(last, "ann"), sold(of_bob, "bob")]));
    assert_eq!(fixture.orders.sold_order(of_bob.terms.id).await.ok(), Some(Some(sold(of_bob, "bob"))));
    fixture.accounts.delete_account(bob, later(noon(), 3), None).await.expect("an account can be deleted");
    let nobodys = SoldOrder { order: of_bob.clone(), buyer: None };
    assert_eq!(fixture.orders.sold_order(of_bob.terms.id).await.ok(), Some(Some(nobodys.clone())));
    assert_eq!(latest(2).await, Some(vec![sold(last, "ann"), nobodys]));
    let unknown = BillingAttemptId::new(fixture.ids.id());
    assert_eq!(fixture.orders.sold_order(unknown).await.ok(), Some(None));
}

async fn unfinished_orders_are_listed_oldest_first(fixture: Fixture) {
    let unfinished = async || fixture.orders.unfinished_orders().await.expect("orders can be listed");
    let plan = OrderTerms { ordered_at: later(noon(), -1), ..fixture.terms(PaidProduct::ProMonthly) };
    let pack = fixture.placed(PaidProduct::Pack).await;
    assert_eq!(fixture.place(&plan).await, PlacedOrder::New);
    assert!(fixture.advance(&pack, &open("co_1")).await);
    assert_eq!(unfinished().await, [fixture.read(&plan).await, fixture.read(&pack).await]);
    assert!(fixture.advance(&plan, &OrderState::Unpaid(None)).await);
    assert!(fixture.advance(&pack, &OrderState::Pending(checkout_id("co_1"))).await);
    assert_eq!(unfinished().await, [fixture.read(&pack).await]);
    assert!(fixture.advance(&pack, &OrderState::Paid(paid("co_1"))).await);
    assert_eq!(unfinished().await, []);
}

async fn a_customer_belongs_to_one_account(fixture: Fixture) {
    let bob = open_account(&*fixture.accounts, &fixture.ids, "bob").await;
    let customer = |name: &str| name.parse::<CustomerId>().expect("the id is valid");
    let set = async |account, name: &str| fixture.orders.set_customer(account, &customer(name)).await.ok();
    let read = async |account| fixture.orders.customer(account).await.ok().flatten();
    assert_eq!(read(fixture.ann).await, None);
    assert_eq!(set(fixture.ann, "cus_1").await, Some(true));
    assert_eq!(set(fixture.ann, "cus_1").await, Some(true));
    assert_eq!(set(bob, "cus_1").await, Some(false));
    assert_eq!((read(fixture.ann).await, read(bob).await), (Some(customer("cus_1")), None));
    assert_eq!(set(fixture.ann, "cus_2").await, Some(true));
    assert_eq!(read(fixture.ann).await, Some(customer("cus_2")));
    assert_eq!(set(bob, "cus_1").await, Some(true));
    fixture.orders.remove_customer(fixture.ann).await.expect("a customer can be removed");
    assert_eq!(read(fixture.ann).await, None);
    let stranger = AccountId::new(fixture.ids.id());
    assert_eq!(set(stranger, "cus_3").await, Some(false));
}

async fn orders_outlive_their_account(fixture: Fixture) {
    let pack = fixture.placed(PaidProduct::Pack).await;
    let customer = "cus_1".parse().expect("the id is valid");
    assert_eq!(fixture.orders.set_customer(fixture.ann, &customer).await.ok(), Some(true));
    let deleted = fixture.accounts.delete_account(fixture.ann, later(noon(), 60), None).await;
    assert!(deleted.expect("an account can be deleted"));
    assert_eq!(fixture.read(&pack).await.terms, pack);
    assert_eq!(fixture.orders.customer(fixture.ann).await.ok(), Some(None));
}
