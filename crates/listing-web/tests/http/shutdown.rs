//! Background work after its client disconnected or when the service stops.

use std::sync::Arc;
use std::time::Duration;

use listing_domain::ports::GenerationStore as _;
use listing_testkit::{FakeWriter, GatedWriter};
use tokio::time::timeout;

use crate::browser::Browser;
use crate::site::Site;

/// The maximum time for any step of a test.
const PATIENCE: Duration = Duration::from_mins(1);

#[tokio::test]
async fn rewrite_of_a_disconnected_client_is_finished_and_counted_on_shutdown() {
    let writer = Arc::new(GatedWriter::new(Arc::new(FakeWriter::default())));
    let site = Site::with_writer(writer.clone());
    let ann = site.resident("ann", "Jacket").await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let again = format!("/account/generations/{}/again", ann.generation);
    let client = tokio::spawn(async move { browser.post(&again, &[("platforms", "ebay")]).await });
    while writer.arrived() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    client.abort();
    let mut ended = std::pin::pin!(site.tasks.finished());
    assert!(timeout(Duration::from_millis(200), &mut ended).await.is_err(), "the rewrite is still running");
    writer.open();
    timeout(PATIENCE, ended).await.unwrap();
    let stored = site.store.get(ann.account, ann.generation).await.unwrap().unwrap();
    assert_eq!((stored.rewrites, stored.revised.is_some()), (1, true));
}

#[tokio::test]
async fn rewrite_cut_off_by_a_shutdown_is_not_counted() {
    let writer = Arc::new(GatedWriter::new(Arc::new(FakeWriter::default())));
    let site = Site::with_writer(writer.clone());
    let ann = site.resident("ann", "Jacket").await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let again = format!("/account/generations/{}/again", ann.generation);
    let client = tokio::spawn(async move { browser.post(&again, &[("platforms", "ebay")]).await });
    while writer.arrived() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(site.tasks.cut_off().get("rewrite"), Some(&1));
    timeout(PATIENCE, site.tasks.finished()).await.unwrap();
    let stored = site.store.get(ann.account, ann.generation).await.unwrap().unwrap();
    assert_eq!((stored.rewrites, stored.revised), (0, None));
    assert_eq!(client.await.unwrap().status, 503);
}

#[tokio::test]
async fn doctor_run_can_be_repeated_after_a_panic() {
    let site = Site::open();
    site.person("ann", true).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    for _ in 0..1_000 {
        // The first run panics. While a run is in progress, no other begins.
        assert_eq!(browser.post("/admin/service/check", &[]).await.status, 303);
        if browser.get("/admin/service").await.text().contains("everything is fine") {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the doctor run did not finish after a panic");
}
