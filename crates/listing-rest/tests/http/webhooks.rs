//! Webhooks by API.

use std::sync::Arc;
use std::time::Duration;

use listing_domain::batch::BatchState;
use listing_domain::ports::SentWebhook;
use listing_domain::principal::{Scope, Scopes};
use listing_domain::quota::RatePolicy;
use listing_domain::webhook::{DeliveryFault, WebhookContent};
use listing_testkit::ScriptedReceiver;
use serde_json::{Value, json};

use crate::support::{Answer, Setup, TestServer, valid_body};

const PATH: &str = "/api/v1/webhooks";
const URL: &str = "https://shop.example.com/hooks";

async fn open(steps: &[SentWebhook]) -> (TestServer, Arc<ScriptedReceiver>) {
    let rates = RatePolicy { free: 10_000, ..RatePolicy::default() };
    let receiver = Arc::new(ScriptedReceiver::new(steps.iter().copied()));
    let setup = Setup { rates, receiver: receiver.clone(), ..Setup::default() };
    (TestServer::start_with(setup).await, receiver)
}

async fn call(server: &TestServer, method: &str, path: &str) -> Answer {
    call_as(server, method, path, &server.key).await
}

async fn call_as(server: &TestServer, method: &str, path: &str, key: &str) -> Answer {
    server.send(&format!("{method} {path} HTTP/1.1\r\nhost: test\r\nx-api-key: {key}\r\n\r\n")).await
}

async fn create(server: &TestServer, body: &Value) -> Answer {
    server.send_json(("POST", PATH), &server.key, &[], &body.to_string()).await
}

fn data(answer: &Answer, status: u16) -> Value {
    assert_eq!(answer.status, status, "{answer:?}");
    let body: Value = serde_json::from_str(&answer.body).unwrap();
    assert_eq!(body["success"], true);
    body["data"].clone()
}

/// Returns the path of a new webhook, and its secret.
async fn created(server: &TestServer) -> (String, String) {
    let webhook = data(&create(server, &json!({ "url": URL })).await, 201);
    let text = |field: &str| webhook[field].as_str().unwrap().to_owned();
    (format!("{PATH}/{}", text("id")), text("secret"))
}

async fn deliveries(server: &TestServer, path: &str) -> Value {
    data(&call(server, "GET", &format!("{path}/deliveries")).await, 200)["deliveries"].clone()
}

#[tokio::test]
async fn the_secret_of_a_webhook_is_shown_once() {
    let (server, _) = open(&[]).await;
    let answer = create(&server, &json!({ "url": URL, "events": ["*"] })).await;
    let webhook = data(&answer, 201);
    assert_eq!(answer.header("x-ptl-warnings"), Some("events is unknown and was ignored; known here: url"));
    let secret = webhook["secret"].as_str().unwrap();
    assert!(secret.starts_with("whsec_") && secret.len() == 50, "{secret}");
    let listed = call(&server, "GET", PATH).await;
    assert!(!listed.body.contains("whsec_"), "{listed:?}");
    let expected = json!([{
        "id": webhook["id"], "url": URL, "state": "active", "createdAt": "2026-11-21T10:00:00Z"
    }]);
    assert_eq!(data(&listed, 200)["webhooks"], expected);
}

#[tokio::test]
async fn addresses_that_get_no_webhooks_are_refused() {
    let (server, _) = open(&[]).await;
    let address = "url must be an address such as https://shop.example.com/hooks";
    for (url, expected) in [
        (json!(null), address),
        (json!(7), address),
        (json!("shop.example.com"), address),
        (json!("https://ann:pw@shop.example.com/"), address),
        (json!("https://localhost/"), "url must have a host with a public address"),
        (json!("http://shop.example.com/"), "url must begin with https://"),
    ] {
        let refused = create(&server, &json!({ "url": url })).await;
        refused.assert_error(400);
        assert!(refused.body.contains(expected), "{url}: {}", refused.body);
    }
    create(&server, &json!([])).await.assert_error(400);
    assert_eq!(data(&call(&server, "GET", PATH).await, 200)["webhooks"], json!([]));
}

#[tokio::test]
async fn a_sixth_webhook_is_refused() {
    let (server, _) = open(&[]).await;
    let (first, _) = created(&server).await;
    for _ in 0..4 {
        created(&server).await;
    }
    let refused = create(&server, &json!({ "url": URL })).await;
    refused.assert_error(409);
    assert!(refused.body.contains("5 webhooks"), "{}", refused.body);
    data(&call(&server, "DELETE", &first).await, 200);
    created(&server).await;
}

#[tokio::test]
async fn an_ended_batch_is_sent_to_the_webhook() {
    let (server, receiver) = open(&[SentWebhook::Rejected(500)]).await;
    let (path, _) = created(&server).await;
    let photos = serde_json::from_str::<Value>(&valid_body()).unwrap()["photos"].clone();
    let batch =
        json!({ "items": [{ "photos": photos, "attributes": { "name": "lamp" } }], "platforms": ["ebay"] });
    let batch = server.send_json(("POST", "/api/v1/batches"), &server.key, &[], &batch.to_string()).await;
    let batch = data(&batch, 202)["id"].clone();
    server.send_webhooks().await;
    assert!(receiver.received().is_empty(), "the batch runs");
    server.run_batches().await;
    server.send_webhooks().await;
    let log = deliveries(&server, &path).await;
    let [entry] = &log.as_array().unwrap()[..] else { panic!("one delivery") };
    let expected = json!({
        "id": entry["id"], "type": "batch.finished", "state": "waiting", "createdAt": "2026-11-21T10:00:00Z",
        "attempts": 1, "lastAttemptAt": "2026-11-21T10:00:00Z", "lastStatus": 500,
        "nextAttemptAt": "2026-11-21T10:00:05Z"
    });
    assert_eq!(*entry, expected);
    server.advance(Duration::from_secs(5));
    server.send_webhooks().await;
    let [first, second] = &receiver.received()[..] else { panic!("two attempts") };
    assert_eq!(first.message, second.message);
    assert_eq!(
        (first.message.id.to_string(), first.url.as_str()),
        (entry["id"].as_str().unwrap().to_owned(), URL)
    );
    let WebhookContent::BatchFinished(ended) = first.message.content else { panic!("{first:?}") };
    assert_eq!(
        (json!(ended.id.to_string()), ended.state, ended.counts.done),
        (batch, BatchState::Finished, 1)
    );
    let entry = &deliveries(&server, &path).await[0];
    assert_eq!((&entry["state"], &entry["lastStatus"]), (&json!("delivered"), &json!(204)));
}

#[tokio::test]
async fn a_test_is_sent_once_and_shows_its_fault() {
    let (server, receiver) = open(&[SentWebhook::Failed(DeliveryFault::TimedOut)]).await;
    let (path, _) = created(&server).await;
    let test = async || call(&server, "POST", &format!("{path}/test")).await;
    let queued = data(&test().await, 202)["id"].clone();
    test().await.assert_error(409);
    server.send_webhooks().await;
    let entry = &deliveries(&server, &path).await[0];
    assert_eq!((&entry["id"], &entry["type"]), (&queued, &json!("webhook.test")));
    assert_eq!((&entry["state"], &entry["lastFault"]), (&json!("failed"), &json!("timed_out")));
    server.advance(Duration::from_hours(99));
    server.send_webhooks().await;
    assert_eq!(receiver.received().len(), 1);
}

#[tokio::test]
async fn a_rotation_shows_a_new_secret() {
    let (server, receiver) = open(&[]).await;
    let (path, secret) = created(&server).await;
    let rotated = data(&call(&server, "POST", &format!("{path}/rotate")).await, 200);
    assert_ne!(rotated["secret"], secret);
    assert!(rotated["secret"].as_str().unwrap().starts_with("whsec_"));
    for (hours, signatures) in [(0, 2), (24, 1)] {
        server.advance(Duration::from_hours(hours));
        call(&server, "POST", &format!("{path}/test")).await;
        server.send_webhooks().await;
        assert_eq!(receiver.received().last().unwrap().signed_by.len(), signatures, "{hours} hours later");
    }
}

#[tokio::test]
async fn a_receiver_that_is_gone_disables_its_webhook() {
    let (server, _) = open(&[SentWebhook::Gone(410)]).await;
    let (path, _) = created(&server).await;
    call(&server, "POST", &format!("{path}/test")).await;
    server.send_webhooks().await;
    let webhook = &data(&call(&server, "GET", PATH).await, 200)["webhooks"][0];
    assert_eq!(
        (&webhook["state"], &webhook["disabledAt"]),
        (&json!("disabled"), &json!("2026-11-21T10:00:00Z"))
    );
    let refused = call(&server, "POST", &format!("{path}/test")).await;
    refused.assert_error(409);
    assert!(refused.body.contains("answered 410"), "{}", refused.body);
}

#[tokio::test]
async fn a_webhook_is_found_by_its_owner_alone() {
    let (server, _) = open(&[]).await;
    let (path, _) = created(&server).await;
    let eve = server.key_of_another_account("eve@example.com".parse().unwrap()).await;
    for (method, end) in [("DELETE", ""), ("POST", "/test"), ("POST", "/rotate"), ("GET", "/deliveries")] {
        let refused = call_as(&server, method, &format!("{path}{end}"), &eve).await;
        refused.assert_error(404);
        for unknown in ["none", "00000000-0000-4000-8000-000000000009"] {
            let path = format!("{PATH}/{unknown}{end}");
            assert_eq!(call(&server, method, &path).await.body, refused.body);
        }
    }
    assert_eq!(data(&call_as(&server, "GET", PATH, &eve).await, 200)["webhooks"], json!([]));
    assert_eq!(data(&call(&server, "GET", PATH).await, 200)["webhooks"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn webhooks_need_a_key_with_their_scope() {
    let (server, _) = open(&[]).await;
    let path = format!("{PATH}/00000000-0000-4000-8000-000000000009");
    for scope in Scope::ALL {
        let key = server.scoped_key(Scopes::only(&[*scope])).await;
        for (method, path, needed) in [
            ("GET", PATH.to_owned(), Scope::GenerationsRead),
            ("GET", format!("{path}/deliveries"), Scope::GenerationsRead),
            ("POST", PATH.to_owned(), Scope::ListingsWrite),
            ("DELETE", path.clone(), Scope::ListingsWrite),
            ("POST", format!("{path}/test"), Scope::ListingsWrite),
            ("POST", format!("{path}/rotate"), Scope::ListingsWrite),
        ] {
            let status = call_as(&server, method, &path, &key).await.status;
            assert_eq!(status != 403, needed == *scope, "{method} {path} with {scope}: {status}");
        }
    }
}
