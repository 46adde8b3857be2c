//! Edits of stored generations by API.

use listing_domain::account::Email;
use listing_domain::generation::Generation;
use listing_domain::principal::{Scope, Scopes};
use listing_domain::quota::RatePolicy;
use listing_testkit::{StoreFault, StorePort};
use serde_json::{Value, json};

use crate::support::{Answer, Setup, TestServer, valid_body};

const PATH: &str = "/api/v1/generations";

/// Starts a server with one generation.
async fn open() -> (TestServer, Generation) {
    let rates = RatePolicy { free: 10_000, ..RatePolicy::default() };
    let server = TestServer::start_with(Setup { rates, ..Setup::default() }).await;
    let body = valid_body().replacen('{', r#"{"sku":"A 1","metadata":{"shelf":"B-12"},"#, 1);
    assert_eq!(server.send(&server.post(&body)).await.status, 200);
    let generation = server.history().await.pop().unwrap();
    (server, generation)
}

async fn patch_as(server: &TestServer, key: &str, id: &str, body: &str) -> Answer {
    server.send_json(("PATCH", &format!("{PATH}/{id}")), key, &[], body).await
}

async fn patch(server: &TestServer, generation: &Generation, body: &Value) -> Answer {
    patch_as(server, &server.key, &generation.id.to_string(), &body.to_string()).await
}

async fn shown(server: &TestServer, generation: &Generation) -> Answer {
    let path = format!("{PATH}/{}", generation.id);
    server.send(&TestServer::get(&path, &[&format!("x-api-key: {}", server.key)])).await
}

#[tokio::test]
async fn edit_changes_only_the_given_fields_for_free() {
    let (server, generation) = open().await;
    let before: Value = serde_json::from_str(&shown(&server, &generation).await.body).unwrap();
    let edit = json!({
        "listings": [{"platform": "ebay", "title": "Veste\0 rouge", "price": 12.34, "colour": "red"}],
        "sku": null,
    });
    let answer = patch(&server, &generation, &edit).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let warning = answer.header("x-ptl-warnings").unwrap();
    assert!(warning.starts_with("listings[0].colour is unknown and was ignored"), "{warning}");
    assert_eq!(answer.body, shown(&server, &generation).await.body);
    let after: Value = serde_json::from_str(&answer.body).unwrap();
    let mut expected = before.clone();
    let listing = &mut expected["data"]["data"]["listings"][1];
    listing["title"] = json!("Veste rouge");
    listing["price"] = json!(12.34);
    listing["edited"] = json!(true);
    expected["data"]["data"].as_object_mut().unwrap().remove("sku");
    assert_eq!(after, expected);
    let listed = server.send(&TestServer::get(PATH, &[&format!("x-api-key: {}", server.key)])).await;
    assert!(listed.body.contains("Veste rouge") && !listed.body.contains("\"sku\""), "{listed:?}");
    let answer = patch(&server, &generation, &json!({"sku": " B ", "metadata": null})).await;
    let after: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!((&after["data"]["data"]["sku"], after["data"]["data"].get("metadata")), (&json!("B"), None));
    assert_eq!(server.quota().await.free_used, 1);
}

#[tokio::test]
async fn invalid_edit_names_every_field_and_stores_nothing() {
    let (server, generation) = open().await;
    let long = "x".repeat(80_000);
    let price = "must be a number with at most two decimals, from 0 to 10000000";
    for (body, expected) in [
        (json!({}), "The request body must change listings, sku or metadata".to_owned()),
        (json!({"listings": [], "color": 1}), "The request body must change".to_owned()),
        (json!({"listings": [{"platform": "ebay"}]}), "listings[0] must have a field to change".to_owned()),
        (json!({"listings": [{"platform": "ebay", "title": null}]}), "listings[0] must have".to_owned()),
        (json!({"listings": "ebay"}), "listings must be an array of objects".to_owned()),
        (json!({"listings": ["ebay"]}), "listings[0] must be an object".to_owned()),
        (
            json!({"listings": [{"platform": "etsy", "title": "x"}]}),
            "listings[0].platform must be a marketplace of the generation".to_owned(),
        ),
        (json!({"listings": [{"title": "x"}]}), "listings[0].platform must be one of leboncoin".to_owned()),
        (
            json!({"listings": [
                {"platform": "ebay", "title": "\0 ", "description": long, "price": -1},
                {"platform": "leboncoin", "title": 1, "price": "12", "category": &long[..301]},
                {"platform": "ebay", "title": "x"},
            ], "sku": "", "metadata": {"a": 1}}),
            format!(
                "listings[0].price {price}; listings[0].title must not be empty; \
                 listings[0].description must be at most 40000 characters; listings[1].title must be a string; \
                 listings[1].price {price}; listings[1].category must be at most 300 characters; \
                 listings[2].platform must not be repeated; sku must be one line of 1 to 50 characters; \
                 metadata[0] must be a string"
            ),
        ),
        (json!({"metadata": {"a": "x".repeat(501)}}), "metadata.a must be at most 500".to_owned()),
        (json!({"sku": "a\0b"}), "sku must be one line".to_owned()),
        (json!([]), "The request body must be a JSON object".to_owned()),
    ] {
        let answer = patch(&server, &generation, &body).await;
        answer.assert_error(400);
        let message = serde_json::from_str::<Value>(&answer.body).unwrap()["message"].clone();
        assert!(message.as_str().unwrap().starts_with(&expected), "{body:.200}: {answer:?}");
    }
    assert_eq!(server.history().await, [generation]);
}

#[tokio::test]
async fn generation_of_another_account_is_not_edited() {
    let (server, generation) = open().await;
    let email: Email = "eve@example.com".parse().unwrap();
    let eve = server.key_of_another_account(email).await;
    let body = json!({"sku": "X"}).to_string();
    for (key, id) in [
        (&eve, generation.id.to_string()),
        (&server.key, "00000000-0000-4000-8000-000000000009".to_owned()),
        (&server.key, "none".to_owned()),
    ] {
        let refused = patch_as(&server, key, &id, &body).await;
        refused.assert_error(404);
        assert!(refused.body.contains("This generation does not exist"), "{refused:?}");
    }
    assert_eq!(server.history().await, [generation]);
}

#[tokio::test]
async fn edit_needs_the_scope_and_json() {
    let (server, generation) = open().await;
    let id = generation.id.to_string();
    let key = server.scoped_key(Scopes::only(&[Scope::GenerationsRead])).await;
    patch_as(&server, &key, &id, r#"{"sku":"X"}"#).await.assert_error(403);
    let key = server.scoped_key(Scopes::only(&[Scope::GenerationsWrite])).await;
    assert_eq!(patch_as(&server, &key, &id, r#"{"sku":"X"}"#).await.status, 200);
    let form = format!(
        "PATCH {PATH}/{id} HTTP/1.1\r\nhost: test\r\nx-api-key: {key}\r\ncontent-length: 2\r\n\r\n{{}}"
    );
    server.send(&form).await.assert_error(415);
    server.faults.fail(StorePort::Generations, StoreFault::Unavailable);
    patch_as(&server, &key, &id, r#"{"sku":"Y"}"#).await.assert_error(503);
}

#[tokio::test]
async fn concurrent_edits_of_different_fields_are_all_stored() {
    let (server, generation) = open().await;
    let edits = [
        json!({"listings": [{"platform": "ebay", "title": "One"}]}),
        json!({"listings": [{"platform": "ebay", "description": "Two"}]}),
        json!({"listings": [{"platform": "leboncoin", "title": "Three"}]}),
        json!({"sku": "Four"}),
    ];
    let answers =
        futures_util::future::join_all(edits.iter().map(|edit| patch(&server, &generation, edit))).await;
    for answer in &answers {
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    let body = shown(&server, &generation).await.body;
    for text in ["One", "Two", "Three", "Four"] {
        assert!(body.contains(&format!("\"{text}\"")), "{text}: {body}");
    }
}
