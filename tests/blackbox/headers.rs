use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use listing_domain::account::Plan;
use listing_server::settings::Layer;
use reqwest::Method;

use crate::app::{Answer, TestApp, failing_writer, fine_request};

fn check(answer: &Answer, limit: &str) {
    assert_eq!(answer.header("X-RateLimit-Limit"), limit, "{answer:?}");
    let remaining: u32 = answer.header("X-RateLimit-Remaining").parse().expect("the header is an integer");
    assert!(remaining <= limit.parse().unwrap());
    assert!(!answer.header("X-Request-Id").is_empty(), "{answer:?}");
    assert_eq!(answer.header("X-Content-Type-Options"), "nosniff", "{answer:?}");
}

#[tokio::test]
async fn every_status_has_rate_limit_and_request_id_headers() {
    let app = TestApp::start_with(Layer::default(), failing_writer());
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let post = app.request(Method::POST, "/api/v1/listings").header("X-API-Key", &key).body("{");
    let key = Some(key.as_str());
    for (status, answer) in [
        (200, app.send(Method::GET, "/api/v1/usage", key, None).await),
        (500, app.send(Method::POST, "/api/v1/listings", key, Some(&fine_request())).await),
        (400, app.send(Method::POST, "/api/v1/listings", key, Some(&serde_json::json!({}))).await),
        (404, app.send(Method::GET, "/nowhere", key, None).await),
        (405, app.send(Method::PUT, "/api/v1/usage", key, None).await),
        (415, app.finish(post).await),
    ] {
        assert_eq!(answer.status, status);
        check(&answer, "10");
    }
    for (status, path) in [
        (401, "/api/v1/usage"),
        (404, "/nowhere"),
        (200, "/health/live"),
        (200, "/health/ready"),
        (200, "/metrics"),
        (200, "/docs"),
        (200, "/.well-known/openapi.json"),
    ] {
        let answer = app.send(Method::GET, path, None, None).await;
        assert_eq!(answer.status, status, "{path}");
        check(&answer, "60");
    }
}

#[tokio::test]
async fn rate_limit_of_the_plan_is_enforced_exactly() {
    for (plan, limit) in [(Plan::Free, 10), (Plan::ProMonthly, 60), (Plan::ProAnnual, 60)] {
        let app = TestApp::start();
        let key = app.db_account("ann@example.com", plan).await;
        for used in 1..=limit {
            let answer = app.usage(&key).await;
            assert_eq!(answer.status, 200);
            check(&answer, &limit.to_string());
            assert_eq!(answer.header("X-RateLimit-Remaining"), (limit - used).to_string());
        }
        let refused = app.usage(&key).await;
        refused.error_message(429);
        check(&refused, &limit.to_string());
        let seconds: u32 = refused.header("Retry-After").parse().expect("the header has whole seconds");
        assert!((1..=60).contains(&seconds));
    }
}

#[tokio::test]
async fn keys_of_an_account_share_its_rate_limit_and_accounts_do_not() {
    let app = TestApp::start();
    let first = app.db_account("ann@example.com", Plan::Free).await;
    let second = app.db_key(app.db_id("ann@example.com").await).await;
    let other = app.db_account("bob@example.com", Plan::Free).await;
    for _ in 0..5 {
        assert_eq!(app.usage(&first).await.status, 200);
        assert_eq!(app.usage(&second).await.status, 200);
    }
    assert_eq!(app.usage(&first).await.status, 429);
    assert_eq!(app.usage(&second).await.status, 429);
    assert_eq!(app.usage(&other).await.status, 200);
}

#[tokio::test]
async fn callers_without_a_key_are_limited_by_address() {
    let app = TestApp::start_with(
        Layer { rate_anonymous_per_minute: Some(3), ..Layer::default() },
        failing_writer(),
    );
    let key = app.db_account("ann@example.com", Plan::Free).await;
    for _ in 0..3 {
        assert_eq!(app.usage("ptl_wrong").await.status, 401);
    }
    let refused = app.usage("ptl_wrong").await;
    refused.error_message(429);
    assert!(!refused.header("Retry-After").is_empty());
    assert_eq!(app.usage(&key).await.status, 200, "a valid key has its own limit");
    assert_eq!(
        app.send(Method::GET, "/health/live", None, None).await.status,
        200,
        "health checks have no rate limit"
    );
}

#[tokio::test]
async fn a_valid_request_id_is_returned_and_any_other_replaced() {
    let app = TestApp::start_unhurried();
    let with = |id: &'static str| app.request(Method::GET, "/health/live").header("X-Request-Id", id);
    assert_eq!(app.finish(with("order-7.A_1")).await.header("X-Request-Id"), "order-7.A_1");
    for id in ["", "two words", "<script>", "é"] {
        let given = app.finish(with(id)).await;
        assert!(!given.header("X-Request-Id").is_empty() && given.header("X-Request-Id") != id, "{id:?}");
    }
}

/// Sends bytes that are not HTTP, after which the server closes the connection.
fn answer_to_noise(url: &str) -> String {
    let mut stream = TcpStream::connect(url.strip_prefix("http://").unwrap()).unwrap();
    stream.write_all(b"noise\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text.to_lowercase()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_status_has_hsts_if_the_public_url_is_https() {
    for (public_url, hsts) in [
        (Some("https://ptl.example.com"), "max-age=31536000"),
        (Some("http://ptl.example.com"), ""),
        (None, ""),
    ] {
        let layer = Layer { public_url: public_url.map(str::to_owned), ..Layer::default() };
        let app = TestApp::start_with(layer, failing_writer());
        let key = app.db_account("ann@example.com", Plan::Free).await;
        let preflight = app
            .request(Method::OPTIONS, "/api/v1/usage")
            .header("Origin", "https://shop.example.com")
            .header("Access-Control-Request-Method", "GET");
        for (what, answer) in [
            ("usage", app.usage(&key).await),
            ("401", app.usage("ptl_wrong").await),
            ("500", app.generate(&key, &fine_request()).await),
            ("preflight", app.finish(preflight).await),
            ("404", app.send(Method::GET, "/nowhere", None, None).await),
            ("page", app.send(Method::GET, "/", None, None).await),
            ("health", app.send(Method::GET, "/health/live", None, None).await),
            ("docs", app.send(Method::GET, "/docs", None, None).await),
        ] {
            assert_eq!(answer.header("Strict-Transport-Security"), hsts, "{what} {public_url:?}");
            assert!(answer.headers.get_all("Strict-Transport-Security").iter().count() <= 1, "{what}");
        }
        let noise = answer_to_noise(&app.url);
        assert!(noise.starts_with("http/1.1 400"), "{noise}");
        assert_eq!(
            noise.contains("strict-transport-security: max-age=31536000"),
            !hsts.is_empty(),
            "{noise}"
        );
    }
}
