//! Single-use links and the secrecy of their tokens.

use std::fmt::{self, Write as _};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::Duration;

use listing_domain::ports::AccountStore as _;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::browser::{Browser, SAME};
use crate::site::{PASSWORD, Setup, Site};

const NEW_PASSWORD: &str = "trois ponts sans riviere";

#[tokio::test]
async fn link_works_once_and_viewing_it_does_not_use_it_up() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::new(&site);
    let requested = browser.post("/sign-in/link", &[("email", "ann@example.com")]).await;
    assert_eq!(requested.status, 200);
    let token = site.sent_token("ann").await;
    let path = format!("/link/{token}");
    for _ in 0..3 {
        assert_eq!(browser.get(&path).await.status, 200);
        assert_eq!(Browser::new(&site).get(&path).await.status, 200, "a mail scanner may open the link");
    }
    // The link does not work without the form token or in another browser.
    browser.post_as(&path, &SAME, &[]).await.assert_page(403);
    let mut other = Browser::new(&site);
    let refused = other.post(&path, &[]).await;
    refused.assert_page(403);
    assert!(refused.text().contains("in the browser where you requested it"), "{}", refused.text());
    assert!(!other.cookies.contains_key("__Host-ptl-session"));
    assert_eq!(browser.post(&path, &[]).await.status, 303);
    assert_eq!(browser.get("/account").await.status, 200);
    for mut again in [browser, Browser::new(&site)] {
        again.get(&path).await.assert_page(404);
        again.post(&path, &[]).await.assert_page(404);
    }
}

#[tokio::test]
async fn sign_up_confirmed_in_another_browser_requires_a_password_there() {
    let site = Site::open();
    let mut stranger = Browser::new(&site);
    stranger.post("/sign-up", &[("email", "ann@example.com"), ("password", PASSWORD)]).await;
    let path = format!("/link/{}", site.sent_token("ann").await);
    let mut owner = Browser::new(&site);
    assert!(owner.get(&path).await.text().contains("name=\"password\""));
    assert!(!stranger.get(&path).await.text().contains("name=\"password\""));
    owner.post(&path, &[("password", "short")]).await.assert_page(400);
    assert_eq!(owner.post(&path, &[("password", NEW_PASSWORD)]).await.status, 303);
    assert_eq!(owner.get("/account").await.status, 200);
    let sign_in = [("email", "ann@example.com"), ("password", PASSWORD)];
    stranger.post("/sign-in", &sign_in).await.assert_page(401);
}

#[tokio::test]
async fn password_reset_revokes_api_keys_unless_unchecked() {
    for is_ticked in [true, false] {
        let site = Site::open();
        let ann = site.resident("ann", "a coat").await.account;
        let mut browser = Browser::new(&site);
        browser.post("/sign-in/password", &[("email", "ann@example.com")]).await;
        let path = format!("/link/{}", site.sent_token("ann").await);
        let page = browser.get(&path).await.text();
        assert!(page.contains("name=\"take_back\" value=\"1\" checked"), "{page}");
        let mut fields = vec![("password", NEW_PASSWORD)];
        fields.extend(is_ticked.then_some(("take_back", "1")));
        assert_eq!(browser.post(&path, &fields).await.status, 303);
        let keys = site.store.keys(ann).await.unwrap();
        assert!(!keys.is_empty());
        for key in keys {
            assert_eq!(key.revoked_at.is_some(), is_ticked, "{is_ticked}");
        }
    }
}

#[tokio::test]
async fn email_change_page_shows_both_emails_and_warns_about_keys() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let change = [("email", "eve@example.com"), ("password", PASSWORD)];
    assert_eq!(browser.post("/account/settings/email", &change).await.status, 303);
    let path = format!("/link/{}", site.sent_token("eve").await);
    let page = Browser::new(&site).get(&path).await.text();
    assert!(page.contains("ann@example.com") && page.contains("eve@example.com"), "{page}");
    assert!(page.contains("Its API keys will be revoked"), "{page}");
}

#[tokio::test]
async fn without_mail_administrators_see_waiting_reset_requests() {
    let site = Site::with(Setup { sends_mail: false, ..Setup::default() });
    site.person("ann", false).await;
    site.person("root", true).await;
    let mut administrator = Browser::signed_in(&site, "root").await;
    let notice = "/admin/mail\">";
    let overview = administrator.get("/account").await.text();
    assert!(!overview.contains("waiting for a password reset link"), "{overview}");
    Browser::new(&site).post("/sign-in/password", &[("email", "ann@example.com")]).await;
    site.sent_token("ann").await;
    let overview = administrator.get("/account").await.text();
    assert!(
        overview.contains("1 person is waiting for a password reset link") && overview.contains(notice),
        "{overview}"
    );
    let others = Browser::signed_in(&site, "ann").await.get("/account").await.text();
    assert!(!others.contains("waiting for a password reset link"));
}

#[tokio::test]
async fn guessed_or_expired_link_is_refused() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::new(&site);
    browser.post("/sign-in/password", &[("email", "ann@example.com")]).await;
    let token = site.sent_token("ann").await;
    let known = {
        let signed_in = Browser::signed_in(&site, "ann").await;
        signed_in.cookies["__Host-ptl-browser"].clone()
    };
    let before = site.stored_state().await;
    let wrong = [
        "ab".repeat(32),
        token.to_uppercase(),
        format!("{}0", &token[1..]),
        token[..63].to_owned(),
        format!("{token}00"),
        "%00".to_owned(),
        "..%2f..%2fetc".to_owned(),
        "x".repeat(4_000),
        known,
    ];
    for wrong in &wrong {
        let path = format!("/link/{wrong}");
        // Control characters in a path are refused before the link is looked up.
        let status = if wrong == "%00" { 400 } else { 404 };
        browser.get(&path).await.assert_page(status);
        browser.post(&path, &[("password", NEW_PASSWORD)]).await.assert_page(status);
    }
    site.clock.advance(Duration::from_mins(10));
    let path = format!("/link/{token}");
    browser.get(&path).await.assert_page(404);
    browser.post(&path, &[("password", NEW_PASSWORD)]).await.assert_page(404);
    assert_eq!(site.sessions(ann).await.len(), 1);
    assert!(before.contains("reset_password") || before.contains("ResetPassword"));
    assert_eq!(Browser::new(&site).sign_in("ann", PASSWORD).await.status, 303, "the password is unchanged");
}

#[tokio::test]
async fn invitation_works_once_and_is_not_leaked_to_other_sites() {
    let site = Site::open();
    let token = site.invitation().await;
    let path = format!("/link/{token}");
    let page = Browser::new(&site).get(&path).await;
    assert_eq!(page.status, 200);
    for policy in page.all("referrer-policy") {
        assert_eq!(policy, "strict-origin", "no other site gets the path as a referrer");
    }
    assert_eq!(page.header("cache-control"), Some("no-store"));
    let elsewhere = Browser::new(&site).get("/sign-in").await;
    assert_eq!(elsewhere.header("referrer-policy"), Some("same-origin"));
}

/// The text of all log lines of this process.
static LOGGED: LazyLock<Mutex<String>> = LazyLock::new(Mutex::default);

struct Log;

impl Visit for Log {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let mut logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(logged, "{field}={value:?}");
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        span.record(&mut Self);
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut Self);
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        event.record(&mut Self);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[tokio::test]
async fn secrets_are_neither_logged_nor_in_metrics() {
    // Only this test sets the global subscriber, which also receives the log lines of tests that run at the
    // same time.
    tracing::subscriber::set_global_default(Log).unwrap();
    let site = Site::open();
    site.person("secretive", false).await;
    let mut browser = Browser::new(&site);
    browser.post("/sign-in/link", &[("email", "secretive@example.com")]).await;
    let link = site.sent_token("secretive").await;
    let path = format!("/link/{link}?password=in-the-query");
    browser.get(&path).await;
    browser.post(&format!("/link/{link}"), &[]).await;
    browser.sign_in("secretive", "wrong horse in a log").await;
    let made = browser
        .post(
            "/account/api-keys",
            &[("name", "Ledger of my cousin"), ("scopes", "usage:read"), ("expires", "never")],
        )
        .await;
    assert_eq!(made.status, 200, "{}", made.text());
    let text = made.text();
    let key = text.split("ptl_").nth(1).map(|rest| rest.chars().take(20).collect::<String>()).unwrap();
    browser.get(&format!("/{link}")).await;
    browser.get(&format!("/account/{link}")).await;
    let metrics = browser.get("/metrics").await.text();
    let logged = LOGGED.lock().unwrap_or_else(PoisonError::into_inner).clone();
    assert!(logged.contains("/link/{token}"), "the log has no line on the link: {logged}");
    let mut secrets: Vec<String> = browser.cookies.values().filter(|it| it.len() == 64).cloned().collect();
    secrets.extend([link, key].into_iter());
    for word in ["secretive", "wrong horse in a log", "in-the-query", "Ledger of my cousin", PASSWORD] {
        secrets.push(word.to_owned());
    }
    for secret in secrets {
        assert!(!logged.contains(&secret), "{secret} is in the log");
        assert!(!metrics.contains(&secret), "{secret} is in the metrics");
    }
}
