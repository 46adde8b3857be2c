//! Installation of the web app on the home screen of a phone.

use serde_json::Value;

use crate::browser::Browser;
use crate::html;
use crate::site::Site;

#[tokio::test]
async fn pages_link_the_files_for_installing_the_app() {
    let site = Site::open();
    let mut browser = Browser::new(&site);
    let page = html::read(&browser.get("/").await.text()).unwrap();
    let link = |rel: &str| {
        let mut links = page.elements.iter().filter(|it| it.name == "link");
        links.find(|it| it.attribute("rel") == rel).unwrap().attribute("href").to_owned()
    };
    let answer = browser.get(&link("manifest")).await;
    assert_eq!(answer.header("content-type"), Some("application/manifest+json"));
    let manifest: Value = serde_json::from_slice(&answer.bytes).unwrap();
    let icons = manifest["icons"].as_array().unwrap();
    let addresses = icons
        .iter()
        .map(|icon| (icon["src"].as_str().unwrap().to_owned(), icon["type"].as_str().unwrap().to_owned()));
    let touch = (link("apple-touch-icon"), "image/png".to_owned());
    for (address, kind) in addresses.chain([touch]) {
        let answer = browser.get(&address).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(&*kind)), "{address}");
        assert_eq!(kind == "image/png", answer.bytes.starts_with(b"\x89PNG"), "{address}");
    }
    let policy = browser.get("/").await.header("content-security-policy").unwrap().to_owned();
    assert!(policy.contains("manifest-src 'self'") && policy.contains("worker-src 'self'"), "{policy}");
}

#[tokio::test]
async fn shared_photos_go_to_a_path_of_the_service_worker() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let page = html::read(&browser.get("/account/new").await.text()).unwrap();
    let form = page.elements.iter().find(|it| it.attributes.contains_key("data-worker")).unwrap();
    let worker = browser.get(form.attribute("data-worker")).await;
    assert_eq!(worker.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(worker.header("cache-control"), Some("no-cache"));
    let manifest = page.elements.iter().find(|it| it.attribute("rel") == "manifest").unwrap();
    let manifest = browser.get(manifest.attribute("href")).await;
    let manifest: Value = serde_json::from_slice(&manifest.bytes).unwrap();
    let action = manifest["share_target"]["action"].as_str().unwrap();
    assert!(worker.text().contains(&format!("\"{action}\"")), "{action}");
    assert_eq!(manifest["share_target"]["params"]["files"][0]["name"], "photos");
}
