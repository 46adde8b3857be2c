//! Every status in the OpenAPI document, with body and headers.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use listing_domain::ports::WriterError;
use listing_domain::principal::{Scope, Scopes};
use listing_domain::quota::RatePolicy;
use listing_domain::usecase::FAILED_CALLS;
use listing_http::HttpLimits;
use listing_testkit::{FakeWriter, GatedWriter, ScriptedWriter, WriterStep};
use serde_json::Value;
use tokio::io::AsyncWriteExt as _;

use crate::support::{Answer, Setup, TestServer, valid_body};

/// Returns the statuses in the OpenAPI document for an operation, and those of malformed requests.
fn expected() -> BTreeSet<u16> {
    let document: Value = serde_json::from_str(&listing_rest::openapi_json()).unwrap();
    let responses = document["paths"]["/api/v1/listings"]["post"]["responses"].as_object().unwrap();
    let described = responses.keys().filter_map(|status| status.parse().ok());
    described.filter(|status| *status >= 400).chain([404, 405, 414, 431]).collect()
}

fn with_idempotency(server: &TestServer, body: &str) -> String {
    server.post(body).replace("host: test", "host: test\r\nidempotency-key: order-7")
}

/// Returns the responses of a server with a failing writer and the default limits.
async fn answers_of_one_server() -> Vec<Answer> {
    let steps = [
        WriterError::unavailable("out of reach"),
        WriterError::Busy { retry_after: std::time::Duration::from_secs(2) },
    ];
    let writer = Arc::new(ScriptedWriter::new(steps.map(WriterStep::Fail)));
    let rates = RatePolicy { free: 100, ..RatePolicy::default() };
    let server = TestServer::start_with(Setup { writer, rates, ..Setup::default() }).await;
    let fine = server.post(&valid_body());
    let mut answers = vec![server.send(&fine).await, server.send(&fine).await];
    assert_eq!(server.send(&with_idempotency(&server, &valid_body())).await.status, 200);
    let other = valid_body().replace("ebay", "etsy");
    answers.push(server.send(&with_idempotency(&server, &other)).await);
    for _ in 0..2 {
        assert_eq!(server.send(&fine).await.status, 200);
    }
    let key = format!("x-api-key: {}", server.key);
    let reader = server.scoped_key(Scopes::only(&[Scope::UsageRead])).await;
    for request in [
        fine.replace(&server.key, &reader),
        fine.clone(),
        server.post("{}"),
        server.post("{}").replace("application/json", "text/plain"),
        server.post_head(57_000_001),
        TestServer::get("/api/v1/usage", &[]),
        TestServer::get("/nowhere", &[&key]),
        TestServer::get("/api/v1/listings", &[&key]),
        TestServer::get(&format!("/{}", "a".repeat(20_000)), &[&key]),
        TestServer::get("/api/v1/usage", &[&key, &format!("x-a: {}", "a".repeat(40_000))]),
    ] {
        answers.push(server.send(&request).await);
    }
    answers
}

/// Returns the response to a second request while the first one with the same idempotency key runs.
async fn answer_to_a_twin() -> Answer {
    let writer = Arc::new(GatedWriter::new(Arc::new(FakeWriter::default())));
    let server = TestServer::start_with(Setup { writer: writer.clone(), ..Setup::default() }).await;
    let mut first = server.connect().await;
    first.write_all(with_idempotency(&server, &valid_body()).as_bytes()).await.unwrap();
    while writer.arrived() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let second = server.send(&with_idempotency(&server, &valid_body())).await;
    writer.open();
    assert_eq!(Answer::read(&mut first).await.status, 200);
    second
}

/// Returns the response to a request that exceeds the rate limit.
async fn answer_over_the_limit() -> Answer {
    let rates = RatePolicy { free: 1, ..RatePolicy::default() };
    let server = TestServer::start_with(Setup { rates, ..Setup::default() }).await;
    server.send(&server.post("{}")).await;
    server.send(&server.post("{}")).await
}

/// Returns the response to a request whose body stalls.
async fn answer_to_a_slow_body() -> Answer {
    let limits = HttpLimits { body_base: Duration::from_millis(50), ..HttpLimits::default() };
    let server = TestServer::start_with(Setup { limits, ..Setup::default() }).await;
    server.send(&server.post_head(100)).await
}

#[tokio::test]
async fn an_account_with_too_many_failed_calls_gets_a_retry_time() {
    let server = TestServer::start().await;
    let fine = server.post(&valid_body());
    server.note_calls("rate_limited", 1_000).await;
    assert_eq!(server.send(&fine).await.status, 200, "outages do not count as failed calls");
    server.note_calls("unusable", usize::try_from(FAILED_CALLS).unwrap()).await;
    let refused = server.send(&fine).await;
    assert_eq!(refused.status, 429, "{}", refused.body);
    // From 10:00 to midnight.
    assert_eq!(refused.header("retry-after"), Some("50400"));
    assert!(
        refused.body.starts_with("{\"statusCode\":429,\"message\":\"100 calls to AI"),
        "{}",
        refused.body
    );
    assert_eq!(server.quota().await.free_used, 1, "nothing is charged");
}

#[tokio::test]
async fn every_status_has_the_body_and_the_headers_of_an_error() {
    let mut answers = answers_of_one_server().await;
    answers.extend([answer_to_a_twin().await, answer_over_the_limit().await, answer_to_a_slow_body().await]);
    for answer in &answers {
        let status = answer.status;
        answer.assert_error(status);
        let body: Value = serde_json::from_str(&answer.body).unwrap();
        let members: Vec<&String> = body.as_object().unwrap().keys().collect();
        assert_eq!(members, ["statusCode", "message"], "{answer:?}");
        assert!(body["message"].as_str().unwrap().len() > 20, "{answer:?}");
        for name in ["cache-control", "content-security-policy", "referrer-policy", "x-content-type-options"]
        {
            assert!(answer.header(name).is_some(), "{name}: {answer:?}");
        }
        assert_eq!(answer.header("content-type"), Some("application/json"), "{answer:?}");
        let has = |name: &str| answer.header(name).is_some();
        assert_eq!(has("retry-after"), matches!(status, 409 | 429 | 503), "{answer:?}");
        assert_eq!(has("www-authenticate"), status == 401, "{answer:?}");
        assert_eq!(has("allow"), status == 405, "{answer:?}");
        // Answers with other statuses may close the connection too, when a body is left unread.
        let must_close = matches!(status, 408 | 413 | 414 | 431);
        assert!(!must_close || answer.header("connection") == Some("close"), "{answer:?}");
    }
    let seen: BTreeSet<u16> = answers.iter().map(|answer| answer.status).collect();
    assert_eq!(seen, expected());
    assert_eq!(answers.len(), seen.len(), "each status occurs once");
}
