//! Downloads and lists that take several reads of the history.

use std::time::Duration;

use listing_domain::marketplace::Platform;
use listing_domain::options::{Language, Quality, Tone};
use listing_domain::person::{Epoch, ExternalIdentity, Preferences};
use listing_domain::ports::{Clock as _, PersonStore as _};
use listing_domain::request::{ListingOptions, Platforms};
use serde_json::{Value, json};

use crate::browser::{Browser, form};
use crate::site::{PASSWORD, Site, stored};

/// The number of generations in these tests: enough for several reads.
const MANY: usize = 120;
/// The maximum number of generations per read.
const AT_ONCE: u32 = 50;

/// Adds a user with [`MANY`] generations and returns their signed-in browser.
async fn person(site: &Site) -> Browser {
    let ann = site.person("ann", false).await;
    for number in 0..MANY {
        let name = if number.is_multiple_of(2) { "even" } else { "odd" };
        site.generation(ann, &stored(name, &format!("number {number}"))).await;
    }
    Browser::signed_in(site, "ann").await
}

fn titles(generations: &Value) -> Vec<&str> {
    let generations = generations.as_array().unwrap().iter();
    generations.map(|it| it["data"]["listings"][0]["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn downloads_are_complete_and_read_in_batches() {
    let site = Site::open();
    let mut browser = person(&site).await;
    let answer = browser.get("/account/settings/export").await;
    assert_eq!((answer.status, answer.is_whole), (200, true));
    assert_eq!(answer.header("content-type"), Some("application/json"));
    let all: Value = serde_json::from_slice(&answer.bytes).unwrap();
    assert_eq!(all["email"], "ann@example.com");
    let in_account = titles(&all["generations"]);
    assert_eq!(in_account.len(), MANY);

    let list: Value = serde_json::from_slice(&browser.get("/account/generations.json").await.bytes).unwrap();
    assert_eq!(titles(&list), in_account);
    let searched = browser.get("/account/generations.json?search=ODD").await;
    let searched: Value = serde_json::from_slice(&searched.bytes).unwrap();
    assert_eq!(titles(&searched).len(), MANY / 2);
    assert!(titles(&searched).iter().all(|title| title.starts_with("odd")), "{searched}");
    let none = browser.get("/account/generations.json?search=nothing%20of%20the%20kind").await;
    assert_eq!(none.text(), "[]");

    let table = browser.get("/account/generations.csv").await;
    assert!(table.text().starts_with("\u{feff}generation,created_at,platform,"), "{}", table.text());
    assert_eq!(table.text().lines().count(), 1 + 2 * MANY, "a line for each listing");
    assert!(site.history.max_batch() <= AT_ONCE, "{} generations in one read", site.history.max_batch());
}

#[tokio::test]
async fn downloads_and_searches_occupy_a_slot_and_run_on_separate_threads() {
    let site = Site::open();
    let ann = site.resident("ann", "Red hat").await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let one = format!("/account/generations/{}", ann.generation);
    for path in [
        "/account/generations?search=hat",
        "/account/generations.json?search=hat",
        "/account/generations.csv?search=hat",
        "/account/generations.json",
        "/account/generations.csv",
        "/account/settings/export",
        &format!("{one}.json"),
        &format!("{one}.csv"),
    ] {
        site.admission.take_seen();
        let answer = browser.get(path).await;
        assert!(answer.status == 200 && answer.text().contains("Red hat"), "{path}: {}", answer.text());
        let seen = site.admission.take_seen();
        assert_eq!(seen.entered, 1, "{path}");
        assert!(!seen.workers.is_empty(), "{path}");
        assert!(seen.workers.is_disjoint(&seen.askers), "{path}: {seen:?}");
    }
    for path in ["/account", "/account/generations", &one] {
        browser.get(path).await;
        assert_eq!(site.admission.take_seen().entered, 0, "{path} must not take a slot");
    }
}

#[tokio::test]
async fn account_without_generations_gets_a_complete_download() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let answer = browser.get("/account/settings/export").await;
    let all: Value = serde_json::from_slice(&answer.bytes).unwrap();
    assert_eq!(all["generations"], serde_json::json!([]));
}

#[tokio::test]
async fn export_has_identities_last_options_and_current_keys() {
    let site = Site::open();
    let ann = site.resident("ann", "Red hat").await;
    let identity = ExternalIdentity { issuer: "https://id.example".into(), subject: "ann-there".into() };
    assert!(
        site.store.link_identity(ann.account, &identity, site.clock.now(), Epoch::default()).await.unwrap()
    );
    let options = ListingOptions {
        platforms: Platforms::new([Platform::Vinted, Platform::Ebay]).unwrap(),
        language: Language::Fr,
        tone: Tone::default(),
        quality: Quality::default(),
        market: None,
    };
    let preferences = Preferences { options: Some(options), ..Preferences::default() };
    assert!(site.store.set_preferences(ann.account, &preferences).await.unwrap());
    let mut browser = Browser::signed_in(&site, "ann").await;
    let rotate = format!("/account/api-keys/{}/rotate", ann.key_id);
    assert_eq!(browser.post(&rotate, &[("overlap", "24")]).await.status, 200);

    let all = browser.get("/account/settings/export").await;
    let secrets = [ann.key.as_str(), PASSWORD, "digest", "hash"];
    assert!(secrets.iter().all(|secret| !all.text().contains(secret)), "{}", all.text());
    let all: Value = serde_json::from_slice(&all.bytes).unwrap();
    assert_eq!(
        all["identities"],
        json!([{
            "issuer": "https://id.example", "subject": "ann-there", "linkedAt": "2026-11-21T10:00:00Z",
        }])
    );
    let choice = &all["preferences"]["lastChoice"];
    assert_eq!((&choice["platforms"], &choice["language"]), (&json!(["vinted", "ebay"]), &json!("fr")));
    // The replaced key still works until its overlap ends.
    let former = |all: &Value| {
        let keys = all["keys"].as_array().unwrap().iter();
        let mut replaced = keys.filter(|key| !key["revokedAt"].is_null());
        replaced.next().unwrap().clone()
    };
    assert_eq!(all["keys"].as_array().unwrap().len(), 2);
    assert_eq!(former(&all)["revokedAt"], "2026-11-22T10:00:00Z");
    assert_eq!(former(&all)["isRevoked"], false);
    site.clock.advance(Duration::from_hours(24));
    let all = browser.get("/account/settings/export").await;
    let all: Value = serde_json::from_slice(&all.bytes).unwrap();
    assert_eq!(former(&all)["isRevoked"], true);
}

#[tokio::test]
async fn list_is_paged_and_a_search_continues_where_it_stopped() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    site.generation(ann, &stored("lamp", "the oldest")).await;
    for number in 0..2_010 {
        site.clock.advance(Duration::from_secs(1));
        site.generation(ann, &stored("hat", &format!("number {number}"))).await;
    }
    let mut browser = Browser::signed_in(&site, "ann").await;
    let shown = |text: &str| text.matches("class=\"item\"").count();
    let next = |text: &str| {
        let (_, after) = text.split_once("<p class=\"pager\">")?;
        let (_, address) = after.split_once("href=\"")?;
        Some(address.split_once('"')?.0.replace("&amp;", "&").replace("&#38;", "&"))
    };
    let page = browser.get("/account/generations").await.text();
    assert_eq!(shown(&page), 20);
    assert!(site.history.max_batch() <= 21, "{} generations in one read", site.history.max_batch());

    // The search reaches its limit before the match, so that this page is empty.
    let page = browser.get("/account/generations?search=LAMP").await.text();
    assert_eq!(shown(&page), 0);
    assert!(page.contains("No results for “LAMP” among your newer listings."), "{page}");
    let page = browser.get(&next(&page).unwrap()).await.text();
    assert_eq!((shown(&page), next(&page)), (1, None), "{page}");

    // Together, the pages contain each generation once, and no page is empty.
    for search in ["", "nUmBeR%201"] {
        let (mut pages, mut all) = (Vec::new(), 0);
        let mut next_page = Some(format!("/account/generations?search={search}"));
        while let Some(address) = next_page {
            let page = browser.get(&address).await.text();
            assert!(shown(&page) > 0, "{address}");
            all += shown(&page);
            next_page = next(&page);
            pages.push(address);
        }
        let with_a_one = (0..2_010).filter(|number: &u32| number.to_string().contains('1')).count();
        let expected: usize = if search.is_empty() { 2_011 } else { with_a_one };
        assert_eq!((all, pages.len()), (expected, expected.div_ceil(20)));
    }
    assert!(site.history.max_batch() <= AT_ONCE, "{} generations in one read", site.history.max_batch());
}

#[tokio::test]
async fn download_that_fails_midway_is_aborted() {
    let site = Site::open();
    let mut browser = person(&site).await;
    for path in ["/account/settings/export", "/account/generations.json", "/account/generations.csv"] {
        site.history.fail_after(1);
        let answer = browser.get(path).await;
        // So little may have been sent by then that none of it arrives.
        assert!(matches!(answer.status, 0 | 200), "{path}: {}", answer.status);
        assert!(!answer.is_whole, "{path}");
        assert!(serde_json::from_slice::<Value>(&answer.bytes).is_err(), "{path}");
        site.history.fail_after(0);
        browser.get(path).await.assert_page(503);
    }
}

#[tokio::test]
async fn search_finds_words_in_any_order_and_spelling() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    site.generation(ann, &stored("Sandales blanc et noir Nike", "")).await;
    site.clock.advance(Duration::from_secs(1));
    site.generation(ann, &stored("Jean Levi’s 501", "")).await;
    site.clock.advance(Duration::from_secs(1));
    site.generation(ann, &stored("Robe d’été", "")).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    for (search, expected) in [
        ("sandales nike", 1),
        ("nike sandales", 1),
        ("levi's", 1),
        ("levi’s", 1),
        ("blanc noir", 1),
        ("robes", 1),
        ("ETE", 1),
        ("vinted", 3),
        ("leboncoin robe", 1),
        ("ebay", 0),
        ("nike rouge", 0),
    ] {
        let query = form(&[("search", search)]);
        let page = browser.get(&format!("/account/generations?{query}")).await.text();
        assert_eq!(page.matches("class=\"item\"").count(), expected, "{search}");
        let file = browser.get(&format!("/account/generations.json?{query}")).await;
        let file: Value = serde_json::from_slice(&file.bytes).unwrap();
        assert_eq!(file.as_array().unwrap().len(), expected, "{search}");
    }
}
