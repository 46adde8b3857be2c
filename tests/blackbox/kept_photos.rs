//! Photos that accounts keep for exports: stored with a generation, deleted by the sweep.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use listing_domain::account::Plan;
use listing_domain::generation::NewGeneration;
use listing_domain::ids::{AccountId, GenerationId, ReservationId};
use listing_domain::kept_photos::{PhotoRetention, PhotosToKeep};
use listing_domain::origin::Origin;
use listing_domain::ports::{IdSource as _, SettleRequest};
use listing_server::settings::Layer;
use listing_testkit::pictures::{GROUND, SHIRT, prepared, shirt};
use listing_testkit::{FakeWriter, SeededIds, holding, new_generation};
use reqwest::Method;

use crate::app::{TestApp, fine_request};

const EMAIL: &str = "ann@example.com";

/// Opens an account that keeps photos for seven days. Returns its key and id.
async fn open(app: &TestApp) -> (String, AccountId) {
    let key = app.db_account(EMAIL, Plan::Free).await;
    let ann = app.db_id(EMAIL).await;
    let retention = PhotoRetention::from_days(7).ok();
    assert!(app.storage.kept_photos.set_photo_retention(ann, retention).await.unwrap());
    (key, ann)
}

/// Charges a generation with a photo at a moment.
async fn db_generation(app: &TestApp, account: AccountId, at: Timestamp) -> GenerationId {
    let ids = SeededIds::new(1);
    let (reservation, limit) = (ReservationId::new(ids.id()), PhotoRetention::DEFAULT_LIMIT);
    let photos = PhotosToKeep { photos: Arc::new([prepared(shirt(SHIRT, GROUND))]), limit };
    let new = NewGeneration { photos: Some(photos), ..(*new_generation(&ids, "{}")).clone() };
    app.storage.quota.hold(&holding(reservation, account, 3, at)).await.unwrap();
    let (id, generation) = (new.id, Some(Arc::new(new)));
    let settle = SettleRequest { reservation, free_limit: 3, at, generation, origin: Origin::CLI };
    app.storage.quota.settle(&settle).await.unwrap();
    id
}

async fn count(app: &TestApp, account: AccountId, id: GenerationId, at: Timestamp) -> usize {
    app.storage.kept_photos.count_kept_photos(account, &[id], at).await.unwrap()[0]
}

#[tokio::test]
async fn sweep_deletes_photos_whose_days_are_over() {
    let app = TestApp::start();
    let (key, ann) = open(&app).await;
    let then = app.storage.clock.now() - SignedDuration::from_hours(8 * 24);
    let old = db_generation(&app, ann, then).await;
    let answer = app.send(Method::POST, "/api/v1/listings", Some(&key), Some(&fine_request())).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(count(&app, ann, old, then).await, 1);
    app.service.sweep().await.unwrap();
    assert_eq!(count(&app, ann, old, then).await, 0);
    let kept = app.storage.kept_photos.kept_photo_summary(ann, app.storage.clock.now()).await.unwrap();
    assert_eq!((kept.generations, kept.photos), (1, 1), "the photos of the new generation stay");
    assert!(app.storage.generations.get(ann, old).await.unwrap().is_some(), "the listings stay");
}

#[tokio::test]
async fn host_that_forbids_photos_stores_none_and_deletes_stored_ones() {
    let layer = Layer { max_photo_days: Some(0), ..Layer::default() };
    let app = TestApp::start_with(layer, Arc::new(FakeWriter::default()));
    let (key, ann) = open(&app).await;
    let now = app.storage.clock.now();
    let stored = db_generation(&app, ann, now).await;
    assert_eq!(count(&app, ann, stored, now).await, 1);
    app.service.sweep().await.unwrap();
    assert_eq!(count(&app, ann, stored, now).await, 0);
    let answer = app.send(Method::POST, "/api/v1/listings", Some(&key), Some(&fine_request())).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let kept = app.storage.kept_photos.kept_photo_summary(ann, now).await.unwrap();
    assert_eq!(kept.photos, 0);
}
