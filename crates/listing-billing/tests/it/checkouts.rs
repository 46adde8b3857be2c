use std::collections::HashMap;
use std::time::Duration;

use listing_domain::billing::{
    BillingCurrency, CheckoutRequest, CheckoutStatus, CustomerId, PaidProduct, PaymentStatus, PortalRequest,
};
use listing_domain::ports::{PaymentError, PaymentProvider as _};
use listing_domain::{Currency, Language, Money};
use listing_outbound::header::HeaderMap;
use listing_outbound::{Fault, Transport, Url};
use listing_testkit::stripe::{SECRET_KEY, VERSION};

use crate::support::{Shop, account, at, attempt, request, stripe};

#[tokio::test]
async fn a_pack_goes_from_open_to_paid() {
    let shop = Shop::open().await;
    let started = shop.stripe.start_checkout(&request(PaidProduct::Pack, 1)).await.unwrap();
    assert_eq!(started.expires_at, at("2026-11-22T12:00:00Z"));
    assert!(started.url.starts_with(&shop.fake.url()), "{}", started.url);
    let open = shop.checkout(&started.id).await;
    assert_eq!((open.account, open.product), (account(), PaidProduct::Pack));
    assert_eq!(open.amount, Some(Money::from_minor(900, Currency::Eur)));
    assert_eq!(open.status, CheckoutStatus::Open);
    shop.fake.pay(started.id.as_str());
    let purchase = shop.purchase(&started.id).await;
    assert!(purchase.payment.is_some() && purchase.subscription.is_none());
    let paid = shop.checkout(&started.id).await.status;
    assert!(matches!(paid, CheckoutStatus::Complete { payment_status: PaymentStatus::Paid, .. }), "{paid:?}");
}

#[tokio::test]
async fn a_plan_has_a_subscription_instead_of_a_payment() {
    let shop = Shop::open().await;
    let purchase = shop.buy(PaidProduct::ProAnnual, 1).await;
    assert!(purchase.payment.is_none() && purchase.subscription.is_some());
    assert_eq!(shop.checkout(&purchase.checkout).await.product, PaidProduct::ProAnnual);
}

#[tokio::test]
async fn a_pending_payment_is_paid_or_fails_later() {
    let shop = Shop::open().await;
    for (number, succeeds, end) in [(1, true, PaymentStatus::Paid), (2, false, PaymentStatus::Failed)] {
        let id = shop.start(PaidProduct::Pack, number).await;
        shop.fake.pay_later(id.as_str());
        let status = async || match shop.checkout(&id).await.status {
            CheckoutStatus::Complete { payment_status, payment: Some(_), .. } => payment_status,
            other => panic!("the checkout is {other:?}"),
        };
        assert_eq!(status().await, PaymentStatus::Pending);
        shop.fake.settle(id.as_str(), succeeds);
        assert_eq!(status().await, end);
    }
}

#[tokio::test]
async fn a_request_names_the_account_the_product_and_the_addresses() {
    let shop = Shop::open().await;
    shop.start(PaidProduct::Pack, 1).await;
    let request = shop.fake.received().pop().unwrap();
    assert!(request.head.starts_with("POST /v1/checkout/sessions HTTP/1.1"), "{}", request.head);
    assert_eq!(request.header("stripe-version"), Some(VERSION));
    assert_eq!(request.header("authorization"), Some(&*format!("Bearer {SECRET_KEY}")));
    assert_eq!(request.header("idempotency-key"), Some("00000000-0000-0000-0000-000000000001"));
    let form: HashMap<_, _> = form_urlencoded::parse(request.text.as_bytes()).into_owned().collect();
    let id = account().to_string();
    for (name, value) in [
        ("mode", "payment"),
        ("client_reference_id", &*id),
        ("metadata[ptl_account]", &*id),
        ("metadata[ptl_product]", "pack"),
        ("payment_intent_data[metadata][ptl_account]", &*id),
        ("payment_intent_data[metadata][ptl_product]", "pack"),
        ("customer_creation", "always"),
        ("customer_email", "canary@xn--bcher-kva.example"),
        ("currency", "eur"),
        ("locale", "fr"),
        ("success_url", "https://listing.example/account/billing?paid=1&x=é"),
        ("cancel_url", "https://listing.example/account/billing"),
    ] {
        assert_eq!(form.get(name).map(String::as_str), Some(value), "{name}");
    }
    assert!(
        !form.keys().any(|name| name.contains("tax") || name.starts_with("subscription_data")),
        "{form:?}"
    );
}

#[tokio::test]
async fn the_amount_follows_the_currency() {
    let shop = Shop::open().await;
    let request = CheckoutRequest { currency: BillingCurrency::Usd, ..request(PaidProduct::ProMonthly, 1) };
    let id = shop.stripe.start_checkout(&request).await.unwrap().id;
    assert_eq!(shop.checkout(&id).await.amount, Some(Money::from_minor(2_100, Currency::Usd)));
}

#[tokio::test]
async fn taxes_are_collected_from_new_and_known_customers() {
    let shop = Shop::open().await;
    let taxed = stripe(&shop.fake.url(), SECRET_KEY, true);
    let new = taxed.start_checkout(&request(PaidProduct::ProMonthly, 1)).await.unwrap().id;
    shop.fake.pay(new.as_str());
    let customer = shop.purchase(&new).await.customer;
    let again = CheckoutRequest { customer: Some(customer.clone()), ..request(PaidProduct::Pack, 2) };
    let again = taxed.start_checkout(&again).await.unwrap().id;
    shop.fake.pay(again.as_str());
    assert_eq!(shop.purchase(&again).await.customer, customer);
}

#[tokio::test]
async fn a_repeated_attempt_gets_the_same_checkout() {
    let shop = Shop::open().await;
    let first = shop.stripe.start_checkout(&request(PaidProduct::Pack, 1)).await.unwrap();
    let again = shop.stripe.start_checkout(&request(PaidProduct::Pack, 1)).await.unwrap();
    assert_eq!(again, first);
    let other = shop.stripe.start_checkout(&request(PaidProduct::Pack, 2)).await.unwrap();
    assert_ne!(other.id, first.id);
    let changed = CheckoutRequest { language: Language::En, ..request(PaidProduct::Pack, 1) };
    let refused = shop.stripe.start_checkout(&changed).await.unwrap_err();
    assert!(
        matches!(&refused, PaymentError::Rejected(text) if text.contains("idempotency_error")),
        "{refused:?}"
    );
}

#[tokio::test]
async fn a_retry_after_a_lost_answer_starts_no_second_checkout() {
    let shop = Shop::open().await;
    let customer = shop.buy(PaidProduct::Pack, 9).await.customer;
    let portal = PortalRequest {
        attempt: attempt(1),
        customer,
        language: Language::En,
        return_url: "https://listing.example/account".to_owned(),
    };
    shop.fake.lose_answers(1);
    let lost = shop.stripe.open_portal(&portal).await.unwrap_err();
    assert!(matches!(lost, PaymentError::Unavailable(_)), "{lost:?}");
    let url = shop.stripe.open_portal(&portal).await.unwrap();
    assert_eq!(shop.stripe.open_portal(&portal).await.unwrap(), url);
    assert!(url.starts_with(&shop.fake.url()), "{url}");
}

#[tokio::test]
async fn a_canceled_checkout_is_expired() {
    let shop = Shop::open().await;
    let id = shop.start(PaidProduct::Pack, 1).await;
    for _ in 0..2 {
        assert_eq!(shop.stripe.cancel_checkout(&id).await.unwrap().status, CheckoutStatus::Expired);
    }
    assert_eq!(shop.checkout(&id).await.status, CheckoutStatus::Expired);
    let expired = shop.start(PaidProduct::Pack, 2).await;
    shop.fake.expire(expired.as_str());
    assert_eq!(shop.stripe.cancel_checkout(&expired).await.unwrap().status, CheckoutStatus::Expired);
}

#[tokio::test]
async fn a_complete_checkout_cannot_be_canceled() {
    let shop = Shop::open().await;
    let checkout = shop.buy(PaidProduct::Pack, 1).await.checkout;
    let state = shop.stripe.cancel_checkout(&checkout).await.unwrap();
    assert!(
        matches!(state.status, CheckoutStatus::Complete { payment_status: PaymentStatus::Paid, .. }),
        "{state:?}"
    );
}

#[tokio::test]
async fn unknown_checkouts_and_customers_are_not_found() {
    let shop = Shop::open().await;
    for id in ["cs_test_none", "..", "a/../b", "a?b=c"] {
        let id = id.parse().unwrap();
        for error in [
            shop.stripe.checkout(&id).await.unwrap_err(),
            shop.stripe.cancel_checkout(&id).await.unwrap_err(),
        ] {
            assert!(matches!(error, PaymentError::NotFound), "{id}: {error:?}");
        }
    }
    let customer: CustomerId = shop.buy(PaidProduct::Pack, 1).await.customer;
    shop.fake.delete_customer(customer.as_str());
    let request = CheckoutRequest { customer: Some(customer), ..request(PaidProduct::Pack, 2) };
    let error = shop.stripe.start_checkout(&request).await.unwrap_err();
    assert!(matches!(error, PaymentError::NotFound), "{error:?}");
}

#[tokio::test]
async fn a_checkout_of_another_product_of_the_seller_is_not_found() {
    let shop = Shop::open().await;
    let id = shop.start(PaidProduct::Pack, 1).await;
    for metadata in [
        serde_json::json!({}),
        serde_json::Value::Null,
        serde_json::json!({"ptl_account": account().to_string()}),
        serde_json::json!({"ptl_account": "ann", "ptl_product": "pack"}),
        serde_json::json!({"ptl_account": account().to_string(), "ptl_product": "mug"}),
    ] {
        shop.fake.edit("checkout.session", id.as_str(), &serde_json::json!({"metadata": metadata}));
        let error = shop.stripe.checkout(&id).await.unwrap_err();
        assert!(matches!(error, PaymentError::NotFound), "{metadata}: {error:?}");
    }
}

/// Presses a button on a payment page, and returns the status.
async fn press(transport: &Transport, page: &str, action: &str) -> u16 {
    let url: Url = format!("{page}/{action}").parse().unwrap();
    let pressed = transport.post(url, HeaderMap::new(), Vec::new(), None, Duration::from_secs(20)).await;
    let Err(Fault::Service(error)) = pressed else { panic!("a button redirects: {pressed:?}") };
    error.status
}

#[tokio::test]
async fn the_buttons_of_the_payment_page_decline_cancel_and_pay() {
    let shop = Shop::open().await;
    let checkout = shop.stripe.start_checkout(&request(PaidProduct::Pack, 1)).await.unwrap();
    let transport = Transport::new().unwrap();
    let open_page =
        || transport.get(checkout.url.parse().unwrap(), HeaderMap::new(), None, Duration::from_secs(20));
    let page = String::from_utf8(open_page().await.unwrap()).unwrap();
    for button in ["pay", "later", "decline", "cancel"] {
        assert!(page.contains(&format!("<button id=\"{button}\">")), "{page}");
    }
    for action in ["decline", "cancel"] {
        assert_eq!(press(&transport, &checkout.url, action).await, 303);
        assert_eq!(shop.checkout(&checkout.id).await.status, CheckoutStatus::Open, "{action}");
    }
    assert_eq!(press(&transport, &checkout.url, "pay").await, 303);
    let paid = shop.checkout(&checkout.id).await.status;
    assert!(matches!(paid, CheckoutStatus::Complete { payment_status: PaymentStatus::Paid, .. }), "{paid:?}");
    assert_eq!(press(&transport, &checkout.url, "pay").await, 400);
    assert!(open_page().await.is_err());
}
