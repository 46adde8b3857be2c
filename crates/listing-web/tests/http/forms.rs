//! Forms that no page of this site sent, or that have no valid form token.

use listing_domain::ports::AccountStore as _;
use listing_http::Access;
use serde_json::Value;

use crate::browser::{Browser, SAME};
use crate::site::{PASSWORD, Site};

/// The headers of requests from another site, from a subdomain, from a bookmark or from no page.
const FOREIGN: [&[(&str, &str)]; 12] = [
    &[("sec-fetch-site", "cross-site"), ("origin", "https://ptl.example.com")],
    &[("sec-fetch-site", "same-site"), ("origin", "https://ptl.example.com")],
    &[("sec-fetch-site", "none")],
    &[("sec-fetch-site", "")],
    &[("sec-fetch-site", "Same-Origin")],
    &[("origin", "https://evil.example")],
    &[("origin", "http://ptl.example.com")],
    &[("origin", "https://ptl.example.com:8443")],
    &[("origin", "https://ptl.example.com.evil.example")],
    &[("origin", "null")],
    &[("origin", "")],
    &[],
];

#[tokio::test]
async fn form_of_another_site_is_refused_even_with_the_right_token() {
    let site = Site::open();
    let ann = site.resident("ann", "Red hat").await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let token = browser.token().await;
    let paths = [
        "/account/settings/sessions/end-others".to_owned(),
        format!("/account/generations/{}/delete", ann.generation),
        format!("/account/api-keys/{}/revoke", ann.key_id),
        "/account/api-keys".to_owned(),
        "/account/settings/delete".to_owned(),
        "/sign-out".to_owned(),
        "/sign-in".to_owned(),
        "/language".to_owned(),
    ];
    let fields =
        [("form", token.as_str()), ("email", "ann@example.com"), ("password", PASSWORD), ("name", "x")];
    let before = site.stored_state().await;
    for path in &paths {
        for headers in FOREIGN {
            let answer = browser.post_as(path, headers, &fields).await;
            answer.assert_page(403);
            assert_eq!(site.stored_state().await, before, "{path} {headers:?}");
        }
    }
    // An older browser sends only the origin header, and its form is accepted.
    let older = [("origin", "https://ptl.example.com")];
    let answer = browser.post_as(&paths[1], &older, &fields[..1]).await;
    assert_eq!(answer.status, 303, "{}", answer.text());
}

#[tokio::test]
async fn every_form_of_another_site_is_refused_before_other_checks() {
    let site = Site::open();
    site.person("root", true).await;
    let mut root = Browser::signed_in(&site, "root").await;
    let token = root.token().await;
    let before = site.stored_state().await;
    let mut tried = 0;
    for entry in listing_web::routes() {
        for endpoint in entry.endpoints.iter().filter(|endpoint| endpoint.method != "GET") {
            let target = entry.path.replace("{id}", "00000000-0000-4000-8000-000000000000");
            let target = target.replace("{token}", &"ab".repeat(32));
            for headers in [FOREIGN[0], FOREIGN[1], FOREIGN[5], FOREIGN[11]] {
                root.post_as(&target, headers, &[("form", &token)]).await.assert_page(403);
            }
            tried += 1;
            // A form without a form token, or with an invented one, is refused too.
            for fields in [&[][..], &[("form", "")], &[("form", "ab")]] {
                if matches!(
                    entry.path,
                    "/account/new" | "/account/batch" | "/sign-in/provider" | "/account/settings/provider"
                ) {
                    continue;
                }
                let answer = root.post_as(&target, &SAME, fields).await;
                assert_eq!(answer.status, 403, "{} {:?} {fields:?}", entry.path, endpoint.access);
            }
        }
    }
    assert!(tried > 25, "{tried}");
    assert_eq!(site.stored_state().await, before);
}

#[tokio::test]
async fn form_token_is_valid_for_one_session_only() {
    let site = Site::open();
    site.person("ann", false).await;
    site.person("eve", false).await;
    let mut ann = Browser::new(&site);
    let signed_out = ann.token().await;
    ann.sign_in("ann", PASSWORD).await;
    let own = ann.token().await;
    let other_tab = ann.clone();
    let eves = Browser::signed_in(&site, "eve").await.token().await;
    let before = site.stored_state().await;
    let session = ann.cookies["__Host-ptl-session"].clone();
    for bad in ["", "x", &signed_out, &eves, &own.to_uppercase(), &"0".repeat(64), &session] {
        for target in ["/account/settings/sessions/end-others", "/account/api-keys", "/sign-out", "/language"]
        {
            let fields = [("form", bad), ("name", "x"), ("language", "fr"), ("back", "/")];
            ann.post_as(target, &SAME, &fields).await.assert_page(403);
        }
    }
    assert_eq!(site.stored_state().await, before);
    // Two tabs of a browser share a session, so that the forms of both are accepted.
    for mut tab in [ann, other_tab] {
        let fields = [("form", own.as_str())];
        let answer = tab.post_as("/account/settings/sessions/end-others", &SAME, &fields).await;
        assert_eq!(answer.status, 303);
    }
}

#[tokio::test]
async fn form_of_an_ended_session_is_offered_again_after_sign_in() {
    let site = Site::open();
    site.resident("ann", "Red hat").await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let token = browser.token().await;
    browser.cookies.remove("__Host-ptl-session");
    let fields = [("form", token.as_str()), ("name", "typed before"), ("password", "typed secret")];
    let answer = browser.post_as("/account/api-keys", &SAME, &fields).await;
    answer.assert_page(401);
    assert!(answer.text().contains("typed+before") && !answer.text().contains("typed+secret"));
    let carried = "=%2Faccount%2Fapi-keys&name=typed+before";
    let signed_in = [("email", "ann@example.com"), ("password", PASSWORD), ("typed", carried)];
    let before = site.stored_state().await;
    let answer = browser.post("/sign-in", &signed_in).await;
    assert_eq!(answer.status, 200);
    assert!(answer.text().contains("action=\"/account/api-keys\""), "{}", answer.text());
    assert!(
        !site.stored_state().await.contains("typed before"),
        "the form was sent without the user: {before}"
    );
}

#[tokio::test]
async fn typed_fields_are_shown_again_with_the_labels_of_their_form() {
    let site = Site::open();
    site.person("ann", false).await;
    let carried = |path: &str, fields: &str| format!("={}&{fields}", path.replace('/', "%2F"));
    let keys = "name=Shop+key&scopes=listings%3Awrite&scopes=usage%3Aread&expires=30&next=%2Fsecret&odd=1";
    let keys = carried("/account/api-keys", keys);
    let again = "platforms=vinted&platforms=ebay&language=fr&tone=casual&draft=0192";
    let again = carried("/account/generations/1/again", again);
    let hidden = carried("/account/settings/provider/unlink", "issuer=https%3A%2F%2Fid.example");
    for (typed, language, shown) in [
        (&keys, "en", "Name: Shop key|Permissions: Write listings, View remaining quota|Expiration: 30 days"),
        (&again, "en", "Marketplaces: Vinted, eBay|Language: French|Tone: Casual"),
        (&again, "fr", "Plateformes: Vinted, eBay|Langue: Français|Ton: Décontracté"),
        (&hidden, "en", ""),
    ] {
        let mut browser = Browser::new(&site);
        browser.cookies.insert("__Host-ptl-language".to_owned(), language.to_owned());
        let fields = [("email", "ann@example.com"), ("password", PASSWORD), ("typed", typed)];
        let text = browser.post("/sign-in", &fields).await.text();
        let part = |row: &str, name: &str| {
            let (_, after) = row.split_once(&format!("<{name}>")).unwrap();
            after.split_once(&format!("</{name}>")).unwrap().0.to_owned()
        };
        let rows = text.split("\n<dt>").skip(1).map(|row| format!("<dt>{row}"));
        let rows: Vec<String> =
            rows.map(|row| format!("{}: {}", part(&row, "dt"), part(&row, "dd"))).collect();
        assert_eq!(rows.join("|"), shown);
        // The page carries all sent fields as hidden fields.
        let sent = text.matches("<input type=\"hidden\"").count();
        assert!(sent > typed.matches('&').count(), "{text}");
    }
}

#[tokio::test]
async fn key_with_an_unoffered_lifetime_is_refused() {
    let site = Site::open();
    let ann = site.person("ann", false).await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    for (language, sentence) in
        [("en", "Choose when the key expires."), ("fr", "Choisissez l’expiration de la clé.")]
    {
        browser.cookies.insert("__Host-ptl-language".to_owned(), language.to_owned());
        for expires in ["", "91", "-30", "soon", "Never"] {
            let fields = [("name", "Shop key"), ("scopes", "usage:read"), ("expires", expires)];
            let answer = browser.post("/account/api-keys", &fields).await;
            answer.assert_page(400);
            assert!(answer.text().contains(sentence), "{expires}: {}", answer.text());
            assert!(answer.text().contains("value=\"Shop key\""), "the typed name is lost");
        }
    }
    assert_eq!(site.store.keys(ann).await.unwrap(), []);
}

#[tokio::test]
async fn email_with_non_ascii_letters_is_accepted_as_typed() {
    let site = Site::open();
    let mut browser = Browser::new(&site);
    let fields = [("email", "Zoé@example.com"), ("password", PASSWORD)];
    assert_eq!(browser.post("/sign-up", &fields).await.status, 200);
    let target = format!("/link/{}", site.sent_token("zoé").await);
    assert_eq!(browser.post(&target, &[]).await.status, 303);
    let mut other = Browser::new(&site);
    assert_eq!(other.sign_in("zoé", PASSWORD).await.status, 303);
    assert!(other.get("/account/settings").await.text().contains("zoé@example.com"));
}

#[tokio::test]
async fn every_guarded_route_checks_access() {
    let open = [
        "/",
        "/language",
        "/sign-in",
        "/sign-in/link",
        "/sign-in/password",
        "/sign-in/provider",
        "/sign-in/provider/return",
        "/sign-up",
        "/sign-out",
        "/link/{token}",
        "/assets/{name}",
        "/worker.js",
        "/pricing",
    ];
    for entry in listing_web::routes() {
        for endpoint in &entry.endpoints {
            let expected = match entry.path {
                path if open.contains(&path) => Access::Anyone,
                path if path == "/admin" || path.starts_with("/admin/") => Access::Administrator,
                _ => Access::SignedIn,
            };
            assert_eq!(endpoint.access, expected, "{} {}", endpoint.method, entry.path);
        }
    }
}

#[tokio::test]
async fn listing_check_uses_the_language_of_the_page() {
    let site = Site::open();
    let ann = site.resident("ann", "Jacket").await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let target = format!("/account/generations/{}", ann.generation);
    let judge = format!("{target}/judge");
    let (title, description) = ("é".repeat(12), "x".repeat(1_234));
    for (language, title_said, description_said) in [
        ("en", "12 of 100 characters", "1,234 of 2,000 characters"),
        ("fr", "12 caractères sur 100", "1\u{202f}234 caractères sur 2\u{202f}000"),
    ] {
        browser.cookies.insert("__Host-ptl-language".to_owned(), language.to_owned());
        // Before any edit, the page shows the length in the same words.
        let whole = browser.get(&target).await.text();
        assert!(whole.contains(title_said.split_once(' ').unwrap().1), "{whole}");
        let fields = [("platform", "vinted"), ("title", &*title), ("description", &*description)];
        let judged: Value = serde_json::from_slice(&browser.post(&judge, &fields).await.bytes).unwrap();
        assert_eq!(judged["titleSaid"], title_said);
        assert_eq!(judged["descriptionSaid"], description_said);
    }
}

#[tokio::test]
async fn texts_far_over_the_limit_are_refused() {
    let site = Site::open();
    let ann = site.resident("ann", "Jacket").await;
    let mut browser = Browser::signed_in(&site, "ann").await;
    let target = format!("/account/generations/{}", ann.generation);
    let edit = format!("{target}/edit");
    let before = site.stored_state().await;
    let too_much = |most: usize| "é".repeat(most + 1);
    for (title, description, english, french) in [
        (
            too_much(300),
            "x".to_owned(),
            "The title is too long. Shorten it to at most 300 characters.",
            "Le titre est trop long. Ramenez-le à 300 caractères au maximum.",
        ),
        (
            "x".to_owned(),
            too_much(6_000),
            "The description is too long. Shorten it to at most 6,000 characters.",
            "La description est trop longue. Ramenez-la à 6\u{202f}000 caractères au maximum.",
        ),
    ] {
        let fields = [("platform", "vinted"), ("title", &*title), ("description", &*description)];
        let answer = browser.post(&edit, &fields).await;
        answer.assert_page(400);
        assert!(answer.text().contains(english), "{}", answer.text());
        assert!(
            answer.text().contains(&title) && answer.text().contains(&description),
            "the typed texts are lost"
        );
        browser.cookies.insert("__Host-ptl-language".to_owned(), "fr".to_owned());
        let answer = browser.post(&edit, &fields).await;
        assert!(answer.text().contains(french), "{}", answer.text());
        browser.cookies.remove("__Host-ptl-language");
    }
    assert_eq!(site.stored_state().await, before);
    // A text over the marketplace's limit is saved, so that the user can shorten it.
    let (title, description) = ("é".repeat(300), "é".repeat(6_000));
    let answer = browser
        .post(&edit, &[("platform", "vinted"), ("title", &title), ("description", &description)])
        .await;
    assert_eq!(answer.status, 303, "{}", answer.text());
    assert!(browser.get(&target).await.text().contains(&description));
}
