//! Stored generations by API.

use listing_domain::account::Email;
use listing_domain::principal::{Scope, Scopes};
use listing_domain::quota::RatePolicy;
use listing_testkit::{StoreFault, StorePort};
use serde_json::Value;

use crate::support::{Answer, Setup, TestServer, valid_body};

const PATH: &str = "/api/v1/generations";

async fn open() -> TestServer {
    let rates = RatePolicy { free: 10_000, ..RatePolicy::default() };
    TestServer::start_with(Setup { rates, ..Setup::default() }).await
}

async fn send(server: &TestServer, method: &str, path: &str) -> Answer {
    send_as(server, method, path, &server.key).await
}

async fn send_as(server: &TestServer, method: &str, path: &str, key: &str) -> Answer {
    server.send(&format!("{method} {path} HTTP/1.1\r\nhost: test\r\nx-api-key: {key}\r\n\r\n")).await
}

/// Generates with a stock number, if any.
async fn generate(server: &TestServer, sku: Option<&str>) {
    let sku = sku.map(|sku| format!(r#""sku":"{sku}","#)).unwrap_or_default();
    let answer = server.send(&server.post(&valid_body().replacen('{', &format!("{{{sku}"), 1))).await;
    assert_eq!(answer.status, 200, "{answer:?}");
}

fn data(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{answer:?}");
    let body: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(body["success"], true);
    body["data"].clone()
}

fn skus(page: &Value) -> Vec<&str> {
    page["generations"].as_array().unwrap().iter().map(|it| it["sku"].as_str().unwrap_or("-")).collect()
}

#[tokio::test]
async fn generations_are_listed_page_by_page_and_by_stock_number() {
    let server = open().await;
    for sku in [Some("A 1"), None, Some("B")] {
        generate(&server, sku).await;
    }
    let all = data(&send(&server, "GET", PATH).await);
    let mut listed = skus(&all);
    listed.sort_unstable();
    assert_eq!((listed, all.get("nextCursor")), (vec!["-", "A 1", "B"], None));
    let mut paged = Vec::new();
    let mut path = format!("{PATH}?limit=2");
    loop {
        let page = data(&send(&server, "GET", &path).await);
        paged.extend(page["generations"].as_array().unwrap().clone());
        let Some(next) = page["nextCursor"].as_str() else { break };
        path = format!("{PATH}?limit=2&cursor={next}");
    }
    assert_eq!(Value::from(paged), all["generations"]);
    assert_eq!(skus(&data(&send(&server, "GET", &format!("{PATH}?sku=A%201")).await)), ["A 1"]);
    let day = data(&send(&server, "GET", &format!("{PATH}?from=2026-11-21&to=2026-11-21")).await);
    assert_eq!(skus(&day).len(), 3);
    let later = data(&send(&server, "GET", &format!("{PATH}?from=2026-11-22")).await);
    assert_eq!(skus(&later).len(), 0);
    let one = &all["generations"][0];
    assert_eq!(one["platforms"], serde_json::json!(["leboncoin", "ebay"]));
    assert!(
        one["suggestedPrice"].is_number() && one["currency"] == "EUR" && one["name"].is_string(),
        "{one}"
    );
}

#[tokio::test]
async fn generated_listings_carry_the_id_of_their_generation() {
    let server = open().await;
    let answer = server.send(&server.post(&valid_body())).await;
    let id = answer.header("x-generation-id").unwrap().to_owned();
    assert_eq!(data(&send(&server, "GET", &format!("{PATH}/{id}")).await)["id"], id);
}

#[tokio::test]
async fn invalid_query_is_refused() {
    let server = open().await;
    for query in ["limit=0", "cursor=x", "from=x", "color=red", "sku="] {
        send(&server, "GET", &format!("{PATH}?{query}")).await.assert_error(400);
    }
}

#[tokio::test]
async fn generation_is_read_and_deleted_by_its_owner_alone() {
    let server = open().await;
    generate(&server, Some("A 1")).await;
    let stored = server.history().await.pop().unwrap();
    let path = format!("{PATH}/{}", stored.id);
    let email: Email = "eve@example.com".parse().unwrap();
    let eve = server.key_of_another_account(email).await;
    for method in ["GET", "DELETE"] {
        let refused = send_as(&server, method, &path, &eve).await;
        refused.assert_error(404);
        let unknown = send(&server, method, &format!("{PATH}/00000000-0000-4000-8000-000000000009")).await;
        assert_eq!(unknown.body, refused.body, "another account's id is like an unknown one");
        assert_eq!(send(&server, method, &format!("{PATH}/none")).await.body, refused.body);
    }
    let shown = data(&send(&server, "GET", &path).await);
    assert_eq!(shown["id"], stored.id.to_string());
    assert_eq!(shown["createdAt"], "2026-11-21T10:00:00Z");
    let raw: Value = serde_json::from_slice(stored.data.as_bytes()).unwrap();
    assert_eq!(shown["data"], raw);
    assert_eq!(data(&send(&server, "DELETE", &path).await)["id"], stored.id.to_string());
    send(&server, "GET", &path).await.assert_error(404);
    send(&server, "DELETE", &path).await.assert_error(404);
    assert_eq!((server.history().await.len(), server.quota().await.free_used), (0, 1));
}

#[tokio::test]
async fn generations_need_a_key_with_their_scope() {
    let server = open().await;
    let path = format!("{PATH}/00000000-0000-4000-8000-000000000009");
    for scope in Scope::ALL {
        let key = server.scoped_key(Scopes::only(&[*scope])).await;
        for (method, path, needed) in [
            ("GET", PATH, Scope::GenerationsRead),
            ("GET", &path, Scope::GenerationsRead),
            ("DELETE", &path, Scope::GenerationsWrite),
        ] {
            let status = send_as(&server, method, path, &key).await.status;
            assert_eq!(status == 403, *scope != needed, "{method} {path} with {scope}: {status}");
        }
    }
}

#[tokio::test]
async fn unavailable_history_is_answered_as_busy() {
    let server = open().await;
    server.faults.fail(StorePort::Generations, StoreFault::Unavailable);
    for path in [PATH.to_owned(), format!("{PATH}/00000000-0000-4000-8000-000000000009")] {
        send(&server, "GET", &path).await.assert_error(503);
    }
}
