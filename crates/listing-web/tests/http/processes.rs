//! Two processes of the service that share a load balancer and a store.

use std::sync::Arc;

use jiff::SignedDuration;
use listing_domain::ports::Clock as _;
use listing_testkit::invariants::ReservationState;
use listing_testkit::{FakeWriter, GatedWriter};

use crate::browser::{Browser, SAME};
use crate::site::Site;
use crate::uploads::{KIND, field, photo, whole};

#[tokio::test]
async fn generation_of_another_process_is_shown_as_running() {
    let writer = Arc::new(GatedWriter::new(Arc::new(FakeWriter::default())));
    let first = Site::with_writer(writer.clone());
    let second = first.another_process();
    let ann = first.person("ann", false).await;
    let mut browser = Browser::signed_in(&first, "ann").await;
    let mut elsewhere = browser.clone().at_process(&second);
    let token = browser.token().await;
    let draft = field("draft", "00000000-0000-4000-8000-000000000001");
    let body = whole(&[field("form", &token), field("platforms", "vinted"), draft, photo(b"photo")]);
    let kind = [&SAME[..], &[("content-type", KIND)]].concat();
    let answer = browser.send("POST", "/account/new", &kind, &body).await;
    let location = answer.header("location").unwrap().to_owned();

    // On the other process, users and the script learn that the listings may be in progress elsewhere.
    let page = elsewhere.get(&location).await;
    assert_eq!(page.status, 200, "{}", page.text());
    assert!(page.text().contains("Another server is probably still writing them"), "{}", page.text());
    let mut script = elsewhere.clone().with_header("accept", "application/json");
    assert_eq!(script.get(&location).await.text(), "{\"state\":\"running\"}");

    // The form sent again reaches the other process, but the account pays for one generation only.
    let again = elsewhere.send("POST", "/account/new", &kind, &body).await;
    assert_eq!(path(again.header("location").unwrap()), path(&location));
    while writer.arrived() < 2 {
        tokio::task::yield_now().await;
    }
    writer.open();
    for process in [&mut browser, &mut elsewhere] {
        let mut script = process.clone().with_header("accept", "application/json");
        while script.get(&location).await.text().contains("running") {
            tokio::task::yield_now().await;
        }
        assert_eq!(script.get(&location).await.text(), "{\"state\":\"done\"}");
        let page = process.get(&location).await;
        assert!(page.status == 200 && !page.text().contains("Another server"), "{}", page.text());
    }
    // The second process has released its quota unit, or is about to.
    while first.store.ledger_view().reservations.iter().any(|it| it.state == ReservationState::Reserved) {
        tokio::task::yield_now().await;
    }
    assert_eq!(first.usage(ann).await.free_used, 1);
}

#[tokio::test]
async fn unknown_or_long_ended_generation_is_not_found() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let location = "/account/generations/00000000-0000-4000-8000-000000000001";
    let now = site.clock.now();
    let day = SignedDuration::from_hours(24);
    for begun in [String::new(), "x".to_owned(), micros(now - day), micros(now + day), "9".repeat(30)] {
        browser.get(&format!("{location}?begun={begun}")).await.assert_page(404);
    }
    assert_eq!(browser.get(&format!("{location}?begun={}", micros(now))).await.status, 200);
}

fn micros(at: jiff::Timestamp) -> String {
    at.as_microsecond().to_string()
}

fn path(location: &str) -> &str {
    location.split('?').next().unwrap_or_default()
}
