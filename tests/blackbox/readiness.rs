//! Tests of SIGTERM during a generation, and of the readiness check.

use std::fs;
use std::sync::Arc;
use std::time::Duration;

use listing_server::settings::Layer;
use listing_testkit::FakeWriter;
use reqwest::Method;
use serde_json::Value;

use crate::app::{TestApp, fine_request};
use crate::process::{Ptl, postgres};

/// The writer waits for this file in the data folder.
const GO_ON: &str = "go-on";

const STOPS_WITHIN: Duration = Duration::from_mins(1);

const READY_AGAIN_WITHIN: Duration = Duration::from_mins(2);

#[tokio::test]
async fn requests_in_flight_at_shutdown_are_answered_and_charged_once() {
    let ptl = Ptl::fresh(vec![("TEST_SERVER_UNTIL_FILE", GO_ON.to_owned())]);
    let key = ptl.key_for("ann@example.com");
    let server = ptl.serve();
    let post = server.request(Method::POST, "/api/v1/listings").header("X-API-Key", &key);
    let answer = tokio::spawn(post.json(&fine_request()).send());
    // The request for the metrics is in flight too.
    while server.figure("ptl_http_requests_in_flight").await < 2.0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    server.terminate();
    let stopping = async {
        while !ptl.log().contains("shutting down") {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(STOPS_WITHIN, stopping).await.expect("the service logs that it is stopping");
    fs::write(ptl.data().join(GO_ON), "").unwrap();
    let answer = answer.await.unwrap().unwrap();
    assert_eq!(answer.status(), 200, "{}", ptl.log());
    let answer: Value = answer.json().await.unwrap();
    assert_eq!(answer["usage"]["freeUsed"], 1);
    let status = server.ended().await;
    assert_eq!(status.code(), Some(0), "{}", ptl.log());
    let usage: Value = serde_json::from_str(&ptl.must(&["usage", "ann@example.com", "--json"])).unwrap();
    assert_eq!(usage["freeUsed"], 1, "{usage}");
    let lines = ptl.log_lines();
    let text: Vec<&str> = lines.iter().filter_map(|line| line["message"].as_str()).collect();
    let (stopping, answered, stopped) = (
        text.iter().position(|it| it.starts_with("shutting down")),
        text.iter().position(|it| *it == "answered"),
        text.iter().position(|it| it.starts_with("stopped")),
    );
    assert!(stopping.is_some() && stopping < answered && answered < stopped, "{text:?}");
}

async fn ready(app: &TestApp) -> u16 {
    app.send(Method::GET, "/health/ready", None, None).await.status
}

#[tokio::test]
async fn readiness_fails_when_the_service_stops() {
    let app = TestApp::start();
    assert_eq!(ready(&app).await, 200);
    app.service.begin_shutdown();
    let answer = app.send(Method::GET, "/health/ready", None, None).await;
    answer.error_message(503);
    assert!(!answer.header("Retry-After").is_empty(), "{answer:?}");
    assert_eq!(app.send(Method::GET, "/health/live", None, None).await.status, 200, "the process is alive");
    let key = app.db_account("ann@example.com", listing_domain::account::Plan::Free).await;
    assert_eq!(app.usage(&key).await.status, 200, "requests are still served");
}

#[tokio::test]
async fn readiness_fails_while_the_database_is_gone() {
    let Some(mut postgres) = postgres() else { return };
    let database_url = Some(postgres.create_database("ptl").unwrap());
    let layer = Layer { database_url, ..Layer::default() };
    let app = TestApp::start_with(layer, Arc::new(FakeWriter::default()));
    assert_eq!(ready(&app).await, 200);
    postgres.crash().unwrap();
    app.send(Method::GET, "/health/ready", None, None).await.error_message(503);
    assert_eq!(app.send(Method::GET, "/health/live", None, None).await.status, 200, "the process is alive");
    postgres.restart().unwrap();
    let waiting = async {
        while ready(&app).await != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(READY_AGAIN_WITHIN, waiting).await.expect("the service is ready again");
}
