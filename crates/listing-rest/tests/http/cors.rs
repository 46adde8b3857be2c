//! CORS responses to pages of other origins.

use crate::support::{Answer, Setup, TestServer, valid_body};

const SHOP: &str = "https://shop.example.com";

/// The names of all CORS headers.
const CORS_HEADERS: [&str; 6] = [
    "access-control-allow-origin",
    "access-control-allow-methods",
    "access-control-allow-headers",
    "access-control-allow-credentials",
    "access-control-expose-headers",
    "access-control-max-age",
];

async fn server(origins: &str) -> TestServer {
    TestServer::start_with(Setup { cors_origins: origins.parse().unwrap(), ..Setup::default() }).await
}

fn preflight(path: &str, origin: &str, method: &str) -> String {
    format!(
        "OPTIONS {path} HTTP/1.1\r\nhost: test\r\norigin: {origin}\r\n\
         access-control-request-method: {method}\r\naccess-control-request-headers: x-api-key\r\n\r\n"
    )
}

/// Asserts that a page of the origin may read the response.
fn assert_readable(answer: &Answer, origin: &str) {
    assert_eq!(answer.header("access-control-allow-origin"), Some(origin), "{answer:?}");
    let read = answer.header("access-control-expose-headers").unwrap_or_default().to_lowercase();
    for name in
        ["x-ratelimit-remaining", "x-request-id", "retry-after", "idempotency-replayed", "x-generation-id"]
    {
        assert!(read.contains(name), "{name}: {answer:?}");
    }
    assert_eq!(answer.header("access-control-allow-credentials"), None, "{answer:?}");
}

fn assert_closed(answer: &Answer) {
    for name in CORS_HEADERS {
        assert_eq!(answer.header(name), None, "{answer:?}");
    }
}

#[tokio::test]
async fn a_preflight_lists_the_methods_and_headers_a_page_may_send() {
    let server = server(SHOP).await;
    for (path, methods) in [("/api/v1/listings", "POST, OPTIONS"), ("/api/v1/usage", "GET, HEAD, OPTIONS")] {
        let answer = server.send(&preflight(path, SHOP, "POST")).await;
        assert_eq!((answer.status, answer.body.as_str()), (204, ""), "{answer:?}");
        assert_readable(&answer, SHOP);
        assert_eq!(answer.header("access-control-allow-methods"), Some(methods));
        let sent = answer.header("access-control-allow-headers").unwrap_or_default().to_lowercase();
        for name in ["x-api-key", "idempotency-key", "content-type"] {
            assert!(sent.contains(name), "{name}: {answer:?}");
        }
        assert_eq!(answer.header("access-control-max-age"), Some("600"));
        assert_eq!(answer.header("vary"), Some("Origin"));
    }
}

#[tokio::test]
async fn a_preflight_counts_against_no_limit_and_other_options_requests_do() {
    let server = server(SHOP).await;
    let left = async |request: &str| {
        let answer = server.send(request).await;
        answer.header("x-ratelimit-remaining").unwrap().parse::<u32>().unwrap()
    };
    let preflight_request = preflight("/api/v1/usage", SHOP, "GET");
    assert_eq!((left(&preflight_request).await, left(&preflight_request).await), (60, 60));
    let stranger = preflight("/api/v1/usage", "https://evil.example", "GET");
    assert_eq!((left(&stranger).await, left(&stranger).await), (59, 58));
}

#[tokio::test]
async fn a_page_of_an_allowed_origin_reads_answers_and_refusals() {
    let server = server(SHOP).await;
    let origin = format!("origin: {SHOP}");
    let key = format!("x-api-key: {}", server.key);
    let body = valid_body();
    let post = format!(
        "POST /api/v1/listings HTTP/1.1\r\nhost: test\r\n{origin}\r\n{key}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let large = format!("x-a: {}", "a".repeat(40_000));
    for (request, status) in [
        (TestServer::get("/api/v1/usage", &[&origin, &key]), 200),
        (post, 200),
        (TestServer::get("/api/v1/usage", &[&origin]), 401),
        (TestServer::get("/nowhere", &[&origin, &key]), 404),
        (TestServer::get("/api/v1/listings", &[&origin, &key]), 405),
        (TestServer::get("/api/v1/usage", &[&origin, &key, &large]), 431),
    ] {
        let answer = server.send(&request).await;
        assert_eq!(answer.status, status, "{answer:?}");
        assert_readable(&answer, SHOP);
        assert_eq!(answer.header("vary"), Some("Origin"), "{answer:?}");
    }
    for _ in 0..10 {
        server.send(&TestServer::get("/api/v1/usage", &[&origin, &key])).await;
    }
    let limited = server.send(&TestServer::get("/api/v1/usage", &[&origin, &key])).await;
    assert_eq!(limited.status, 429, "{limited:?}");
    assert_readable(&limited, SHOP);
}

#[tokio::test]
async fn responses_to_other_origins_and_of_operator_routes_have_no_cors_headers() {
    let origin = |origin: &str| format!("origin: {origin}");
    let named = server(SHOP).await;
    for other in ["https://evil.example", "null", "http://shop.example.com"] {
        let answer = named.send(&TestServer::get("/docs", &[&origin(other)])).await;
        assert_closed(&answer);
        assert_eq!(answer.header("vary"), Some("Origin"), "caches must vary by origin: {answer:?}");
        assert_closed(&named.send(&preflight("/api/v1/usage", other, "GET")).await);
    }
    let off = server("").await;
    for path in ["/docs", "/api/v1/usage"] {
        let answer = off.send(&TestServer::get(path, &[&origin(SHOP)])).await;
        assert_closed(&answer);
        assert_eq!(answer.header("vary"), None, "{answer:?}");
    }
    let all = server("*").await;
    assert_readable(&all.send(&TestServer::get("/docs", &[&origin("https://any.example")])).await, "*");
    for path in ["/metrics", "/health/ready"] {
        assert_closed(&all.send(&TestServer::get(path, &[&origin("https://any.example")])).await);
        assert_closed(&all.send(&preflight(path, "https://any.example", "GET")).await);
    }
    let unreadable = Answer::last(&all.exchange(b"hello\r\n\r\n").await);
    assert_eq!(unreadable.status, 400);
    assert_readable(&unreadable, "*");
}
