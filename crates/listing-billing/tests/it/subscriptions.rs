use listing_domain::account::Plan;
use listing_domain::billing::{BillingPeriod, PaidProduct, SubscriptionStatus};
use listing_domain::ports::{PaymentError, PaymentProvider as _};
use serde_json::json;

use crate::support::{Shop, account, at, prices};

fn period(start: &str, end: &str) -> BillingPeriod {
    BillingPeriod::new(at(start), at(end)).unwrap()
}

#[tokio::test]
async fn a_subscription_has_its_plan_account_and_period() {
    let shop = Shop::open().await;
    let id = shop.subscribe(PaidProduct::ProMonthly).await;
    let state = shop.subscription(&id).await;
    assert_eq!((state.account, state.plan), (Some(account()), Plan::ProMonthly));
    assert_eq!(state.status, SubscriptionStatus::Active);
    assert_eq!(state.period, period("2026-11-21T12:00:00Z", "2026-12-21T12:00:00Z"));
    assert!(!state.ends_with_period && state.ended_at.is_none());
    shop.fake.renew(id.as_str());
    let renewed = shop.subscription(&id).await;
    assert_eq!(renewed.period, period("2026-12-21T12:00:00Z", "2027-01-21T12:00:00Z"));
}

#[tokio::test]
async fn an_unpaid_renewal_is_past_due_until_it_is_paid() {
    let shop = Shop::open().await;
    let id = shop.subscribe(PaidProduct::ProMonthly).await;
    shop.fake.fail_renewal(id.as_str());
    assert_eq!(shop.subscription(&id).await.status, SubscriptionStatus::PastDue);
    shop.fake.pay_invoice(id.as_str());
    assert_eq!(shop.subscription(&id).await.status, SubscriptionStatus::Active);
    shop.fake.fail_renewal(id.as_str());
    shop.fake.leave_unpaid(id.as_str());
    assert_eq!(shop.subscription(&id).await.status, SubscriptionStatus::Paused);
}

#[tokio::test]
async fn the_latest_payment_is_that_of_the_current_period() {
    let shop = Shop::open().await;
    let id = shop.subscribe(PaidProduct::ProMonthly).await;
    let latest = async || shop.subscription(&id).await.latest_payment.map(|payment| payment.to_string());
    let first = shop.fake.latest_payment(id.as_str());
    assert_eq!(latest().await.as_ref(), Some(&first));
    shop.fake.fail_renewal(id.as_str());
    assert_eq!(latest().await, None, "the period is not paid");
    shop.fake.pay_invoice(id.as_str());
    let second = shop.fake.latest_payment(id.as_str());
    assert_ne!(first, second);
    assert_eq!(latest().await, Some(second));
}

#[tokio::test]
async fn a_canceled_subscription_ends_with_its_period() {
    let shop = Shop::open().await;
    let id = shop.subscribe(PaidProduct::ProAnnual).await;
    shop.fake.cancel_at_end(id.as_str(), true);
    let state = shop.subscription(&id).await;
    assert!(state.ends_with_period && state.status == SubscriptionStatus::Active, "{state:?}");
    shop.fake.cancel_at_end(id.as_str(), false);
    assert!(!shop.subscription(&id).await.ends_with_period);
    shop.fake.cancel_at_end(id.as_str(), true);
    shop.clock.set(at("2027-11-21T12:00:00Z"));
    shop.fake.renew(id.as_str());
    let ended = shop.subscription(&id).await;
    assert_eq!(ended.status, SubscriptionStatus::Ended);
    assert_eq!(ended.ended_at, Some(at("2027-11-21T12:00:00Z")));
}

#[tokio::test]
async fn a_subscription_canceled_at_a_moment_ends_with_the_period_that_includes_it() {
    let shop = Shop::open().await;
    let id = shop.subscribe(PaidProduct::ProMonthly).await;
    let end = at("2026-12-21T12:00:00Z").as_second();
    for (cancel_at, expected) in [(end - 1, true), (end, true), (end + 1, false)] {
        shop.fake.edit("subscription", id.as_str(), &json!({"cancel_at": cancel_at}));
        assert_eq!(shop.subscription(&id).await.ends_with_period, expected, "{}", cancel_at - end);
    }
}

#[tokio::test]
async fn a_subscription_can_be_paused_resumed_and_ended() {
    let shop = Shop::open().await;
    let id = shop.subscribe(PaidProduct::ProMonthly).await;
    shop.fake.pause(id.as_str(), true);
    assert_eq!(shop.subscription(&id).await.status, SubscriptionStatus::Paused);
    shop.fake.pause(id.as_str(), false);
    assert_eq!(shop.subscription(&id).await.status, SubscriptionStatus::Active);
    shop.fake.end(id.as_str());
    assert_eq!(shop.subscription(&id).await.status, SubscriptionStatus::Ended);
}

#[tokio::test]
async fn a_pending_first_payment_leaves_the_subscription_incomplete() {
    let shop = Shop::open().await;
    for (number, succeeds, expected) in
        [(1, true, SubscriptionStatus::Active), (2, false, SubscriptionStatus::Ended)]
    {
        let checkout = shop.start(PaidProduct::ProMonthly, number).await;
        shop.fake.pay_later(checkout.as_str());
        let id = shop.purchase(&checkout).await.subscription.unwrap();
        assert_eq!(shop.subscription(&id).await.status, SubscriptionStatus::Incomplete);
        shop.fake.settle(checkout.as_str(), succeeds);
        assert_eq!(shop.subscription(&id).await.status, expected);
    }
}

#[tokio::test]
async fn the_plan_follows_a_change_of_price() {
    let shop = Shop::open().await;
    let id = shop.subscribe(PaidProduct::ProMonthly).await;
    shop.fake.switch(id.as_str(), "ptl_pro_annual");
    let state = shop.subscription(&id).await;
    assert_eq!(state.plan, Plan::ProAnnual);
    assert_eq!(state.period, period("2026-11-21T12:00:00Z", "2027-11-21T12:00:00Z"));
}

#[tokio::test]
async fn a_subscription_keeps_its_plan_after_its_price_is_replaced() {
    let shop = Shop::open().await;
    // The subscription's own metadata still name the plan of the checkout.
    let id = shop.subscribe(PaidProduct::ProMonthly).await;
    shop.fake.switch(id.as_str(), "ptl_pro_annual");
    let mut items = shop.fake.object("subscription", id.as_str())["items"].clone();
    items["data"][0]["price"]["lookup_key"] = serde_json::Value::Null;
    shop.fake.edit("subscription", id.as_str(), &json!({"items": items}));
    assert_eq!(shop.subscription(&id).await.plan, Plan::ProAnnual);
    // A price that was made by hand has no metadata either.
    items["data"][0]["price"]["metadata"] = json!({});
    shop.fake.edit("subscription", id.as_str(), &json!({"items": items}));
    assert_eq!(shop.subscription(&id).await.plan, Plan::ProMonthly);
}

#[tokio::test]
async fn subscriptions_of_other_products_are_not_found() {
    let shop = Shop::open().await;
    let id = shop.subscribe(PaidProduct::ProMonthly).await;
    let mut items = shop.fake.object("subscription", id.as_str())["items"].clone();
    items["data"][0]["price"] = json!({"id": "price_mug", "lookup_key": "mug", "metadata": {}});
    shop.fake.edit("subscription", id.as_str(), &json!({"items": items, "metadata": {}}));
    for id in [id, "sub_none".parse().unwrap()] {
        let error = shop.stripe.subscription(&id).await.unwrap_err();
        assert!(matches!(error, PaymentError::NotFound), "{error:?}");
    }
}

#[tokio::test]
async fn a_subscription_made_by_hand_has_no_account() {
    let shop = Shop::open().await;
    let id = shop.subscribe(PaidProduct::ProMonthly).await;
    shop.fake.edit("subscription", id.as_str(), &json!({"metadata": {}}));
    let state = shop.subscription(&id).await;
    assert_eq!((state.account, state.plan), (None, prices()[1].product().plan().unwrap()));
}

#[tokio::test]
async fn an_unknown_status_or_an_empty_period_may_be_retried() {
    let shop = Shop::open().await;
    let id = shop.subscribe(PaidProduct::ProMonthly).await;
    shop.fake.edit("subscription", id.as_str(), &json!({"status": "hibernating"}));
    let error = shop.stripe.subscription(&id).await.unwrap_err();
    assert!(matches!(error, PaymentError::Unavailable(_)), "{error:?}");
    let mut items = shop.fake.object("subscription", id.as_str())["items"].clone();
    items["data"][0]["current_period_end"] = items["data"][0]["current_period_start"].clone();
    shop.fake.edit("subscription", id.as_str(), &json!({"status": "active", "items": items}));
    let error = shop.stripe.subscription(&id).await.unwrap_err();
    assert!(matches!(error, PaymentError::Unavailable(_)), "{error:?}");
}
