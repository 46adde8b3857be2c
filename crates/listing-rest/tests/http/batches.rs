//! Batches of items by API.

use std::time::Duration;

use listing_domain::principal::{Scope, Scopes};
use listing_domain::quota::RatePolicy;
use listing_testkit::{StoreFault, StorePort};
use serde_json::{Value, json};

use crate::support::{Answer, Setup, TestServer, valid_body};

const PATH: &str = "/api/v1/batches";

async fn open() -> TestServer {
    let rates = RatePolicy { free: 10_000, ..RatePolicy::default() };
    TestServer::start_with(Setup { rates, ..Setup::default() }).await
}

fn photos() -> Value {
    serde_json::from_str::<Value>(&valid_body()).unwrap()["photos"].clone()
}

/// A batch with an item for each stock number.
fn batch(skus: &[&str]) -> Value {
    let item = |sku: &&str| json!({ "photos": photos(), "sku": sku, "attributes": { "name": "lamp" } });
    json!({ "items": skus.iter().map(item).collect::<Vec<_>>(), "platforms": ["ebay"], "language": "en" })
}

async fn send(server: &TestServer, method: &str, path: &str, key: &str) -> Answer {
    server.send(&format!("{method} {path} HTTP/1.1\r\nhost: test\r\nx-api-key: {key}\r\n\r\n")).await
}

async fn post(server: &TestServer, body: &Value, headers: &str) -> Answer {
    post_as(server, body, headers, &server.key).await
}

async fn post_as(server: &TestServer, body: &Value, headers: &str, key: &str) -> Answer {
    let body = body.to_string();
    let head = format!(
        "POST {PATH} HTTP/1.1\r\nhost: test\r\nx-api-key: {key}\r\n{headers}\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    server.send(&format!("{head}{body}")).await
}

fn data(answer: &Answer, status: u16) -> Value {
    assert_eq!(answer.status, status, "{answer:?}");
    let body: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(body["success"], true);
    body["data"].clone()
}

async fn shown(server: &TestServer, id: &Value) -> Value {
    let path = format!("{PATH}/{}", id.as_str().unwrap());
    data(&send(server, "GET", &path, &server.key).await, 200)
}

fn states(batch: &Value) -> Vec<&str> {
    batch["items"].as_array().unwrap().iter().map(|item| item["state"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn every_item_becomes_a_charged_generation() {
    let server = open().await;
    let created = data(&post(&server, &batch(&["A1", "B2"]), "").await, 202);
    assert_eq!((states(&created), &created["state"]), (vec!["waiting", "waiting"], &json!("running")));
    assert_eq!(server.quota().await.free_used, 0, "nothing is charged yet");
    server.run_batches().await;
    let ended = shown(&server, &created["id"]).await;
    assert_eq!((states(&ended), &ended["state"]), (vec!["done", "done"], &json!("finished")));
    assert_eq!(ended["counts"]["done"], 2);
    assert!(ended["endedAt"].is_string());
    assert_eq!(server.quota().await.free_used, 2);
    for item in ended["items"].as_array().unwrap() {
        let path = format!("/api/v1/generations/{}", item["id"].as_str().unwrap());
        let generation = data(&send(&server, "GET", &path, &server.key).await, 200);
        assert_eq!(generation["data"]["sku"], item["sku"]);
        assert_eq!(generation["data"]["listings"][0]["platform"], "ebay");
    }
    let listed = data(&send(&server, "GET", PATH, &server.key).await, 200);
    assert_eq!(listed["batches"][0]["id"], created["id"]);
    assert_eq!(listed["batches"][0]["counts"], ended["counts"]);
}

#[tokio::test]
async fn a_batch_is_exported_by_its_id() {
    let server = open().await;
    let created = data(&post(&server, &batch(&["A1", "B2", "C3"]), "").await, 202);
    for _ in 0..2 {
        server.batch_loop.clone().step().await;
    }
    let path = format!("/api/v1/exports?format=csv&batch={}", created["id"].as_str().unwrap());
    let file = send(&server, "GET", &path, &server.key).await;
    assert_eq!((file.status, file.header("x-export-items")), (200, Some("2")), "{file:?}");
    let skus: Vec<bool> = ["A1", "B2", "C3"].iter().map(|sku| file.body.contains(sku)).collect();
    assert_eq!(skus, [true, true, false], "the third item still waits: {}", file.body);
    assert!(file.body.find("A1") < file.body.find("B2"), "in the order of the batch");
    let eve = server.key_of_another_account("eve@example.com".parse().unwrap()).await;
    send(&server, "GET", &path, &eve).await.assert_error(404);
}

#[tokio::test]
async fn items_beyond_the_quota_fail_without_a_charge() {
    let server = open().await;
    let created = data(&post(&server, &batch(&["1", "2", "3", "4"]), "").await, 202);
    server.run_batches().await;
    let ended = shown(&server, &created["id"]).await;
    assert_eq!(states(&ended), ["done", "done", "done", "failed"]);
    let failed = &ended["items"][3];
    assert_eq!(failed["reason"], "quota_exhausted");
    assert!(failed["message"].as_str().unwrap().starts_with("The quota is exhausted"), "{failed}");
    assert_eq!((server.quota().await.free_used, server.history().await.len()), (3, 3));
}

#[tokio::test]
async fn a_repeated_request_stores_one_batch() {
    let server = open().await;
    let key = "idempotency-key: stock-1\r\n";
    let first = post(&server, &batch(&["A1"]), key).await;
    let again = post(&server, &batch(&["A1"]), key).await;
    assert_eq!(data(&first, 202)["id"], data(&again, 202)["id"]);
    assert_eq!(
        (first.header("idempotency-replayed"), again.header("idempotency-replayed")),
        (None, Some("true"))
    );
    post(&server, &batch(&["B2"]), key).await.assert_error(422);
    server.run_batches().await;
    assert_eq!((server.quota().await.free_used, server.history().await.len()), (1, 1));
}

#[tokio::test]
async fn cancelled_items_cost_nothing() {
    let server = open().await;
    let created = data(&post(&server, &batch(&["A1", "B2", "C3"]), "").await, 202);
    server.batch_loop.clone().step().await;
    let path = format!("{PATH}/{}", created["id"].as_str().unwrap());
    let cancelled = data(&send(&server, "DELETE", &path, &server.key).await, 200);
    assert_eq!(states(&cancelled), ["done", "cancelled", "cancelled"]);
    server.run_batches().await;
    assert_eq!(shown(&server, &created["id"]).await["state"], "cancelled");
    assert_eq!(server.quota().await.free_used, 1);
}

#[tokio::test]
async fn invalid_items_are_named_by_their_position() {
    let server = open().await;
    let mut body = batch(&["A1", "B2"]);
    body["items"][1] = json!({ "photos": ["data:image/png;base64,AAAA", 7], "sku": "", "notes": 3 });
    let refused = post(&server, &body, "").await;
    refused.assert_error(400);
    for part in ["items[1].photos[1] must be", "items[1].sku must be", "items[1].notes must be a string"] {
        assert!(refused.body.contains(part), "{part}: {}", refused.body);
    }
    for (items, part) in [
        (json!([]), "items must be a non-empty array of at most 300 objects"),
        (json!("x"), "items must be a non-empty array"),
        (json!([7]), "items[0] must be an object"),
        (vec![json!({}); 301].into(), "items must be a non-empty array"),
    ] {
        let refused = post(&server, &json!({ "items": items, "platforms": ["ebay"] }), "").await;
        refused.assert_error(400);
        assert!(refused.body.contains(part), "{part}: {}", refused.body);
    }
    let refused =
        post(&server, &json!({ "items": [{ "photos": photos() }], "platforms": ["amazon"] }), "").await;
    refused.assert_error(400);
    assert!(refused.body.contains("platforms[0] must be one of"), "{}", refused.body);
    assert_eq!(data(&send(&server, "GET", PATH, &server.key).await, 200)["batches"], json!([]));
}

#[tokio::test]
async fn a_batch_is_found_by_its_owner_alone() {
    let server = open().await;
    let created = data(&post(&server, &batch(&["A1"]), "").await, 202);
    let path = format!("{PATH}/{}", created["id"].as_str().unwrap());
    let eve = server.key_of_another_account("eve@example.com".parse().unwrap()).await;
    for method in ["GET", "DELETE"] {
        let refused = send(&server, method, &path, &eve).await;
        refused.assert_error(404);
        let unknown = format!("{PATH}/00000000-0000-4000-8000-000000000009");
        assert_eq!(send(&server, method, &unknown, &eve).await.body, refused.body);
        assert_eq!(send(&server, method, &format!("{PATH}/none"), &eve).await.body, refused.body);
    }
    assert_eq!(states(&shown(&server, &created["id"]).await), ["waiting"]);
}

#[tokio::test]
async fn batches_need_a_key_with_their_scope() {
    let server = open().await;
    let path = format!("{PATH}/00000000-0000-4000-8000-000000000009");
    for scope in Scope::ALL {
        let key = server.scoped_key(Scopes::only(&[*scope])).await;
        let statuses = [
            post_as(&server, &json!({}), "", &key).await.status,
            send(&server, "GET", PATH, &key).await.status,
            send(&server, "GET", &path, &key).await.status,
            send(&server, "DELETE", &path, &key).await.status,
        ];
        let needed =
            [Scope::ListingsWrite, Scope::GenerationsRead, Scope::GenerationsRead, Scope::ListingsWrite];
        assert_eq!(statuses.map(|status| status != 403), needed.map(|needed| needed == *scope), "{scope}");
    }
}

#[tokio::test]
async fn an_item_waits_again_while_the_ledger_is_unavailable() {
    let server = open().await;
    let created = data(&post(&server, &batch(&["A1"]), "").await, 202);
    server.faults.fail(StorePort::Ledger, StoreFault::Unavailable);
    server.batch_loop.clone().step().await;
    assert_eq!(states(&shown(&server, &created["id"]).await), ["waiting"]);
    server.faults.recover();
    server.run_batches().await;
    assert_eq!(states(&shown(&server, &created["id"]).await), ["waiting"], "not due before the pause ends");
    server.advance(Duration::from_secs(5));
    server.run_batches().await;
    assert_eq!(states(&shown(&server, &created["id"]).await), ["done"]);
    assert_eq!(server.quota().await.free_used, 1);
}
