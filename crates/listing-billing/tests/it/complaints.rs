//! The complaints of customers of other services that sell credits and plans, each as a test of this one.
//!
//! | Complaint | Further tests |
//! |---|---|
//! | The buyer returns before the event, and pays twice | `selling`: `a_paid_order_is_not_offered_again_before_its_event`, `the_return_page_learns_of_a_payment_without_an_event` |
//! | A payment is granted twice | `applying`: `simultaneous_deliveries_grant_once` with 10,000 deliveries |
//! | An update before its creation is lost | `applying`: `all_orders_of_six_events_end_in_the_same_state` |
//! | An answer 200 although the event was not stored | |
//! | A refund leaves the credits | `applying`: `refunds_and_disputes_take_their_part_of_the_credits` |
//! | A dispute takes at its opening and at its loss | `applying`: `a_won_dispute_gives_the_credits_back` |
//! | A dispute takes more than the payment granted | `withdrawal`: `dispute_takes_at_most_what_the_payment_granted` |
//! | The dispute of one purchase ends another one | `applying`: `a_wholly_refunded_period_ends_and_the_next_one_counts` |
//! | A new month or another purchase's refund takes bought credits | `listing-testkit`: `credits_outlive_the_month` |
//! | A payment that fits no account is lost | `selling`: `a_payment_for_a_deleted_account_is_parked` |
//! | Credits are charged although free units are left | `listing-testkit`: `credits_come_after_free_units` |
//! | The consent to the loss of the right of withdrawal is not stored | `selling`: `an_order_needs_consent_and_a_product_for_sale` |
//! | A late failure overwrites a success | |
//! | A failed bank debit blocks the next order | `applying`: `a_pending_payment_grants_nothing_until_it_succeeds` |
//! | The content of an event is believed | |
//! | A renewal leaves a gap | `applying`: `a_plan_follows_renewals_failures_and_cancellation` |

use std::sync::Arc;

use futures_util::future::join_all;
use jiff::{ToSpan as _, tz::TimeZone};
use listing_domain::account::Plan;
use listing_domain::billing::{BillingSubject, OrderState, PaidProduct};
use listing_domain::ports::{AccountStore as _, BillingQueue as _, OrderStore as _};
use listing_domain::quota::UnitKind;
use listing_domain::usecase::billing::{BillingError, Confirmed, Purchase, ReceiveError, ReceiveEvent};
use listing_domain::{Currency, Money};
use listing_testkit::stripe::StripeDelivery;
use listing_testkit::{Faulty, StoreFault, StorePort};
use serde_json::json;

use crate::store::{Store, confirmed};
use crate::support::{WEBHOOK_SECRET, at, attempt};

#[tokio::test]
async fn a_buyer_who_returns_before_the_event_pays_once() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::Pack, 1).await;
    store.shop.fake.pay(checkout.as_str());
    let other_tab = store.buy(PaidProduct::Pack, 2).await.unwrap();
    assert_eq!(other_tab, Purchase::See(attempt(1)));
    assert_eq!(store.shop.fake.objects("checkout.session").len(), 1);
    // The page of the order fetches the payment.
    store.sell.order(store.ann, attempt(1)).await.unwrap();
    store.apply_all().await;
    assert_eq!(store.credits().await, 20);
    store.deliver_all().await;
    assert_eq!(store.credits().await, 20, "the events add nothing");
}

#[tokio::test]
async fn simultaneous_orders_lead_to_one_checkout() {
    let store = Store::open().await;
    let purchases = join_all((1..=50).map(|number| store.buy(PaidProduct::Pack, number))).await;
    let first = purchases[0].as_ref().unwrap();
    assert!(purchases.iter().all(|purchase| purchase.as_ref().unwrap() == first), "{purchases:?}");
    assert_eq!(store.shop.fake.objects("checkout.session").len(), 1);
    assert_eq!(store.sell.orders(store.ann).await.unwrap().len(), 1);
}

#[tokio::test]
async fn two_events_of_a_late_payment_grant_once() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::Pack, 1).await;
    store.shop.fake.pay_later(checkout.as_str());
    store.shop.fake.settle(checkout.as_str(), true);
    let kinds = ["checkout.session.completed", "checkout.session.async_payment_succeeded"];
    let mut deliveries = store.shop.fake.deliveries();
    deliveries.retain(|delivery| kinds.contains(&&*delivery.kind));
    assert_eq!(deliveries.len(), 2);
    join_all((0..200).map(async |turn: usize| {
        store.receive(&deliveries[turn % 2]).await;
        store.apply.run().await.unwrap();
    }))
    .await;
    store.apply_all().await;
    assert_eq!((store.credits().await, store.memory.ledger_view().grants.len()), (20, 1));
}

#[tokio::test]
async fn an_update_before_its_creation_entitles() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::ProMonthly, 1).await;
    store.shop.fake.pay_later(checkout.as_str());
    store.shop.fake.settle(checkout.as_str(), true);
    let deliveries = store.shop.fake.deliveries();
    let kind = |kind: &str| deliveries.iter().find(|delivery| delivery.kind == kind).unwrap();
    store.receive(kind("customer.subscription.updated")).await;
    store.apply_all().await;
    assert_eq!(store.plan().await.0, Plan::ProMonthly);
    // The payload still says `incomplete`.
    store.receive(kind("customer.subscription.created")).await;
    store.apply_all().await;
    assert_eq!(store.plan().await.0, Plan::ProMonthly);
}

#[tokio::test]
async fn an_event_that_was_not_stored_is_delivered_again() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::Pack, 1).await;
    store.shop.fake.pay(checkout.as_str());
    let queue = Arc::new(Faulty::over(store.memory.clone()));
    queue.fail(StorePort::BillingQueue, StoreFault::Unavailable);
    let verifier = Arc::new(store.shop.another());
    let receive = ReceiveEvent { verifier, queue: queue.clone(), clock: store.shop.clock.clone() };
    let deliveries = store.shop.fake.deliveries();
    let deliver = async |delivery: &StripeDelivery| {
        let signature = delivery.signature(WEBHOOK_SECRET, store.now());
        let header = move |name: &str| (name == "stripe-signature").then(|| signature.clone());
        receive.run(&header, delivery.body.as_bytes()).await
    };
    for delivery in &deliveries {
        assert!(matches!(deliver(delivery).await, Err(ReceiveError::Store(_))));
    }
    queue.recover();
    for delivery in &deliveries {
        deliver(delivery).await.unwrap();
    }
    store.apply_all().await;
    assert_eq!(store.credits().await, 20);
}

#[tokio::test]
async fn a_payment_refunded_in_parts_leaves_no_credits() {
    for parts in [vec![900], vec![450, 450], vec![300, 300, 300], vec![1, 899], vec![44; 20]] {
        let store = Store::open().await;
        store.bought(PaidProduct::Pack, 1).await;
        let payment = store.payment(1).await;
        for part in &parts {
            store.shop.fake.refund(&payment, Some(*part), "succeeded");
            store.deliver_all().await;
        }
        let rest = 900 - parts.iter().sum::<i64>();
        if rest > 0 {
            store.shop.fake.refund(&payment, None, "succeeded");
            store.deliver_all().await;
        }
        assert_eq!((store.credits().await, store.debt()), (0, 0), "{parts:?}");
    }
}

#[tokio::test]
async fn a_refund_after_the_use_of_its_credits_becomes_a_debt_that_is_stated_once() {
    let store = Store::open().await;
    store.bought(PaidProduct::Pack, 1).await;
    store.spend_all(3 + 15).await;
    assert_eq!(store.credits().await, 5);
    store.shop.fake.refund(&store.payment(1).await, None, "succeeded");
    let deliveries = store.shop.fake.deliveries();
    store.deliver_all().await;
    for delivery in &deliveries {
        store.receive(delivery).await;
    }
    store.queue(&BillingSubject::Payment(store.payment(1).await.parse().unwrap())).await;
    store.apply_all().await;
    assert_eq!((store.credits().await, store.debt()), (0, 15));
    store.bought(PaidProduct::Pack, 2).await;
    assert_eq!((store.credits().await, store.debt()), (5, 0), "the next purchase pays");
}

#[tokio::test]
async fn a_dispute_takes_the_credits_once() {
    for (is_won, credits) in [(false, 20), (true, 40)] {
        let store = Store::open().await;
        store.bought(PaidProduct::Pack, 1).await;
        store.bought(PaidProduct::Pack, 2).await;
        let dispute = store.shop.fake.dispute(&store.payment(1).await, 900);
        store.deliver_all().await;
        assert_eq!(store.credits().await, 20);
        store.shop.fake.close_dispute(&dispute, is_won);
        for delivery in store.shop.fake.deliveries().into_iter().rev() {
            store.receive(&delivery).await;
            store.apply_all().await;
        }
        assert_eq!((store.credits().await, store.debt()), (credits, 0), "{is_won}");
    }
}

#[tokio::test]
async fn a_refund_during_a_dispute_takes_the_credits_once() {
    let store = Store::open().await;
    store.bought(PaidProduct::Pack, 1).await;
    store.bought(PaidProduct::Pack, 2).await;
    let payment = store.payment(1).await;
    let dispute = store.shop.fake.dispute(&payment, 900);
    store.shop.fake.refund(&payment, None, "succeeded");
    store.deliver_all().await;
    assert_eq!((store.credits().await, store.read(1).await.withdrawn_minor), (20, 900));
    store.shop.fake.close_dispute(&dispute, true);
    store.deliver_all().await;
    assert_eq!((store.credits().await, store.debt()), (20, 0), "the refund stays");
}

#[tokio::test]
async fn a_dispute_over_more_than_the_payment_takes_what_it_granted() {
    let store = Store::open().await;
    store.bought(PaidProduct::Pack, 1).await;
    store.bought(PaidProduct::Pack, 2).await;
    // A bank adds its fee.
    let dispute = store.shop.fake.dispute(&store.payment(1).await, 2_400);
    store.deliver_all().await;
    assert_eq!((store.credits().await, store.debt()), (20, 0));
    assert_eq!(store.read(1).await.withdrawn_minor, 900);
    store.shop.fake.close_dispute(&dispute, true);
    store.deliver_all().await;
    assert_eq!(store.credits().await, 40, "no more is given back than was taken");
}

#[tokio::test]
async fn a_dispute_of_one_purchase_changes_no_other_one() {
    let store = Store::open().await;
    store.bought(PaidProduct::Pack, 1).await;
    let plan = store.subscribed(PaidProduct::ProMonthly, 2).await;
    store.shop.fake.dispute(&store.payment(1).await, 900);
    store.deliver_all().await;
    assert_eq!((store.credits().await, store.plan().await.0), (0, Plan::ProMonthly));
    store.bought(PaidProduct::Pack, 3).await;
    store.shop.fake.dispute(&store.shop.fake.latest_payment(plan.as_str()), 1_900);
    store.deliver_all().await;
    assert_eq!((store.credits().await, store.plan().await.0), (20, Plan::Free));
    assert_eq!(store.read(3).await.withdrawn_minor, 0);
}

#[tokio::test]
async fn months_and_plans_leave_bought_credits() {
    let store = Store::open().await;
    store.bought(PaidProduct::Pack, 1).await;
    store.spend_all(3 + 5).await;
    store.shop.clock.set(at("2027-03-01T00:00:00Z"));
    assert_eq!(store.credits().await, 15, "free units expire, credits do not");
    let plan = store.subscribed(PaidProduct::ProMonthly, 2).await;
    store.spend_all(10).await;
    store.shop.fake.end(plan.as_str());
    store.deliver_all().await;
    assert_eq!((store.credits().await, store.plan().await.0), (15, Plan::Free));
}

#[tokio::test]
async fn free_units_and_the_plan_are_used_before_credits() {
    let store = Store::open().await;
    store.bought(PaidProduct::Pack, 1).await;
    for turn in 0..3 {
        assert!(matches!(store.spend().await, UnitKind::Free(_)), "{turn}");
    }
    assert_eq!(store.spend().await, UnitKind::Credit);
    let plan = store.subscribed(PaidProduct::ProMonthly, 2).await;
    assert_eq!(store.spend().await, UnitKind::Pro);
    store.shop.fake.end(plan.as_str());
    store.deliver_all().await;
    assert_eq!(store.spend().await, UnitKind::Credit);
    store.shop.clock.set(at("2026-12-01T00:00:00Z"));
    assert!(matches!(store.spend().await, UnitKind::Free(_)), "the new month's");
    assert_eq!(store.credits().await, 18);
}

#[tokio::test]
async fn a_payment_of_a_deleted_account_waits_for_an_operator() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::Pack, 1).await;
    store.memory.delete_account(store.ann, store.now(), None).await.unwrap();
    store.shop.fake.pay(checkout.as_str());
    for delivery in store.shop.fake.deliveries() {
        store.receive(&delivery).await;
    }
    while store.apply.run().await.unwrap().is_some() {}
    let parked = store.memory.parked_subjects(10).await.unwrap();
    let subject = BillingSubject::Checkout(checkout);
    assert!(parked.iter().any(|parked| parked.subject == subject), "{parked:?}");
    assert!(parked.iter().all(|parked| parked.reason.contains("refund the payment")), "{parked:?}");
}

#[tokio::test]
async fn a_payment_in_another_currency_grants_what_was_ordered() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::Pack, 1).await;
    store.shop.fake.edit(
        "checkout.session",
        checkout.as_str(),
        &json!({"currency": "usd", "amount_total": 990}),
    );
    store.shop.fake.pay(checkout.as_str());
    store.deliver_all().await;
    assert_eq!(store.credits().await, 20);
    let OrderState::Paid(paid) = store.read(1).await.state else { panic!("the order is not paid") };
    assert_eq!(paid.amount, Some(Money::from_minor(990, Currency::Usd)));
}

#[tokio::test]
async fn the_consent_is_stored_with_the_order_before_any_payment() {
    let store = Store::open().await;
    let silent = Confirmed { has_consented: false, ..confirmed(PaidProduct::Pack, 1) };
    let refused = store.sell.buy(store.ann, silent).await.unwrap_err();
    assert!(matches!(refused, BillingError::NoConsent));
    assert!(store.shop.fake.objects("checkout.session").is_empty());
    let ordered_at = store.now();
    store.order(PaidProduct::Pack, 2).await;
    store.pass(1);
    store.deliver_all().await;
    assert_eq!(store.read(2).await.terms.ordered_at, ordered_at);
    assert!(store.memory.order(attempt(1)).await.unwrap().is_none());
}

#[tokio::test]
async fn a_late_failure_leaves_a_success() {
    let store = Store::open().await;
    let checkout = store.bought(PaidProduct::Pack, 1).await;
    let session = store.shop.fake.object("checkout.session", checkout.as_str());
    for (kind, changes) in [
        ("checkout.session.async_payment_failed", json!({"payment_status": "unpaid"})),
        ("checkout.session.expired", json!({"status": "expired", "payment_status": "unpaid"})),
    ] {
        // Even a state from a replica that lags behind.
        store.shop.fake.edit("checkout.session", checkout.as_str(), &changes);
        store.shop.fake.emit(kind, &store.shop.fake.object("checkout.session", checkout.as_str()));
        store.deliver_all().await;
        store.shop.fake.edit("checkout.session", checkout.as_str(), &session);
        assert!(matches!(store.read(1).await.state, OrderState::Paid(_)), "{kind}");
        assert_eq!(store.credits().await, 20, "{kind}");
    }
}

#[tokio::test]
async fn a_failed_bank_debit_does_not_block_the_next_order() {
    for product in [PaidProduct::Pack, PaidProduct::ProMonthly] {
        let store = Store::open().await;
        let checkout = store.order(product, 1).await;
        store.shop.fake.pay_later(checkout.as_str());
        store.deliver_all().await;
        assert_eq!(store.buy(product, 2).await.unwrap(), Purchase::See(attempt(1)), "{product}");
        store.shop.fake.settle(checkout.as_str(), false);
        store.deliver_all().await;
        assert_eq!(store.read(1).await.state, OrderState::Unpaid(Some(checkout)), "{product}");
        let again = store.buy(product, 3).await.unwrap();
        assert!(matches!(again, Purchase::Pay(_)), "{product}: {again:?}");
    }
}

#[tokio::test]
async fn an_event_that_contradicts_the_provider_changes_nothing() {
    let store = Store::open().await;
    let checkout = store.order(PaidProduct::Pack, 1).await;
    let mut session = store.shop.fake.object("checkout.session", checkout.as_str());
    session["status"] = json!("complete");
    session["payment_status"] = json!("paid");
    store.shop.fake.emit("checkout.session.completed", &session);
    store.deliver_all().await;
    assert_eq!(store.credits().await, 0);
    assert!(store.read(1).await.state.step().is_unfinished());
}

#[tokio::test]
async fn a_year_of_renewals_has_no_gap() {
    let store = Store::open().await;
    let id = store.subscribed(PaidProduct::ProMonthly, 1).await;
    let mut noon = at("2026-11-21T12:00:00Z").to_zoned(TimeZone::UTC);
    for month in 0..12 {
        noon = noon.checked_add(1.month()).unwrap();
        // The renewal is paid an hour after the end of the period.
        for (minutes, renews) in [(-1, false), (0, false), (59, false), (60, true), (61, false)] {
            store.shop.clock.set(noon.timestamp() + jiff::SignedDuration::from_mins(minutes));
            if renews {
                store.shop.fake.renew(id.as_str());
                store.deliver_all().await;
            }
            assert_eq!(store.plan().await.0, Plan::ProMonthly, "{month} {minutes}");
            assert_eq!(store.spend().await, UnitKind::Pro, "{month} {minutes}");
        }
    }
    let latest = store.shop.fake.latest_payment(id.as_str());
    store.shop.fake.refund(&latest, None, "succeeded");
    store.deliver_all().await;
    assert_eq!(store.plan().await.0, Plan::Free);
}
