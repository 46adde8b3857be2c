//! Files for marketplaces and shops: their preview and their download.

use listing_domain::generation::GenerationFilter;
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::marketplace::Catalogue;
use listing_domain::ports::GenerationStore as _;
use listing_export::{ExportFile, ExportFormat, ListingsCsv, ShopUrl, Zip};

use crate::browser::{Answer, Browser};
use crate::site::{Site, stored};

const PATH: &str = "/account/generations/export";

/// Adds a user with a hat, a lamp and a scarf, and returns their browser and the ids.
async fn open(site: &Site) -> (Browser, AccountId, [GenerationId; 3]) {
    let ann = site.person("ann", false).await;
    let mut ids = Vec::new();
    for name in ["Red hat", "Table lamp", "Green scarf"] {
        site.clock.advance(std::time::Duration::from_secs(1));
        ids.push(site.generation(ann, &stored(name, "")).await);
    }
    (Browser::signed_in(site, "ann").await, ann, ids.try_into().unwrap())
}

/// Returns the table of some generations, in this order.
async fn table(site: &Site, account: AccountId, ids: &[GenerationId]) -> Vec<u8> {
    let generations = site.store.get_all(account, ids).await.unwrap();
    ExportFile::write(&ListingsCsv, &Catalogue::default(), &generations, |_| Vec::new()).unwrap().bytes
}

/// Returns the address of the file on a preview.
fn download_link(preview: &Answer) -> Option<String> {
    let text = preview.text();
    let (before, _) = text.split_once("\" download>")?;
    let (_, address) = before.rsplit_once("href=\"")?;
    Some(address.replace("&amp;", "&").replace("&#38;", "&"))
}

async fn download(browser: &mut Browser, query: &str) -> Answer {
    let preview = browser.get(&format!("{PATH}?{query}")).await;
    preview.assert_page(200);
    let link = download_link(&preview).unwrap_or_else(|| panic!("no file for {query}: {}", preview.text()));
    let answer = browser.get(&link).await;
    assert_eq!((answer.status, answer.is_whole), (200, true), "{link}: {}", answer.text());
    answer
}

#[tokio::test]
async fn file_has_the_chosen_items_in_order_or_those_of_the_search() {
    let site = Site::open();
    let (mut browser, ann, [hat, lamp, scarf]) = open(&site).await;
    for (query, ids) in [
        (format!("format=csv&id={lamp}"), vec![lamp]),
        (format!("format=csv&id={lamp}&id={scarf}&id={lamp}&search=hat"), vec![lamp, scarf]),
        ("format=csv&search=HAT".to_owned(), vec![hat]),
        ("format=csv&search=".to_owned(), vec![scarf, lamp, hat]),
        (format!("format=csv&id=unknown&id={hat}"), vec![hat]),
    ] {
        let file = download(&mut browser, &query).await;
        assert_eq!(file.bytes, table(&site, ann, &ids).await, "{query}");
    }
    let file = download(&mut browser, "format=csv").await;
    assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"listings.csv\""));
    let all = browser.get("/account/generations.csv").await;
    for name in ["content-type", "content-disposition", "cache-control", "content-security-policy"] {
        assert_eq!(file.header(name), all.header(name), "{name}");
    }
}

#[tokio::test]
async fn archive_is_valid() {
    let site = Site::open();
    let (mut browser, _, _) = open(&site).await;
    let file = download(&mut browser, "format=zip").await;
    assert_eq!(file.header("content-type"), Some("application/zip"));
    assert_eq!(Zip.validate(&file.bytes), []);
}

#[tokio::test]
async fn preview_lists_remarks_in_the_language_of_the_page() {
    let site = Site::open();
    let (mut browser, _, [hat, ..]) = open(&site).await;
    let path = format!("{PATH}?format=ebay-fr&id={hat}");
    let page = browser.get(&path).await.text();
    assert!(page.contains("This item has no eBay listing and is not in the file."), "{page}");
    assert!(page.contains("There is nothing to export"), "{page}");
    assert!(page.contains(&format!("<a href=\"/account/generations/{hat}\">Red hat</a>")), "{page}");
    assert_eq!(download_link(&browser.get(&path).await), None);

    // The language menu leads back to the same preview.
    let answer = browser.post("/language", &[("language", "fr"), ("back", &path)]).await;
    assert_eq!(answer.header("location"), Some(path.as_str()));
    let page = browser.get(&path).await.text();
    assert!(page.contains("Cet article n’a pas d’annonce eBay et ne figure pas dans le fichier."), "{page}");
    let page = browser.get(&format!("{PATH}?format=etsy&id={hat}")).await.text();
    assert!(page.contains("1 article dans le fichier"), "{page}");
    assert!(page.contains("Les textes sont ceux de l’annonce Vinted."), "{page}");
    let back = format!("name=\"back\" value=\"{PATH}?format=etsy&#38;id={hat}\"");
    assert!(page.contains(&back), "{page}");
}

#[tokio::test]
async fn items_of_another_account_are_in_no_file() {
    let site = Site::open();
    let (mut browser, ..) = open(&site).await;
    let eve = site.resident("eve", "Vermilion waistcoat").await;
    for id in [eve.generation.to_string(), "unknown".to_owned(), String::new()] {
        let query = format!("format=csv&id={id}");
        let preview = browser.get(&format!("{PATH}?{query}")).await;
        preview.assert_page(200);
        assert!(preview.text().contains("There is nothing to export"), "{id}: {}", preview.text());
        assert!(!preview.text().contains("Vermilion"), "{id}");
        assert_eq!(download_link(&preview), None, "{id}");
        // The form that changes the format selects no other items.
        assert!(preview.text().contains("<input type=\"hidden\" name=\"id\""), "{id}: {}", preview.text());
        let file = browser.get(&format!("{PATH}?{query}&download=1")).await;
        assert_eq!(file.text().lines().count(), 1, "{id}: only the names of columns");
    }
}

#[tokio::test]
async fn too_many_ids_and_formats_that_are_not_offered_are_refused() {
    let site = Site::open();
    let (mut browser, _, [hat, ..]) = open(&site).await;
    let query = |count: usize| format!("{PATH}?format=csv&id={hat}{}", "&id=x".repeat(count - 1));
    browser.get(&query(300)).await.assert_page(200);
    browser.get(&query(301)).await.assert_page(400);
    for format in ["pdf", "CSV", "json-ld", "acp", "google-merchant"] {
        browser.get(&format!("{PATH}?format={format}")).await.assert_page(400);
        browser.get(&format!("{PATH}?format={format}&download=1")).await.assert_page(400);
    }
    let list = browser.get("/account/generations").await.text();
    assert!(list.contains("value=\"ebay-fr\"") && !list.contains("value=\"json-ld\""), "{list}");
}

#[tokio::test]
async fn host_with_a_shop_offers_feeds() {
    let mut site = Site::open();
    site.exports.shop_url = ShopUrl::parse("shop_url", "https://shop.example/{id}").ok();
    let site = site.another_process();
    let (mut browser, _, [hat, ..]) = open(&site).await;
    for path in ["/account/generations".to_owned(), format!("/account/generations/{hat}")] {
        assert!(browser.get(&path).await.text().contains("value=\"json-ld\""), "{path}");
    }
    let file = download(&mut browser, "format=json-ld").await;
    assert!(file.text().contains(&format!("https://shop.example/{hat}")), "{}", file.text());
}

#[tokio::test]
async fn list_and_item_offer_the_export_without_a_script() {
    let site = Site::open();
    let (mut browser, _, [hat, ..]) = open(&site).await;
    let list = browser.get("/account/generations?search=hat").await.text();
    let choice =
        format!("<input type=\"checkbox\" name=\"id\" value=\"{hat}\"><span class=\"hide\">Choose Red hat");
    assert!(list.contains(&choice), "{list}");
    assert!(list.contains("<input type=\"hidden\" name=\"search\" value=\"hat\">"), "{list}");
    assert!(list.contains("No item chosen: all results, up to 300"), "{list}");
    let item = browser.get(&format!("/account/generations/{hat}")).await.text();
    assert!(item.contains(&format!("<input type=\"hidden\" name=\"id\" value=\"{hat}\">")), "{item}");
}

#[tokio::test]
async fn export_occupies_a_slot_and_runs_on_a_separate_thread() {
    let site = Site::open();
    let (mut browser, _, [hat, ..]) = open(&site).await;
    for query in [format!("id={hat}"), "search=hat".to_owned(), "download=1".to_owned()] {
        site.admission.take_seen();
        browser.get(&format!("{PATH}?format=csv&{query}")).await;
        let seen = site.admission.take_seen();
        assert_eq!(seen.entered, 1, "{query}");
        assert!(!seen.workers.is_empty() && seen.workers.is_disjoint(&seen.askers), "{query}: {seen:?}");
    }
    site.history.fail_after(0);
    browser.get(&format!("{PATH}?format=csv")).await.assert_page(503);
}

#[tokio::test]
async fn file_has_the_newest_items_if_more_match_than_it_holds() {
    let site = Site::open();
    let (mut browser, ann, [hat, ..]) = open(&site).await;
    for number in 0..299 {
        site.clock.advance(std::time::Duration::from_secs(1));
        site.generation(ann, &stored("Blue hat", &format!("number {number}"))).await;
    }
    let stored = site.store.list_in_full(ann, &GenerationFilter::default(), None, 400).await.unwrap();
    let ids: Vec<_> = stored.iter().map(|generation| generation.id).collect();
    let newest = "The file has the newest 300 items.";
    let page = browser.get(&format!("{PATH}?format=csv")).await.text();
    assert!(page.contains(newest) && page.contains("300 items in the file"), "{page}");
    let file = download(&mut browser, "format=csv").await;
    assert_eq!(file.bytes, table(&site, ann, &ids[..300]).await);
    // As many as the file holds match this search.
    let page = browser.get(&format!("{PATH}?format=csv&search=hat")).await.text();
    assert!(!page.contains(newest) && page.contains("300 items in the file"), "{page}");
    site.generation(ann, &crate::site::stored("Blue hat", "the last")).await;
    let page = browser.get(&format!("{PATH}?format=csv&search=hat")).await.text();
    assert!(page.contains(newest), "{page}");
    let file = download(&mut browser, "format=csv&search=hat").await;
    assert!(!file.text().contains(&hat.to_string()), "the oldest is left out");
}
