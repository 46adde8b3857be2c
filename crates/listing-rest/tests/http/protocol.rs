//! Error responses to bytes that are not a valid request.

use std::time::Duration;

use listing_domain::quota::RatePolicy;
use listing_http::HttpLimits;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::support::{Answer, PATIENCE, Setup, TestServer};

/// The headers of every response to an invalid request.
const HEADERS: [&str; 12] = [
    "cache-control",
    "connection",
    "content-length",
    "content-security-policy",
    "content-type",
    "date",
    "referrer-policy",
    "x-content-type-options",
    "x-ratelimit-limit",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "x-request-id",
];

/// Returns malformed requests: a name, the bytes, the expected status and a part of the expected message.
fn hostile() -> Vec<(&'static str, String, u16, &'static str)> {
    let header =
        |size: usize| format!("GET /health/live HTTP/1.1\r\nhost: a\r\nx-a: {}\r\n\r\n", "a".repeat(size));
    let target = |size: usize| format!("GET /{} HTTP/1.1\r\nhost: a\r\n\r\n", "a".repeat(size));
    let many = format!("GET / HTTP/1.1\r\nhost: a\r\n{}\r\n", "x-a: 1\r\n".repeat(120));
    let no_colon = "GET / HTTP/1.1\r\nhost: a\r\nnonsense\r\n\r\n";
    let two_lengths = "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab";
    vec![
        ("garbage", "hello\r\n\r\n".into(), 400, "HTTP/1.1"),
        ("a greeting of TLS", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}".into(), 400, "HTTP/1.1"),
        ("a header without a colon", no_colon.into(), 400, "HTTP/1.1"),
        ("two lengths", two_lengths.into(), 400, "HTTP/1.1"),
        ("a target of 20 kB", target(20_000), 414, "8192"),
        ("a target of 70 kB", target(70_000), 414, "8192"),
        ("a target of 200 kB", target(200_000), 414, "8192"),
        ("a header of 100 kB", header(100_000), 431, "32768"),
        ("a header of 200 kB", header(200_000), 431, "32768"),
        ("120 headers", many, 431, "96"),
    ]
}

fn assert_ours(name: &str, answer: &Answer, status: u16) {
    answer.assert_error(status);
    assert_eq!(answer.header_names(), HEADERS, "{name}");
    assert_eq!(answer.header("content-type"), Some("application/json"), "{name}");
    assert_eq!(answer.header("connection"), Some("close"), "{name}");
    assert_eq!(answer.header("x-ratelimit-limit"), Some("60"), "{name}");
    let length = answer.header("content-length").and_then(|it| it.parse().ok());
    assert_eq!(length, Some(answer.body.len()), "{name}");
}

#[tokio::test]
async fn malformed_requests_get_the_documented_error_body_and_are_counted() {
    let server = TestServer::start().await;
    for (name, bytes, status, named) in hostile() {
        let received = server.exchange(bytes.as_bytes()).await;
        let answer = Answer::last(&received);
        assert_ours(name, &answer, status);
        assert!(answer.body.contains(named), "{name}: {answer:?}");
        assert_eq!(received.matches("HTTP/1.1 ").count(), 1, "{name}: {received}");
    }
    let metrics = server.send(&TestServer::get("/metrics", &[])).await.body;
    let counted = |status: u16| format!("route=\"unreadable\",status=\"{status}\"}}");
    for (status, times) in [(400, 4), (414, 2), (431, 2)] {
        let line = metrics.lines().find(|line| line.contains(&counted(status)));
        assert!(line.is_some_and(|line| line.ends_with(&format!(" {times}"))), "{status}: {metrics}");
    }
}

#[tokio::test]
async fn garbage_after_a_request_does_not_harm_its_answer() {
    let server = TestServer::start().await;
    let live = TestServer::get("/health/live", &[]);
    let together = server.exchange(format!("{live}hello\r\n\r\n").as_bytes()).await;
    let (first, second) = together.split_once("{\"status\":\"live\"}").expect("the first answer is missing");
    assert!(first.starts_with("HTTP/1.1 200 OK\r\n"), "{together}");
    assert_ours("after a request in one go", &Answer::last(second), 400);

    let mut connection = server.connect().await;
    for _ in 0..3 {
        connection.write_all(live.as_bytes()).await.unwrap();
        assert_eq!(Answer::read(&mut connection).await.status, 200, "the connection is kept alive");
    }
    connection.write_all(b"hello\r\n\r\n").await.unwrap();
    assert_ours("after some requests", &Answer::read(&mut connection).await, 400);
}

/// Returns a service with a header timeout of one second.
async fn impatient() -> TestServer {
    let limits = HttpLimits { header_timeout: Duration::from_secs(1), ..HttpLimits::default() };
    TestServer::start_with(Setup { limits, ..Setup::default() }).await
}

#[tokio::test]
async fn stalled_request_headers_are_cut_off_with_408() {
    let server = impatient().await;
    let started = tokio::time::Instant::now();
    let received = server.exchange(b"GET /health/live HTTP/1.1\r\nhost:").await;
    assert_ours("a stalled head", &Answer::last(&received), 408);
    let took = started.elapsed();
    assert!(took >= Duration::from_millis(900), "{took:?}");
}

#[tokio::test]
async fn stalled_or_slow_headers_of_a_later_request_are_cut_off_with_408() {
    let server = impatient().await;
    let live = TestServer::get("/health/live", &[]);
    for trickles in [false, true] {
        let mut connection = server.connect().await;
        connection.write_all(live.as_bytes()).await.unwrap();
        assert_eq!(Answer::read(&mut connection).await.status, 200);
        connection.write_all(b"GET /health/live HTTP/1.1\r\nx-slow: ").await.unwrap();
        let (mut incoming, mut outgoing) = connection.into_split();
        let trickle = tokio::spawn(async move {
            while trickles && outgoing.write_all(b"a").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            // Retained, so that this side does not close the connection.
            outgoing
        });
        let mut received = String::new();
        let read = tokio::time::timeout(PATIENCE, incoming.read_to_string(&mut received)).await;
        read.expect("the connection did not end in time").unwrap();
        trickle.abort();
        assert_ours("a later head", &Answer::last(&received), 408);
    }
}

/// Returns a service whose clients have this time to receive a response of any size.
async fn server_with_body_base(body_base: Duration) -> TestServer {
    let limits = HttpLimits { body_base, body_bytes_per_second: u32::MAX, ..HttpLimits::default() };
    let rates = RatePolicy { anonymous: 10_000, ..RatePolicy::default() };
    TestServer::start_with(Setup { limits, rates, ..Setup::default() }).await
}

#[tokio::test]
async fn a_client_that_reads_no_answers_is_disconnected() {
    let server = server_with_body_base(Duration::from_secs(1)).await;
    let document = TestServer::get("/.well-known/openapi.json", &[]);
    let mut connection = server.connect().await;
    let started = tokio::time::Instant::now();
    let send_on = async { while connection.write_all(document.as_bytes()).await.is_ok() {} };
    tokio::time::timeout(PATIENCE, send_on).await.expect("the connection did not end in time");
    let took = started.elapsed();
    assert!(took >= Duration::from_millis(900), "{took:?}");
}

/// A number of answers that together exceed the system's socket buffers.
const MANY: usize = 40;

#[tokio::test]
async fn a_client_that_reads_its_answers_late_gets_them() {
    // Far longer than one pause, so that a busy machine does not look like a stalled client; all pauses
    // together are longer still.
    let (within, pause, times) = (Duration::from_secs(5), Duration::from_millis(500), 11);
    let server = server_with_body_base(within).await;
    let document = TestServer::get("/.well-known/openapi.json", &[]);
    let mut connection = server.connect().await;
    connection.write_all(document.as_bytes()).await.unwrap();
    let body = Answer::read(&mut connection).await.body;
    assert!(pause * times > within);
    for _ in 0..times {
        connection.write_all(document.repeat(MANY).as_bytes()).await.unwrap();
        tokio::time::sleep(pause).await;
        let mut received = Vec::new();
        // All headers together are shorter than one body.
        while received.len() < MANY * body.len() || !received.ends_with(body.as_bytes()) {
            assert!(connection.read_buf(&mut received).await.unwrap() > 0, "the connection has ended");
        }
    }
}

#[tokio::test]
async fn headers_of_a_later_request_may_arrive_in_pieces() {
    let server = TestServer::start().await;
    let live = TestServer::get("/health/live", &[]);
    let mut connection = server.connect().await;
    for _ in 0..3 {
        let (first, rest) = live.split_at(20);
        connection.write_all(first.as_bytes()).await.unwrap();
        tokio::time::sleep(Duration::from_millis(100)).await;
        connection.write_all(rest.as_bytes()).await.unwrap();
        assert_eq!(Answer::read(&mut connection).await.status, 200);
    }
}
