//! Corrections of items that were recognized wrongly.

use std::sync::Arc;

use listing_domain::draft::Alternative;
use listing_domain::generation::Generation;
use listing_domain::ids::{AccountId, GenerationId};
use listing_domain::ports::GenerationStore as _;
use listing_domain::product::Product;
use listing_testkit::FakeWriter;

use crate::browser::{Answer, Browser, SAME};
use crate::html::{self, Element};
use crate::site::Site;
use crate::uploads::{KIND, field, photo, whole};

const DRAFT: &str = "00000000-0000-4000-8000-000000000004";

/// Returns the stored generation that a page shows.
async fn stored(site: &Site, account: AccountId, path: &str) -> Generation {
    let id: GenerationId = path.rsplit('/').next().unwrap().parse().unwrap();
    site.store.get(account, id).await.unwrap().unwrap()
}

/// Opens the web app with a writer that recognizes a jacket and suggests a coat or a dress instead.
fn open() -> Site {
    let other = |code, confidence| Alternative { product: Product::parse(code).unwrap(), confidence };
    let others = vec![other("good:coat", 0.21), other("good:dress", 0.1)];
    Site::with_writer(Arc::new(FakeWriter::default().with_alternatives(others)))
}

/// Requests English listings for two marketplaces and returns the path of the generation's page.
async fn generate(browser: &mut Browser) -> String {
    let head = [("platforms", "vinted"), ("platforms", "ebay"), ("language", "en"), ("draft", DRAFT)];
    let head: Vec<u8> = head.iter().flat_map(|(name, value)| field(name, value)).collect();
    let body = whole(&[field("form", &browser.token().await), head, photo(b"photo")]);
    let headers = [&SAME[..], &[("content-type", KIND)]].concat();
    let answer = browser.send("POST", "/account/new", &headers, &body).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    let path = answer.header("location").unwrap().split('?').next().unwrap().to_owned();
    let mut script = browser.clone().with_header("accept", "application/json");
    while !script.get(&path).await.text().contains("done") {
        tokio::task::yield_now().await;
    }
    path
}

/// Returns the texts of the buttons with suggested items, in order.
fn choices(answer: &Answer) -> Vec<String> {
    let page = html::read(&answer.text()).unwrap();
    let is_choice = |it: &&Element| it.name == "button" && it.attribute("name") == "item";
    page.elements.iter().filter(is_choice).map(|it| it.attribute("value").to_owned()).collect()
}

fn titles(answer: &Answer) -> Vec<String> {
    let page = html::read(&answer.text()).unwrap();
    let titles = page.elements.iter().filter(|it| it.attribute("name") == "title" && it.name == "input");
    titles.map(|it| it.attribute("value").to_owned()).collect()
}

#[tokio::test]
async fn correction_to_a_chosen_or_typed_item_costs_no_unit() {
    let site = open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let path = generate(&mut browser).await;
    let page = browser.get(&path).await;
    assert_eq!(choices(&page), ["Coat", "Dress"]);
    for text in ["Not the right item?", "What is it?", "Rewrite all listings", "3 of 3 left"] {
        assert!(page.text().contains(text), "{text}: {}", page.text());
    }
    let used = site.usage(ann).await;
    let correct = format!("{path}/correct");
    // A browser sends the empty text field along with a pressed button.
    for (fields, name, left, others) in [
        (&[("item", "Dress"), ("item", "")][..], "Dress", "2 of 3 left", &["Jacket", "Coat"][..]),
        (&[("item", "table lamp")], "table lamp", "1 of 3 left", &["Jacket", "Coat", "Dress"]),
    ] {
        let answer = browser.post(&correct, fields).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some(path.as_str())));
        let page = browser.get(&path).await;
        assert!(page.text().contains(left), "{left}: {}", page.text());
        assert!(page.text().contains(&format!(">{name}</h1>")), "{}", page.text());
        let all = titles(&page);
        let begins = all.iter().filter(|it| it.to_lowercase().starts_with(&name.to_lowercase())).count();
        assert_eq!((all.len(), begins), (2, 2), "{all:?}");
        assert!(all.iter().all(|title| !title.contains("Jacket")), "{all:?}");
        assert_eq!(choices(&page), *others);
        let list = browser.get("/account/generations?search=jacket").await.text();
        assert!(!list.contains(&path), "a search still finds the former item: {list}");
    }
    assert_eq!(site.usage(ann).await, used);
    let stored = stored(&site, ann, &path).await;
    assert!(stored.product.code().contains("lamp"), "{:?}", stored.product);
}

#[tokio::test]
async fn unusable_correction_is_refused_with_the_reason() {
    let site = open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let path = generate(&mut browser).await;
    let long = "x".repeat(121);
    for (language, nothing, too_long) in [
        ("en", "Choose or enter the correct item.", "120 characters at most."),
        ("fr", "Choisissez ou saisissez le bon article.", "120\u{a0}caractères au maximum."),
    ] {
        browser.cookies.insert("__Host-ptl-language".to_owned(), language.to_owned());
        for (typed, reason) in [("", nothing), ("  ", nothing), ("-", nothing), (&long, too_long)] {
            let answer = browser.post(&format!("{path}/correct"), &[("item", typed)]).await;
            assert_eq!(answer.status, 400, "{typed}");
            assert!(answer.text().contains(reason), "{typed}: {}", answer.text());
            let is_typed = answer.text().contains(&format!("name=\"item\" value=\"{}\"", typed.trim()));
            assert!(is_typed, "the typed name is lost: {}", answer.text());
        }
        assert_eq!(browser.post(&format!("{path}/correct"), &[]).await.status, 400);
    }
    let stored = stored(&site, ann, &path).await;
    assert_eq!((stored.rewrites, stored.revised), (0, None));
}

#[tokio::test]
async fn correction_form_is_absent_without_rewrites_left() {
    let site = open();
    site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let path = generate(&mut browser).await;
    let correct = format!("{path}/correct");
    for item in ["Coat", "Dress", "Jacket"] {
        assert!(browser.get(&path).await.text().contains(&correct));
        assert_eq!(browser.post(&correct, &[("item", item)]).await.status, 303, "{item}");
    }
    let page = browser.get(&path).await.text();
    assert!(!page.contains(&correct) && !page.contains("Not the right item?"), "{page}");
    let refused = browser.post(&correct, &[("item", "Coat")]).await;
    assert_eq!(refused.status, 409);
    assert!(refused.text().contains("No rewrites left"), "{}", refused.text());
}

#[tokio::test]
async fn corrected_listing_cannot_be_restored_to_the_former_item() {
    let site = open();
    site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let path = generate(&mut browser).await;
    assert_eq!(
        browser.post(&format!("{path}/again"), &[("platforms", "ebay"), ("tone", "casual")]).await.status,
        303
    );
    assert_eq!(browser.post(&format!("{path}/correct"), &[("item", "Coat")]).await.status, 303);
    let page = html::read(&browser.get(&path).await.text()).unwrap();
    let restores = page.elements.iter().filter(|it| it.attributes.contains_key("data-restore"));
    assert!(restores.clone().count() == 2 && restores.clone().all(|it| it.attributes.contains_key("hidden")));
    let fields = [("platform", "ebay"), ("title", "Jacket"), ("description", "Jacket"), ("restore", "ebay")];
    let answer = browser.post(&format!("{path}/edit"), &fields).await;
    assert_eq!(answer.status, 404);
    assert!(titles(&browser.get(&path).await).iter().all(|title| title.starts_with("Coat")));
}
