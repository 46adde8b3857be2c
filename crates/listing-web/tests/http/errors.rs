//! Errors in the web app and the API.

use crate::browser::{Browser, SAME};
use crate::site::{PASSWORD, Setup, Site};

use listing_domain::quota::RatePolicy;

#[tokio::test]
async fn browsers_get_an_error_page_and_scripts_get_json() {
    let site = Site::open();
    site.person("ann", false).await;
    let mut person = Browser::signed_in(&site, "ann").await;
    let mut program = person.clone().with_header("accept", "application/json");
    let mut anything = person.clone().with_header("accept", "*/*");
    let nothing = format!("/account/generations/{}", "0".repeat(36));
    let absent = "/account/generations/00000000-0000-4000-8000-000000000000";
    let long = format!("/account?{}", "a".repeat(9_000));
    for (path, status) in
        [("/nowhere", 404), (nothing.as_str(), 404), (absent, 404), ("/admin", 403), (long.as_str(), 414)]
    {
        person.get(path).await.assert_page(status);
        program.get(path).await.assert_json(status);
        anything.get(path).await.assert_json(status);
    }
    // Below the API's paths, browsers get the API's JSON errors too.
    for path in ["/api/v1/nothing", "/api/v1/usage", "/.well-known/nothing", "/health/nothing"] {
        let status = if path == "/api/v1/usage" { 401 } else { 404 };
        person.get(path).await.assert_json(status);
    }
    // A method that a page does not support.
    person.send("DELETE", "/account", &SAME, b"").await.assert_page(405);
    program.send("DELETE", "/account", &SAME, b"").await.assert_json(405);
    let broken = [("content-type", "text/plain")];
    let answer = person.send("POST", "/account/api-keys", &[&SAME[..], &broken].concat(), b"x").await;
    answer.assert_page(415);
    let large = vec![b'a'; 300_000];
    let form = [("content-type", "application/x-www-form-urlencoded")];
    let answer = person.send("POST", "/account/api-keys", &[&SAME[..], &form].concat(), &large).await;
    answer.assert_page(413);
}

#[tokio::test]
async fn client_over_the_rate_limit_gets_retry_after() {
    let rates = RatePolicy { pages: 5, ..RatePolicy::default() };
    let site = Site::with(Setup { rates, ..Setup::default() });
    let mut browser = Browser::new(&site);
    for _ in 0..5 {
        assert_eq!(browser.get("/").await.status, 200);
    }
    let answer = browser.get("/").await;
    answer.assert_page(429);
    assert!(answer.header("retry-after").is_some());
    assert_eq!(
        Browser::at(&site, "203.0.113.2").get("/").await.status,
        200,
        "each address has its own limit"
    );
}

#[tokio::test]
async fn personal_pages_are_never_cached() {
    let site = Site::open();
    let ann = site.resident("ann", "Red hat").await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    for path in [
        "/account".to_owned(),
        "/account/settings/export".to_owned(),
        "/account/generations.json".to_owned(),
        format!("/account/generations/{}", ann.generation),
        format!("/account/generations/{}.csv", ann.generation),
        "/sign-in".to_owned(),
        "/".to_owned(),
    ] {
        let answer = browser.get(&path).await;
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert!(
            answer.header("content-security-policy").unwrap().contains("frame-ancestors 'none'"),
            "{path}"
        );
    }
    // The browser may cache only the thumbnail, for an hour.
    let picture = browser.get(&format!("/account/generations/{}/thumbnail", ann.generation)).await;
    assert_eq!(picture.header("cache-control"), Some("private, max-age=3600"));
    let failed = browser.post("/sign-in", &[("email", "ann@example.com"), ("password", "wrong")]).await;
    failed.assert_page(401);
    assert!(!failed.text().contains(PASSWORD));
}

/// English words that do not exist in French, so any of them reveals an English sentence.
const ENGLISH: [&str; 9] = ["the", "this", "there", "must", "request", "nothing", "field", "such", "be"];

fn assert_french(what: &str, answer: &crate::browser::Answer) {
    let text = answer.text();
    assert!(text.contains("lang=\"fr\""), "{what}: {text}");
    let main = text.split_once("<main").unwrap().1.split_once("</main>").unwrap().0;
    let title = text.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0;
    // Only the visible text is checked, without tags and their attributes.
    let read: String = main.split('<').map(|part| part.split_once('>').map_or(part, |it| it.1)).collect();
    let words = format!(" {title} {read} ").to_lowercase().replace(['.', ',', ':', ';', '\n'], " ");
    for english in ENGLISH {
        assert!(!words.contains(&format!(" {english} ")), "{what}: {english:?} in {words}");
    }
    let is_ours = words.contains("une erreur de notre côté");
    assert_eq!(
        is_ours,
        answer.status >= 500,
        "the text must blame the service only for a 5xx, {what}: {words}"
    );
}

#[tokio::test]
async fn error_pages_are_in_the_readers_language() {
    let site = Site::open();
    site.person("root", true).await;
    let mut browser = Browser::signed_in(&site, "root").await.with_header("accept-language", "fr");
    browser.cookies.remove("__Host-ptl-language");
    let answer = browser.post("/language", &[("language", "fr"), ("back", "/")]).await;
    assert_eq!(answer.status, 303);
    let long = format!("/account?{}", "a".repeat(9_000));
    for (path, status) in [("/nowhere", 404), ("/account/generations/x", 404), (long.as_str(), 414)] {
        let answer = browser.get(path).await;
        answer.assert_page(status);
        assert_french(path, &answer);
    }
    let answer = browser.send("DELETE", "/account", &SAME, b"").await;
    answer.assert_page(405);
    assert_french("DELETE", &answer);
    let own = site.account_of("root").await;
    for (path, fields, status) in [
        ("/language".to_owned(), vec![("language", "tlh")], 400),
        (format!("/admin/accounts/{own}/plan"), vec![("plan", "gold")], 400),
        (format!("/admin/accounts/{own}/suspend"), vec![], 400),
        (format!("/admin/accounts/{own}/delete"), vec![("email", "root@example.com")], 400),
    ] {
        let answer = browser.post(&path, &fields).await;
        answer.assert_page(status);
        assert_french(&path, &answer);
    }
    let form = [&SAME[..], &[("content-type", "application/x-www-form-urlencoded")]].concat();
    let large = browser.send("POST", "/account/api-keys", &form, &vec![b'a'; 300_000]).await;
    large.assert_page(413);
    assert_french("413", &large);
}

#[tokio::test]
async fn refused_form_is_answered_in_the_readers_language() {
    let site = Site::open();
    site.person("root", true).await;
    let too_long = "a".repeat(200);
    let mut again = Browser::signed_in(&site, "root").await;
    again.cookies.insert("__Host-ptl-language".to_owned(), "fr".to_owned());
    let token = again.token().await;
    let part = |name: &str, text: &str| {
        format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n")
    };
    let kind = [&SAME[..], &[("content-type", "multipart/form-data; boundary=b")]].concat();
    let photo = "--b\r\ncontent-disposition: form-data; name=\"photos\"; filename=\"a\"\r\n\r\nphoto\r\n";
    let body = [
        part("form", &token),
        part("platforms", "vinted"),
        part("brand", &too_long),
        part("audience", "girls"),
    ];
    let body = format!("{}{photo}--b--\r\n", body.concat());
    let answer = again.send("POST", "/account/new", &kind, body.as_bytes()).await;
    answer.assert_page(400);
    let text = answer.text();
    assert!(text.contains("120\u{a0}caractères"), "{text}");
    assert!(!text.contains("must be"), "{text}");
    assert!(
        text.contains(r#"<option value="girls" selected>Fille</option>"#),
        "the chosen value is shown again: {text}"
    );
    let parts =
        [part("form", &token), part("platforms", "vinted"), part("quantity", "100"), photo.to_owned()];
    let body = format!("{}--b--\r\n", parts.concat());
    let answer = again.send("POST", "/account/new", &kind, body.as_bytes()).await;
    answer.assert_page(400);
    let text = answer.text();
    assert!(text.contains("de 1 à 99") && text.contains("value=\"100\""), "{text}");
}
