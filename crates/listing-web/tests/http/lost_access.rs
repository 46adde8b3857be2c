//! Forms whose sender loses permission while the form is being sent.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use listing_domain::ids::AccountId;
use listing_domain::ports::{AccountStore as _, Clock as _, PersonStore as _, SessionStore as _};
use listing_http::Access;
use listing_testkit::StorePort;

use crate::access::{filled_in, paths};
use crate::browser::{Browser, SAME};
use crate::site::{Resident, Site};

/// An event that changes the permissions of a form's sender while the form is being sent.
#[derive(Debug, Clone, Copy)]
enum ConcurrentEvent {
    SessionEnds,
    IsSuspended,
    IsDismissed,
}

impl ConcurrentEvent {
    async fn apply(self, site: &Site, account: AccountId) {
        match self {
            Self::SessionEnds => {
                for session in site.sessions(account).await {
                    assert!(site.store.end(account, session).await.unwrap());
                }
            }
            Self::IsSuspended => assert!(site.store.suspend(account, site.clock.now()).await.unwrap()),
            Self::IsDismissed => assert!(site.store.set_administrator(account, false).await.unwrap()),
        }
    }

    /// Returns the status of the response to the form after this event.
    const fn status(self) -> u16 {
        match self {
            Self::SessionEnds | Self::IsSuspended => 401,
            Self::IsDismissed => 403,
        }
    }
}

/// Sends a form. The event happens after the service identified the sender by the headers, and before the
/// last byte.
async fn send_late(
    site: &Site,
    sender: &str,
    account: AccountId,
    form: (&str, &Resident),
    what: ConcurrentEvent,
) {
    let (path, victim) = form;
    let mut browser = Browser::signed_in(site, sender).await;
    let (kind, body) = filled_in(path, victim, &browser.token().await);
    let is_recognized = Arc::new(AtomicBool::new(false));
    let seen = is_recognized.clone();
    site.faults.fail_when(move |port, method| {
        if port == StorePort::Sessions && method == "owner" {
            seen.store(true, Ordering::SeqCst);
        }
        None
    });
    let headers = [&SAME[..], &[("content-type", kind)]].concat();
    let unfinished = browser.begin("POST", path, &headers, body.as_bytes()).await;
    while !is_recognized.load(Ordering::SeqCst) {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    // The store gets time to answer the query that is in progress.
    tokio::time::sleep(Duration::from_millis(30)).await;
    what.apply(site, account).await;
    let before = site.stored_state().await;
    let answer = unfinished.finish().await;
    assert_eq!(answer.status, what.status(), "{what:?} {path}: {}", answer.text());
    answer.assert_page(what.status());
    assert_eq!(site.stored_state().await, before, "{what:?} {path}");
}

/// Sends every form that needs this access while each event happens. Returns the number of forms sent.
async fn send_all_late(access: Access, happens: &[ConcurrentEvent]) -> usize {
    let site = Site::open();
    site.person("root", true).await;
    site.invitation().await;
    let mut number = 0;
    for entry in listing_web::routes() {
        if !entry.endpoints.iter().any(|it| it.method == "POST" && it.access == access) {
            continue;
        }
        for what in happens {
            number += 1;
            site.clock.advance(Duration::from_mins(2));
            let victim = site.resident(&format!("p{number}"), "Green scarf").await;
            Browser::signed_in(&site, &format!("p{number}")).await;
            let (sender, account) = match access {
                Access::Administrator => {
                    let name = format!("a{number}");
                    let account = site.person(&name, true).await;
                    (name, account)
                }
                _ => (format!("p{number}"), victim.account),
            };
            let path = paths(&site, entry.path, &victim).await.remove(0);
            send_late(&site, &sender, account, (&path, &victim), *what).await;
        }
    }
    number
}

#[tokio::test]
async fn form_of_a_session_that_ended_during_the_upload_does_nothing() {
    let sent =
        send_all_late(Access::SignedIn, &[ConcurrentEvent::SessionEnds, ConcurrentEvent::IsSuspended]).await;
    assert!(sent >= 30, "{sent}");
}

#[tokio::test]
async fn form_of_an_administrator_dismissed_during_the_upload_does_nothing() {
    let happens = [ConcurrentEvent::SessionEnds, ConcurrentEvent::IsSuspended, ConcurrentEvent::IsDismissed];
    let sent = send_all_late(Access::Administrator, &happens).await;
    assert!(sent >= 30, "{sent}");
}
