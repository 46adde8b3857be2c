//! Cookies of sessions, of browsers and of the chosen language.

use std::collections::BTreeMap;

use crate::browser::{Browser, SAME};
use crate::site::{PASSWORD, Site};

const SESSION: &str = "__Host-ptl-session";

/// Returns true when the browser is signed in, so that it gets the account page.
async fn is_in(browser: &mut Browser) -> bool {
    let answer = browser.get("/account").await;
    assert!(matches!(answer.status, 200 | 303), "{}", answer.text());
    answer.status == 200
}

#[tokio::test]
async fn cookies_are_host_only_and_hidden_from_scripts() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::new(&site);
    let mut seen = BTreeMap::new();
    let token = browser.token().await;
    let first = browser.cookies.clone();
    let fields = [("form", token.as_str()), ("email", "ann@example.com"), ("password", PASSWORD)];
    let mut answers = vec![browser.post_as("/sign-in", &SAME, &fields).await];
    answers.push(browser.post("/language", &[("language", "fr"), ("back", "/")]).await);
    answers.push(browser.post("/sign-out", &[]).await);
    answers.push(Browser::new(&site).get("/").await);
    for answer in &answers {
        for cookie in answer.all("set-cookie") {
            let (pair, attributes) = cookie.split_once(';').unwrap();
            let attributes: Vec<&str> = attributes.split(';').map(str::trim).collect();
            for needed in ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"] {
                assert!(attributes.contains(&needed), "{needed} is missing: {cookie}");
            }
            assert!(!cookie.to_lowercase().contains("domain="), "{cookie}");
            let (name, _) = pair.split_once('=').unwrap();
            assert!(name.starts_with("__Host-"), "{cookie}");
            *seen.entry(name.to_owned()).or_insert(0) += 1;
        }
    }
    assert_eq!(first.keys().collect::<Vec<_>>(), ["__Host-ptl-visit"], "a new visitor gets no session");
    let names: Vec<&str> = seen.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["__Host-ptl-browser", "__Host-ptl-flash", "__Host-ptl-language", SESSION, "__Host-ptl-visit"]
    );
}

#[tokio::test]
async fn chosen_language_stays_until_the_browsers_language_is_chosen() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    for (chosen, read) in [("", "en"), ("fr", "fr"), ("", "en"), ("en", "en")] {
        browser.post("/account/settings/preferences", &[("language", chosen), ("market", "")]).await;
        let page = browser.get("/account/settings").await.text();
        assert!(page.contains(&format!("<html lang=\"{read}\">")), "{chosen:?}: {page}");
    }
}

#[tokio::test]
async fn planted_session_cookie_is_not_adopted_by_a_sign_in() {
    let site = Site::open();
    site.person("ann", false).await;
    site.person("eve", false).await;
    let eve = Browser::signed_in(&site, "eve").await;
    for planted in [eve.cookies[SESSION].clone(), "ab".repeat(32), "x".to_owned()] {
        let mut ann = Browser::new(&site);
        ann.cookies.insert(SESSION.to_owned(), planted.clone());
        let before = ann.token().await;
        assert_eq!(ann.sign_in("ann", PASSWORD).await.status, 303);
        assert_ne!(ann.cookies[SESSION], planted);
        assert_ne!(ann.token().await, before, "a sign-in changes the form token");
        let mut thief = Browser::new(&site);
        thief.cookies.insert(SESSION.to_owned(), planted);
        assert!(!is_in(&mut thief).await);
    }
}

#[tokio::test]
async fn stolen_cookie_fails_after_its_session_ended() {
    let site = Site::open();
    for (number, way) in ["out", "again", "end", "others", "password", "delete", "suspend"].iter().enumerate()
    {
        let name = format!("ann{number}");
        let account = site.person(&name, false).await;
        let mut owner = Browser::at(&site, &format!("203.0.113.{number}"));
        owner.sign_in(&name, PASSWORD).await;
        let mut thief = owner.clone();
        let mut elsewhere = Browser::at(&site, &format!("198.51.100.{number}"));
        elsewhere.sign_in(&name, PASSWORD).await;
        assert!(is_in(&mut thief).await && is_in(&mut elsewhere).await);
        let email = format!("{name}@example.com");
        let answer = match *way {
            "out" => owner.post("/sign-out", &[]).await,
            "again" => owner.sign_in(&name, PASSWORD).await,
            "end" => {
                let id = site.sessions(account).await;
                for id in id {
                    elsewhere.post(&format!("/account/settings/sessions/{id}/end"), &[]).await;
                }
                owner.get("/").await
            }
            "others" => elsewhere.post("/account/settings/sessions/end-others", &[]).await,
            "password" => {
                let fields = [("current", PASSWORD), ("password", "trois ponts sans riviere")];
                elsewhere.post("/account/settings/password", &fields).await
            }
            "delete" => {
                elsewhere.post("/account/settings/delete", &[("email", &email), ("password", PASSWORD)]).await
            }
            _ => {
                site.suspend(account).await;
                owner.get("/").await
            }
        };
        assert!(answer.status < 400, "{way}: {}", answer.text());
        assert!(!is_in(&mut thief).await, "{way}");
        let is_other_in = matches!(*way, "out" | "again" | "others" | "password");
        assert_eq!(is_in(&mut elsewhere).await, is_other_in, "{way}");
    }
}

#[tokio::test]
async fn duplicate_cookies_are_ignored() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut ann = Browser::signed_in(&site, "ann").await;
    let own = format!("{SESSION}={}", ann.cookies[SESSION]);
    let other = format!("{SESSION}={}", "ab".repeat(32));
    for both in [format!("{own}; {other}"), format!("{other}; {own}"), format!("{own}; {own}")] {
        let answer = ann.send("GET", "/account", &[("cookie", &both)], b"").await;
        assert_eq!(answer.status, 303, "{both}");
    }
    let answer = ann.send("GET", "/account", &[("cookie", &other), ("cookie", &own)], b"").await;
    assert_eq!(answer.status, 303);
    for name in ["ptl-session", "__host-ptl-session", "__Secure-ptl-session"] {
        let cookie = own.replace(SESSION, name);
        let answer = ann.send("GET", "/account", &[("cookie", &cookie)], b"").await;
        assert_eq!(answer.status, 303, "{name}");
    }
    assert!(is_in(&mut ann).await);
}
