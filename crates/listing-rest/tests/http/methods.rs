//! `HEAD` and `OPTIONS` on every route.

use actix_web::http::Method;
use listing_domain::quota::RatePolicy;
use listing_http::{Access, RouteEntry};

use crate::support::{Answer, Setup, TestServer};

/// Every path with `GET` that names no generation; true when it needs a key.
fn readable() -> Vec<(&'static str, bool)> {
    let table = [listing_rest::routes(), listing_http::operator_routes()].concat();
    let get = |entry: &RouteEntry| {
        let endpoint = entry.endpoints.iter().find(|endpoint| endpoint.method == Method::GET)?;
        Some((entry.path, endpoint.access != Access::Anyone))
    };
    table.iter().filter(|entry| !entry.path.contains('{')).filter_map(get).collect()
}

#[tokio::test]
async fn head_gets_the_answer_of_get_without_the_body() {
    let rates = RatePolicy { anonymous: 10_000, free: 10_000, ..RatePolicy::default() };
    let server = TestServer::start_with(Setup { rates, ..Setup::default() }).await;
    let paths = readable();
    assert!(paths.iter().any(|(_, needs_key)| *needs_key) && paths.iter().any(|(_, needs_key)| !needs_key));
    for (path, _) in paths {
        // Exports need a format.
        let path =
            if path.starts_with("/api/v1/exports") { format!("{path}?format=csv") } else { path.to_owned() };
        let request = |method: &str| {
            let key = &server.key;
            format!("{method} {path} HTTP/1.1\r\nhost: test\r\nx-api-key: {key}\r\nconnection: close\r\n\r\n")
        };
        let get = Answer::last(&server.exchange(request("GET").as_bytes()).await);
        let received = server.exchange(request("HEAD").as_bytes()).await;
        assert!(received.ends_with("\r\n\r\n"), "{path} has a body: {received}");
        // Renames the header, because the parser would expect a body of this length, which `HEAD` does not
        // send.
        let head = Answer::last(&received.replace("content-length", "length"));
        assert_eq!(head.status, 200, "{path} {received}");
        let names =
            head.header_names().iter().map(|it| it.replace("length", "content-length")).collect::<Vec<_>>();
        let mut expected = get.header_names();
        expected.sort_unstable();
        let mut names = names;
        names.sort_unstable();
        assert_eq!(names, expected, "{path}");
        if path != "/metrics" {
            assert_eq!(head.header("length"), get.header("content-length"), "{path}");
        }
    }
}

#[tokio::test]
async fn head_needs_a_key_where_get_does() {
    let server = TestServer::start().await;
    for (path, needs_key) in readable() {
        let request = format!("HEAD {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n");
        let received = server.exchange(request.as_bytes()).await;
        let status = if needs_key { "HTTP/1.1 401 " } else { "HTTP/1.1 200 " };
        assert!(received.starts_with(status), "{path} {received}");
    }
}

#[tokio::test]
async fn options_lists_the_methods() {
    let server = TestServer::start().await;
    let table = [listing_rest::routes(), listing_http::operator_routes()].concat();
    for entry in table {
        let request = format!("OPTIONS {} HTTP/1.1\r\nhost: test\r\n\r\n", entry.path);
        let answer = server.send(&request).await;
        assert_eq!((answer.status, answer.header("allow")), (204, Some(entry.allow().as_str())));
        assert!(answer.header("x-request-id").is_some() && answer.header("x-ratelimit-remaining").is_some());
    }
    let usage = server.send("OPTIONS /api/v1/usage HTTP/1.1\r\nhost: test\r\n\r\n").await;
    assert_eq!(usage.header("allow"), Some("GET, HEAD, OPTIONS"));
}
