//! Many items: photos sorted into piles, batches, corrections and exports, without scripts.

use std::sync::Arc;

use listing_domain::batch::BatchPolicy;
use listing_domain::ids::{AccountId, BatchId, GenerationId};
use listing_domain::marketplace::Catalogue;
use listing_domain::ports::{BatchStore, GenerationStore as _, TrayStore as _};
use listing_domain::tray::Tray;
use listing_domain::usecase::RunBatches;
use listing_export::{ExportFile, ListingsCsv};

use crate::browser::{Answer, Browser, SAME};
use crate::site::Site;
use crate::uploads::{KIND, field, photo, whole};

const PATH: &str = "/account/batch";

/// Sends photos as the form without a script does.
async fn upload(browser: &mut Browser, contents: &[&str]) -> Answer {
    let token = browser.token().await;
    let mut parts = vec![field("form", &token), field("regroup", "1")];
    parts.extend(contents.iter().map(|content| photo(content.as_bytes())));
    let kind = [("content-type", KIND)];
    browser.send("POST", PATH, &[&SAME[..], &kind].concat(), &whole(&parts)).await
}

async fn tray(site: &Site, account: AccountId) -> Tray {
    site.store.tray(account).await.unwrap().expect("the account has a tray")
}

fn sizes(tray: &Tray) -> Vec<usize> {
    tray.piles().iter().map(|pile| pile.photos().len()).collect()
}

/// Sends a step with the version that the account's tray has, and a note for its first item.
async fn step(site: &Site, browser: &mut Browser, account: AccountId, step: &str, note: &str) -> Answer {
    let tray = tray(site, account).await;
    let (id, version) = (tray.id().to_string(), tray.version().to_string());
    let mut fields = vec![("tray", id.as_str()), ("version", &version), ("step", step)];
    for pile in 0..tray.piles().len() {
        fields.extend([("pile-notes", if pile == 0 { note } else { "" }), ("pile-sku", "")]);
    }
    browser.post(&format!("{PATH}/arrange"), &fields).await
}

async fn start(site: &Site, browser: &mut Browser, account: AccountId) -> Answer {
    let tray = tray(site, account).await;
    start_seen(browser, &tray).await
}

async fn start_seen(browser: &mut Browser, tray: &Tray) -> Answer {
    let (id, version) = (tray.id().to_string(), tray.version().to_string());
    let fields = [
        ("tray", id.as_str()),
        ("version", &version),
        ("platforms", "vinted"),
        ("platforms", "ebay"),
        ("language", "en"),
        ("tone", "casual"),
        ("quality", "standard"),
        ("market", "GB"),
        ("condition", "very good"),
    ];
    browser.post(&format!("{PATH}/start"), &fields).await
}

/// Generates all waiting items, as the loops of the service do.
async fn run_batches(site: &Site) {
    let run = RunBatches {
        batches: site.store.clone(),
        generations: site.store.clone(),
        generate: Arc::new(site.generate()),
        clock: site.clock.clone(),
        policy: BatchPolicy::default(),
    };
    while let Some(item) = run.claim().await.unwrap() {
        let claim = item.claim;
        let result = run.generate(item).await;
        run.finish(claim, result, ToString::to_string).await.unwrap();
    }
}

async fn only_batch(site: &Site, account: AccountId) -> BatchId {
    let batches = BatchStore::list(&*site.store, account, 9).await.unwrap();
    let [batch] = <[_; 1]>::try_from(batches).expect("the account has one batch");
    batch.id
}

#[tokio::test]
async fn photos_become_listings_that_are_corrected_and_exported() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let answer = upload(&mut browser, &["a", "b", "c", "d", "e"]).await;
    assert_eq!((answer.status, answer.header("location")), (303, Some("/account/batch#tray")));
    assert_eq!(sizes(&tray(&site, ann).await), [4, 1]);
    let page = browser.get(PATH).await.text();
    assert!(page.contains("5 photos in 2 items"), "{page}");
    assert!(page.contains("Uses up to 2 generations. You have 3 left."), "{page}");
    let photo = tray(&site, ann).await.piles()[0].photos()[3];
    let answer = step(&site, &mut browser, ann, &format!("after:{photo}"), "Small stain.").await;
    let place = format!("/account/batch?moved={photo}#photo-{photo}");
    assert_eq!((answer.status, answer.header("location")), (303, Some(place.as_str())));
    assert_eq!(sizes(&tray(&site, ann).await), [3, 2]);
    let page = browser.get(&place).await.text();
    assert!(page.contains("value=\"Small stain.\"") && page.contains("summary autofocus"), "{page}");
    let picture = browser.get(&format!("{PATH}/photos/{photo}/thumbnail")).await;
    assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/jpeg")));
    let seen = tray(&site, ann).await;
    let answer = start(&site, &mut browser, ann).await;
    let batch = only_batch(&site, ann).await;
    let path = format!("/account/batches/{batch}");
    assert_eq!((answer.status, answer.header("location")), (303, Some(path.as_str())), "{}", answer.text());
    assert_eq!(site.store.tray(ann).await.unwrap(), None);
    let page = browser.get(&path).await.text();
    assert!(page.contains("0 of 2 ready") && page.contains("Waiting"), "{page}");
    // A second press of the button leads to the same batch.
    let again = start_seen(&mut browser, &seen).await;
    assert_eq!((again.status, again.header("location")), (303, Some(path.as_str())));
    assert_eq!(only_batch(&site, ann).await, batch);
    run_batches(&site).await;
    assert_eq!(site.usage(ann).await.free_used, 2);
    let page = browser.get(&path).await.text();
    assert!(page.contains("2 of 2 ready") && page.contains("Read and correct"), "{page}");
    correct_and_export(&site, &mut browser, ann, batch).await;
    assert!(browser.get("/account/batches").await.text().contains(&path));
}

async fn correct_and_export(site: &Site, browser: &mut Browser, ann: AccountId, batch: BatchId) {
    let path = format!("/account/batches/{batch}");
    let stored = BatchStore::get(&*site.store, ann, batch).await.unwrap().unwrap();
    let ids: Vec<GenerationId> = stored.items.iter().map(|item| item.id).collect();
    let [first, second] = [ids[0].to_string(), ids[1].to_string()];
    let edited = browser
        .post(
            &format!("{path}/edit"),
            &[
                ("platform", "ebay"),
                ("id", &first),
                ("title", "Red shirt with a pocket"),
                ("price", "41.50"),
                ("id", &second),
                ("title", ""),
                ("price", "12"),
            ],
        )
        .await;
    assert_eq!(edited.status, 400, "one of the two has no title: {}", edited.text());
    assert!(edited.text().contains("Enter a title"), "{}", edited.text());
    let page = browser.get(&format!("{path}?platform=ebay")).await.text();
    assert!(page.contains("Red shirt with a pocket") && page.contains("41.50"), "{page}");
    let query = format!("/account/generations/export?format=csv&batch={batch}");
    let preview = browser.get(&query).await;
    assert!(preview.text().contains("2 items in the file"), "{}", preview.text());
    let file = browser.get(&format!("{query}&download=1")).await;
    let generations = site.store.get_all(ann, &ids).await.unwrap();
    let expected = ExportFile::write(&ListingsCsv, &Catalogue::default(), &generations, |_| Vec::new());
    assert_eq!(file.bytes, expected.unwrap().bytes);
}

#[tokio::test]
async fn step_of_an_outdated_tab_changes_nothing_and_shows_the_present_piles() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    upload(&mut browser, &["a", "b", "c"]).await;
    let old = tray(&site, ann).await;
    let photo = old.piles()[0].photos()[2];
    assert_eq!(step(&site, &mut browser, ann, &format!("alone:{photo}"), "").await.status, 303);
    let new = tray(&site, ann).await;
    let (id, version) = (old.id().to_string(), old.version().to_string());
    let remove = format!("remove:{photo}");
    let fields = [("tray", id.as_str()), ("version", &version), ("step", &remove)];
    for (language, sentence) in
        [("en", "The photos changed in the meantime"), ("fr", "Les photos ont changé")]
    {
        browser.cookies.insert("__Host-ptl-language".to_owned(), language.to_owned());
        let answer = browser.post(&format!("{PATH}/arrange"), &fields).await;
        answer.assert_page(409);
        assert!(answer.text().contains(sentence), "{}", answer.text());
        assert!(answer.text().contains(&format!("name=\"version\" value=\"{}\"", new.version())));
    }
    assert_eq!(tray(&site, ann).await, new);
    assert_eq!(start_seen(&mut browser, &old).await.status, 409);
}

#[tokio::test]
async fn refused_steps_and_options_are_explained_and_typed_texts_stay() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    upload(&mut browser, &["a", "b", "c", "d", "e"]).await;
    let answer = step(&site, &mut browser, ann, "merge:1", "Small stain.").await;
    answer.assert_page(400);
    assert!(answer.text().contains("An item has at most four photos."), "{}", answer.text());
    assert!(answer.text().contains("value=\"Small stain.\""), "{}", answer.text());
    let long = "x".repeat(1_001);
    let answer = step(&site, &mut browser, ann, "undo", &long).await;
    assert!(answer.text().contains(&long) && answer.status == 400, "{}", answer.text());
    for wrong in ["fly", "left:1", "move"] {
        assert_eq!(step(&site, &mut browser, ann, wrong, "").await.status, 400, "{wrong}");
    }
    let stored = tray(&site, ann).await;
    let (id, version) = (stored.id().to_string(), stored.version().to_string());
    let fields = [("tray", id.as_str()), ("version", &version), ("condition", "fair")];
    let answer = browser.post(&format!("{PATH}/start"), &fields).await;
    answer.assert_page(400);
    assert!(answer.text().contains("Choose at least one marketplace."), "{}", answer.text());
    assert!(answer.text().contains("value=\"fair\""), "{}", answer.text());
    assert_eq!(browser.post(&format!("{PATH}/start"), &[("platforms", "vinted")]).await.status, 400);
    assert_eq!(tray(&site, ann).await, stored);
}

#[tokio::test]
async fn unusable_photos_are_named_and_the_others_stay() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    assert_eq!(upload(&mut browser, &[]).await.status, 400);
    let answer = upload(&mut browser, &["a", "%PDF-1.7"]).await;
    answer.assert_page(400);
    assert!(answer.text().contains("a.jpg: This file is not a photo."), "{}", answer.text());
    assert_eq!(tray(&site, ann).await.count(), 1);
    let token = browser.token().await;
    let mut script = browser.clone().with_header("accept", "application/json");
    let parts = [
        field("form", &token),
        field("draft", "00000000-0000-4000-8000-000000000001"),
        photo(b"b"),
        photo(b"%PDF-1.7"),
    ];
    for (seen, version) in [(1, 2), (2, 2)] {
        let kind = [("content-type", KIND)];
        let answer = script.send("POST", PATH, &[&SAME[..], &kind].concat(), &whole(&parts)).await;
        let reply: serde_json::Value = serde_json::from_slice(&answer.bytes).unwrap();
        assert_eq!((&reply["seen"], &reply["version"]), (&seen.into(), &version.into()), "{reply}");
        assert_eq!(reply["refused"][0]["name"], "a.jpg");
    }
    assert_eq!(tray(&site, ann).await.count(), 2, "a repeated upload adds its photos once");
}

#[tokio::test]
async fn failed_and_cancelled_items_are_explained_and_cost_nothing() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    upload(&mut browser, &["a", "b", "c", "d", "e"]).await;
    step(&site, &mut browser, ann, "group-all", "").await;
    for _ in 0..3 {
        let tray = tray(&site, ann).await;
        let last = *tray.piles()[0].photos().last().unwrap();
        step(&site, &mut browser, ann, &format!("alone:{last}"), "").await;
    }
    assert_eq!(sizes(&tray(&site, ann).await), [1; 5]);
    let page = browser.get(PATH).await.text();
    assert!(page.contains("You have 3 generations left for 5 items."), "{page}");
    start(&site, &mut browser, ann).await;
    run_batches(&site).await;
    let path = format!("/account/batches/{}", only_batch(&site, ann).await);
    let page = browser.get(&path).await.text();
    assert!(page.contains("3 of 5 ready · 2 failed"), "{page}");
    assert_eq!(page.matches("You had no generations left.").count(), 2, "{page}");
    assert_eq!(site.usage(ann).await.free_used, 3);
    upload(&mut browser, &["a"]).await;
    start(&site, &mut browser, ann).await;
    let batches = BatchStore::list(&*site.store, ann, 9).await.unwrap();
    let other = batches.iter().map(|batch| batch.id.to_string()).find(|id| !path.ends_with(id)).unwrap();
    let path = format!("/account/batches/{other}");
    let answer = browser.post(&format!("{path}/cancel"), &[]).await;
    assert_eq!((answer.status, answer.header("location")), (303, Some(path.as_str())));
    let page = browser.get(&path).await.text();
    assert!(page.contains("Stopped") && !page.contains("Read and correct"), "{page}");
}
