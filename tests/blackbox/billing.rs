use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use listing_domain::Language;
use listing_domain::account::Plan;
use listing_domain::billing::{BillingCurrency, PaidProduct};
use listing_domain::ids::{AccountId, BillingAttemptId};
use listing_domain::ports::{Clock, IdSource as _, PaymentProvider as _};
use listing_domain::usecase::billing::{ApplyBilling, Confirmed, Purchase, ReconcileBilling};
use listing_server::compose;
use listing_server::settings::{GivenKey, Layer, StripeLayer};
use listing_server::sources::SystemClock;
use listing_testkit::stripe::{FakeStripe, SECRET_KEY, StripeDelivery, signature};
use listing_testkit::{FakeWriter, SeededIds};
use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, TestApp, fine_request};
use crate::browser::{Browser, ORIGIN};
use crate::process::Ptl;

const PATH: &str = "/billing/events";
const SECRET: &str = "whsec_canaryNew";
/// For a state to be applied.
const PATIENCE: Duration = Duration::from_mins(1);

struct Shop {
    fake: FakeStripe,
    app: TestApp,
    ann: AccountId,
    key: String,
}

impl Shop {
    /// With the background loops, which apply states.
    async fn open() -> Self {
        let shop = Self::without_loops().await;
        shop.app.service.start_loops();
        shop
    }

    async fn without_loops() -> Self {
        let fake = FakeStripe::start(Arc::new(SystemClock)).await;
        let secret = |text: &str| Some(GivenKey::from(text.to_owned()));
        let stripe = StripeLayer {
            api_key: secret(SECRET_KEY),
            webhook_secrets: secret(&format!("{SECRET},whsec_canaryFormer")),
            base_url: Some(fake.url()),
            pack_price: Some("9.00 EUR,9.90 USD".to_owned()),
            pro_monthly_price: Some("19.00 EUR,21.00 USD".to_owned()),
            ..StripeLayer::default()
        };
        let layer = Layer { stripe, rate_free_per_minute: Some(100_000), ..Layer::default() };
        let app = TestApp::start_with(layer, Arc::new(FakeWriter::default()));
        let billing = app.settings.billing.as_ref().expect("the settings sell");
        let attempt = BillingAttemptId::new(SeededIds::new(1).id());
        let stripe = compose::stripe(billing).expect("the client can be created");
        stripe.create_products(&billing.prices, attempt).await.unwrap();
        let key = app.db_account("ann@example.com", Plan::Free).await;
        let ann = app.db_id("ann@example.com").await;
        Self { fake, app, ann, key }
    }

    /// The use cases that the loops run.
    fn use_cases(&self) -> (ApplyBilling, ReconcileBilling) {
        let billing = self.app.settings.billing.as_ref().expect("the settings sell");
        let stripe = compose::stripe(billing).expect("the client can be created");
        compose::billing_use_cases(&self.app.settings, billing, &self.app.storage, &stripe)
    }

    /// Orders a pack as the web app does, and pays it.
    async fn paid(&self, number: u64) {
        let id = BillingAttemptId::new(SeededIds::new(number).id());
        let confirmed = Confirmed {
            id,
            product: PaidProduct::Pack,
            currency: BillingCurrency::Eur,
            language: Language::Fr,
            has_consented: true,
        };
        let seller = self.app.service.sell().expect("the settings sell");
        let purchase = seller.buy(self.ann, confirmed).await.unwrap();
        let Purchase::Pay(url) = purchase else { panic!("the order is not open: {purchase:?}") };
        self.fake.pay(url.rsplit_once('/').expect("the page is that of a checkout").1);
    }

    async fn post(&self, body: impl Into<reqwest::Body>, header: Option<String>, kind: &str) -> Answer {
        let request = self.app.request(Method::POST, PATH).header("content-type", kind).body(body);
        let request = match header {
            Some(header) => request.header("stripe-signature", header),
            None => request,
        };
        self.app.finish(request).await
    }

    async fn deliver(&self, delivery: &StripeDelivery) -> Answer {
        let header = delivery.signature(SECRET, SystemClock.now());
        self.post(delivery.body.clone(), Some(header), "application/json; charset=utf-8").await
    }

    async fn credits(&self) -> u64 {
        let usage = self.app.usage(&self.key).await;
        usage.json["data"]["creditsRemaining"].as_u64().expect("the answer has credits")
    }

    async fn wait_for_credits(&self, credits: u64) {
        let arrive = async {
            while self.credits().await != credits {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(PATIENCE, arrive).await.expect("the credits arrive");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delivered_payment_grants_credits_that_a_generation_uses() {
    let shop = Shop::open().await;
    for _ in 0..3 {
        assert_eq!(shop.app.generate(&shop.key, &fine_request()).await.status, 200);
    }
    let refused = shop.app.generate(&shop.key, &fine_request()).await;
    assert!(refused.error_message(402).ends_with("/pricing"), "{refused:?}");
    shop.paid(2).await;
    for delivery in shop.fake.deliveries() {
        for _ in 0..2 {
            let answer = shop.deliver(&delivery).await;
            assert_eq!((answer.status, &answer.json), (200, &json!({"received": true})));
        }
    }
    shop.wait_for_credits(20).await;
    assert_eq!(shop.app.generate(&shop.key, &fine_request()).await.status, 200);
    assert_eq!(shop.credits().await, 19);
}

#[tokio::test(flavor = "multi_thread")]
async fn simultaneous_deliveries_of_one_payment_grant_once() {
    let shop = Shop::open().await;
    shop.paid(2).await;
    let deliveries = shop.fake.deliveries();
    let all = (0..400).map(|turn| shop.deliver(&deliveries[turn % deliveries.len()]));
    let answers = futures_util::future::join_all(all).await;
    assert!(answers.iter().all(|answer| answer.status == 200), "{answers:?}");
    shop.wait_for_credits(20).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(shop.credits().await, 20);
}

/// A refused delivery grants nothing. Its event is then delivered correctly, to show that the delivery was
/// otherwise valid.
#[tokio::test(flavor = "multi_thread")]
async fn hostile_deliveries_are_refused() {
    let shop = Shop::without_loops().await;
    shop.paid(2).await;
    let delivery = shop.fake.deliveries().into_iter().find(|it| it.kind == "checkout.session.completed");
    let delivery = delivery.expect("the payment has an event");
    let (body, now) = (delivery.body.clone(), SystemClock.now());
    let signed = |body: &str, secret: &str, at: Timestamp| Some(signature(secret, body, at));
    let live = {
        let mut event: Value = serde_json::from_str(&body).unwrap();
        event["livemode"] = true.into();
        event.to_string()
    };
    let json = "application/json";
    let minutes = SignedDuration::from_mins;
    let cut = &body[..body.len() - 10];
    for (name, body, header, kind, status) in [
        ("unsigned", body.clone(), None, json, 400),
        ("another secret", body.clone(), signed(&body, "whsec_other", now), json, 400),
        ("old", body.clone(), signed(&body, SECRET, now - minutes(6)), json, 400),
        ("from the future", body.clone(), signed(&body, SECRET, now + minutes(6)), json, 400),
        ("cut after signing", cut.to_owned(), signed(&body, SECRET, now), json, 400),
        ("cut before signing", cut.to_owned(), signed(cut, SECRET, now), json, 400),
        ("changed", body.replace("evt_", "evt_x"), signed(&body, SECRET, now), json, 400),
        ("the other mode", live.clone(), signed(&live, SECRET, now), json, 400),
        ("no event", "{}".to_owned(), signed("{}", SECRET, now), json, 400),
        ("empty", String::new(), signed("", SECRET, now), json, 400),
        ("malformed header", body.clone(), Some("t=,v1=".to_owned()), json, 400),
        ("a form", body.clone(), signed(&body, SECRET, now), "application/x-www-form-urlencoded", 415),
    ] {
        let answer = shop.post(body, header, kind).await;
        let message = answer.error_message(status);
        assert!(!message.contains("whsec") && !message.contains("canary"), "{name}: {message}");
    }
    let large = "x".repeat(10_000_000);
    let header = signed(&large, SECRET, now);
    assert_eq!(shop.post(large, header, json).await.status, 413);
    let wrong_method = shop.app.send(Method::GET, PATH, None, None).await;
    wrong_method.error_message(405);
    let (apply, _) = shop.use_cases();
    assert!(apply.run().await.unwrap().is_none(), "nothing is queued");
    assert_eq!(shop.deliver(&delivery).await.status, 200);
    assert!(apply.run().await.unwrap().is_some());
    assert_eq!(shop.credits().await, 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_is_found_without_any_delivery() {
    let shop = Shop::without_loops().await;
    shop.paid(2).await;
    let (apply, reconcile) = shop.use_cases();
    assert_eq!(reconcile.run().await.unwrap().checkouts, 1);
    while apply.run().await.unwrap().is_some() {}
    assert_eq!(shop.credits().await, 20);
}

#[tokio::test]
async fn without_stripe_nothing_is_sold() {
    let app = TestApp::start();
    for (method, path) in [
        (Method::POST, PATH),
        (Method::GET, "/pricing"),
        (Method::GET, "/account/purchases"),
        (Method::POST, "/account/purchases/portal"),
    ] {
        let answer = app.send(method, path, None, None).await;
        assert!(matches!(answer.status, 401 | 403 | 404), "{path}: {answer:?}");
    }
    let home = app.request(Method::GET, "/").header("accept", "text/html").send().await.unwrap();
    assert!(!home.text().await.unwrap().contains("/pricing"));
}

/// A service in its own process, with the commands of an operator.
async fn process() -> (FakeStripe, Ptl) {
    let fake = FakeStripe::start(Arc::new(SystemClock)).await;
    let env = [
        ("PTL_PUBLIC_URL", ORIGIN),
        ("PTL_STRIPE_API_KEY", SECRET_KEY),
        ("PTL_STRIPE_WEBHOOK_SECRETS", SECRET),
        ("PTL_STRIPE_BASE_URL", &*fake.url()),
        ("PTL_STRIPE_PACK_PRICE", "9.00 EUR,9.90 USD"),
        ("PTL_STRIPE_PRO_MONTHLY_PRICE", "19.00 EUR,21.00 USD"),
    ];
    let ptl = Ptl::fresh(env.into_iter().map(|(name, value)| (name, value.to_owned())).collect());
    (fake, ptl)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_buyer_goes_from_the_prices_to_credits_in_the_web_app() {
    let (fake, ptl) = process().await;
    assert_eq!(ptl.must(&["billing", "sync"]), "pack: created\npro_monthly: created");
    ptl.must(&["account", "create", "ann@example.com"]);
    let server = ptl.serve();
    let mut browser = Browser::signed_in(&ptl, &server, "ann@example.com").await;
    let prices = browser.open("/pricing?currency=EUR").await;
    assert!(prices.text.contains("€9 ") && prices.text.contains("€19 "), "{prices:?}");
    let draft = prices.text.split_once("name=\"draft\" value=\"").unwrap().1.split_once('"').unwrap().0;
    let order = format!("draft={draft}&product=pack&currency=EUR");
    let refused = browser.submit("/account/purchases", &order).await;
    assert!(refused.status == 400 && refused.text.contains("Tick the box"), "{refused:?}");
    let consented = format!("{order}&consent=yes");
    let payment_page = browser.submit("/account/purchases", &consented).await;
    assert!(payment_page.text.starts_with(&format!("{}/pay/", fake.url())), "{payment_page:?}");
    let again = browser.submit("/account/purchases", &consented).await;
    assert_eq!(again.text, payment_page.text, "a form sent twice leads to one checkout");
    let checkout = payment_page.text.rsplit_once('/').unwrap().1.to_owned();
    fake.pay(&checkout);
    let session = fake.object("checkout.session", &checkout);
    let back = session["success_url"].as_str().unwrap().strip_prefix(ORIGIN).unwrap().to_owned();
    // The page learns of the payment without an event.
    let paid = async {
        while browser.ask(&back).await.1["state"] != "done" {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, paid).await.expect("the payment is confirmed");
    let page = browser.open(&back).await;
    assert!(
        page.text.contains("Thank you for your purchase") && page.text.contains("20 of 20 left"),
        "{page:?}"
    );
    let see = browser.submit("/account/purchases", &consented).await;
    assert_eq!(see.status, 303, "the form of a paid order orders nothing: {see:?}");
    let portal = browser.submit("/account/purchases/portal", "").await;
    assert!(portal.text.contains("/portal/"), "{portal:?}");
    let intent = session["payment_intent"].as_str().unwrap();
    fake.refund(intent, Some(450), "succeeded");
    for delivery in fake.deliveries() {
        let header = delivery.signature(SECRET, SystemClock.now());
        let request = server.request(Method::POST, PATH).header("stripe-signature", header);
        let request = request.header("content-type", "application/json").body(delivery.body);
        assert_eq!(request.send().await.unwrap().status(), 200);
    }
    let refunded = async {
        while !browser.open("/account/purchases").await.text.contains("10 of 20 left") {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, refunded).await.expect("the refund takes credits back");
    let list = browser.open("/account/purchases").await;
    assert!(list.text.contains("€4.50 refunded"), "{list:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_see_and_replay_what_cannot_be_routed() {
    let (fake, ptl) = process().await;
    let failed = ptl.command(&["billing", "sync", "--check"]).output().unwrap();
    assert_eq!(failed.status.code(), Some(1), "{failed:?}");
    assert!(String::from_utf8_lossy(&failed.stdout).contains("pack: missing"), "{failed:?}");
    ptl.must(&["billing", "sync"]);
    assert!(ptl.must(&["billing", "sync", "--check"]).contains("pack: for sale at this price"));
    assert_eq!(ptl.must(&["billing", "events"]), "nothing waits for an operator");
    let intent = json!({"amount": 900, "amount_received": 900, "currency": "eur", "status": "succeeded",
        "metadata": {"ptl_account": "no account", "ptl_product": "pack"}});
    let other = fake.add("pi", "payment_intent", &intent);
    assert!(ptl.must(&["billing", "replay", "payment", &other]).starts_with("1 queued again"));
    let reconciled = ptl.must(&["billing", "reconcile", "--json"]);
    let reconciled: Value = serde_json::from_str(&reconciled).unwrap();
    assert_eq!((&reconciled["applied"], &reconciled["failed"]), (&json!(1), &json!(0)), "not ours");
    let doctor = ptl.command(&["doctor", "--json"]).output().unwrap();
    let checks: Value = serde_json::from_slice(&doctor.stdout).unwrap();
    let stripe = checks.as_array().unwrap().iter().find(|check| check["check"] == "stripe").unwrap();
    assert_eq!(
        (&stripe["ok"], &stripe["detail"]),
        (&json!(true), &json!("2 products for sale in test mode"))
    );
    fake.archive_price("ptl_pack");
    let doctor = ptl.command(&["doctor", "--json"]).output().unwrap();
    let checks: Value = serde_json::from_slice(&doctor.stdout).unwrap();
    let stripe = checks.as_array().unwrap().iter().find(|check| check["check"] == "stripe").unwrap();
    assert_eq!(stripe["ok"], false);
    let without = Ptl::fresh(Vec::new());
    let refused = without.command(&["billing", "sync"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("stripe_api_key must be set"), "{refused:?}");
}
