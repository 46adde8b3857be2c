//! Redirects and host names that could lead to other sites.

use crate::browser::Browser;
use crate::site::{PASSWORD, Site};

/// Redirect targets that are on other sites, or that some browsers read as such.
const ELSEWHERE: [&str; 18] = [
    "https://evil.example/",
    "http://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "\t//evil.example",
    " //evil.example",
    "/\n/evil.example",
    "/\r\nlocation: https://evil.example",
    "/account\r\nset-cookie: __Host-ptl-session=x",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "evil.example",
    "@evil.example",
    "/\u{2028}/evil.example",
    "/\u{0}/evil.example",
];

#[tokio::test]
async fn redirects_stay_on_this_site() {
    let site = Site::open();
    for (number, target) in ELSEWHERE.iter().enumerate() {
        let name = format!("ann{number}");
        site.person(&name, false).await;
        let mut browser = Browser::at(&site, &format!("203.0.113.{number}"));
        let query: String = form_urlencoded::byte_serialize(target.as_bytes()).collect();
        let page = browser.get(&format!("/sign-in?next={query}")).await;
        if target.contains('\0') {
            assert_eq!(page.status, 400, "control characters are refused");
            continue;
        }
        assert_eq!(page.status, 200);
        let answer = browser.post("/language", &[("language", "fr"), ("back", target)]).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some("/account")), "{target:?}");
        let email = format!("{name}@example.com");
        let fields = [("email", email.as_str()), ("password", PASSWORD), ("next", target)];
        let answer = browser.post("/sign-in", &fields).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some("/account")), "{target:?}");
        assert_eq!(answer.all("location").count(), 1);
        assert!(!answer.all("set-cookie").any(|cookie| cookie.ends_with("=x")), "{target:?}");
    }
}

#[tokio::test]
async fn typed_fields_are_never_sent_to_another_site() {
    let site = Site::open();
    for (number, target) in ELSEWHERE.iter().enumerate() {
        let name = format!("ann{number}");
        site.person(&name, false).await;
        let mut browser = Browser::at(&site, &format!("203.0.113.{number}"));
        let typed =
            format!("={}&name=x", form_urlencoded::byte_serialize(target.as_bytes()).collect::<String>());
        let email = format!("{name}@example.com");
        let fields = [("email", email.as_str()), ("password", PASSWORD), ("typed", typed.as_str())];
        let answer = browser.post("/sign-in", &fields).await;
        assert_eq!((answer.status, answer.header("location")), (303, Some("/account")), "{target:?}");
    }
}

#[tokio::test]
async fn foreign_host_appears_in_no_page_or_mail() {
    let site = Site::open();
    site.person("ann", false).await;
    for host in ["evil.example", "evil.example:443"] {
        let mut browser = Browser::new(&site).with_header("host", host);
        for path in ["/", "/sign-in", "/sign-up", "/account", "/sign-in/link"] {
            let answer = browser.get(path).await;
            assert_eq!(answer.status, 421, "{host} {path}");
            assert!(!answer.whole().contains("evil.example"), "{host}: {}", answer.whole());
        }
    }
    let tricks: [&[(&str, &str)]; 4] = [
        &[("x-forwarded-host", "evil.example")],
        &[("forwarded", "host=evil.example;proto=http")],
        &[("x-forwarded-server", "evil.example"), ("x-original-host", "evil.example")],
        &[("x-original-url", "//evil.example"), ("x-rewrite-url", "//evil.example")],
    ];
    for (number, trick) in tricks.iter().enumerate() {
        let name = format!("bob{number}");
        let account = site.person(&name, false).await;
        let mut browser = Browser::at(&site, &format!("203.0.113.{number}"));
        for (header, value) in *trick {
            browser = browser.with_header(header, value);
        }
        let mut answers = Vec::new();
        for path in ["/", "/sign-in", "/sign-up", "/account", "/nowhere", "/sign-in/link"] {
            answers.push(browser.get(path).await);
        }
        let email = format!("{name}@example.com");
        answers.push(browser.post("/sign-in/password", &[("email", &email)]).await);
        answers.push(browser.sign_in(&name, PASSWORD).await);
        answers.push(
            browser
                .post("/account/api-keys", &[("name", "x"), ("scopes", "usage:read"), ("expires", "never")])
                .await,
        );
        for answer in answers {
            assert!(!answer.whole().contains("evil.example"), "{trick:?}: {}", answer.whole());
        }
        site.sent_token(&name).await;
        assert!(!site.stored_state().await.contains("evil.example"), "{trick:?} {account}");
    }
    // A forged host name does not make the form of another site acceptable.
    let mut browser = Browser::new(&site);
    let token = browser.token().await;
    let headers = [("origin", "https://evil.example")];
    let fields = [("form", token.as_str()), ("language", "fr")];
    browser.post_as("/language", &headers, &fields).await.assert_page(403);
    let mut browser = browser.with_header("host", "evil.example");
    browser.post_as("/language", &headers, &fields).await.assert_page(421);
}

#[tokio::test]
async fn submitted_text_never_becomes_a_response_header() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let injected = "x\r\nx-injected: 1\r\n\r\n<html>";
    let query: String = form_urlencoded::byte_serialize(injected.as_bytes()).collect();
    for path in [
        format!("/sign-in?next={query}"),
        format!("/account?{query}"),
        format!("/account/generations?search={query}&after={query}"),
        format!("/{query}"),
        format!("/link/{query}"),
        format!("/account/generations/{query}.csv"),
    ] {
        for mut browser in [browser.clone(), Browser::new(&site)] {
            let answer = browser.get(&path).await;
            assert_eq!(answer.header("x-injected"), None, "{path}");
            assert!(answer.status < 500, "{path}");
        }
    }
    for (target, fields) in [
        ("/language", [("language", injected), ("back", injected)]),
        ("/account/api-keys", [("name", injected), ("expires", "never")]),
        ("/account/settings/email", [("email", injected), ("password", PASSWORD)]),
    ] {
        let answer = browser.post(target, &fields).await;
        assert!(answer.status < 500 && answer.header("x-injected").is_none(), "{target}");
    }
    for cookie in
        ["__Host-ptl-flash=<script>", "__Host-ptl-language=x", "__Host-ptl-visit=\"x\"", ";;;=;", "="]
    {
        let answer = browser.send("GET", "/sign-in", &[("cookie", cookie)], b"").await;
        assert_eq!(answer.status, 200, "{cookie}");
        assert!(!answer.text().contains("<script>"), "{cookie}");
    }
}
