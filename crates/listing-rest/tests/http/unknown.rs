//! Unknown fields of a request: ignored, with a warning.

use listing_testkit::pictures::PNG_DATA_URI;
use serde_json::Value;

use crate::support::{Answer, TestServer};

fn body(more: &str, attributes: &str) -> String {
    format!(r#"{{"photos":["{PNG_DATA_URI}"],"platforms":["vinted"]{more},"attributes":{attributes}}}"#)
}

fn post(server: &TestServer, target: &str, headers: &str, body: &str) -> String {
    let request = server.post(body).replacen("POST /api/v1/listings", &format!("POST {target}"), 1);
    request.replacen("\r\n\r\n", &format!("\r\n{headers}\r\n"), 1)
}

async fn send(server: &TestServer, target: &str, body: &str) -> Answer {
    let answer = server.send(&post(server, target, "", body)).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer
}

#[tokio::test]
async fn an_unknown_attribute_warns_with_the_nearest_known_one() {
    let server = TestServer::start().await;
    let body = body("", r#"{"colour":"red","brand":"Zara"}"#);
    let answer = send(&server, "/api/v1/listings", &body).await;
    let warning = "attributes.colour is unknown and was ignored; did you mean attributes.color?";
    assert_eq!(answer.header("x-ptl-warnings"), Some(warning));
    assert_eq!(server.quota().await.free_used, 1, "charged once");
    let answer: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(answer["data"]["attributes"]["brand"], "Zara", "known attributes are used");
    assert!(answer["data"]["details"].is_null());
}

#[tokio::test]
async fn unknown_fields_at_any_level_are_in_the_details_too() {
    let server = TestServer::start().await;
    let body = body(r#","brand":"Zara","seller":"me""#, r#"{"material":"Cuir","language":"fr"}"#);
    let answer = send(&server, "/api/v1/listings?include=details&included=all", &body).await;
    let header = answer.header("x-ptl-warnings").unwrap().to_owned();
    let answer: Value = serde_json::from_str(&answer.body).unwrap();
    let ignored = answer["data"]["details"]["ignored"].as_array().unwrap();
    let pairs: Vec<(&str, Option<&str>)> =
        ignored.iter().map(|one| (one["field"].as_str().unwrap(), one["suggestion"].as_str())).collect();
    let expected = [
        ("brand", Some("attributes.brand")),
        ("seller", None),
        ("attributes.language", Some("language")),
        ("?included", Some("include")),
    ];
    assert_eq!(pairs, expected);
    let messages: Vec<&str> = ignored.iter().map(|one| one["message"].as_str().unwrap()).collect();
    assert_eq!(header, messages.join(", "));
}

#[tokio::test]
async fn a_replayed_answer_warns_again() {
    let server = TestServer::start().await;
    let request =
        post(&server, "/api/v1/listings", "idempotency-key: once\r\n", &body("", r#"{"colour":"red"}"#));
    let [first, second] = [server.send(&request).await, server.send(&request).await];
    assert_eq!(second.header("idempotency-replayed"), Some("true"));
    assert!(first.header("x-ptl-warnings").is_some());
    assert_eq!(first.header("x-ptl-warnings"), second.header("x-ptl-warnings"));
}

#[tokio::test]
async fn a_request_of_known_fields_has_no_warning() {
    let server = TestServer::start().await;
    let known = r#"{"brand":"a","size":"M","condition":"good","color":"red","material":"wool"}"#;
    let body = body(r#","language":"en","tone":"casual","quality":"standard","market":"GB""#, known);
    let answer = send(&server, "/api/v1/listings?include=details", &body).await;
    assert_eq!(answer.header("x-ptl-warnings"), None);
    let answer: Value = serde_json::from_str(&answer.body).unwrap();
    assert!(answer["data"]["details"]["ignored"].is_null());
}

#[tokio::test]
async fn a_hostile_field_name_adds_no_header() {
    let server = TestServer::start().await;
    let body = body(r#","a\r\nset-cookie: b\u202e":1,"":2"#, "{}");
    let answer = send(&server, "/api/v1/listings", &body).await;
    assert_eq!(answer.header("set-cookie"), None);
    assert!(answer.header("x-ptl-warnings").unwrap().starts_with("aset-cookie:b is unknown"));
}
