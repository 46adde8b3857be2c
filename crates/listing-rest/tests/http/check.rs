//! Checks of listings by API.

use listing_domain::principal::{Scope, Scopes};
use listing_domain::quota::RatePolicy;
use serde_json::{Value, json};

use crate::support::{Answer, Setup, TestServer, valid_body};

async fn open() -> TestServer {
    let rates = RatePolicy { free: 10_000, ..RatePolicy::default() };
    TestServer::start_with(Setup { rates, ..Setup::default() }).await
}

fn request(server: &TestServer, headers: &str, body: &str) -> String {
    let request = server.post(body).replacen("POST /api/v1/listings", "POST /api/v1/check", 1);
    request.replacen("\r\n\r\n", &format!("\r\n{headers}\r\n"), 1)
}

async fn send(server: &TestServer, body: &Value) -> Answer {
    server.send(&request(server, "", &body.to_string())).await
}

fn data(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{answer:?}");
    let body: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(body["success"], true);
    body["data"].clone()
}

fn rules(data: &Value) -> Vec<(&str, &str)> {
    let findings = data["findings"].as_array().unwrap().iter();
    findings.map(|one| (one["rule"].as_str().unwrap(), one["field"].as_str().unwrap())).collect()
}

/// Returns a listing that Vinted accepts.
fn skirt() -> Value {
    json!({
        "platform": "vinted", "title": "Jupe marron Mango", "description": "Jupe marron, taille M.",
        "price": 12.5, "category": "Femmes > Vêtements > Jupes > Jupes midi", "condition": "Très bon état",
        "itemSpecifics": { "brand": "Mango", "size": 38, "Color": ["marron"], "metadata": null }
    })
}

/// Returns a listing with some fields replaced.
fn with(mut listing: Value, changes: &Value) -> Value {
    for (name, value) in changes.as_object().unwrap() {
        listing[name] = value.clone();
    }
    listing
}

#[tokio::test]
async fn accepted_listing_is_publishable_and_free_of_charge() {
    let server = open().await;
    let answer = data(&send(&server, &skirt()).await);
    assert_eq!(answer["isPublishable"], true, "{answer}");
    assert!(rules(&answer).iter().all(|(rule, _)| rule.starts_with("category")), "{answer}");
    assert_eq!(server.quota().await.free_used, 0);
}

#[tokio::test]
async fn findings_name_rule_field_and_source() {
    let server = open().await;
    let listing = with(
        skirt(),
        &json!({
            "title": "Jupe 12 €", "description": "Écrivez à ann@example.com", "price": 0.5,
            "condition": "Super", "itemSpecifics": {}, "language": "fr"
        }),
    );
    let answer = data(&send(&server, &listing).await);
    assert_eq!(answer["isPublishable"], false);
    let found: Vec<_> =
        rules(&answer).into_iter().filter(|(rule, _)| !rule.starts_with("category")).collect();
    let expected = [
        ("price_in_text", "title"),
        ("email_address", "description"),
        ("price_too_low", "price"),
        ("condition_unknown", "condition"),
        ("required_field", "itemSpecifics.brand"),
        ("required_field", "itemSpecifics.size"),
        ("required_field", "itemSpecifics.color"),
    ];
    assert_eq!(found, expected);
    let email = &answer["findings"][1];
    assert_eq!(email["severity"], "error");
    assert_eq!(email["message"], "La description contient une adresse e-mail.");
    let source = json!({ "url": "https://www.vinted.co.uk/catalog-rules", "origin": "official" });
    assert_eq!(email["source"], source);
    assert!(answer["findings"][2].get("source").is_none(), "{answer}");
}

#[tokio::test]
async fn messages_are_in_the_language_of_the_body_or_header_or_else_in_english() {
    let server = open().await;
    for (header, language, expected) in [
        ("", None, "The title contains a price"),
        ("accept-language: fr-FR,en;q=0.5\r\n", None, "Le titre contient un prix"),
        ("accept-language: de\r\n", None, "The title contains a price"),
        ("accept-language: fr\r\n", Some("en"), "The title contains a price"),
    ] {
        let body = with(skirt(), &json!({ "title": "Jupe 12 €", "language": language }));
        let answer = data(&server.send(&request(&server, header, &body.to_string())).await);
        let message = answer["findings"][0]["message"].as_str().unwrap();
        assert!(message.starts_with(expected), "{header}: {message}");
    }
}

#[tokio::test]
async fn listing_without_fields_lacks_all_that_are_required() {
    let server = open().await;
    let answer = data(&send(&server, &json!({ "platform": "ebay" })).await);
    let fields: Vec<&str> = rules(&answer).into_iter().map(|(_, field)| field).collect();
    assert_eq!(fields, ["title", "description", "price", "category", "condition"]);
    let answer = data(&send(&server, &json!({ "platform": "depop", "title": null })).await);
    assert!(rules(&answer).contains(&("required_field", "itemSpecifics.audience")), "{answer}");
    assert!(!rules(&answer).contains(&("required_field", "title")), "{answer}");
}

#[tokio::test]
async fn invalid_fields_are_refused_in_one_message() {
    let server = open().await;
    let body = json!({
        "platform": "amazon", "title": 1, "description": [], "price": "12", "category": {},
        "condition": true, "itemSpecifics": "brand", "language": "de"
    });
    let answer = send(&server, &body).await;
    answer.assert_error(400);
    for part in [
        "platform must be one of",
        "title must be a string",
        "description must be a string",
        "price must be a number from 0 to 10000000",
        "category must be a string",
        "condition must be a string",
        "itemSpecifics must be an object",
        "language must be one of",
    ] {
        assert!(answer.body.contains(part), "{part}: {answer:?}");
    }
    for price in [json!(-1), json!(1.234), json!(1e300), json!(10_000_001)] {
        send(&server, &with(skirt(), &json!({ "price": price }))).await.assert_error(400);
    }
    for body in ["", "[]", "{", "null", "\"x\""] {
        server.send(&request(&server, "", body)).await.assert_error(400);
    }
    let text = request(&server, "", "{}").replace("application/json", "text/plain");
    server.send(&text).await.assert_error(415);
}

#[tokio::test]
async fn unknown_fields_warn() {
    let server = open().await;
    let answer = send(&server, &with(skirt(), &json!({ "titel": "x" }))).await;
    let warning = "titel is unknown and was ignored; did you mean title?";
    assert_eq!(answer.header("x-ptl-warnings"), Some(warning));
}

#[tokio::test]
async fn hostile_texts_become_findings() {
    let server = open().await;
    for text in ["\u{0}".repeat(80_000), "👗".repeat(80_000), "\u{202e}ابج ".repeat(16_000)] {
        let body = with(skirt(), &json!({ "title": text, "condition": text }));
        let answer = send(&server, &body).await;
        assert!(answer.body.len() < 8_000, "the answer quotes the text only briefly");
        assert!(rules(&data(&answer)).contains(&("title_too_long", "title")), "{answer:?}");
    }
    let huge = with(skirt(), &json!({ "description": "a".repeat(1_100_000) }));
    assert_eq!(send(&server, &huge).await.status, 413);
}

#[tokio::test]
async fn generated_listings_have_no_errors() {
    let server = open().await;
    let answer = server.send(&server.post(&valid_body())).await;
    let answer: Value = serde_json::from_str(&answer.body).unwrap();
    for listing in answer["data"]["listings"].as_array().unwrap() {
        let checked = send(&server, listing).await;
        assert_eq!(checked.header("x-ptl-warnings"), None);
        assert_eq!(data(&checked)["isPublishable"], true, "{listing} {checked:?}");
    }
}

#[tokio::test]
async fn check_needs_a_key_that_may_write_listings_and_counts_as_a_request() {
    let server = TestServer::start().await;
    let body = skirt().to_string();
    for scope in Scope::ALL {
        let key = server.scoped_key(Scopes::only(&[*scope])).await;
        let answer = server.send(&request(&server, "", &body).replace(&server.key, &key)).await;
        assert_eq!(answer.status == 403, *scope != Scope::ListingsWrite, "{scope}: {answer:?}");
    }
    let last = loop {
        let answer = server.send(&request(&server, "", &body)).await;
        if answer.status != 200 {
            break answer;
        }
    };
    last.assert_error(429);
}
