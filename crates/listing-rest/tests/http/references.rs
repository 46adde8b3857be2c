//! A caller's own references to an item.

use listing_domain::generation::ListPurpose;
use listing_domain::ports::GenerationStore as _;
use listing_domain::quota::RatePolicy;
use listing_domain::sku::Sku;
use serde_json::Value;

use crate::support::{Setup, TestServer, valid_body};

/// Returns a valid body with further fields.
fn with(fields: &str) -> String {
    valid_body().replacen('{', &format!("{{{fields},"), 1)
}

#[tokio::test]
async fn references_are_repeated_in_their_order_and_stored() {
    let server = TestServer::start().await;
    let body = with(r#""sku":" JKT-0042 ","metadata":{"shelf":"B-12","lot":"3","bought":"Braderie\nLille"}"#);
    let answer = server.send(&server.post(&body)).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("x-ptl-warnings"), None);
    let repeated = r#""sku":"JKT-0042","metadata":{"shelf":"B-12","lot":"3","bought":"Braderie\nLille"}"#;
    assert!(answer.body.contains(repeated), "{}", answer.body);
    let json: Value = serde_json::from_str(&answer.body).unwrap();
    for listing in json["data"]["listings"].as_array().unwrap() {
        assert!(!listing.to_string().contains("JKT-0042"), "references are never published: {listing}");
    }
    let stored = server.history().await.pop().unwrap();
    assert!(String::from_utf8_lossy(stored.data.as_bytes()).contains(repeated));
    let entries = server.store.list(stored.account, None, 1, ListPurpose::Search).await.unwrap();
    let summary = &entries[0].summary;
    assert_eq!(summary.sku.as_ref().map(Sku::as_str), Some("JKT-0042"));
    assert!(summary.search_text.as_str().contains("jkt-0042"));
}

#[tokio::test]
async fn request_without_references_gets_none() {
    let server = TestServer::start().await;
    let plain = server.send(&server.post(&valid_body())).await;
    assert!(!plain.body.contains("sku") && !plain.body.contains("metadata"), "{}", plain.body);
    let null = server.send(&server.post(&with(r#""sku":null,"metadata":{}"#))).await;
    let data = |body: &str| serde_json::from_str::<Value>(body).unwrap()["data"].clone();
    assert_eq!(data(&null.body), data(&plain.body));
    let stored = server.history().await;
    assert_eq!(stored[0].data, stored[1].data);
}

#[tokio::test]
async fn invalid_references_are_refused_with_their_position() {
    let rates = RatePolicy { free: 100, ..RatePolicy::default() };
    let server = TestServer::start_with(Setup { rates, ..Setup::default() }).await;
    let many: Vec<String> = (0..21).map(|number| format!(r#""k{number}":"v""#)).collect();
    for (fields, message) in [
        (r#""sku":"""#.to_owned(), "sku must be one line of 1 to 50 characters"),
        (r#""sku":"a\nb""#.to_owned(), "sku must be one line of 1 to 50 characters"),
        (format!(r#""sku":"{}""#, "x".repeat(51)), "sku must be one line of 1 to 50 characters"),
        (r#""sku":42"#.to_owned(), "sku must be a string"),
        (r#""metadata":["a"]"#.to_owned(), "metadata must be an object of strings"),
        (r#""metadata":{"a":"1","b":2}"#.to_owned(), "metadata[1] must be a string"),
        (r#""metadata":{"a b":"1"}"#.to_owned(), "metadata must have keys of 1 to 40 "),
        (r#""metadata":{"a":"1","a":"2"}"#.to_owned(), "metadata.a must not be repeated"),
        (format!(r#""metadata":{{"a":"{}"}}"#, "é".repeat(501)), "metadata.a must be at most 500 characters"),
        (format!(r#""metadata":{{{}}}"#, many.join(",")), "metadata must have at most 20 keys"),
    ] {
        let answer = server.send(&server.post(&with(&fields))).await;
        answer.assert_error(400);
        assert!(answer.body.contains(message), "{fields}: {}", answer.body);
    }
    let both = server.send(&server.post(&with(r#""sku":"","metadata":{"":""}"#))).await;
    assert!(both.body.contains("sku must") && both.body.contains("metadata must"), "{}", both.body);
    assert_eq!(server.quota().await.free_used, 0);
}
