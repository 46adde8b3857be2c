//! Snapshots of whole responses, one for each status.

use std::sync::Arc;

use listing_domain::account::Plan;
use listing_domain::ports::WriterError;
use listing_domain::quota::RatePolicy;
use listing_http::HttpLimits;
use listing_testkit::{ScriptedWriter, WriterStep};

use crate::support::{Answer, Setup, TestServer, valid_body};

/// Compares a whole response with its snapshot. The request ids come from a seed and are always the same.
fn check(name: &str, answer: &Answer) {
    insta::assert_snapshot!(name, answer.shown());
}

#[tokio::test]
async fn successes_have_the_documented_answers() {
    let server = TestServer::start().await;
    check("200_listings", &server.send(&server.post(&valid_body())).await);
    let key = format!("x-api-key: {}", server.key);
    check("200_usage", &server.send(&TestServer::get("/api/v1/usage", &[&key])).await);
    check("200_live", &server.send(&TestServer::get("/health/live", &[])).await);
    check("200_ready", &server.send(&TestServer::get("/health/ready", &[])).await);
}

#[tokio::test]
async fn client_errors_have_the_documented_answers() {
    let server = TestServer::start().await;
    check("400_bad_request", &server.send(&server.post(r#"{"photos":[],"platforms":["vinted","x"]}"#)).await);
    check("401_no_key", &server.send(&TestServer::get("/api/v1/usage", &[])).await);
    check("404_nowhere", &server.send(&TestServer::get("/nowhere", &[])).await);
    check("405_wrong_method", &server.send(&TestServer::get("/api/v1/listings", &[])).await);
    let typed = server.post("{}").replace("application/json", "text/plain");
    check("415_no_json", &server.send(&typed).await);
}

#[tokio::test]
async fn an_exhausted_quota_gets_402() {
    let server = TestServer::start().await;
    for _ in 0..3 {
        assert_eq!(server.send(&server.post(&valid_body())).await.status, 200);
    }
    check("402_exhausted", &server.send(&server.post(&valid_body())).await);
    server.set_plan(Plan::ProMonthly).await;
    assert_eq!(server.send(&server.post(&valid_body())).await.status, 200, "Pro needs no unit");
}

#[tokio::test]
async fn requests_over_the_rate_limit_get_429() {
    let rates = RatePolicy { free: 1, ..RatePolicy::default() };
    let server = TestServer::start_with(Setup { rates, ..Setup::default() }).await;
    assert_eq!(server.send(&server.post(&valid_body())).await.status, 200);
    check("429_too_many", &server.send(&server.post(&valid_body())).await);
    assert_eq!(server.quota().await.free_used, 1);
}

#[tokio::test]
async fn an_internal_failure_gets_500() {
    let cause = WriterError::unavailable("the canary in the cause");
    let writer = Arc::new(ScriptedWriter::new([WriterStep::Fail(cause)]));
    let server = TestServer::start_with(Setup { writer, ..Setup::default() }).await;
    check("500_writer_failed", &server.send(&server.post(&valid_body())).await);
    assert_eq!(server.quota().await.free_used, 0);
}

#[tokio::test]
async fn the_docs_page_is_html() {
    let server = TestServer::start().await;
    let answer = server.send(&TestServer::get("/docs", &[])).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(
        answer
            .header("content-security-policy")
            .unwrap()
            .starts_with("default-src 'none'; style-src 'sha256-")
    );
    for part in ["<h1>Photo to Listing API</h1>", "POST</span> <code>/api/v1/listings", "offerup", "</html>"]
    {
        assert!(answer.body.contains(part), "{part}");
    }
    for (path, version) in
        [("/.well-known/openapi.json", "3.1.0"), ("/.well-known/openapi-3.0.json", "3.0.3")]
    {
        let answer = server.send(&TestServer::get(path, &[])).await;
        let document: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!(document["openapi"], version);
        assert_eq!(document["paths"].as_object().unwrap().len(), 17);
    }
}

#[tokio::test]
async fn the_page_and_the_description_show_the_settings_of_the_service() {
    let rates = RatePolicy { free: 23, pro: 97, ..RatePolicy::default() };
    let limits = HttpLimits { max_body_bytes: 5 << 20, ..HttpLimits::default() };
    let server = TestServer::start_with(Setup { limits, rates, ..Setup::default() }).await;
    let page = server.send(&TestServer::get("/docs", &[])).await.body;
    assert!(page.contains("export PTL_URL=http://test\n"), "the samples use the requested host");
    let shows_limits = |text: &str| text.contains("At most 23 requests (97 with a Pro subscription)");
    assert!(shows_limits(&page));
    for path in ["/.well-known/openapi.json", "/.well-known/openapi-3.0.json"] {
        let document = server.send(&TestServer::get(path, &[])).await.body;
        assert!(shows_limits(&document), "{path}");
        assert!(document.contains("The rate limit of 23 requests in 60 seconds is exceeded"), "{path}");
        let document: serde_json::Value = serde_json::from_str(&document).unwrap();
        let example =
            &document["components"]["responses"]["ContentTooLarge"]["content"]["application/json"]["example"];
        let refused = listing_http::ApiError::too_large(5 << 20);
        assert_eq!(example["message"], refused.message(), "{path}");
        assert_eq!(document["info"]["contact"]["url"], "/docs");
    }
}
