//! Tests of shutdowns while requests are in progress.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use listing_domain::usecase::KeyOptions;
use listing_server::compose::Storage;
use listing_server::settings::{Layer, Settings};
use reqwest::StatusCode;
use serde_json::Value;

use crate::app::fine_request;
use crate::process::Ptl;

/// The test reaches this timeout.
const SHORT_SECONDS: u32 = 6;
/// The test does not reach this timeout even on a busy machine.
const LONG_SECONDS: u32 = 60;
/// A busy machine may need this extra time.
const SLACK: Duration = Duration::from_mins(1);

/// The writer waits for this file in the data folder.
const GO_ON: &str = "go-on";

/// With a slow writer, in a separate process.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(data: &Path, shutdown_timeout_seconds: u32) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ptl-test-server"))
            .args(["serve", "--listen", "127.0.0.1:0"])
            .env("PTL_CONFIG", "/dev/null")
            .env("PTL_LOG_FORMAT", "text")
            .env("PTL_DATA_DIR", data)
            .env("PTL_SHUTDOWN_TIMEOUT_SECONDS", shutdown_timeout_seconds.to_string())
            .env("TEST_SERVER_UNTIL_FILE", data.join(GO_ON))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("listening on ").unwrap().to_owned();
        Self { child, url }
    }

    fn send_term(&self) {
        let sent = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// `goes_on` decides if the writer finishes. Returns the response, the exit code, the duration, and the used
/// quota units.
async fn stop_under_way(
    shutdown_timeout_seconds: u32,
    goes_on: bool,
) -> (reqwest::Response, Option<i32>, Duration, u64) {
    let data = tempfile::tempdir().unwrap();
    let layer = Layer { data_dir: Some(data.path().to_owned()), ..Layer::default() };
    let settings = Settings::load(layer, None).unwrap();
    let storage = Storage::open(&settings).map_err(|failure| format!("{failure:?}")).unwrap();
    let email: listing_domain::account::Email = "ann@example.com".parse().unwrap();
    let account = storage.create_account().run(email.clone()).await.unwrap();
    let key = storage
        .create_key(&settings)
        .run(account.id, KeyOptions::default())
        .await
        .unwrap()
        .key
        .reveal()
        .to_owned();
    let used = async || storage.get_usage(&settings).run(account.id).await.unwrap().free_used;

    let mut server = Server::start(data.path(), shutdown_timeout_seconds);
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().timeout(Duration::from_mins(1)).build().unwrap();
    let request =
        client.post(format!("{}/api/v1/listings", server.url)).header("X-API-Key", key).json(&fine_request());
    let answer = tokio::spawn(request.send());
    while used().await == 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let signalled = Instant::now();
    server.send_term();
    if goes_on {
        std::fs::write(data.path().join(GO_ON), "").unwrap();
    }
    let answer = answer.await.unwrap().unwrap();
    let ended = tokio::task::spawn_blocking(move || (server.child.wait().unwrap(), signalled.elapsed()));
    let (status, took) = ended.await.unwrap();
    // An open database would cache an account's usage for a moment.
    let storage = Storage::open(&settings).map_err(|failure| format!("{failure:?}")).unwrap();
    let used = storage.get_usage(&settings).run(account.id).await.unwrap().free_used;
    (answer, status.code(), took, used.into())
}

#[tokio::test(flavor = "multi_thread")]
async fn generation_that_ends_before_the_shutdown_timeout_is_charged() {
    let (answer, code, took, used) = stop_under_way(LONG_SECONDS, true).await;
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!((code, used), (Some(0), 1));
    assert!(took < Duration::from_secs(LONG_SECONDS.into()) + SLACK, "{took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn generation_longer_than_the_shutdown_timeout_is_cut_off_at_no_charge() {
    let (answer, code, took, used) = stop_under_way(SHORT_SECONDS, false).await;
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(answer.headers().contains_key("retry-after"), "{answer:?}");
    assert_eq!(answer.json::<Value>().await.unwrap()["statusCode"], 503);
    assert_eq!((code, used), (Some(1), 0));
    assert!(took < Duration::from_secs(SHORT_SECONDS.into()) + SLACK, "{took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn readiness_fails_before_shutdown_while_requests_are_still_accepted() {
    const DELAY: Duration = Duration::from_secs(5);
    let ptl = Ptl::fresh(vec![("PTL_SHUTDOWN_DELAY_SECONDS", DELAY.as_secs().to_string())]);
    let server = ptl.serve();
    // A new connection for each request, like a load balancer's checks and new clients.
    let client = reqwest::Client::builder().pool_max_idle_per_host(0).timeout(Duration::from_mins(1));
    let client = client.build().unwrap();
    let status =
        async |path: &str| client.get(format!("{}{path}", server.url)).send().await.unwrap().status();
    assert_eq!(status("/health/ready").await, StatusCode::OK);
    let signalled = Instant::now();
    server.terminate();
    while status("/health/ready").await == StatusCode::OK {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(status("/health/ready").await, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(status("/docs").await, StatusCode::OK, "new requests are still answered");
    let ended = server.ended().await;
    assert_eq!(ended.code(), Some(0));
    assert!(signalled.elapsed() >= DELAY, "{:?}", signalled.elapsed());
}
