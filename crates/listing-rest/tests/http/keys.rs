//! Every route with every kind of wrong key.

use std::collections::BTreeSet;

use listing_http::{Access, Counting, RouteEntry};
use serde_json::Value;

use listing_domain::principal::{Scope, Scopes};
use listing_domain::quota::RatePolicy;

use crate::support::{Answer, Setup, TestServer};

const METHODS: [&str; 6] = ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"];

/// Returns every route that the test server serves.
fn table() -> Vec<RouteEntry> {
    [listing_rest::routes(), listing_http::operator_routes()].concat()
}

/// Returns method, path and required access of every endpoint of these routes.
fn endpoints() -> Vec<(String, &'static str, Access)> {
    let entries = |entry: &RouteEntry| {
        let endpoints = entry.endpoints.iter();
        endpoints.map(|it| (it.method.to_string(), entry.path, it.access)).collect::<Vec<_>>()
    };
    table().iter().flat_map(entries).collect()
}

/// Returns method and path of every operation in the OpenAPI document.
fn operations() -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(&listing_rest::openapi_json()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let methods = |(path, item): (&String, &Value)| {
        let methods = item.as_object().unwrap().keys();
        methods.map(|it| (it.to_uppercase(), path.clone())).collect::<Vec<_>>()
    };
    paths.iter().flat_map(methods).collect()
}

/// Returns header lines that give no access, such as a key in the wrong header.
fn wrong_keys(right: &str) -> Vec<String> {
    vec![
        String::new(),
        "x-api-key: \r\n".to_owned(),
        "x-api-key: ptl_\r\n".to_owned(),
        format!("x-api-key: ptl_{}\r\n", "0".repeat(64)),
        format!("x-api-key: {right}0\r\n"),
        format!("x-api-key: {}\r\n", &right[..67]),
        format!("x-api-key: {}\r\n", right.replacen("ptl_", "PTL_", 1)),
        format!("authorization: Bearer {right}\r\n"),
        format!("x-api-key: ptl_{}\r\nx-api-key: {right}\r\n", "0".repeat(64)),
    ]
}

async fn send(server: &TestServer, method: &str, path: &str, header: &str) -> Answer {
    let head = format!("{method} {path} HTTP/1.1\r\nhost: test\r\n{header}content-length: 0\r\n\r\n");
    server.send(&head).await
}

/// Returns a server whose rate limit is never reached.
async fn unlimited_server() -> TestServer {
    let rates = RatePolicy { anonymous: 10_000, free: 10_000, ..RatePolicy::default() };
    TestServer::start_with(Setup { rates, ..Setup::default() }).await
}

#[test]
fn the_openapi_document_lists_exactly_the_operations_of_the_routes() {
    let listed = endpoints().into_iter().filter(|(_, path, _)| path.starts_with("/api/"));
    let listed: BTreeSet<_> = listed.map(|(method, path, _)| (method, path.to_owned())).collect();
    assert!(!listed.is_empty());
    assert_eq!(listed, operations().into_iter().collect());
}

#[tokio::test]
async fn only_public_endpoints_accept_a_wrong_key() {
    let server = unlimited_server().await;
    for (method, path, access) in endpoints() {
        for header in wrong_keys(&server.key) {
            // Percent-encoding in the path must not bypass the check.
            let (rest, last) = path.split_at(path.len() - 1);
            for path in [path.to_owned(), format!("{rest}%{:02x}", last.as_bytes()[0])] {
                let answer = send(&server, &method, &path, &header).await;
                match access {
                    Access::Anyone => assert_eq!(answer.status, 200, "{method} {path} {answer:?}"),
                    Access::Scope(_) => {
                        answer.assert_error(401);
                        assert!(answer.body.contains("include the X-API-Key header"), "{answer:?}");
                    }
                    Access::SignedIn | Access::Administrator => panic!("{path} needs a session"),
                }
            }
        }
    }
}

#[tokio::test]
async fn a_key_opens_the_endpoints_of_its_scopes_and_no_others() {
    let server = unlimited_server().await;
    for own in Scope::ALL {
        let key = format!("x-api-key: {}\r\n", server.scoped_key(Scopes::only(&[*own])).await);
        for (method, path, access) in endpoints() {
            let answer = send(&server, &method, path, &key).await;
            match access {
                Access::Scope(scope) if scope != *own => {
                    answer.assert_error(403);
                    assert!(answer.body.contains(&format!("the scope {scope}")), "{answer:?}");
                }
                _ => assert!(![401, 403].contains(&answer.status), "{method} {path} {answer:?}"),
            }
        }
    }
}

#[tokio::test]
async fn every_route_of_the_table_is_served() {
    let server = unlimited_server().await;
    let key = format!("x-api-key: {}\r\n", server.key);
    for entry in table() {
        for method in METHODS {
            let answer = send(&server, method, entry.path, &key).await;
            if entry.endpoints.iter().any(|endpoint| endpoint.method.as_str() == method) {
                // An unknown generation gets 404 too, with another message.
                let is_unknown_path = answer.status == 404 && answer.body.contains("Not found");
                let is_served = ![401, 405].contains(&answer.status) && !is_unknown_path;
                assert!(is_served, "{method} {} {answer:?}", entry.path);
            } else {
                answer.assert_error(405);
                assert_eq!(answer.header("allow"), Some(entry.allow().as_str()), "{}", entry.path);
            }
        }
        let with_slash = format!("{}/", entry.path);
        send(&server, "GET", &with_slash, &key).await.assert_error(404);
    }
}

#[tokio::test]
async fn only_routes_counted_as_calls_use_up_the_rate_limit() {
    for entry in table() {
        let server = TestServer::start().await;
        let path = entry.path;
        let remaining =
            |answer: Answer| answer.header("x-ratelimit-remaining").unwrap().parse::<u32>().unwrap();
        let first = remaining(send(&server, "GET", path, "").await);
        let second = remaining(send(&server, "GET", path, "").await);
        assert_eq!(first - second, u32::from(entry.counting == Counting::Calls), "{path}");
    }
}

#[tokio::test]
async fn a_valid_key_has_its_own_limit_independent_of_its_address() {
    let rates = RatePolicy { anonymous: 5, free: 10_000, ..RatePolicy::default() };
    let server = TestServer::start_with(Setup { rates, ..Setup::default() }).await;
    let key = |text: &str| format!("x-api-key: {text}\r\n");
    let fresh = server.scoped_key(Scopes::ALL).await;
    assert_eq!(send(&server, "GET", "/api/v1/usage", &key(&server.key)).await.status, 200);
    for number in 0..5 {
        let wrong = key(&format!("ptl_{number}{}", "0".repeat(63)));
        assert_eq!(send(&server, "GET", "/api/v1/usage", &wrong).await.status, 401);
    }
    let wrong = key(&format!("ptl_{}", "1".repeat(64)));
    assert_eq!(send(&server, "GET", "/api/v1/usage", &wrong).await.status, 429);
    // Many people may share an address.
    for valid in [&server.key, &fresh] {
        assert_eq!(send(&server, "GET", "/api/v1/usage", &key(valid)).await.status, 200);
    }
}

#[tokio::test]
async fn a_path_with_control_characters_is_refused() {
    let server = unlimited_server().await;
    for target in ["/api/v1/usage%00", "/api/v1/us%07age", "/%0a", "/a%1b%5b", "/a=%7f"] {
        let answer = send(&server, "GET", target, "").await;
        assert_eq!(answer.status, 400, "{target}: {}", answer.body);
    }
    let answer = send(&server, "GET", "/api/v1/usage?a=b%09c+d%20e", "").await;
    assert_eq!(answer.status, 401, "queries are not checked");
}
