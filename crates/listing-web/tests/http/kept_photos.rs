//! Photos that an account keeps for its exports.

use std::sync::Arc;
use std::time::Duration;

use listing_domain::generation::NewGeneration;
use listing_domain::ids::{AccountId, GenerationId, ReservationId};
use listing_domain::kept_photos::{PhotoRetention, PhotosToKeep};
use listing_domain::origin::Origin;
use listing_domain::ports::{
    Clock as _, GenerationStore as _, IdSource as _, KeptPhotoStore as _, QuotaLedger as _, SettleRequest,
};
use listing_export::{ExportFormat as _, Zip};
use listing_testkit::pictures::{GROUND, SHIRT, prepared, shirt};
use listing_testkit::{holding, new_generation};
use serde_json::Value;

use crate::browser::Browser;
use crate::site::{Site, stored};

const SETTINGS: &str = "/account/settings";
const ARCHIVE: &str = "/account/generations/export?format=zip";

async fn choose(browser: &mut Browser, days: &str) -> u16 {
    browser.post("/account/settings/photos", &[("days", days)]).await.status
}

/// Stores a generation with one photo, which the account may keep.
async fn generate(site: &Site, account: AccountId) -> GenerationId {
    let (now, reservation) = (site.clock.now(), ReservationId::new(site.ids.id()));
    site.store.hold(&holding(reservation, account, 10_000, now)).await.unwrap();
    let new = (*new_generation(&site.ids, &stored("Red hat", ""))).clone();
    let limit = PhotoRetention::DEFAULT_LIMIT;
    let photos = PhotosToKeep { photos: Arc::new([prepared(shirt(SHIRT, GROUND))]), limit };
    let new = Arc::new(NewGeneration { photos: Some(photos), ..new });
    let (id, origin) = (new.id, Origin::CLI);
    let settle = SettleRequest { reservation, free_limit: 10_000, at: now, generation: Some(new), origin };
    site.store.settle(&settle).await.unwrap();
    id
}

async fn has_photos(browser: &mut Browser) -> bool {
    let answer = browser.get(&format!("{ARCHIVE}&download=1")).await;
    assert_eq!((answer.status, answer.is_whole), (200, true), "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("application/zip"));
    assert_eq!(Zip.validate(&answer.bytes), []);
    answer.bytes.windows(8).any(|part| part == b"/photos/")
}

async fn kept(browser: &mut Browser) -> Value {
    let all = browser.get("/account/settings/export").await;
    serde_json::from_slice::<Value>(&all.bytes).unwrap()["photos"].clone()
}

#[tokio::test]
async fn photos_are_exported_until_the_user_turns_them_off() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let page = browser.get(SETTINGS).await.text();
    assert!(page.contains("Keep photos for exports") && page.contains("Off by default."), "{page}");
    assert!(!page.contains("value=\"7\" selected"), "{page}");
    generate(&site, ann).await;
    assert!(!has_photos(&mut browser).await);
    assert_eq!(choose(&mut browser, "7").await, 303);
    let page = browser.get(SETTINGS).await.text();
    assert!(page.contains("<option value=\"7\" selected>For 7 days</option>"), "{page}");
    assert!(page.contains("Your preferences have been saved."), "{page}");
    site.clock.advance(Duration::from_secs(1));
    generate(&site, ann).await;
    assert!(has_photos(&mut browser).await);
    let preview = browser.get(ARCHIVE).await.text();
    assert_eq!(preview.matches("No photos of this item are stored").count(), 1, "{preview}");
    let file = kept(&mut browser).await;
    assert_eq!((&file["days"], &file["photos"], &file["items"]), (&7.into(), &1.into(), &1.into()), "{file}");
    assert_eq!(choose(&mut browser, "0").await, 303);
    let page = browser.get(SETTINGS).await.text();
    assert!(page.contains("Photos are no longer kept. The stored ones have been deleted."), "{page}");
    assert!(!has_photos(&mut browser).await);
    assert_eq!(kept(&mut browser).await["photos"], 0);
}

#[tokio::test]
async fn photos_are_deleted_with_their_generation() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    choose(&mut browser, "7").await;
    let id = generate(&site, ann).await;
    assert_eq!(kept(&mut browser).await["photos"], 1);
    assert!(site.store.delete(ann, id).await.unwrap());
    assert_eq!(kept(&mut browser).await["photos"], 0);
}

#[tokio::test]
async fn days_outside_the_hosts_limit_are_refused() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    assert!(!browser.get(SETTINGS).await.text().contains("For 60 days"));
    for days in ["31", "-1", "", "seven"] {
        let answer = browser.post("/account/settings/photos", &[("days", days)]).await;
        assert_eq!(answer.status, 400, "{days}");
        assert_eq!(site.store.photo_retention(ann).await.unwrap(), None, "{days}");
    }
    assert_eq!(choose(&mut browser, "30").await, 303);
    assert_eq!(site.store.photo_retention(ann).await.unwrap(), PhotoRetention::from_days(30).ok());
}

#[tokio::test]
async fn the_setting_is_explained_in_french() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    browser.post("/language", &[("language", "fr"), ("back", "/")]).await;
    let page = browser.get(SETTINGS).await.text();
    assert!(page.contains("Conserver les photos pour les exports"), "{page}");
    assert!(page.contains("Pendant 7\u{a0}jours"), "{page}");
}
