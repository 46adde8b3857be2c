//! The comparison of marketplaces on the page of a generation.

use listing_domain::marketplace::Platform;

use crate::browser::Browser;
use crate::html::{self, Element};
use crate::site::Site;

#[tokio::test]
async fn page_compares_all_marketplaces_in_its_language() {
    let site = Site::open();
    let ann = site.resident("ann", "Jacket").await;
    let path = format!("/account/generations/{}", ann.generation);
    for (language, heading, best, proceeds) in [
        ("en", "Where to sell it", "Best choice", "You receive"),
        ("fr", "Où le vendre", "Meilleur choix", "Vous recevez"),
    ] {
        let mut browser = Browser::signed_in(&site, "ann").await;
        browser.cookies.insert("__Host-ptl-language".to_owned(), language.to_owned());
        let page = html::read(&browser.get(&path).await.text()).unwrap();
        let texts = |name: &str| -> Vec<&Element> {
            page.elements.iter().filter(|element| element.name == name).collect()
        };
        assert_eq!(texts("table").len(), 1, "{language}");
        assert!(!texts("caption")[0].text.is_empty(), "{language}");
        assert!(texts("h2").iter().any(|it| it.text == heading), "{language}");
        let scopes = |scope: &str| texts("th").iter().filter(|it| it.attribute("scope") == scope).count();
        assert_eq!((scopes("col"), scopes("row")), (5, Platform::ALL.len()), "{language}");
        let badges = page.texts.iter().filter(|text| *text == best).count();
        assert_eq!(badges, 2, "{language}");
        let labels = texts("td").iter().filter(|it| it.attribute("data-label") == proceeds).count();
        assert_eq!(labels, Platform::ALL.len(), "{language}: cards on narrow screens name their values");
    }
}
