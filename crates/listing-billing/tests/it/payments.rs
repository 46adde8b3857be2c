use listing_domain::billing::{
    DisputeStatus, PaidProduct, PaymentState, ProviderPaymentId, Purchase, RefundStatus,
};
use listing_domain::ports::{PaymentError, PaymentProvider as _};
use listing_domain::{Currency, Money};
use serde_json::json;

use crate::support::{Shop, account, attempt};

fn euros(minor: i64) -> Money {
    Money::from_minor(minor, Currency::Eur)
}

fn refunds(state: &PaymentState) -> Vec<(i64, RefundStatus)> {
    state.refunds.iter().map(|refund| (refund.amount.minor(), refund.status)).collect()
}

fn disputes(state: &PaymentState) -> Vec<(i64, DisputeStatus)> {
    state.disputes.iter().map(|dispute| (dispute.amount.minor(), dispute.status)).collect()
}

async fn pack(shop: &Shop) -> ProviderPaymentId {
    shop.buy(PaidProduct::Pack, 1).await.payment.unwrap()
}

#[tokio::test]
async fn the_payment_of_a_pack_names_its_checkout() {
    let shop = Shop::open().await;
    let purchase = shop.buy(PaidProduct::Pack, 1).await;
    let state = shop.payment(&purchase.payment.unwrap()).await;
    assert_eq!(state.purchase, Purchase::Checkout(purchase.checkout));
    assert_eq!((state.account, state.paid), (account(), euros(900)));
    assert!(state.refunds.is_empty() && state.disputes.is_empty());
}

#[tokio::test]
async fn the_payments_of_a_plan_name_its_subscription() {
    let shop = Shop::open().await;
    let subscription = shop.subscribe(PaidProduct::ProMonthly).await;
    let first = shop.fake.latest_payment(subscription.as_str());
    shop.fake.renew(subscription.as_str());
    let second = shop.fake.latest_payment(subscription.as_str());
    assert_ne!(first, second);
    for payment in [first, second] {
        let state = shop.payment(&payment.parse().unwrap()).await;
        assert_eq!(state.purchase, Purchase::Subscription(subscription.clone()));
        assert_eq!((state.account, state.paid), (account(), euros(1_900)));
    }
}

#[tokio::test]
async fn a_pending_payment_has_paid_nothing() {
    let shop = Shop::open().await;
    let checkout = shop.start(PaidProduct::Pack, 1).await;
    shop.fake.pay_later(checkout.as_str());
    let payment = shop.purchase(&checkout).await.payment.unwrap();
    assert_eq!(shop.payment(&payment).await.paid, euros(0));
    shop.fake.settle(checkout.as_str(), true);
    assert_eq!(shop.payment(&payment).await.paid, euros(900));
}

#[tokio::test]
async fn parts_and_the_rest_of_a_payment_are_refunded() {
    let shop = Shop::open().await;
    let payment = pack(&shop).await;
    let part = shop.stripe.refund(&payment, Some(euros(300)), attempt(11)).await.unwrap();
    assert_eq!((part.amount, part.status), (euros(300), RefundStatus::Succeeded));
    // The same attempt refunds nothing more.
    assert_eq!(shop.stripe.refund(&payment, Some(euros(300)), attempt(11)).await.unwrap(), part);
    let rest = shop.stripe.refund(&payment, None, attempt(12)).await.unwrap();
    assert_eq!(rest.amount, euros(600));
    let state = shop.payment(&payment).await;
    assert_eq!(refunds(&state), [(600, RefundStatus::Succeeded), (300, RefundStatus::Succeeded)]);
    assert_eq!(state.paid, euros(900));
}

#[tokio::test]
async fn more_than_the_rest_is_not_refunded() {
    let shop = Shop::open().await;
    let payment = pack(&shop).await;
    let error = shop.stripe.refund(&payment, Some(euros(901)), attempt(11)).await.unwrap_err();
    assert!(matches!(error, PaymentError::Rejected(_)), "{error:?}");
    shop.stripe.refund(&payment, None, attempt(12)).await.unwrap();
    let error = shop.stripe.refund(&payment, None, attempt(13)).await.unwrap_err();
    let expected = "charge_already_refunded";
    assert!(matches!(&error, PaymentError::Rejected(text) if text.contains(expected)), "{error:?}");
    let unknown = "pi_none".parse().unwrap();
    let error = shop.stripe.refund(&unknown, None, attempt(14)).await.unwrap_err();
    assert!(matches!(error, PaymentError::NotFound), "{error:?}");
}

#[tokio::test]
async fn refunds_of_the_dashboard_have_their_status() {
    let shop = Shop::open().await;
    let payment = pack(&shop).await;
    let refund = shop.fake.refund(payment.as_str(), Some(100), "pending");
    for (status, expected) in [
        ("pending", RefundStatus::Pending),
        ("requires_action", RefundStatus::Pending),
        ("succeeded", RefundStatus::Succeeded),
        ("failed", RefundStatus::Failed),
        ("canceled", RefundStatus::Failed),
    ] {
        shop.fake.change_refund(&refund, status);
        assert_eq!(refunds(&shop.payment(&payment).await), [(100, expected)], "{status}");
    }
}

#[tokio::test]
async fn a_payment_with_more_than_a_hundred_refunds_is_not_cut() {
    let shop = Shop::open().await;
    let payment = pack(&shop).await;
    for _ in 0..100 {
        shop.fake.refund(payment.as_str(), Some(1), "succeeded");
    }
    assert_eq!(shop.payment(&payment).await.refunds.len(), 100);
    shop.fake.refund(payment.as_str(), Some(1), "succeeded");
    let error = shop.stripe.payment(&payment).await.unwrap_err();
    assert!(matches!(error, PaymentError::Rejected(_)), "{error:?}");
}

#[tokio::test]
async fn a_dispute_is_open_until_it_is_won_or_lost() {
    let shop = Shop::open().await;
    for (number, is_won, expected) in [(1, true, DisputeStatus::Won), (2, false, DisputeStatus::Lost)] {
        let payment = shop.buy(PaidProduct::Pack, number).await.payment.unwrap();
        // A dispute may exceed its payment.
        let dispute = shop.fake.dispute(payment.as_str(), 1_000);
        assert_eq!(disputes(&shop.payment(&payment).await), [(1_000, DisputeStatus::Open)]);
        shop.fake.edit("dispute", &dispute, &json!({"status": "under_review"}));
        assert_eq!(disputes(&shop.payment(&payment).await), [(1_000, DisputeStatus::Open)]);
        shop.fake.close_dispute(&dispute, is_won);
        assert_eq!(disputes(&shop.payment(&payment).await), [(1_000, expected)]);
    }
}

#[tokio::test]
async fn inquiries_and_prevented_disputes_do_not_count() {
    let shop = Shop::open().await;
    let payment = pack(&shop).await;
    let inquiry = shop.fake.inquire(payment.as_str(), 900);
    for status in ["warning_needs_response", "warning_under_review", "warning_closed", "prevented"] {
        shop.fake.edit("dispute", &inquiry, &json!({"status": status}));
        assert!(shop.payment(&payment).await.disputes.is_empty(), "{status}");
    }
    shop.fake.edit("dispute", &inquiry, &json!({"status": "needs_response"}));
    assert_eq!(disputes(&shop.payment(&payment).await), [(900, DisputeStatus::Open)]);
}

#[tokio::test]
async fn payments_of_other_products_are_not_found() {
    let shop = Shop::open().await;
    let mug = |currency, metadata| {
        let fields = json!({
            "amount": 5, "amount_received": 5, "currency": currency, "metadata": metadata,
        });
        shop.fake.add("pi", "payment_intent", &fields)
    };
    let purchase = json!({"ptl_account": account().to_string(), "ptl_product": "pack"});
    let ids = [
        mug("eur", json!({})),
        mug("jpy", json!({})),
        mug("eur", json!({"ptl_account": "ann"})),
        // No checkout names it.
        mug("eur", purchase),
        "pi_none".to_owned(),
    ];
    for id in ids {
        let error = shop.stripe.payment(&id.parse().unwrap()).await.unwrap_err();
        assert!(matches!(error, PaymentError::NotFound), "{id}: {error:?}");
    }
}
