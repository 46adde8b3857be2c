//! The seller's own stock numbers.

use serde_json::Value;

use crate::browser::{Answer, Browser, SAME};
use crate::site::Site;
use crate::uploads::{KIND, field, photo, whole};

async fn post(browser: &mut Browser, sku: &str, draft: &str) -> Answer {
    let fields = [("platforms", "vinted"), ("language", "en"), ("sku", sku), ("draft", draft)];
    let fields: Vec<u8> = fields.iter().flat_map(|(name, value)| field(name, value)).collect();
    let body = whole(&[field("form", &browser.token().await), fields, photo(b"photo")]);
    browser.send("POST", "/account/new", &[&SAME[..], &[("content-type", KIND)]].concat(), &body).await
}

/// Generates with a stock number, and returns the path of the page.
async fn generate(browser: &mut Browser, sku: &str, draft: &str) -> String {
    let answer = post(browser, sku, draft).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    let path = answer.header("location").unwrap().split('?').next().unwrap().to_owned();
    let mut script = browser.clone().with_header("accept", "application/json");
    while !script.get(&path).await.text().contains("done") {
        tokio::task::yield_now().await;
    }
    path
}

#[tokio::test]
async fn stock_number_is_shown_searched_and_exported() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let path = generate(&mut browser, " JKT-<42> ", "00000000-0000-4000-8000-000000000005").await;
    generate(&mut browser, "", "00000000-0000-4000-8000-000000000006").await;
    let page = browser.get(&path).await.text();
    assert!(page.contains("<dt>SKU</dt><dd><strong>JKT-&#60;42&#62;</strong>"), "{page}");
    let found = browser.get("/account/generations.json?search=jkt-%3C42").await;
    let found: Value = serde_json::from_slice(&found.bytes).unwrap();
    assert_eq!(found.as_array().map(Vec::len), Some(1));
    assert_eq!(found[0]["data"]["sku"], "JKT-<42>");
    let table = browser.get("/account/generations.csv?search=jkt-%3C42").await.text();
    assert!(table.contains(",JKT-<42>,"), "{table}");
    let all: Value = serde_json::from_slice(&browser.get("/account/settings/export").await.bytes).unwrap();
    let skus: Vec<&Value> =
        all["generations"].as_array().unwrap().iter().filter_map(|it| it["data"].get("sku")).collect();
    assert_eq!(skus, ["JKT-<42>"], "a generation without a stock number has no field for it");
}

#[tokio::test]
async fn long_stock_number_is_refused_and_shown_again() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let long = "x".repeat(51);
    for (language, reason) in [
        ("en", "The SKU is too long. Shorten it to at most 50 characters."),
        ("fr", "La référence est trop longue. Ramenez-la à 50 caractères au maximum."),
    ] {
        browser.cookies.insert("__Host-ptl-language".to_owned(), language.to_owned());
        let answer = post(&mut browser, &long, "00000000-0000-4000-8000-000000000007").await;
        assert_eq!(answer.status, 400);
        assert!(answer.text().contains(reason) && answer.text().contains(&long), "{}", answer.text());
    }
    assert_eq!(site.usage(ann).await.free_used, 0);
}
