//! Pages while the database fails.

use std::collections::BTreeSet;
use std::time::Duration;

use listing_http::Access;
use listing_testkit::{STORE_SECRET, StoreFault, StorePort};

use crate::access::{paths, post};
use crate::browser::{Answer, Browser, SAME};
use crate::site::{Resident, Site};

/// Makes calls to the session store fail.
fn take_down(site: &Site, down: Down) {
    site.faults.fail_when(move |port, method| {
        let is_ending = method.starts_with("end") || method == "drop_ended";
        let is_down = port == StorePort::Sessions && (is_ending || down == Down::Everything);
        is_down.then_some(StoreFault::Unavailable)
    });
}

/// The calls to the session store that fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Down {
    Everything,
    /// Sessions can be read, but ending them fails.
    Ending,
}

/// Returns true for calls whose failure does not make a page fail. Public pages then show no signed-in user.
fn is_dispensable(method: &str, access: Access) -> bool {
    matches!(method, "note_key_use" | "note_seen" | "record")
        || (method == "owner" && access == Access::Anyone)
        // A failed expense record must not block a generation; administrators need the costs.
        || (method == "costs" && access != Access::Administrator)
}

/// Asserts that a page reports a database failure with the right status and language, without its cause.
fn assert_store_error(answer: &Answer, fault: StoreFault, language: &str, what: &str) {
    let (status, is_for_later) = match fault {
        StoreFault::Unavailable => (503, true),
        StoreFault::Inconsistent => (500, false),
    };
    assert_eq!(answer.status, status, "{what}");
    assert_eq!(answer.header("retry-after").is_some(), is_for_later, "{what}");
    assert!(answer.text().contains(&format!("<html lang=\"{language}\"")), "{what}");
    answer.assert_page(status);
    assert!(!answer.whole().contains(STORE_SECRET), "{what}");
}

/// Requests every page and sends every form while one port of the store fails. Returns the routes whose
/// response reported the failure.
async fn walk(port: StorePort, fault: StoreFault, language: &str) -> BTreeSet<String> {
    let site = Site::open();
    site.person("root", true).await;
    let mut failing = BTreeSet::new();
    let mut number = 0;
    for entry in listing_web::routes().into_iter().filter(|entry| !entry.path.contains("{name}")) {
        if entry.path == "/sign-in/provider/return" {
            // The route needs an identity provider.
            continue;
        }
        for endpoint in &entry.endpoints {
            // Before each form, everything works again.
            site.faults.recover();
            number += 1;
            site.clock.advance(Duration::from_mins(2));
            let name = format!("p{number}");
            let resident = site.resident(&name, "Green scarf").await;
            let mut browser = match endpoint.access {
                Access::Administrator => Browser::signed_in(&site, "root").await,
                _ => Browser::signed_in(&site, &name).await,
            };
            if entry.path.starts_with("/sign-") || entry.path.starts_with("/link/") {
                browser = Browser::new(&site);
            }
            browser.cookies.insert("__Host-ptl-language".to_owned(), language.to_owned());
            let invitation = site.invitation().await;
            let path = if entry.path.contains("{token}") {
                entry.path.replace("{token}", &invitation)
            } else {
                paths(&site, entry.path, &resident).await.remove(0)
            };
            let token = browser.token().await;
            site.faults.take_failed();
            site.faults.fail(port, fault);
            let answer = send(&mut browser, endpoint.method.as_str(), &path, &resident, &token).await;
            let failed = site.faults.take_failed();
            site.faults.recover();
            let what = format!("{port:?} {fault:?}: {} {}: {}", endpoint.method, entry.path, answer.text());
            let is_failure_visible =
                failed.iter().any(|(_, method)| !is_dispensable(method, endpoint.access));
            if answer.status >= 500 {
                assert!(is_failure_visible, "{what}");
                assert_store_error(&answer, fault, language, &what);
                failing.insert(format!("{} {}", endpoint.method, entry.path));
            } else if is_failure_visible {
                assert!(runs_in_background(entry.path), "the failure was swallowed: {failed:?} {what}");
            }
        }
    }
    failing
}

async fn send(browser: &mut Browser, method: &str, path: &str, resident: &Resident, token: &str) -> Answer {
    match method {
        "GET" => browser.get(path).await,
        _ => post(browser, path, resident, token).await,
    }
}

/// Returns true for pages that respond before their mail is sent or their listings are written.
fn runs_in_background(path: &str) -> bool {
    matches!(
        path,
        "/sign-up"
            | "/sign-in/link"
            | "/sign-in/password"
            | "/account/new"
            | "/account/api-keys"
            | "/account/api-keys/{id}/rotate"
    )
}

#[tokio::test]
async fn unavailable_store_yields_503_in_the_readers_language() {
    for (number, port) in StorePort::ALL.into_iter().enumerate() {
        let language = if number % 2 == 0 { "fr" } else { "en" };
        let failing = walk(port, StoreFault::Unavailable, language).await;
        // No page reads the comparables.
        assert_eq!(failing.is_empty(), port == StorePort::Comparables, "{port:?}");
    }
}

#[tokio::test]
async fn inconsistent_store_yields_500_without_the_cause() {
    for (number, port) in StorePort::ALL.into_iter().enumerate() {
        let language = if number % 2 == 0 { "en" } else { "fr" };
        let failing = walk(port, StoreFault::Inconsistent, language).await;
        assert_eq!(failing.is_empty(), port == StorePort::Comparables, "{port:?}");
    }
}

#[tokio::test]
async fn failed_sign_out_reports_that_the_session_is_still_active() {
    for (down, language, expected) in [
        (Down::Everything, "en", "the session is still active there"),
        (Down::Ending, "en", "the session is still active there"),
        (Down::Everything, "fr", "la session y est toujours ouverte"),
        (Down::Ending, "fr", "la session y est toujours ouverte"),
    ] {
        let site = Site::open();
        let ann = site.person("ann", false).await;
        let mut browser = Browser::signed_in(&site, "ann").await;
        browser.cookies.insert("__Host-ptl-language".to_owned(), language.to_owned());
        let token = browser.token().await;
        take_down(&site, down);
        let answer = browser.post_as("/sign-out", &SAME, &[("form", &token)]).await;
        answer.assert_page(503);
        assert!(answer.header("retry-after").is_some(), "{:?}", answer.headers);
        assert!(answer.text().contains(expected), "{down:?} {language}: {}", answer.text());
        let gone = answer.all("set-cookie").any(|it| it.starts_with("__Host-ptl-session=;"));
        assert!(gone, "{down:?}: {:?}", answer.headers);
        assert!(!answer.text().contains("ann@example.com"), "the browser is signed out: {}", answer.text());
        site.faults.recover();
        assert_eq!(site.sessions(ann).await.len(), 1, "the session is still active");
        assert_eq!(browser.get("/account").await.status, 303, "the browser has forgotten the session");
    }
}

#[tokio::test]
async fn sign_out_without_a_session_succeeds_during_an_outage() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::new(&site);
    browser.get("/").await;
    take_down(&site, Down::Everything);
    let token = browser.token().await;
    let answer = browser.post_as("/sign-out", &SAME, &[("form", &token)]).await;
    assert_eq!((answer.status, answer.header("location")), (303, Some("/")));
}
