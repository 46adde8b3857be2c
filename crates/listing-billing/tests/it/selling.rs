use listing_domain::Language;
use listing_domain::account::Plan;
use listing_domain::billing::{BillingCurrency, BillingSubject, OrderState, PaidProduct, SubjectEnd};
use listing_domain::ports::{AccountStore as _, OrderStore as _, PaymentError};
use listing_domain::usecase::billing::{BillingError, Confirmed, Purchase};

use crate::store::{Store, confirmed};
use crate::support::{at, attempt};

#[tokio::test]
async fn a_paid_pack_grants_its_credits_once() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::Pack, 1).await;
    assert_eq!(store.credits().await, 0);
    store.shop.fake.pay(checkout.as_str());
    let deliveries = store.shop.fake.deliveries();
    for _ in 0..2 {
        for delivery in &deliveries {
            store.receive(delivery).await;
            store.apply_all().await;
        }
    }
    assert_eq!(store.credits().await, 20);
    let OrderState::Paid(paid) = store.read(1).await.state else { panic!("the order is not paid") };
    assert_eq!((paid.checkout, paid.amount.unwrap().minor()), (checkout, 900));
}

#[tokio::test]
async fn an_open_order_leads_to_the_same_checkout() {
    let store = Store::open().await;
    let first = store.buy(PaidProduct::Pack, 1).await.unwrap();
    for number in [1, 2] {
        assert_eq!(store.buy(PaidProduct::Pack, number).await.unwrap(), first);
    }
    assert_eq!(store.sell.orders(store.ann).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_paid_order_is_not_offered_again_before_its_event() {
    for hours in [0, 25] {
        let store = Store::open().await;
        let checkout = store.order(PaidProduct::Pack, 1).await;
        store.shop.fake.pay(checkout.as_str());
        // The provider knows of the payment, and the service does not.
        store.pass(hours);
        let purchase = store.buy(PaidProduct::Pack, 2).await.unwrap();
        assert_eq!(purchase, Purchase::See(attempt(1)), "after {hours} hours");
        store.apply_all().await;
        assert_eq!(store.credits().await, 20);
        let again = store.buy(PaidProduct::Pack, 1).await.unwrap();
        assert_eq!(again, Purchase::See(attempt(1)), "a repeated form orders nothing");
        assert!(matches!(store.buy(PaidProduct::Pack, 3).await.unwrap(), Purchase::Pay(_)));
    }
}

#[tokio::test]
async fn an_open_order_leads_to_its_page_while_the_provider_is_down() {
    let store = Store::open().await;
    let open = store.buy(PaidProduct::Pack, 1).await.unwrap();
    store.shop.fake.set_down(true);
    assert_eq!(store.buy(PaidProduct::Pack, 2).await.unwrap(), Purchase::See(attempt(1)));
    store.shop.fake.set_down(false);
    assert_eq!(store.buy(PaidProduct::Pack, 2).await.unwrap(), open);
}

#[tokio::test]
async fn the_return_page_learns_of_a_payment_without_an_event() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::Pack, 1).await;
    store.shop.fake.pay(checkout.as_str());
    let order = store.sell.order(store.ann, attempt(1)).await.unwrap();
    assert!(order.state.step().is_unfinished());
    store.apply_all().await;
    assert_eq!(store.credits().await, 20);
    assert!(!store.sell.order(store.ann, attempt(1)).await.unwrap().state.step().is_unfinished());
    let stranger = store.open_account(8).await;
    let refused = store.sell.order(stranger, attempt(1)).await.unwrap_err();
    assert!(matches!(refused, BillingError::NoSuchOrder));
}

#[tokio::test]
async fn another_product_or_currency_replaces_an_open_order() {
    let store = Store::open().await;
    let monthly = store.order(PaidProduct::ProMonthly, 1).await;
    let annual = store.order(PaidProduct::ProAnnual, 2).await;
    assert_eq!(store.read(1).await.state, OrderState::Unpaid(Some(monthly.clone())));
    assert_eq!(store.shop.fake.object("checkout.session", monthly.as_str())["status"], "expired");
    let dollars = Confirmed { currency: BillingCurrency::Usd, ..confirmed(PaidProduct::ProAnnual, 3) };
    assert!(matches!(store.sell.buy(store.ann, dollars).await.unwrap(), Purchase::Pay(_)));
    assert_eq!(store.read(2).await.state, OrderState::Unpaid(Some(annual)));
    // A pack is another kind.
    store.order(PaidProduct::Pack, 4).await;
    assert!(store.read(3).await.state.step().is_unfinished());
}

#[tokio::test]
async fn an_expired_order_is_replaced() {
    let store = Store::open().await;
    let first = store.order(PaidProduct::Pack, 1).await;
    store.shop.fake.expire(first.as_str());
    store.pass(25);
    store.order(PaidProduct::Pack, 2).await;
    assert_eq!(store.read(1).await.state, OrderState::Unpaid(Some(first)));
}

#[tokio::test]
async fn a_lost_answer_starts_no_second_checkout() {
    let store = Store::open().await;
    store.shop.fake.lose_answers(10);
    let failed = store.buy(PaidProduct::Pack, 1).await.unwrap_err();
    assert!(matches!(failed, BillingError::Provider(PaymentError::Unavailable(_))), "{failed:?}");
    assert_eq!(store.read(1).await.state, OrderState::Placed);
    store.shop.fake.lose_answers(0);
    assert!(matches!(store.buy(PaidProduct::Pack, 2).await.unwrap(), Purchase::Pay(_)));
    assert_eq!(store.sell.orders(store.ann).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_payment_whose_checkout_was_not_recorded_finds_its_order() {
    let store = Store::open().await;
    store.shop.fake.lose_answers(10);
    store.buy(PaidProduct::Pack, 1).await.unwrap_err();
    store.shop.fake.lose_answers(0);
    let sessions = store.shop.fake.objects("checkout.session");
    store.shop.fake.pay(sessions[0]["id"].as_str().unwrap());
    store.deliver_all().await;
    assert_eq!(store.credits().await, 20);
    assert!(matches!(store.read(1).await.state, OrderState::Paid(_)));
}

#[tokio::test]
async fn a_plan_is_not_sold_twice() {
    let store = Store::open().await;
    store.subscribed(PaidProduct::ProMonthly, 1).await;
    for product in [PaidProduct::ProMonthly, PaidProduct::ProAnnual] {
        let refused = store.buy(product, 2).await.unwrap_err();
        assert!(matches!(refused, BillingError::PlanRuns), "{refused:?}");
    }
    store.bought(PaidProduct::Pack, 3).await;
    assert_eq!(store.credits().await, 20);
}

#[tokio::test]
async fn an_order_needs_consent_and_a_product_for_sale() {
    let store = Store::open().await;
    let silent = Confirmed { has_consented: false, ..confirmed(PaidProduct::Pack, 1) };
    let refused = store.sell.buy(store.ann, silent).await.unwrap_err();
    assert!(matches!(refused, BillingError::NoConsent));
    store.shop.fake.archive_price("ptl_pack");
    let refused = store.buy(PaidProduct::Pack, 2).await.unwrap_err();
    assert!(matches!(refused, BillingError::Provider(PaymentError::Rejected(_))), "{refused:?}");
    assert_eq!(store.read(2).await.state, OrderState::Unpaid(None), "the next order is not blocked");
}

#[tokio::test]
async fn a_customer_deleted_at_the_provider_can_buy_again() {
    let store = Store::open().await;
    store.bought(PaidProduct::Pack, 1).await;
    let customer = store.memory.customer(store.ann).await.unwrap().unwrap();
    store.shop.fake.delete_customer(customer.as_str());
    assert!(matches!(store.buy(PaidProduct::Pack, 2).await.unwrap(), Purchase::Pay(_)));
    assert_eq!(store.memory.customer(store.ann).await.unwrap(), None);
    let orders = store.sell.orders(store.ann).await.unwrap();
    store.shop.fake.pay(orders[0].state.checkout().unwrap().as_str());
    store.deliver_all().await;
    assert_eq!(store.credits().await, 40);
    assert_ne!(store.memory.customer(store.ann).await.unwrap(), Some(customer));
}

#[tokio::test]
async fn the_portal_opens_after_the_first_purchase() {
    let store = Store::open().await;
    assert!(!store.sell.has_portal(store.ann).await.unwrap());
    let refused = store.sell.open_portal(store.ann, Language::Fr).await.unwrap_err();
    assert!(matches!(refused, BillingError::NoCustomer));
    store.bought(PaidProduct::Pack, 1).await;
    assert!(store.sell.has_portal(store.ann).await.unwrap());
    let url = store.sell.open_portal(store.ann, Language::Fr).await.unwrap();
    assert!(url.contains("/portal/"), "{url}");
}

#[tokio::test]
async fn a_payment_for_a_deleted_account_is_parked() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::Pack, 1).await;
    store.memory.delete_account(store.ann, store.now(), None).await.unwrap();
    store.shop.fake.pay(checkout.as_str());
    store.queue(&BillingSubject::Checkout(checkout)).await;
    let applied = store.apply_one().await;
    assert!(matches!(&applied.end, SubjectEnd::Parked(reason) if reason.contains("refund")));
}

#[tokio::test]
async fn a_plan_begins_with_its_payment() {
    let store = Store::open().await;
    store.subscribed(PaidProduct::ProMonthly, 1).await;
    let ends = at("2026-12-28T12:00:00Z");
    assert_eq!(store.plan().await, (Plan::ProMonthly, Some(ends)), "a month and seven days of grace");
}
