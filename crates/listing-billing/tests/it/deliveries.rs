use listing_domain::billing::{BillingSubject, EventRefusal, PaidProduct};
use listing_domain::ports::{Clock as _, EventVerifier as _, PaymentProvider as _};
use listing_testkit::stripe::{StripeDelivery, signature};
use serde_json::{Value, json};

use crate::support::{FORMER_SECRET, Shop, WEBHOOK_SECRET, account, at, stripe, verified};

#[tokio::test]
async fn events_of_a_pack_name_its_checkout_and_payment() {
    let shop = Shop::open().await;
    let purchase = shop.buy(PaidProduct::Pack, 1).await;
    let payment = purchase.payment.unwrap();
    let refund = shop.fake.refund(payment.as_str(), Some(100), "pending");
    shop.fake.change_refund(&refund, "failed");
    let dispute = shop.fake.dispute(payment.as_str(), 900);
    shop.fake.close_dispute(&dispute, true);
    let of_payment = |kind: &str| (kind.to_owned(), Some(BillingSubject::Payment(payment.clone())));
    let expected = [
        ("payment_intent.succeeded".to_owned(), None),
        ("checkout.session.completed".to_owned(), Some(BillingSubject::Checkout(purchase.checkout))),
        of_payment("refund.created"),
        of_payment("charge.refunded"),
        of_payment("refund.updated"),
        of_payment("refund.failed"),
        of_payment("charge.dispute.created"),
        of_payment("charge.dispute.funds_withdrawn"),
        of_payment("charge.dispute.closed"),
        of_payment("charge.dispute.funds_reinstated"),
    ];
    assert_eq!(shop.subjects(), expected);
}

#[tokio::test]
async fn events_of_a_plan_name_its_subscription() {
    let shop = Shop::open().await;
    let id = shop.subscribe(PaidProduct::ProMonthly).await;
    shop.fake.fail_renewal(id.as_str());
    shop.fake.pay_invoice(id.as_str());
    shop.fake.pause(id.as_str(), true);
    shop.fake.pause(id.as_str(), false);
    shop.fake.end(id.as_str());
    let kinds: Vec<String> = shop
        .subjects()
        .into_iter()
        .filter(|(_, subject)| *subject == Some(BillingSubject::Subscription(id.clone())))
        .map(|(kind, _)| kind)
        .collect();
    let expected = [
        "customer.subscription.created",
        "invoice.paid",
        "customer.subscription.updated",
        "invoice.payment_failed",
        "customer.subscription.updated",
        "invoice.paid",
        "customer.subscription.updated",
        "customer.subscription.paused",
        "customer.subscription.updated",
        "customer.subscription.resumed",
        "customer.subscription.deleted",
    ];
    assert_eq!(kinds, expected);
}

#[tokio::test]
async fn all_results_of_a_checkout_name_it() {
    let shop = Shop::open().await;
    let mut expected = Vec::new();
    for (number, succeeds) in [(1, true), (2, false)] {
        let id = shop.start(PaidProduct::Pack, number).await;
        shop.fake.pay_later(id.as_str());
        shop.fake.settle(id.as_str(), succeeds);
        let result = if succeeds { "async_payment_succeeded" } else { "async_payment_failed" };
        for kind in ["completed", result] {
            expected.push((format!("checkout.session.{kind}"), Some(BillingSubject::Checkout(id.clone()))));
        }
    }
    let id = shop.start(PaidProduct::Pack, 3).await;
    shop.fake.expire(id.as_str());
    expected.push(("checkout.session.expired".to_owned(), Some(BillingSubject::Checkout(id))));
    let mut subjects = shop.subjects();
    subjects.retain(|(kind, _)| kind.starts_with("checkout."));
    assert_eq!(subjects, expected);
}

#[tokio::test]
async fn a_delivery_has_its_id_and_time_whenever_it_comes() {
    let shop = Shop::open().await;
    shop.buy(PaidProduct::Pack, 1).await;
    let delivery = shop.fake.deliveries().pop().unwrap();
    let first = shop.verify(&delivery).unwrap();
    assert_eq!((first.id.as_str(), first.created_at), (&*delivery.id, at("2026-11-21T12:00:00Z")));
    shop.clock.set(at("2026-11-24T12:00:00Z"));
    assert_eq!(shop.verify(&delivery).unwrap(), first);
}

#[tokio::test]
async fn a_delivery_signed_with_the_former_secret_is_accepted() {
    let shop = Shop::open().await;
    shop.buy(PaidProduct::Pack, 1).await;
    let (delivery, now) = (shop.fake.deliveries().pop().unwrap(), shop.clock.now());
    let verify = |secret| {
        let signature = delivery.signature(secret, now);
        verified(&shop.stripe, &signature, delivery.body.as_bytes(), now).map(|event| event.id.to_string())
    };
    assert_eq!(verify(WEBHOOK_SECRET), Ok(delivery.id.clone()));
    assert_eq!(verify(FORMER_SECRET), Ok(delivery.id.clone()));
    assert_eq!(verify("whsec_other"), Err(EventRefusal::WrongSignature));
}

/// Verifies a body that is signed correctly.
fn signed(shop: &Shop, body: &str) -> Result<Option<BillingSubject>, EventRefusal> {
    let now = shop.clock.now();
    let signature = signature(WEBHOOK_SECRET, body, now);
    verified(&shop.stripe, &signature, body.as_bytes(), now).map(|event| event.subject)
}

fn event(kind: &str, object: &Value) -> Value {
    json!({
        "id": "evt_1", "object": "event", "created": 1_790_000_000, "livemode": false, "type": kind,
        "data": {"object": object},
    })
}

#[tokio::test]
async fn events_of_other_products_are_unrelated() {
    let shop = Shop::open().await;
    let metadata = json!({"ptl_account": account().to_string(), "ptl_product": "pack"});
    let ours = json!({"id": "cs_1", "metadata": metadata});
    let checkout = "checkout.session.completed";
    let of_checkout = Some(BillingSubject::Checkout("cs_1".parse().unwrap()));
    assert_eq!(signed(&shop, &event(checkout, &ours).to_string()), Ok(of_checkout));
    let mut of_another_account = event(checkout, &ours);
    of_another_account["account"] = "acct_1".into();
    let invoice = |metadata: Value| json!({"id": "in_1", "parent": {"subscription_details": {"subscription": "sub_1", "metadata": metadata}}});
    for body in [
        of_another_account,
        event(checkout, &json!({"id": "cs_1", "metadata": {}})),
        event(checkout, &json!({"id": "cs_1", "metadata": null})),
        event(checkout, &json!({"id": "cs_1", "metadata": {"ptl_account": "ann", "ptl_product": "pack"}})),
        event("customer.subscription.updated", &json!({"id": "sub_1", "metadata": {"color": "blue"}})),
        event("invoice.paid", &invoice(json!({}))),
        event("invoice.paid", &invoice(Value::Null)),
        event("invoice.paid", &json!({"id": "in_1", "parent": null})),
        event("invoice.paid", &json!({"id": "in_1", "parent": {"subscription_details": null}})),
        event("charge.refunded", &json!({"id": "ch_1", "payment_intent": null})),
        event("refund.created", &json!({"id": "re_1"})),
        event("invoice.created", &invoice(metadata.clone())),
        event("checkout.session.completed.v2", &ours),
        event("", &ours),
        event("v1.billing.meter.error", &json!([])),
    ] {
        assert_eq!(signed(&shop, &body.to_string()), Ok(None), "{body}");
    }
}

#[tokio::test]
async fn signed_bodies_that_are_not_events_are_refused() {
    let shop = Shop::open().await;
    let checkout = "checkout.session.completed";
    let whole = event(checkout, &json!({"id": "cs_1", "metadata": {}})).to_string();
    let with = |field: &str, value: Value| {
        let mut event = event(checkout, &json!({"id": "cs_1", "metadata": {}}));
        event[field] = value;
        event.to_string()
    };
    let metadata = json!({"ptl_account": account().to_string(), "ptl_product": "pack"});
    let ours = |id: &str| event(checkout, &json!({"id": id, "metadata": metadata})).to_string();
    for body in [
        String::new(),
        " ".to_owned(),
        "null".to_owned(),
        "[]".to_owned(),
        "{}".to_owned(),
        "0".to_owned(),
        "[".repeat(100_000),
        whole[..whole.len() - 1].to_owned(),
        format!("{whole}{whole}"),
        with("object", "v2.core.event".into()),
        with("object", Value::Null),
        with("id", Value::Null),
        with("id", "".into()),
        with("id", "evt 1".into()),
        with("id", "e".repeat(256).into()),
        with("created", "now".into()),
        with("created", json!(i64::MAX)),
        with("livemode", "false".into()),
        with("type", json!(7)),
        with("data", Value::Null),
        event(checkout, &json!("cs_1")).to_string(),
        event(checkout, &json!({"metadata": {}})).to_string(),
        event("invoice.paid", &json!(null)).to_string(),
        event("charge.refunded", &json!({"payment_intent": 7})).to_string(),
        event("charge.refunded", &json!({"payment_intent": "pi 1"})).to_string(),
        ours(""),
        ours("cs\u{0}1"),
        ours("é"),
    ] {
        let shown: String = body.chars().take(200).collect();
        assert_eq!(signed(&shop, &body), Err(EventRefusal::MalformedBody), "{shown}");
    }
}

#[tokio::test]
async fn bodies_that_are_not_utf_8_are_refused() {
    let shop = Shop::open().await;
    let now = shop.clock.now();
    let header = signature(WEBHOOK_SECRET, "{}", now);
    for body in [&b"{\"id\":\"\xff\"}"[..], b"\xef\xbb\xbf{}", b"\0"] {
        assert_eq!(verified(&shop.stripe, &header, body, now), Err(EventRefusal::WrongSignature));
    }
}

#[tokio::test]
async fn a_body_over_a_mebibyte_is_refused_before_its_signature() {
    let shop = Shop::open().await;
    let event = event("invoice.created", &json!({"note": ""})).to_string();
    let padded = |length: usize| format!("{event}{}", " ".repeat(length - event.len()));
    assert_eq!(signed(&shop, &padded(1 << 20)), Ok(None));
    assert_eq!(signed(&shop, &padded((1 << 20) + 1)), Err(EventRefusal::TooLarge));
    let now = shop.clock.now();
    assert_eq!(verified(&shop.stripe, "", &vec![0; (1 << 20) + 1], now), Err(EventRefusal::TooLarge));
    let unsigned = shop.stripe.verify(&|_| None, b"{}", now);
    assert_eq!(unsigned, Err(EventRefusal::MalformedSignature));
}

#[tokio::test]
async fn events_of_the_other_mode_are_refused() {
    let shop = Shop::open().await;
    let live = stripe(&shop.fake.url(), "sk_live_1", false);
    let now = shop.clock.now();
    for is_live in [false, true] {
        let mut event = event("invoice.created", &json!({}));
        event["livemode"] = is_live.into();
        let body = event.to_string();
        let signature = signature(WEBHOOK_SECRET, &body, now);
        let verify = |stripe: &listing_billing::Stripe| {
            verified(stripe, &signature, body.as_bytes(), now).map(|event| event.subject)
        };
        let (same, other) = if is_live { (&live, &shop.stripe) } else { (&shop.stripe, &live) };
        assert_eq!(verify(same), Ok(None));
        assert_eq!(verify(other), Err(EventRefusal::OtherMode));
    }
}

#[tokio::test]
async fn undelivered_events_are_listed_from_oldest_to_newest() {
    let shop = Shop::open().await;
    let before = shop.start(PaidProduct::Pack, 1).await;
    shop.fake.expire(before.as_str());
    shop.clock.set(at("2026-11-22T12:00:00Z"));
    let id = shop.subscribe_with(PaidProduct::ProMonthly, 2).await;
    let delivered = shop.fake.deliveries().into_iter().find(|event| event.kind == "invoice.paid").unwrap();
    shop.fake.mark_delivered(&delivered.id);
    shop.fake.pause(id.as_str(), true);
    let since = at("2026-11-22T00:00:00Z");
    let found = shop.stripe.undelivered_events(since).await.unwrap();
    let known = |delivery: &StripeDelivery| shop.verify(delivery).unwrap();
    let expected: Vec<_> = shop
        .fake
        .deliveries()
        .iter()
        .map(known)
        .filter(|event| event.created_at >= since && event.subject.is_some())
        .collect();
    assert_eq!(found, expected);
    assert_eq!(found.len(), 4, "{found:?}");
}

#[tokio::test]
async fn undelivered_events_are_read_page_by_page_up_to_a_thousand() {
    let shop = Shop::open().await;
    let id = shop.subscribe(PaidProduct::ProMonthly).await;
    for number in 0..1_010 {
        shop.fake.pause(id.as_str(), number % 2 == 0);
    }
    let found = shop.stripe.undelivered_events(at("2026-11-21T00:00:00Z")).await.unwrap();
    assert_eq!(found.len(), 1_000);
    let newest = shop.fake.deliveries().pop().unwrap();
    assert_eq!(found.last().unwrap().id.as_str(), newest.id);
    let ids: std::collections::BTreeSet<_> = found.iter().map(|event| &event.id).collect();
    assert_eq!(ids.len(), found.len());
}
