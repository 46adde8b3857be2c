//! Guessing of passwords, over a long time and from many addresses.

use std::time::Duration;

use crate::browser::{Browser, SAME};
use crate::site::{PASSWORD, Site};

const TRIES: usize = 10_000;
const ADDRESSES: usize = 200;

#[tokio::test]
async fn after_ten_thousand_attempts_only_the_owner_can_sign_in() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut home = Browser::at(&site, "198.51.100.1");
    assert_eq!(home.sign_in("ann", PASSWORD).await.status, 303);
    home.post("/sign-out", &[]).await;
    let mut thief = Browser::new(&site);
    let token = thief.token().await;
    let mut refused = 0;
    for number in 0..TRIES {
        let address = format!("203.0.113.{}", number % ADDRESSES);
        let password = format!("wrong horse {number}");
        let fields =
            [("form", token.as_str()), ("email", "ann@example.com"), ("password", password.as_str())];
        let headers = [&SAME[..], &[("x-forwarded-for", address.as_str())]].concat();
        let answer = thief.post_as("/sign-in", &headers, &fields).await;
        assert!(matches!(answer.status, 401 | 429), "{}", answer.text());
        refused += usize::from(answer.status == 401);
        if number % 2_500 == 2_499 {
            assert_eq!(home.sign_in("ann", PASSWORD).await.status, 303, "after {number} attempts");
            home.post("/sign-out", &[]).await;
            site.clock.advance(Duration::from_mins(1));
        }
    }
    assert!(refused <= 40, "{refused} wrong passwords were checked");
    assert!(!thief.cookies.contains_key("__Host-ptl-session"));
}

#[tokio::test]
async fn refused_attempt_does_not_reveal_if_an_account_exists() {
    let site = Site::open();
    site.person("ann", false).await;
    let shut = site.person("shut", false).await;
    site.suspend(shut).await;
    let mut pages = Vec::new();
    for (number, name) in ["ann", "shut", "nobody"].iter().enumerate() {
        for path in ["/sign-in", "/sign-in/link", "/sign-in/password", "/sign-up"] {
            let mut browser = Browser::at(&site, &format!("203.0.113.{number}"));
            let email = format!("{name}@example.com");
            let fields = [("email", email.as_str()), ("password", "wrong horse battery")];
            let answer = browser.post(path, &fields).await;
            let token = browser.token().await;
            let text = answer.text().replace(&email, "EMAIL").replace(&token, "TOKEN");
            pages.push((path, answer.status, text));
        }
    }
    for (path, status, text) in &pages[4..] {
        let (_, first_status, first) = pages.iter().find(|(other_path, ..)| other_path == path).unwrap();
        assert_eq!((status, text), (first_status, first), "{path}");
    }
}
