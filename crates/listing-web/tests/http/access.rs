//! Requests to every route, by every kind of user without permission for it.

use std::collections::BTreeSet;

use listing_domain::ports::{BatchStore, OrderStore as _, TrayStore as _};
use listing_domain::tray::Tray;
use listing_http::Access;

use crate::browser::{Browser, SAME, form};
use crate::site::{Resident, Site};

/// Returns the paths of a route, filled in with the ids of `victim`. It panics for a route with unknown
/// parameters.
pub(crate) async fn paths(site: &Site, pattern: &str, victim: &Resident) -> Vec<String> {
    let named = |id: &dyn ToString| vec![pattern.replace("{id}", &id.to_string())];
    if !pattern.contains('{') {
        return vec![pattern.to_owned()];
    }
    if pattern.starts_with("/account/generations/") {
        return named(&victim.generation);
    }
    if pattern.starts_with("/account/batch/photos/") {
        let tray = site.store.tray(victim.account).await.unwrap();
        return tray.iter().flat_map(Tray::photos).flat_map(|photo| named(&photo.id)).collect();
    }
    if pattern.starts_with("/account/batches/") {
        let batches = BatchStore::list(&*site.store, victim.account, 1).await.unwrap();
        return batches.iter().flat_map(|batch| named(&batch.id)).collect();
    }
    if pattern == "/account/purchases/{id}" || pattern.starts_with("/admin/payments/") {
        let orders = site.store.orders(victim.account, 1).await.unwrap();
        return orders.iter().flat_map(|order| named(&order.terms.id)).collect();
    }
    if pattern.starts_with("/account/api-keys/") {
        return named(&victim.key_id);
    }
    if pattern.starts_with("/account/settings/sessions/") {
        return site.sessions(victim.account).await.iter().flat_map(|id| named(id)).collect();
    }
    if pattern.starts_with("/admin/accounts/") {
        return named(&victim.account);
    }
    if pattern.starts_with("/admin/invitations/") {
        let open = site.parts.links.invitations(site.parts.clock.now()).await.unwrap();
        return open.iter().flat_map(|link| named(&link.id)).collect();
    }
    panic!("no test data for the route {pattern}");
}

/// Returns valid fields for every form, with the ids of `victim`.
fn fields(victim: &Resident) -> Vec<(&'static str, String)> {
    let mut all = vec![("email", victim.email.to_string())];
    for (name, value) in [
        ("password", "quatre lapins au jardin"),
        ("current", "quatre lapins au jardin"),
        ("platform", "vinted"),
        ("platforms", "vinted"),
        ("title", "Taken"),
        ("description", "Taken over"),
        ("language", "fr"),
        ("tone", "casual"),
        ("name", "mine"),
        ("item", "Table lamp"),
        ("scopes", "usage:read"),
        ("expires", "never"),
        ("overlap", "0"),
        ("plan", "pro_annual"),
        ("packs", "1"),
        ("credits", "1"),
        ("draft", "d"),
        ("until", ""),
        ("next", "/account"),
    ] {
        all.push((name, value.to_owned()));
    }
    all
}

/// Sends a form with its form token, as a page of this site does.
async fn post_with_token(browser: &mut Browser, path: &str, victim: &Resident) -> crate::browser::Answer {
    let token = browser.token().await;
    post(browser, path, victim, &token).await
}

pub(crate) async fn post(
    browser: &mut Browser,
    path: &str,
    victim: &Resident,
    token: &str,
) -> crate::browser::Answer {
    let (kind, body) = filled_in(path, victim, token);
    let kind = [("content-type", kind)];
    browser.send("POST", path, &[&SAME[..], &kind].concat(), body.as_bytes()).await
}

/// Returns the content type and the body of a filled-in form with a form token.
pub(crate) fn filled_in(path: &str, victim: &Resident, token: &str) -> (&'static str, String) {
    if matches!(path, "/account/new" | "/account/batch") {
        let body = format!(
            "--b\r\ncontent-disposition: form-data; name=\"form\"\r\n\r\n{token}\r\n--b\r\n\
             content-disposition: form-data; name=\"platforms\"\r\n\r\nvinted\r\n--b\r\n\
             content-disposition: form-data; name=\"photos\"; filename=\"a\"\r\n\r\nphoto\r\n--b--\r\n"
        );
        return ("multipart/form-data; boundary=b", body);
    }
    let fields = fields(victim);
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    ("application/x-www-form-urlencoded", form(&[&[("form", token)], fields.as_slice()].concat()))
}

const MARK: &str = "Vermilion waistcoat";

/// Returns the data of `victim` that other users must never see.
fn of_victim(victim: &Resident) -> [String; 5] {
    [
        MARK.to_owned(),
        "victim's key".to_owned(),
        victim.email.to_string(),
        victim.account.to_string(),
        victim.key.clone(),
    ]
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Who {
    SignedOut,
    Suspended,
    AnotherAccount,
}

#[tokio::test]
async fn no_route_reaches_data_of_another_account() {
    let site = Site::open();
    let victim = site.resident("victim", MARK).await;
    Browser::signed_in(&site, "victim").await;
    site.resident("eve", "Green scarf").await;
    let shut = site.resident("shut", "Green scarf").await;
    let suspended = Browser::signed_in(&site, "shut").await;
    site.suspend(shut.account).await;
    site.invitation().await;
    let mut tried = BTreeSet::new();
    for entry in listing_web::routes() {
        let guarded = entry.endpoints.iter().filter(|endpoint| endpoint.access != Access::Anyone);
        for endpoint in guarded {
            for path in paths(&site, entry.path, &victim).await {
                for who in [Who::SignedOut, Who::Suspended, Who::AnotherAccount] {
                    let is_let_in = who == Who::AnotherAccount && endpoint.access == Access::SignedIn;
                    if is_let_in && !entry.path.contains('{') {
                        // On this path, the requester sees their own data.
                        continue;
                    }
                    // A new session for each request, since some requests end the session.
                    let mut browser = match who {
                        Who::SignedOut => Browser::new(&site),
                        Who::Suspended => suspended.clone(),
                        Who::AnotherAccount => {
                            site.clock.advance(std::time::Duration::from_mins(2));
                            Browser::signed_in(&site, "eve").await
                        }
                    };
                    let token = browser.token().await;
                    let before = site.stored_state().await;
                    let answer = match endpoint.method.as_str() {
                        "GET" => browser.get(&path).await,
                        "POST" => post_with_token(&mut browser, &path, &victim).await,
                        other => panic!("no test for the method {other}"),
                    };
                    let what = format!("{who:?} {} {path}: {}", endpoint.method, answer.text());
                    assert_eq!(site.stored_state().await, before, "{what}");
                    let is_get = endpoint.method == "GET";
                    let expected = match (who, endpoint.access) {
                        (Who::AnotherAccount, Access::Administrator) => 403,
                        (Who::AnotherAccount, _) if path.contains("/sessions/") => 303,
                        (Who::AnotherAccount, _) => 404,
                        _ if is_get => 303,
                        _ => 401,
                    };
                    assert_eq!(answer.status, expected, "{what}");
                    if who != Who::AnotherAccount && is_get {
                        let next: String = form_urlencoded::byte_serialize(path.as_bytes()).collect();
                        assert_eq!(answer.header("location"), Some(format!("/sign-in?next={next}").as_str()));
                    }
                    for secret in of_victim(&victim) {
                        // Users may see the text that they sent themselves.
                        let is_typed = who != Who::AnotherAccount && secret == victim.email.to_string()
                            || path.contains(&secret);
                        assert!(is_typed || !answer.whole().contains(&secret), "{secret} appears in {what}");
                    }
                    assert!(!token.is_empty());
                    tried.insert((entry.path, endpoint.method.to_string()));
                }
            }
        }
    }
    // This many guarded routes are tested, without the pages that any signed-in user may open.
    assert!(tried.len() > 40, "{}", tried.len());
}

#[tokio::test]
async fn pages_of_an_account_show_nothing_of_another() {
    let site = Site::open();
    let victim = site.resident("victim", MARK).await;
    site.resident("eve", "Green scarf").await;
    let mut eve = Browser::signed_in(&site, "eve").await;
    let own = listing_web::routes().into_iter().filter(|entry| !entry.path.contains('{'));
    for entry in own {
        for endpoint in
            entry.endpoints.iter().filter(|it| it.access == Access::SignedIn && it.method == "GET")
        {
            let answer = eve.get(entry.path).await;
            assert_eq!(answer.status, 200, "{} {}", endpoint.method, entry.path);
            for secret in of_victim(&victim) {
                assert!(!answer.whole().contains(&secret), "{secret} appears at {}", entry.path);
            }
            assert_eq!(answer.header("cache-control"), Some("no-store"), "{}", entry.path);
        }
    }
    let searched = eve.get("/account/generations?search=Vermilion").await;
    assert!(!searched.text().contains(&victim.generation.to_string()));
    let behind = format!("/account/generations?after=9999999999999999.{}", victim.generation);
    assert!(!eve.get(&behind).await.text().contains(MARK));
}

#[tokio::test]
async fn get_requests_change_nothing() {
    let site = Site::open();
    let victim = site.resident("victim", MARK).await;
    site.person("root", true).await;
    site.invitation().await;
    let mut browser = Browser::signed_in(&site, "root").await;
    let mut own = Browser::signed_in(&site, "victim").await;
    for entry in listing_web::routes()
        .into_iter()
        .filter(|entry| !entry.path.contains("{token}") && !entry.path.contains("{name}"))
    {
        if entry.path == "/sign-in/provider/return" {
            // The route needs an identity provider.
            continue;
        }
        let paths = paths(&site, entry.path, &victim).await;
        for path in paths {
            let before = site.stored_state().await;
            let query = form(&[("email", "x@example.com"), ("form", &own.token().await)]);
            for method in ["GET", "HEAD"] {
                for browser in [&mut browser, &mut own] {
                    let answer = browser.send(method, &format!("{path}?{query}"), &SAME, b"").await;
                    assert!(answer.status < 500, "{method} {path}: {}", answer.text());
                }
            }
            for method in ["PUT", "DELETE", "PATCH", "TRACE"] {
                let answer = browser.send(method, &path, &SAME, b"").await;
                assert!(answer.status >= 400 && answer.status < 500, "{method} {path}: {}", answer.status);
            }
            assert_eq!(site.stored_state().await, before, "{path}");
        }
    }
}

#[tokio::test]
async fn api_keys_open_no_page_and_sessions_open_no_api_route() {
    let site = Site::open();
    let victim = site.resident("victim", MARK).await;
    let mut browser = Browser::new(&site).with_header("x-api-key", &victim.key);
    let api = browser.get("/api/v1/usage").await;
    assert_eq!((api.status, api.text()), (200, victim.account.to_string()));
    let guarded = listing_web::routes().into_iter().filter(|entry| !entry.path.contains("{token}"));
    for entry in guarded {
        for endpoint in entry.endpoints.iter().filter(|endpoint| endpoint.access != Access::Anyone) {
            for path in paths(&site, entry.path, &victim).await {
                let before = site.stored_state().await;
                let answer = match endpoint.method.as_str() {
                    "GET" => browser.get(&path).await,
                    _ => post_with_token(&mut browser, &path, &victim).await,
                };
                assert!(matches!(answer.status, 303 | 401), "{path}: {}", answer.status);
                assert!(!answer.text().contains(MARK), "{path}");
                assert_eq!(site.stored_state().await, before, "{path}");
            }
        }
    }
    let mut signed_in = Browser::signed_in(&site, "victim").await;
    signed_in.get("/api/v1/usage").await.assert_json(401);
    let token = signed_in.cookies["__Host-ptl-session"].clone();
    for name in ["x-api-key", "authorization"] {
        let answer = signed_in.send("GET", "/api/v1/usage", &[(name, &token)], b"").await;
        answer.assert_json(401);
    }
}

#[tokio::test]
async fn control_characters_are_refused_in_queries_and_forms() {
    let site = Site::open();
    let resident = site.resident("ann", "Green scarf").await;
    site.person("root", true).await;
    site.invitation().await;
    let mut browsers = [Browser::signed_in(&site, "ann").await, Browser::signed_in(&site, "root").await];
    let before = site.stored_state().await;
    let named =
        |entry: &listing_http::RouteEntry| entry.path.contains("{token}") || entry.path.contains("{name}");
    for entry in listing_web::routes().into_iter().filter(|entry| !named(entry)) {
        for path in paths(&site, entry.path, &resident).await {
            for endpoint in &entry.endpoints {
                let is_for_root = endpoint.access == Access::Administrator;
                let browser = &mut browsers[usize::from(is_for_root)];
                let token = browser.token().await;
                for sign in ["%00", "%1B", "%7F", "%C2%85"] {
                    let query = format!("search=a{sign}b");
                    let answer = match endpoint.method.as_str() {
                        "GET" => browser.get(&format!("{path}?{query}")).await,
                        _ if matches!(path.as_str(), "/account/new" | "/account/batch") => continue,
                        _ => {
                            let kind = [("content-type", "application/x-www-form-urlencoded")];
                            let body = format!("form={token}&email=a%40example.com&{query}");
                            browser.send("POST", &path, &[&SAME[..], &kind].concat(), body.as_bytes()).await
                        }
                    };
                    assert_eq!(answer.status, 400, "{} {path} {sign}: {}", endpoint.method, answer.text());
                    answer.assert_page(400);
                }
            }
        }
    }
    assert_eq!(site.stored_state().await, before);
    let form = format!(
        "--b\r\ncontent-disposition: form-data; name=\"form\"\r\n\r\n{}\r\n--b\r\n\
         content-disposition: form-data; name=\"brand\"\r\n\r\nNi\u{0}ke\r\n--b--\r\n",
        browsers[0].token().await
    );
    let kind = [("content-type", "multipart/form-data; boundary=b")];
    let answer =
        browsers[0].send("POST", "/account/new", &[&SAME[..], &kind].concat(), form.as_bytes()).await;
    assert_eq!(answer.status, 400, "{}", answer.text());
}
