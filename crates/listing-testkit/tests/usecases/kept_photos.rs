use std::sync::Arc;

use listing_domain::batch::StoredPhoto;
use listing_domain::ids::GenerationId;
use listing_domain::kept_photos::PhotoRetention;
use listing_domain::marketplace::Platform;
use listing_domain::origin::Origin;
use listing_domain::ports::{Clock as _, KeptPhotoStore as _};
use listing_domain::request::GenerationRequest;
use listing_domain::usecase::people::SetPhotoRetention;
use listing_domain::usecase::{ErrorKind, GenerateListings};
use listing_testkit::pictures::{GROUND, JPEG_DATA_URI, PNG_DATA_URI, SHIRT, prepared, shirt};

use crate::support::{FaultyLedger, Fixture, Step, photos, request};

fn days(days: u32) -> Option<PhotoRetention> {
    PhotoRetention::from_days(days).ok()
}

fn two_photos() -> GenerationRequest {
    GenerationRequest { photos: photos(&[PNG_DATA_URI, JPEG_DATA_URI]), ..request(&[Platform::Ebay]) }
}

async fn choose(fixture: &Fixture, chosen: Option<PhotoRetention>) {
    let set = SetPhotoRetention::new(fixture.store.clone(), days(30));
    set.run(fixture.account.id, chosen).await.unwrap();
}

async fn run(fixture: &Fixture, generate: &GenerateListings) -> GenerationId {
    let answer = generate.run(fixture.account.id, Origin::CLI, two_photos(), None).await.unwrap();
    answer.generation.unwrap()
}

async fn kept(fixture: &Fixture, id: GenerationId) -> Vec<StoredPhoto> {
    fixture.store.kept_photos(fixture.account.id, id, fixture.clock.now()).await.unwrap()
}

#[tokio::test]
async fn photos_are_stored_only_after_the_account_chose_so() {
    let fixture = Fixture::open().await;
    let generate = fixture.generate();
    let before = run(&fixture, &generate).await;
    assert_eq!(kept(&fixture, before).await, []);
    choose(&fixture, days(7)).await;
    let after = run(&fixture, &generate).await;
    let file = StoredPhoto::new(prepared(shirt(SHIRT, GROUND)).jpeg);
    assert_eq!(kept(&fixture, after).await, [file.clone(), file]);
    assert_eq!(kept(&fixture, before).await, []);
    choose(&fixture, None).await;
    assert_eq!(kept(&fixture, after).await, []);
}

#[tokio::test]
async fn host_without_photos_stores_none() {
    let fixture = Fixture::open().await;
    choose(&fixture, days(7)).await;
    let mut generate = fixture.generate();
    generate.policy.history.photo_limit = None;
    let id = run(&fixture, &generate).await;
    assert_eq!(kept(&fixture, id).await, []);
}

#[tokio::test]
async fn failed_charge_stores_no_photos_and_charges_nothing() {
    let fixture = Fixture::open().await;
    choose(&fixture, days(7)).await;
    let quota = Arc::new(FaultyLedger { inner: fixture.store.clone(), faults: &[Step::Settle] });
    let generate = GenerateListings { quota, ..fixture.generate() };
    let failed = generate.run(fixture.account.id, Origin::CLI, two_photos(), None).await.unwrap_err();
    assert_eq!(failed.kind(), ErrorKind::Busy);
    let summary = fixture.store.kept_photo_summary(fixture.account.id, fixture.clock.now()).await.unwrap();
    assert_eq!(summary.photos, 0);
    fixture.assert_untouched().await;
}

#[tokio::test]
async fn retention_is_at_most_the_hosts_limit() {
    let fixture = Fixture::open().await;
    let account = fixture.account.id;
    let set = |limit| SetPhotoRetention::new(fixture.store.clone(), limit);
    set(days(90)).run(account, days(60)).await.unwrap();
    assert_eq!(set(days(90)).now(account).await.unwrap(), days(60));
    assert_eq!(set(days(30)).now(account).await.unwrap(), days(30));
    assert_eq!(set(None).now(account).await.unwrap(), None);
    set(days(30)).run(account, days(60)).await.unwrap();
    assert_eq!(fixture.store.photo_retention(account).await.unwrap(), days(30));
    set(None).run(account, days(60)).await.unwrap();
    assert_eq!(fixture.store.photo_retention(account).await.unwrap(), None);
}
