use std::time::Duration;

use listing_billing::Stripe;
use listing_domain::ErrorChain;
use listing_domain::billing::{CheckoutRequest, PaidProduct};
use listing_domain::ports::{PaymentError, PaymentProvider as _};
use listing_testkit::service::{Server, Step, timed};
use listing_testkit::stripe::{FakeStripe, SECRET_KEY};
use serde_json::json;

use crate::support::{EMAIL, Shop, request, stripe};

/// Asks a service that does this for a checkout.
async fn asked(step: Step) -> (PaymentError, Server) {
    let server = Server::scripted(vec![step]).await;
    let error = ask(&stripe(&server.url(""), SECRET_KEY, false)).await;
    (error, server)
}

async fn ask(stripe: &Stripe) -> PaymentError {
    stripe.checkout(&"cs_test_1".parse().unwrap()).await.unwrap_err()
}

fn error(kind: &str, message: &str) -> String {
    json!({"error": {"type": kind, "message": message}}).to_string()
}

#[tokio::test]
async fn statuses_decide_whether_a_retry_may_succeed() {
    for (status, expected) in [
        (301, "Rejected"),
        (400, "Rejected"),
        (401, "Unauthorized"),
        (402, "Rejected"),
        (403, "Unauthorized"),
        (404, "NotFound"),
        (409, "Unavailable"),
        (429, "Unavailable"),
        (500, "Unavailable"),
        (503, "Unavailable"),
    ] {
        let (failed, _) = asked(Step::raw(status, &error("api_error", "No."))).await;
        assert!(format!("{failed:?}").starts_with(expected), "{status}: {failed:?}");
    }
}

#[tokio::test]
async fn broken_answers_may_be_retried() {
    for step in [
        Step::raw(200, ""),
        Step::raw(200, "{}"),
        Step::raw(200, "[]"),
        Step::raw(200, "<html>Busy</html>"),
        Step::raw(200, &"[".repeat(100_000)),
        Step::ok(&json!({"id": 7, "expires_at": "soon"})),
        Step::Reset,
        Step::HalfABody,
        Step::Endless,
    ] {
        let (failed, _) = asked(step.clone()).await;
        assert!(matches!(failed, PaymentError::Unavailable(_)), "{step:?}: {failed:?}");
    }
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let other = Server::scripted(vec![Step::raw(200, "{}")]).await;
    for status in [301, 302, 303, 307, 308] {
        let (failed, server) = asked(Step::raw(status, "").with("location", &other.url("/v1"))).await;
        assert!(matches!(failed, PaymentError::Rejected(_)), "{failed:?}");
        assert_eq!(server.received().len(), 1);
    }
    assert!(other.received().is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_silent_service_times_out() {
    for step in [Step::Silence, Step::HeadOnly, Step::Drip] {
        let ((failed, _), took) = timed(asked(step.clone())).await;
        assert!(matches!(failed, PaymentError::Unavailable(_)), "{step:?}: {failed:?}");
        assert!(took < Duration::from_secs(20), "{step:?}: {took:?}");
    }
}

#[tokio::test]
async fn a_wrong_key_is_named_without_its_text() {
    let shop = Shop::open().await;
    let wrong = stripe(&shop.fake.url(), "sk_test_wrongCanary1", false);
    let failed = ask(&wrong).await;
    assert!(matches!(failed, PaymentError::Unauthorized(_)), "{failed:?}");
    assert!(!format!("{failed:?}").contains("wrongCanary"), "{failed:?}");
}

#[tokio::test]
async fn errors_contain_neither_secrets_nor_email_addresses() {
    let message = format!("Invalid key {SECRET_KEY} or address {EMAIL} or <canary@example.com>.");
    for status in [400, 401, 402, 403, 429, 500] {
        let server =
            Server::scripted(vec![Step::raw(status, &error("invalid_request_error", &message))]).await;
        let stripe = stripe(&server.url(""), SECRET_KEY, false);
        let failed = stripe.start_checkout(&request(PaidProduct::Pack, 1)).await.unwrap_err();
        let text = format!("{failed:?} {} {failed}", ErrorChain(&failed));
        assert!(!text.contains("canary") && !text.contains('@'), "{text}");
        assert!(text.contains("Invalid key"), "{text}");
    }
}

#[tokio::test]
async fn an_address_that_is_not_a_url_is_rejected_with_its_reason() {
    let shop = Shop::open().await;
    let fake: &FakeStripe = &shop.fake;
    let before = fake.received().len();
    let request = CheckoutRequest { return_url: String::new(), ..request(PaidProduct::Pack, 1) };
    let failed = shop.stripe.start_checkout(&request).await.unwrap_err();
    assert!(matches!(&failed, PaymentError::Rejected(text) if text.contains("success_url")), "{failed:?}");
    assert_eq!(fake.received().len(), before + 2);
}
