//! Sales of generations' items by API.

use listing_domain::account::Email;
use listing_domain::comparables::{ComparableFilter, StoredComparable};
use listing_domain::ports::ComparableStore as _;
use listing_domain::principal::{Scope, Scopes};
use listing_domain::quota::RatePolicy;
use serde_json::{Value, json};

use crate::support::{Answer, Setup, TestServer, valid_body};

/// Starts a server with one generation and returns its path.
async fn open() -> (TestServer, String) {
    let rates = RatePolicy { free: 10_000, ..RatePolicy::default() };
    let server = TestServer::start_with(Setup { rates, ..Setup::default() }).await;
    assert_eq!(server.send(&server.post(&valid_body())).await.status, 200);
    let generation = server.history().await.pop().unwrap();
    (server, format!("/api/v1/generations/{}", generation.id))
}

async fn sell(server: &TestServer, path: &str, body: &Value) -> Answer {
    server.send_json(("POST", &format!("{path}/sold")), &server.key, &[], &body.to_string()).await
}

async fn stored(server: &TestServer) -> Vec<StoredComparable> {
    server.store.list(&ComparableFilter::default(), None, 10).await.unwrap()
}

fn data(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{answer:?}");
    serde_json::from_str::<Value>(&answer.body).unwrap()["data"].clone()
}

#[tokio::test]
async fn sale_is_recorded_for_the_account_and_corrected_by_a_second_call() {
    let (server, path) = open().await;
    let id = path.rsplit('/').next().unwrap();
    let first = sell(&server, &path, &json!({"price": 42.5, "platform": "vinted", "colour": 1})).await;
    assert!(first.header("x-ptl-warnings").unwrap().starts_with("colour is unknown"), "{first:?}");
    let expected = json!({
        "id": id, "price": 42.5, "currency": "EUR", "date": "2026-11-21", "platform": "vinted",
        "corrected": false
    });
    assert_eq!(data(&first), expected);
    let [one] = stored(&server).await.try_into().unwrap();
    assert_eq!(
        (one.comparable.source.as_str(), one.account),
        ("own sales, Vinted", Some(server.account().await))
    );
    let second = sell(&server, &path, &json!({"price": 10, "currency": "GBP", "date": "2026-11-01"})).await;
    let expected = json!({
        "id": id, "price": 10, "currency": "GBP", "date": "2026-11-01", "corrected": true
    });
    assert_eq!(data(&second), expected);
    let [two] = stored(&server).await.try_into().unwrap();
    assert_eq!((two.id, two.comparable.price.minor()), (one.id, 1_000));
    assert_eq!(server.quota().await.free_used, 1);
}

#[tokio::test]
async fn invalid_sale_names_every_field_and_stores_nothing() {
    let (server, path) = open().await;
    let price = "price must be a number above zero with at most two decimals, at most 10000000";
    for (body, expected) in [
        (json!({}), price.to_owned()),
        (json!({"price": 0}), price.to_owned()),
        (json!({"price": 10_000_001}), price.to_owned()),
        (json!({"price": 1.234}), price.to_owned()),
        (
            json!({"price": "1", "currency": "XYZ", "date": "2026-11-20T00:00", "platform": "shop\0"}),
            format!("{price}; currency must be one of "),
        ),
        (json!({"price": 1, "date": "2026-11-23"}), "date must be a day from 1970-01-01 to today".to_owned()),
        (json!({"price": 1, "date": "x".repeat(10)}), "date must be a day, such as 2026-11-20".to_owned()),
        (json!([1]), "The request body must be a JSON object".to_owned()),
    ] {
        let answer = sell(&server, &path, &body).await;
        answer.assert_error(400);
        let message = serde_json::from_str::<Value>(&answer.body).unwrap()["message"].clone();
        assert!(message.as_str().unwrap().starts_with(&expected), "{body}: {answer:?}");
    }
    assert_eq!(stored(&server).await, []);
}

#[tokio::test]
async fn sale_needs_an_own_generation_and_the_scope() {
    let (server, path) = open().await;
    let eve = server.key_of_another_account("eve@example.com".parse::<Email>().unwrap()).await;
    let reader = server.scoped_key(Scopes::only(&[Scope::GenerationsRead])).await;
    let (own, unknown) = (format!("{path}/sold"), "/api/v1/generations/none/sold".to_owned());
    for (path, key, status) in [(&own, &eve, 404), (&own, &reader, 403), (&unknown, &server.key, 404)] {
        server.send_json(("POST", path), key, &[], r#"{"price":1}"#).await.assert_error(status);
    }
    server.send(&format!("DELETE {path} HTTP/1.1\r\nhost: test\r\nx-api-key: {}\r\n\r\n", server.key)).await;
    sell(&server, &path, &json!({"price": 1})).await.assert_error(404);
    assert_eq!(stored(&server).await, []);
}
