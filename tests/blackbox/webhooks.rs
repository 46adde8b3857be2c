use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use listing_domain::account::Plan;
use listing_server::settings::Layer;
use listing_testkit::FakeWriter;
use listing_testkit::service::{Received, Server, Step};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::app::{TestApp, photo};

const PATH: &str = "/api/v1/webhooks";
/// For a message to arrive.
const PATIENCE: Duration = Duration::from_mins(1);

/// The rate limit does not stop a test that asks for the state of a delivery.
fn start(webhook_allowed_networks: Option<&str>, database_url: Option<String>) -> TestApp {
    let layer = Layer {
        webhook_allowed_networks: webhook_allowed_networks.map(str::to_owned),
        database_url,
        rate_free_per_minute: Some(100_000),
        ..Layer::default()
    };
    let app = TestApp::start_with(layer, Arc::new(FakeWriter::default()));
    app.service.start_loops();
    app
}

/// Computes a signature as the specification says, without the service's code.
fn signature(secret: &str, request: &Received) -> String {
    let header = |name| request.header(name).unwrap();
    let key = BASE64_STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
    mac.update(
        format!("{}.{}.{}", header("webhook-id"), header("webhook-timestamp"), request.text).as_bytes(),
    );
    format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes()))
}

async fn nth_request(receiver: &Server, number: usize) -> Received {
    let arrives = async {
        loop {
            if let Some(request) = receiver.received().get(number) {
                return request.clone();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, arrives).await.expect("the message arrives")
}

async fn delivery(app: &TestApp, key: &str, path: &str, state: &str) -> Value {
    let ends = async {
        loop {
            let log = app.send(Method::GET, &format!("{path}/deliveries"), Some(key), None).await;
            let newest = log.json["data"]["deliveries"][0].clone();
            if newest["state"] == state {
                return newest;
            }
            assert!(newest["state"] != "delivered", "{newest}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, ends).await.expect("the delivery ends")
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_batch_is_posted_with_a_valid_signature() {
    let receiver = Server::scripted(vec![Step::raw(204, "")]).await;
    let app = start(Some("127.0.0.1"), None);
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let url = json!({ "url": receiver.url("/hooks?shop=7") });
    let created = app.send(Method::POST, PATH, Some(&key), Some(&url)).await;
    assert_eq!(created.status, 201, "{created:?}");
    let secret = created.json["data"]["secret"].as_str().unwrap().to_owned();
    let path = format!("{PATH}/{}", created.json["data"]["id"].as_str().unwrap());
    let batch = json!({ "platforms": ["ebay"], "items": [{ "photos": [photo()] }] });
    let batch = app.send(Method::POST, "/api/v1/batches", Some(&key), Some(&batch)).await;
    assert_eq!(batch.status, 202, "{batch:?}");
    let request = nth_request(&receiver, 0).await;
    assert_eq!((request.path.as_str(), &request.body["type"]), ("/hooks?shop=7", &json!("batch.finished")));
    let counts = json!({ "waiting": 0, "running": 0, "done": 1, "failed": 0, "cancelled": 0 });
    let expected = json!({ "id": batch.json["data"]["id"], "state": "finished", "counts": counts });
    assert_eq!(request.body["data"], expected);
    assert_eq!(request.header("webhook-signature"), Some(&*signature(&secret, &request)));
    let entry = delivery(&app, &key, &path, "delivered").await;
    assert_eq!(request.header("webhook-id"), entry["id"].as_str());
    assert_eq!((&entry["attempts"], &entry["lastStatus"]), (&json!(1), &json!(204)));

    let rotated = app.send(Method::POST, &format!("{path}/rotate"), Some(&key), None).await;
    let new = rotated.json["data"]["secret"].as_str().unwrap().to_owned();
    app.send(Method::POST, &format!("{path}/test"), Some(&key), None).await;
    let request = nth_request(&receiver, 1).await;
    let both = format!("{} {}", signature(&new, &request), signature(&secret, &request));
    assert_eq!(request.header("webhook-signature"), Some(&*both));
}

#[tokio::test(flavor = "multi_thread")]
async fn receivers_on_this_machine_are_refused_by_default() {
    let receiver = Server::scripted(vec![Step::raw(204, "")]).await;
    let app = start(None, None);
    let key = app.db_account("ann@example.com", Plan::Free).await;
    let port = receiver.address.port();
    for (host, expected) in [
        ("http://127.0.0.1", "url must begin with https://"),
        ("https://127.0.0.1", "url must have a host with a public address"),
        ("https://localhost", "url must have a host with a public address"),
        ("https://2130706433", "url must have a host with a public address"),
        ("https://[::ffff:127.0.0.1]", "url must have a host with a public address"),
    ] {
        let url = json!({ "url": format!("{host}:{port}/") });
        let refused = app.send(Method::POST, PATH, Some(&key), Some(&url)).await;
        assert_eq!(refused.error_message(400), expected, "{host}");
    }
    assert!(receiver.received().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receiver_that_the_host_closes_later_gets_nothing() {
    let receiver = Server::scripted(vec![Step::raw(204, "")]).await;
    let open = start(Some("127.0.0.1"), None);
    let key = open.db_account("ann@example.com", Plan::Free).await;
    let url = json!({ "url": receiver.url("/") });
    let created = open.send(Method::POST, PATH, Some(&key), Some(&url)).await;
    let path = format!("{PATH}/{}", created.json["data"]["id"].as_str().unwrap());
    open.service.edge.tasks.cut_off();
    // Another process on the same database, with another setting.
    let closed = start(None, Some(open.settings.database_url.reveal().to_owned()));
    let queued = closed.send(Method::POST, &format!("{path}/test"), Some(&key), None).await;
    assert_eq!(queued.status, 202, "{queued:?}");
    let entry = delivery(&closed, &key, &path, "failed").await;
    assert_eq!(entry["lastFault"], "forbidden_address");
    assert!(receiver.received().is_empty());
}
