//! Rewrites of stored generations by API.

use std::sync::Arc;

use listing_domain::account::Email;
use listing_domain::ports::WriterError;
use listing_domain::principal::{Scope, Scopes};
use listing_domain::quota::RatePolicy;
use listing_testkit::{ScriptedWriter, WriterStep};
use serde_json::{Value, json};

use crate::support::{Answer, Setup, TestServer, valid_body};

/// Starts a server with one generation, which took one of three units. Returns the path of its rewrites.
async fn open(setup: Setup) -> (TestServer, String) {
    let rates = RatePolicy { free: 10_000, ..RatePolicy::default() };
    let server = TestServer::start_with(Setup { rates, ..setup }).await;
    assert_eq!(server.send(&server.post(&valid_body())).await.status, 200);
    let generation = server.history().await.pop().unwrap();
    (server, format!("/api/v1/generations/{}/rewrite", generation.id))
}

async fn rewrite(server: &TestServer, path: &str, body: &Value) -> Answer {
    server.send_json(("POST", path), &server.key, &[], &body.to_string()).await
}

async fn with_key(server: &TestServer, path: &str, key: &str, body: &Value) -> Answer {
    let header = format!("idempotency-key: {key}");
    server.send_json(("POST", path), &server.key, &[&header], &body.to_string()).await
}

fn body(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{answer:?}");
    serde_json::from_str(&answer.body).unwrap()
}

async fn stored(server: &TestServer) -> Value {
    let generation = server.history().await.pop().unwrap();
    serde_json::from_slice(generation.current().as_bytes()).unwrap()
}

#[tokio::test]
async fn corrected_attributes_and_note_replace_the_stored_ones_in_all_listings() {
    let (server, path) = open(Setup::default()).await;
    let change = json!({
        "attributes": {"brand": "Zara", "color": "Vert", "sise": "M"},
        "note": "Vendu avec sa boîte",
        "tone": "casual",
    });
    let answer = rewrite(&server, &path, &change).await;
    let warnings = answer.header("x-ptl-warnings").unwrap();
    assert!(warnings.contains("did you mean attributes.size?"), "{answer:?}");
    let shown = body(&answer);
    let data = &shown["data"]["data"];
    let attributes = &data["attributes"];
    assert_eq!((&attributes["brand"], &attributes["color"]), (&json!("Zara"), &json!("Vert")));
    assert_eq!((&attributes["name"], &data["notes"]), (&json!("Veste"), &json!("Vendu avec sa boîte")));
    assert_eq!(data["listings"].as_array().unwrap().len(), 2);
    for listing in data["listings"].as_array().unwrap() {
        let text = format!("{} {}", listing["title"], listing["description"]);
        assert!(text.contains("Zara") && text.contains("Vendu avec sa boîte"), "{listing}");
    }
    assert_eq!((&shown["data"]["rewrites"], &shown["data"]["charged"]), (&json!(1), &json!(false)));
    assert_eq!(shown["usage"]["freeUsed"], 1);
    let mut stored = stored(&server).await;
    let mut data = data.clone();
    // The evidence of a corrected item is stored too.
    for data in [&mut stored, &mut data] {
        data.as_object_mut().unwrap().remove("details");
    }
    assert_eq!(stored, data);
}

#[tokio::test]
async fn rewrite_adds_marketplaces_and_keeps_other_listings() {
    let (server, path) = open(Setup::default()).await;
    let before = stored(&server).await;
    let shown = body(&rewrite(&server, &path, &json!({"platforms": ["etsy"], "language": "en"})).await);
    let listings = &shown["data"]["data"]["listings"];
    assert_eq!(listings[2]["platform"], "etsy");
    assert_eq!(listings.as_array().unwrap()[..2], before["listings"].as_array().unwrap()[..]);
}

#[tokio::test]
async fn rewrites_beyond_the_free_ones_take_a_unit_each() {
    let (server, path) = open(Setup { rewrites: 1, ..Setup::default() }).await;
    for (charged, used) in [(false, 1), (true, 2), (true, 3)] {
        let shown = body(&rewrite(&server, &path, &json!({})).await);
        assert_eq!((&shown["data"]["charged"], &shown["usage"]["freeUsed"]), (&json!(charged), &json!(used)));
        assert_eq!(shown["data"]["rewrites"], 1);
        assert_eq!(server.quota().await.free_used, used);
    }
    rewrite(&server, &path, &json!({})).await.assert_error(402);
    assert_eq!(server.history().await.len(), 1);
}

#[tokio::test]
async fn without_free_rewrites_each_takes_a_unit() {
    let (server, path) = open(Setup { rewrites: 0, ..Setup::default() }).await;
    assert_eq!(body(&rewrite(&server, &path, &json!({})).await)["data"]["charged"], true);
    assert_eq!(server.quota().await.free_used, 2);
}

#[tokio::test]
async fn repeated_rewrite_is_answered_from_the_store_even_when_the_generation_is_gone() {
    for rewrites in [0, 3] {
        let (server, path) = open(Setup { rewrites, ..Setup::default() }).await;
        let change = json!({"tone": "casual"});
        let first = with_key(&server, &path, "one", &change).await;
        assert_eq!((first.status, first.header("idempotency-replayed")), (200, None));
        let used = server.quota().await.free_used;
        assert_eq!(used, if rewrites == 0 { 2 } else { 1 });
        with_key(&server, &path, "one", &json!({})).await.assert_error(422);
        let generation = path.trim_end_matches("/rewrite");
        for is_deleted in [false, true] {
            let again = with_key(&server, &path, "one", &change).await;
            assert_eq!((again.status, again.header("idempotency-replayed")), (200, Some("true")));
            assert_eq!(again.body, first.body);
            assert_eq!(server.quota().await.free_used, used);
            assert_eq!(server.history().await.len(), usize::from(!is_deleted));
            let delete =
                format!("DELETE {generation} HTTP/1.1\r\nhost: test\r\nx-api-key: {}\r\n\r\n", server.key);
            server.send(&delete).await;
        }
        with_key(&server, &path, "two", &change).await.assert_error(404);
        assert_eq!(server.quota().await.free_used, used);
    }
}

#[tokio::test]
async fn failed_rewrite_returns_its_unit_and_its_key() {
    for rewrites in [0, 3] {
        let fault = || WriterStep::Fail(WriterError::unavailable("out of reach"));
        let writer = Arc::new(ScriptedWriter::new([WriterStep::Sketch, fault(), fault()]));
        let (server, path) = open(Setup { writer, rewrites, ..Setup::default() }).await;
        let before = server.history().await;
        rewrite(&server, &path, &json!({})).await.assert_error(500);
        with_key(&server, &path, "one", &json!({})).await.assert_error(500);
        assert_eq!((server.quota().await.free_used, server.history().await), (1, before));
        let again = with_key(&server, &path, "one", &json!({})).await;
        assert_eq!((again.status, again.header("idempotency-replayed")), (200, None));
    }
}

#[tokio::test]
async fn concurrent_rewrites_share_the_last_free_one_and_one_key_runs_once() {
    let (server, path) = open(Setup { rewrites: 1, ..Setup::default() }).await;
    let change = json!({"tone": "casual"});
    let answers = futures_util::future::join_all((0..4).map(|_| rewrite(&server, &path, &change))).await;
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 402]);
    assert_eq!((server.quota().await.free_used, server.history().await[0].rewrites), (3, 1));

    let (server, path) = open(Setup { rewrites: 0, ..Setup::default() }).await;
    let answers =
        futures_util::future::join_all((0..4).map(|_| with_key(&server, &path, "one", &change))).await;
    assert!(answers.iter().all(|answer| [200, 409].contains(&answer.status)), "{answers:?}");
    assert_eq!(server.quota().await.free_used, 2);
}

#[tokio::test]
async fn invalid_or_foreign_rewrite_is_refused() {
    let (server, path) = open(Setup::default()).await;
    let before = server.history().await;
    let long = "x".repeat(1_001);
    for (change, expected) in [
        (json!({"platforms": []}), "platforms must be a non-empty array of platform ids"),
        (json!({"platforms": "ebay"}), "platforms must be a non-empty array of platform ids"),
        (json!({"platforms": ["ebay", 1]}), "platforms[1] must be one of leboncoin"),
        (
            json!({"attributes": {"brand": 1, "size": &long[..121]}, "note": &long, "tone": "x"}),
            "attributes.brand must be a string; attributes.size must be at most 120 characters; \
             note must be at most 1000 characters; tone must be one of",
        ),
        (json!([]), "The request body must be a JSON object"),
    ] {
        let answer = rewrite(&server, &path, &change).await;
        answer.assert_error(400);
        let message = serde_json::from_str::<Value>(&answer.body).unwrap()["message"].clone();
        assert!(message.as_str().unwrap().starts_with(expected), "{answer:?}");
    }
    rewrite(&server, &path, &json!({"note": "x".repeat(80_000)})).await.assert_error(413);
    let eve = server.key_of_another_account("eve@example.com".parse::<Email>().unwrap()).await;
    let reader = server.scoped_key(Scopes::only(&[Scope::GenerationsRead])).await;
    for (path, key, status) in [
        (path.as_str(), &eve, 404),
        (path.as_str(), &reader, 403),
        ("/api/v1/generations/none/rewrite", &server.key, 404),
        ("/api/v1/generations/00000000-0000-4000-8000-000000000009/rewrite", &server.key, 404),
    ] {
        server.send_json(("POST", path), key, &[], "{}").await.assert_error(status);
    }
    assert_eq!((server.history().await, server.quota().await.free_used), (before, 1));
}
