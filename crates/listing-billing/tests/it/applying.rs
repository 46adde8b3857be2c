use std::collections::BTreeSet;
use std::sync::Arc;

use futures_util::future::join_all;
use jiff::Timestamp;
use listing_domain::account::Plan;
use listing_domain::billing::{BillingSubject, OrderState, PaidProduct, SubjectEnd};
use listing_domain::ports::{BillingQueue as _, OrderStore as _};
use listing_domain::usecase::DeleteAccount;
use listing_domain::usecase::billing::Reconciled;
use listing_testkit::MemoryProvider;

use crate::store::Store;
use crate::support::{Shop, at};

/// The ends of the periods after the start of the shop, at noon.
fn noon(date: &str) -> Timestamp {
    at(&format!("{date}T12:00:00Z"))
}

#[tokio::test]
async fn a_pending_payment_grants_nothing_until_it_succeeds() {
    for succeeds in [true, false] {
        let store = Store::open().await;
        let checkout = store.order(PaidProduct::Pack, 1).await;
        store.shop.fake.pay_later(checkout.as_str());
        store.deliver_all().await;
        assert_eq!(store.credits().await, 0);
        assert_eq!(store.read(1).await.state, OrderState::Pending(checkout.clone()));
        store.shop.fake.settle(checkout.as_str(), succeeds);
        store.deliver_all().await;
        assert_eq!(store.credits().await, if succeeds { 20 } else { 0 });
        assert!(!store.read(1).await.state.step().is_unfinished());
    }
}

#[tokio::test]
async fn simultaneous_deliveries_grant_once() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::Pack, 1).await;
    store.shop.fake.pay(checkout.as_str());
    let deliveries = store.shop.fake.deliveries();
    let received =
        join_all((0..10_000).map(|turn| store.receive(&deliveries[turn % deliveries.len()]))).await;
    assert!(received.iter().filter(|is_new| **is_new).count() <= deliveries.len());
    join_all((0..8).map(|_| store.apply_all())).await;
    assert_eq!(store.credits().await, 20);
    assert_eq!(store.memory.ledger_view().grants.len(), 1);
}

#[tokio::test]
async fn refunds_and_disputes_take_their_part_of_the_credits() {
    let store = Store::open().await;
    store.bought(PaidProduct::Pack, 1).await;
    let OrderState::Paid(paid) = store.read(1).await.state else { panic!("the order is not paid") };
    let payment = paid.payment.unwrap();
    let fake = &store.shop.fake;
    let part = fake.refund(payment.as_str(), Some(450), "succeeded");
    store.deliver_all().await;
    assert_eq!((store.credits().await, store.read(1).await.withdrawn_minor), (10, 450));
    let dispute = fake.dispute(payment.as_str(), 5_000);
    store.deliver_all().await;
    assert_eq!((store.credits().await, store.debt()), (0, 0), "at most what the payment granted");
    assert_eq!(store.read(1).await.withdrawn_minor, 900);
    fake.close_dispute(&dispute, false);
    store.deliver_all().await;
    assert_eq!((store.credits().await, store.debt()), (0, 0), "a lost dispute takes nothing more");
    fake.change_refund(&part, "failed");
    store.deliver_all().await;
    assert_eq!(store.credits().await, 0);
}

#[tokio::test]
async fn a_won_dispute_gives_the_credits_back() {
    let store = Store::open().await;
    store.bought(PaidProduct::Pack, 1).await;
    store.bought(PaidProduct::Pack, 2).await;
    let OrderState::Paid(paid) = store.read(1).await.state else { panic!("the order is not paid") };
    let dispute = store.shop.fake.dispute(paid.payment.unwrap().as_str(), 900);
    store.deliver_all().await;
    assert_eq!(store.credits().await, 20, "the other purchase stays");
    store.shop.fake.close_dispute(&dispute, true);
    store.deliver_all().await;
    assert_eq!((store.credits().await, store.read(1).await.withdrawn_minor), (40, 0));
}

#[tokio::test]
async fn a_refund_before_the_events_of_its_payment_has_the_same_result() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::Pack, 1).await;
    store.shop.fake.pay(checkout.as_str());
    let payment = store.shop.purchase(&checkout).await.payment.unwrap();
    store.shop.fake.refund(payment.as_str(), None, "succeeded");
    let mut deliveries = store.shop.fake.deliveries();
    deliveries.reverse();
    for delivery in deliveries {
        store.receive(&delivery).await;
        store.apply_all().await;
    }
    assert_eq!((store.credits().await, store.debt()), (0, 0));
    assert_eq!(store.read(1).await.withdrawn_minor, 900);
}

#[tokio::test]
async fn a_plan_follows_renewals_failures_and_cancellation() {
    let store = Store::open().await;
    let id = store.subscribed(PaidProduct::ProMonthly, 1).await;
    let fake = &store.shop.fake;
    store.shop.clock.set(at("2026-12-21T12:00:00Z"));
    fake.renew(id.as_str());
    store.deliver_all().await;
    assert_eq!(store.plan().await, (Plan::ProMonthly, Some(noon("2027-01-28"))));
    store.shop.clock.set(at("2027-01-21T12:00:00Z"));
    fake.fail_renewal(id.as_str());
    store.deliver_all().await;
    assert_eq!(store.plan().await, (Plan::ProMonthly, Some(noon("2027-01-28"))), "the grace runs");
    store.shop.clock.set(at("2027-01-28T12:00:00Z"));
    assert_eq!(store.plan().await, (Plan::Free, None), "the grace has ended");
    fake.pay_invoice(id.as_str());
    store.deliver_all().await;
    assert_eq!(store.plan().await, (Plan::ProMonthly, Some(noon("2027-02-28"))));
    fake.cancel_at_end(id.as_str(), true);
    store.deliver_all().await;
    assert_eq!(store.plan().await, (Plan::ProMonthly, Some(noon("2027-02-21"))), "exactly to the end");
    fake.end(id.as_str());
    store.deliver_all().await;
    assert_eq!(store.plan().await, (Plan::Free, None));
}

#[tokio::test]
async fn pause_resume_and_change_of_plan_are_followed() {
    let store = Store::open().await;
    let id = store.subscribed(PaidProduct::ProMonthly, 1).await;
    let fake = &store.shop.fake;
    fake.pause(id.as_str(), true);
    store.deliver_all().await;
    assert_eq!(store.plan().await.0, Plan::Free);
    store.pass(1);
    fake.pause(id.as_str(), false);
    store.deliver_all().await;
    assert_eq!(store.plan().await.0, Plan::ProMonthly);
    store.pass(1);
    fake.switch(id.as_str(), "ptl_pro_annual");
    store.deliver_all().await;
    assert_eq!(store.plan().await, (Plan::ProAnnual, Some(at("2027-11-28T14:00:00Z"))));
}

#[tokio::test]
async fn a_wholly_refunded_period_ends_and_the_next_one_counts() {
    let store = Store::open().await;
    let id = store.subscribed(PaidProduct::ProMonthly, 1).await;
    let fake = &store.shop.fake;
    let first = fake.latest_payment(id.as_str());
    fake.refund(&first, Some(900), "succeeded");
    store.deliver_all().await;
    assert_eq!(store.plan().await.0, Plan::ProMonthly, "a part is no end");
    let dispute = fake.dispute(&first, 1_900);
    store.deliver_all().await;
    assert_eq!(store.plan().await.0, Plan::Free);
    store.pass(1);
    fake.close_dispute(&dispute, true);
    store.deliver_all().await;
    assert_eq!(store.plan().await.0, Plan::ProMonthly);
    store.shop.clock.set(at("2026-12-21T12:00:00Z"));
    fake.renew(id.as_str());
    let late = fake.dispute(&first, 1_900);
    store.deliver_all().await;
    assert_eq!(store.plan().await.0, Plan::ProMonthly, "a dispute of an earlier period ends no later one");
    fake.close_dispute(&late, false);
    store.deliver_all().await;
    assert_eq!(store.plan().await.0, Plan::ProMonthly);
}

#[tokio::test]
async fn an_operators_plan_is_not_shortened_by_a_subscription() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::ProMonthly, 1).await;
    store.entitle(Plan::ProAnnual, Some(noon("2026-12-01"))).await;
    store.shop.fake.pay(checkout.as_str());
    store.deliver_all().await;
    assert_eq!(store.plan().await, (Plan::ProAnnual, Some(noon("2026-12-01"))));
    store.shop.clock.set(at("2026-12-01T12:00:00Z"));
    assert_eq!(store.plan().await, (Plan::ProMonthly, Some(noon("2026-12-28"))));
}

#[tokio::test]
async fn all_orders_of_six_events_end_in_the_same_state() {
    let mut store = Store::open().await;
    let checkout = store.order(PaidProduct::ProMonthly, 1).await;
    let open = store.read(1).await;
    store.shop.fake.pay(checkout.as_str());
    let id = store.shop.purchase(&checkout).await.subscription.unwrap();
    store.shop.fake.cancel_at_end(id.as_str(), true);
    store.shop.fake.cancel_at_end(id.as_str(), false);
    let deliveries: Vec<_> = store.shop.fake.deliveries().into_iter().rev().take(6).collect();
    assert_eq!(deliveries.len(), 6);
    let subjects = deliveries.iter().filter_map(|delivery| store.shop.verify(delivery).unwrap().subject);
    let subjects = subjects.chain([BillingSubject::Checkout(checkout), BillingSubject::Subscription(id)]);
    let provider = Arc::new(fetched(&store.shop, subjects).await);
    let mut results = Vec::new();
    for order in permutations(6) {
        store = store.emptied(provider.clone()).await;
        store.memory.place_order(&open.terms).await.unwrap();
        store.memory.advance_order(open.terms.id, &open.state).await.unwrap();
        for index in order {
            store.receive(&deliveries[index]).await;
            store.apply_all().await;
        }
        results.push((store.entitlements().await, store.credits().await, store.read(1).await));
    }
    assert_eq!(results.len(), 720);
    assert!(results.iter().all(|result| *result == results[0]), "{:?}", results[0]);
    assert_eq!(results[0].0.len(), 1);
}

/// A provider in memory with the states that the events and their subscription name, fetched from the shop once.
async fn fetched(shop: &Shop, subjects: impl Iterator<Item = BillingSubject>) -> MemoryProvider {
    let provider = MemoryProvider::new(shop.clock.clone());
    for subject in subjects.collect::<BTreeSet<_>>() {
        match subject {
            BillingSubject::Checkout(id) => provider.put_checkout(shop.checkout(&id).await),
            BillingSubject::Payment(id) => provider.put_payment(shop.payment(&id).await),
            BillingSubject::Subscription(id) => {
                let state = shop.subscription(&id).await;
                provider.put_payment(shop.payment(state.latest_payment.as_ref().unwrap()).await);
                provider.put_subscription(state);
            }
        }
    }
    provider
}

fn permutations(length: usize) -> Vec<Vec<usize>> {
    let Some(rest) = length.checked_sub(1) else { return vec![Vec::new()] };
    let shorter = permutations(rest);
    let insert = |order: &Vec<usize>, at: usize| {
        let mut order = order.clone();
        order.insert(at, rest);
        order
    };
    shorter.iter().flat_map(|order| (0..length).map(move |at| insert(order, at))).collect()
}

#[tokio::test]
async fn a_failed_request_is_tried_again_with_growing_pauses() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::Pack, 1).await;
    store.shop.fake.pay(checkout.as_str());
    store.shop.fake.edit("checkout.session", checkout.as_str(), &serde_json::json!({"status": "odd"}));
    store.queue(&BillingSubject::Checkout(checkout.clone())).await;
    for seconds in [10, 20, 40] {
        let due = store.now() + jiff::SignedDuration::from_secs(seconds);
        assert_eq!(store.apply_one().await.end, SubjectEnd::Retry(due));
        assert!(store.apply.run().await.unwrap().is_none());
        store.shop.clock.set(due);
    }
    store.shop.fake.edit("checkout.session", checkout.as_str(), &serde_json::json!({"status": "complete"}));
    store.apply_all().await;
    assert_eq!(store.credits().await, 20);
}

#[tokio::test]
async fn a_subscription_without_an_account_waits_for_an_operator() {
    let store = Store::open().await;
    let id = store.subscribed(PaidProduct::ProMonthly, 1).await;
    store.shop.fake.edit("subscription", id.as_str(), &serde_json::json!({"metadata": {}}));
    store.queue(&BillingSubject::Subscription(id)).await;
    assert!(matches!(store.apply_one().await.end, SubjectEnd::Parked(_)));
    let parked = store.memory.parked_subjects(10).await.unwrap();
    assert_eq!(parked[0].reason, "the subscription names no account");
}

#[tokio::test]
async fn the_subscription_of_a_deleted_account_is_not_renewed() {
    let store = Store::open().await;
    let id = store.subscribed(PaidProduct::ProMonthly, 1).await;
    let delete = DeleteAccount::new(store.memory.clone(), store.shop.clock.clone())
        .with_subscriptions(store.memory.clone(), store.memory.clone());
    delete.run(store.ann).await.unwrap();
    assert!(!store.shop.subscription(&id).await.ends_with_period);
    store.apply_all().await;
    assert!(store.shop.subscription(&id).await.ends_with_period);
    store.deliver_all().await;
    store.shop.clock.set(at("2026-12-21T12:00:00Z"));
    store.shop.fake.renew(id.as_str());
    store.deliver_all().await;
}

#[tokio::test]
async fn a_comparison_finds_lost_events() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::Pack, 1).await;
    store.shop.fake.pay(checkout.as_str());
    let reconciled = store.reconcile.run().await.unwrap();
    assert!(reconciled.missed_events > 0, "{reconciled:?}");
    assert_eq!(reconciled.checkouts, 1);
    store.apply_all().await;
    assert_eq!(store.credits().await, 20);
    for delivery in store.shop.fake.deliveries() {
        store.shop.fake.mark_delivered(&delivery.id);
    }
    let id = store.subscribed(PaidProduct::ProMonthly, 2).await;
    assert_eq!(store.reconcile.run().await.unwrap(), Reconciled::default(), "nothing is missing");
    store.shop.clock.set(at("2026-12-21T12:00:00Z"));
    store.shop.fake.renew(id.as_str());
    for delivery in store.shop.fake.deliveries() {
        store.shop.fake.mark_delivered(&delivery.id);
    }
    let reconciled = store.reconcile.run().await.unwrap();
    assert_eq!((reconciled.missed_events, reconciled.subscriptions), (0, 1));
    store.apply_all().await;
    assert_eq!(store.plan().await.1, Some(noon("2027-01-28")));
}
