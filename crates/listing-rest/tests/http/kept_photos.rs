//! Archives with the photos that an account keeps.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use listing_domain::kept_photos::PhotoRetention;
use listing_domain::ports::KeptPhotoStore as _;
use listing_export::{ExportFormat as _, Zip};
use listing_testkit::{StoreFault, StorePort};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use crate::support::{Answer, TestServer, valid_body};

const DAY: Duration = Duration::from_hours(24);

async fn choose(server: &TestServer, days: u32) {
    let retention = PhotoRetention::from_days(days).ok();
    assert!(server.store.set_photo_retention(server.account().await, retention).await.unwrap());
}

async fn generate(server: &TestServer, sku: &str) {
    let body = valid_body().replacen('{', &format!(r#"{{"sku":"{sku}","#), 1);
    assert_eq!(server.send(&server.post(&body)).await.status, 200);
}

fn request(server: &TestServer, path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\nx-api-key: {}\r\n\r\n", server.key)
}

/// Returns the head of an archive's response, and its body; `None` if the response has no end.
async fn archive(server: &TestServer) -> (String, Option<Vec<u8>>) {
    let mut connection = server.connect().await;
    let request = request(server, "/api/v1/exports?format=zip");
    connection.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    connection.read_to_end(&mut bytes).await.unwrap();
    let end = bytes.windows(4).position(|part| part == b"\r\n\r\n");
    let Some(end) = end else { return (String::new(), None) };
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    (head, from_chunks(&bytes[end + 4..]))
}

fn from_chunks(mut rest: &[u8]) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let end = rest.windows(2).position(|part| part == b"\r\n")?;
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..end]).ok()?, 16).ok()?;
        let chunk = rest.get(end + 2..end + 2 + length)?;
        if length == 0 {
            return Some(body);
        }
        body.extend_from_slice(chunk);
        rest = rest.get(end + 2 + length + 2..)?;
    }
}

fn has(archive: &[u8], name: &str) -> bool {
    archive.windows(name.len()).any(|part| part == name.as_bytes())
}

async fn report(server: &TestServer) -> Vec<String> {
    let request = request(server, "/api/v1/exports/report?format=zip");
    let answer: Answer = server.send(&request).await;
    let report: Value = serde_json::from_str(&answer.body).unwrap();
    let remarks = report["data"]["remarks"].as_array().unwrap().iter();
    let without = remarks.filter(|it| it["message"].as_str().unwrap().starts_with("No photos of this item"));
    without.map(|it| it["sku"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn archive_has_kept_photos_until_their_days_are_over() {
    let server = TestServer::start().await;
    generate(&server, "A1").await;
    choose(&server, 7).await;
    server.advance(DAY);
    generate(&server, "B2").await;
    let (head, file) = archive(&server).await;
    let file = file.unwrap();
    assert!(head.contains("200 OK") && head.contains("application/zip"), "{head}");
    assert_eq!(Zip.validate(&file), []);
    assert!(has(&file, "B2/photos/B2-1.jpg") && has(&file, "A1/ebay.txt"));
    assert!(!has(&file, "A1/photos/") && !has(&file, "B2-2.jpg"));
    assert_eq!(report(&server).await, ["A1"]);
    server.advance(7 * DAY);
    assert!(!has(&archive(&server).await.1.unwrap(), "B2/photos/"));
    assert_eq!(report(&server).await, ["B2", "A1"]);
}

#[tokio::test]
async fn unreadable_photos_are_answered_as_busy_before_the_archive_begins() {
    let server = TestServer::start().await;
    generate(&server, "A1").await;
    server.faults.fail(StorePort::KeptPhotos, StoreFault::Unavailable);
    server.send(&request(&server, "/api/v1/exports?format=zip")).await.assert_error(503);
    assert_eq!(server.send(&request(&server, "/api/v1/exports?format=csv")).await.status, 200);
}

#[tokio::test]
async fn unreadable_photos_abort_an_archive_that_has_begun() {
    let server = TestServer::start().await;
    generate(&server, "A1").await;
    generate(&server, "B2").await;
    let reads = AtomicU32::new(0);
    server.faults.fail_when(move |_, method| {
        let is_second = method == "kept_photos" && reads.fetch_add(1, Ordering::Relaxed) == 1;
        is_second.then_some(StoreFault::Unavailable)
    });
    assert_eq!(archive(&server).await.1, None, "the caller sees that the rest is missing");
    assert_eq!(server.faults.take_failed(), [(StorePort::KeptPhotos, "kept_photos")]);
}
