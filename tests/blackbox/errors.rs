//! Tests of every documented error, and of general HTTP errors.

use listing_domain::account::Plan;
use listing_server::settings::Layer;
use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{TestApp, failing_writer, fine_request, fine_request_with, photo};

/// Each with words that the error message must contain.
fn bad_requests() -> Vec<(Value, &'static [&'static str])> {
    let with = fine_request_with;
    let text = |text: &str| json!([text]);
    vec![
        (json!({ "platforms": ["vinted"] }), &["photos"]),
        (with("photos", json!([])), &["photos", "non-empty"]),
        (with("photos", json!("data:image/png;base64,AA")), &["photos", "array"]),
        (with("photos", Value::Null), &["photos"]),
        (with("photos", json!(vec![photo(); 5])), &["photos", "4"]),
        (with("photos", json!([photo(), 7])), &["photos[1]"]),
        (with("photos", json!([photo(), "aGVsbG8="])), &["photos[1]", "data:image/"]),
        (with("photos", text("data:image/png;base64,@@@@")), &["photos[0]", "base64"]),
        (
            with("photos", text("data:image/png;base64,aGVsbG8gd29ybGQ=")),
            &["photos[0]", "JPEG", "PNG", "WebP", "GIF"],
        ),
        (
            with("platforms", json!(["vinted", "facebook"])),
            &["platforms[1]", "leboncoin", "marketplace", "offerup"],
        ),
        (with("platforms", json!(["Vinted"])), &["platforms[0]"]),
        (with("platforms", json!([])), &["platforms", "non-empty"]),
        (with("platforms", json!("vinted")), &["platforms", "array"]),
        (json!({ "photos": [photo()] }), &["platforms"]),
        (with("language", json!("de")), &["language", "fr, en"]),
        (with("language", json!(1)), &["language"]),
        (with("tone", json!("rude")), &["tone", "casual, professional, friendly"]),
        (with("quality", json!("ultra")), &["quality", "standard, high"]),
        (with("attributes", json!("red")), &["attributes", "object"]),
        (with("attributes", json!({ "brand": ["Levi’s"] })), &["attributes.brand", "string"]),
        (with("attributes", json!({ "size": "x".repeat(500) })), &["attributes.size", "characters"]),
        (with("attributes", json!({ "quantity": 0 })), &["attributes.quantity", "from 1 to 99"]),
        (with("attributes", json!({ "quantity": "3" })), &["attributes.quantity", "whole number"]),
        (json!([]), &["object"]),
        (json!({ "photos": [], "platforms": ["x"], "tone": "y" }), &["photos", "platforms[0]", "tone"]),
    ]
}

#[tokio::test]
async fn a_bad_request_names_the_accepted_values_and_costs_nothing() {
    let app = TestApp::start_unhurried();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    for (request, named) in bad_requests() {
        let answer = app.generate(&key, &request).await;
        let message = answer.error_message(400);
        for part in named {
            assert!(message.contains(part), "{part:?} is not in {message:?}");
        }
    }
    assert_eq!(app.usage(&key).await.json["data"]["freeUsed"], 0);
}

#[tokio::test]
async fn a_body_other_than_json_is_refused() {
    let app = TestApp::start_unhurried();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let with_body = |body: Vec<u8>, content_type: &'static str| {
        app.request(Method::POST, "/api/v1/listings")
            .header("X-API-Key", &key)
            .header("Content-Type", content_type)
            .body(body)
    };
    let json = "application/json";
    for body in [&b""[..], b"{", b"\"text\"", b"\xff\xfe", b"{\"photos\": [], \"photos\": []}"] {
        app.finish(with_body(body.to_vec(), json)).await.error_message(400);
    }
    for content_type in ["text/plain", "multipart/form-data", "application/xml"] {
        app.finish(with_body(b"{}".to_vec(), content_type)).await.error_message(415);
    }
    let charset =
        app.finish(with_body(fine_request().to_string().into_bytes(), "application/json; charset=utf-8"));
    assert_eq!(charset.await.status, 200);
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused() {
    let app = TestApp::start();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let request = app
        .request(Method::POST, "/api/v1/listings")
        .header("X-API-Key", &key)
        .header("Content-Type", "application/json")
        .body(vec![b' '; 57_000_001]);
    let message = app.finish(request).await.error_message(413).to_owned();
    assert!(message.contains("57"), "{message}");
}

#[tokio::test]
async fn a_wrong_key_is_refused_with_the_name_of_the_header() {
    let app = TestApp::start_unhurried();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let ann = app.db_id("ann@example.com").await;
    app.storage.revoke_key().run(ann, &key[..12]).await.unwrap();
    let unknown = format!("ptl_{}", "0".repeat(64));
    let keys = [None, Some(""), Some("ptl_short"), Some(unknown.as_str()), Some(key.as_str())];
    let mut messages = Vec::new();
    for key in keys {
        for (method, path) in [(Method::GET, "/api/v1/usage"), (Method::POST, "/api/v1/listings")] {
            let answer = app.send(method, path, key, Some(&fine_request())).await;
            messages.push(answer.error_message(401).to_owned());
        }
    }
    messages.dedup();
    assert_eq!(messages.len(), 1, "all wrong keys get the same message: {messages:?}");
    assert!(messages[0].contains("X-API-Key"), "{messages:?}");
}

#[tokio::test]
async fn a_key_is_read_from_the_header_only() {
    let app = TestApp::start();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    for request in [
        app.request(Method::GET, &format!("/api/v1/usage?X-API-Key={key}&api_key={key}")),
        app.request(Method::GET, "/api/v1/usage").header("Cookie", format!("X-API-Key={key}")),
        app.request(Method::GET, "/api/v1/usage").header("Authorization", format!("Bearer {key}")),
    ] {
        app.finish(request).await.error_message(401);
    }
}

#[tokio::test]
async fn an_exhausted_quota_advises_upgrading_or_buying_credits() {
    let app = TestApp::start();
    let key = app.db_account("ann@example.com", Plan::Free).await;
    for _ in 0..3 {
        assert_eq!(app.generate(&key, &fine_request()).await.status, 200);
    }
    let message = app.generate(&key, &fine_request()).await.error_message(402).to_lowercase();
    assert!(message.contains("upgrade") && message.contains("credits"), "{message}");
}

#[tokio::test]
async fn failing_writer_gives_a_500_without_the_cause_at_no_charge() {
    let app = TestApp::start_with(Layer::default(), failing_writer());
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let answer = app.generate(&key, &fine_request()).await;
    let message = answer.error_message(500);
    assert!(!message.is_empty() && !message.contains("canary"), "{message}");
    let usage = app.usage(&key).await;
    assert_eq!(usage.json["data"]["freeUsed"], 0, "the quota unit was returned");
}

#[tokio::test]
async fn unknown_paths_and_methods_are_refused() {
    let app = TestApp::start_unhurried();
    for path in ["/api/v1", "/api/v1/listing", "/api/v2/usage", "/api/v1/usage/", "/favicon.ico"] {
        app.send(Method::GET, path, None, None).await.error_message(404);
    }
    let answer = app.send(Method::GET, "/api/v1/listings", None, None).await;
    answer.error_message(405);
    assert_eq!(answer.header("Allow"), "POST, OPTIONS");
    let answer = app.send(Method::DELETE, "/api/v1/usage", None, None).await;
    answer.error_message(405);
    assert_eq!(answer.header("Allow"), "GET, HEAD, OPTIONS");
}
