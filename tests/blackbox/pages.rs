//! Tests of the web app in the whole service: switching it off, the first administrator, administration.

use std::net::TcpListener;
use std::process::Output;

use listing_domain::account::Plan;
use listing_server::settings::Layer;
use listing_testkit::FakeWriter;
use listing_testkit::service::{Server, Step};
use listing_testkit::smtp::SmtpSink;
use reqwest::header::{COOKIE, HeaderMap, LOCATION, SET_COOKIE};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::app::TestApp;
use crate::process::Ptl;

/// From the web app's route table, so that a new page is tested too.
fn paths() -> Vec<String> {
    let table = include_str!("../../crates/listing-web/src/routes.rs");
    let quoted = table.split('"').skip(1).step_by(2).filter(|text| text.starts_with('/'));
    quoted.map(|path| path.replace(['{', '}'], "")).collect()
}

fn app(web: Option<bool>) -> TestApp {
    let layer = Layer { web, rate_anonymous_per_minute: Some(100_000), ..Layer::default() };
    TestApp::start_with(layer, std::sync::Arc::new(FakeWriter::default()))
}

#[tokio::test]
async fn without_the_web_app_only_the_api_answers() {
    let app = app(Some(false));
    let paths = paths();
    assert!(paths.len() > 40, "{paths:?}");
    for path in paths.iter().map(String::as_str).chain(["/favicon.ico", "/account/"]) {
        for method in [Method::GET, Method::POST] {
            let request = app
                .request(method, path)
                .header("Accept", "text/html,*/*;q=0.8")
                .header("Cookie", format!("__Host-ptl-session={}", "ab".repeat(32)))
                .header("Sec-Fetch-Site", "same-origin");
            let answer = app.finish(request).await;
            let message = answer.error_message(404);
            assert!(!message.contains("people"), "{path}: {message}");
            assert_eq!(answer.header("Content-Type"), "application/json", "{path}");
            assert!(!answer.headers.contains_key(SET_COOKIE), "{path}");
        }
    }
    let key = app.db_account("ann@example.com", Plan::Free).await;
    assert_eq!(app.usage(&key).await.status, 200);
    assert_eq!(app.send(Method::GET, "/docs", None, None).await.status, 200);
    assert_eq!(app.send(Method::GET, "/health/ready", None, None).await.status, 200);
}

#[tokio::test]
async fn the_web_app_answers_by_default() {
    let app = app(None);
    let request = app.request(Method::GET, "/").header("Accept", "text/html");
    let answer = app.finish(request).await;
    assert_eq!((answer.status, answer.header("Content-Type")), (200, "text/html; charset=utf-8"));
}

/// Stores cookies and sends forms.
struct Browser {
    client: reqwest::Client,
    url: String,
    cookies: Vec<(String, String)>,
}

impl Browser {
    fn new(url: &str) -> Self {
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        Self { client: client.build().unwrap(), url: url.to_owned(), cookies: Vec::new() }
    }

    async fn ask(&mut self, path: &str, form: Option<String>) -> (StatusCode, HeaderMap, String) {
        let url = format!("{}{path}", self.url);
        let request = match form {
            None => self.client.get(url),
            Some(form) => self
                .client
                .post(url)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Sec-Fetch-Site", "same-origin")
                .body(form),
        };
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let request = request.header("Accept", "text/html").header(COOKIE, cookies.join("; "));
        let answer = request.send().await.unwrap();
        let (status, headers) = (answer.status(), answer.headers().clone());
        for cookie in headers.get_all(SET_COOKIE) {
            let (name, rest) = cookie.to_str().unwrap().split_once('=').unwrap();
            self.cookies.retain(|(other, _)| other != name);
            self.cookies.push((name.to_owned(), rest.split(';').next().unwrap().to_owned()));
        }
        (status, headers, answer.text().await.unwrap())
    }

    /// Chooses a password at a link. The form token comes from the link's page, or from the home page if the
    /// link's page has no form.
    async fn choose(&mut self, place: &str) -> (StatusCode, HeaderMap, String) {
        let mut page = self.ask(place, None).await.2;
        if !page.contains("name=\"form\"") {
            page = self.ask("/", None).await.2;
        }
        let token = page.split_once("name=\"form\" value=\"").unwrap().1.split_once('"').unwrap().0;
        self.ask(place, Some(format!("form={token}&password=quatre+lapins+au+jardin"))).await
    }
}

#[tokio::test]
async fn the_link_of_admin_create_works_exactly_once() {
    let ptl = Ptl::fresh(Vec::new());
    let link = ptl.must(&["admin", "create", "root@example.com"]);
    let place = link.strip_prefix("http://127.0.0.1:8080").unwrap_or_else(|| panic!("{link}"));
    let server = ptl.serve();
    let (mut first, mut second) = (Browser::new(&server.url), Browser::new(&server.url));
    for browser in [&mut first, &mut second, &mut Browser::new(&server.url)] {
        assert_eq!(browser.ask(place, None).await.0, 200, "opening the page does not use up the link");
    }
    let (status, headers, text) = first.choose(place).await;
    assert_eq!(
        (status.as_u16(), headers.get(LOCATION).unwrap().to_str().unwrap()),
        (303, "/account"),
        "{text}"
    );
    assert_eq!(first.ask("/admin", None).await.0, 200);
    for browser in [&mut first, &mut second] {
        assert_eq!(browser.choose(place).await.0, 404);
        assert_eq!(browser.ask(place, None).await.0, 404);
    }
    assert_eq!(second.ask("/admin", None).await.0, 303, "the link works only once");
}

fn run(ptl: &Ptl, args: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = ptl.command(args).output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

#[test]
fn administrators_are_listed_and_dismissed_except_for_the_last() {
    let ptl = Ptl::fresh(Vec::new());
    let listed = || -> Vec<String> {
        let list: Value = serde_json::from_str(&ptl.must(&["admin", "list", "--json"])).unwrap();
        list.as_array().unwrap().iter().map(|one| one["email"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!((listed(), ptl.must(&["admin", "list"])), (Vec::new(), String::new()));
    for email in ["bob@example.com", "ann@example.com"] {
        ptl.must(&["admin", "create", email]);
    }
    ptl.must(&["account", "create", "cleo@example.com"]);
    assert_eq!(listed(), ["ann@example.com", "bob@example.com"]);
    let text = ptl.must(&["admin", "list"]);
    assert!(text.starts_with("ann@example.com  created 20") && text.lines().count() == 2, "{text}");
    for (email, code, text) in [
        ("bob@example.com", 0, "bob@example.com is no longer an administrator"),
        ("bob@example.com", 1, "this account is not an administrator"),
        ("cleo@example.com", 1, "this account is not an administrator"),
        ("nobody@example.com", 1, "nobody@example.com"),
        ("ann@example.com", 1, "the last administrator cannot be removed"),
        ("ann", 2, "ann"),
    ] {
        let (status, stdout, stderr) = run(&ptl, &["admin", "remove", email]);
        assert_eq!(status, Some(code), "{email}: {stdout}{stderr}");
        assert!(format!("{stdout}{stderr}").contains(text), "{email}: {stdout}{stderr}");
        assert_eq!(stdout.is_empty(), code != 0, "{email}: {stdout}");
    }
    assert_eq!(listed(), ["ann@example.com"]);
    ptl.must(&["admin", "create", "bob@example.com"]);
    let created: Value =
        serde_json::from_str(&ptl.must(&["admin", "remove", "ann@example.com", "--json"])).unwrap();
    assert_eq!(created["email"], "ann@example.com");
    assert_eq!(listed(), ["bob@example.com"]);
    ptl.must(&["account", "show", "ann@example.com"]);
}

#[test]
fn links_use_the_public_url_or_warn_that_it_is_unset() {
    let listen = ("PTL_LISTEN", "0.0.0.0:9321".to_owned());
    let public = ("PTL_PUBLIC_URL", "https://ptl.example.com".to_owned());
    for (env, origin, is_warned) in [
        (vec![], "http://127.0.0.1:8080", true),
        (vec![listen.clone()], "http://127.0.0.1:9321", true),
        (vec![listen, public], "https://ptl.example.com", false),
    ] {
        let ptl = Ptl::fresh(env);
        for args in [["admin", "create", "root@example.com"], ["account", "link", "root@example.com"]] {
            let (status, stdout, stderr) = run(&ptl, &args);
            assert_eq!(status, Some(0), "{stderr}");
            assert!(stdout.starts_with(&format!("{origin}/link/")), "{stdout}");
            assert_eq!(stdout.lines().count(), 1, "the link alone, for programs: {stdout}");
            assert_eq!(stderr.contains("PTL_PUBLIC_URL"), is_warned, "{stderr}");
        }
    }
}

/// A check's result: true if it passed, and the detail.
fn doctor(ptl: &Ptl, subject: &str) -> Option<(bool, String)> {
    let (_, stdout, stderr) = run(ptl, &["doctor", "--json"]);
    let found: Value = serde_json::from_str(&stdout).unwrap_or_else(|_| panic!("{stdout}{stderr}"));
    let one = found.as_array().unwrap().iter().find(|one| one["check"] == subject)?;
    Some((one["ok"].as_bool().unwrap(), one["detail"].as_str().unwrap().to_owned()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_checks_a_configured_mail_server_and_provider() {
    let sink = SmtpSink::start().await;
    let provider = Server::start(|_, request| {
        let issuer = request.head.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
        let at = |path: &str| format!("http://{issuer}{path}");
        Step::ok(&json!({
            "issuer": at(""), "authorization_endpoint": at("/a"), "token_endpoint": at("/t"),
            "jwks_uri": at("/k"),
        }))
    })
    .await;
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let with = |port: u16, issuer: String| {
        Ptl::fresh(vec![
            ("PTL_SMTP_HOST", "127.0.0.1".to_owned()),
            ("PTL_SMTP_PORT", port.to_string()),
            ("PTL_SMTP_ENCRYPTION", "none".to_owned()),
            ("PTL_SMTP_FROM", "Photo to Listing <no-reply@example.com>".to_owned()),
            ("PTL_OIDC_ISSUER", issuer),
            ("PTL_OIDC_CLIENT_ID", "ptl".to_owned()),
        ])
    };
    let fine = with(sink.address.port(), provider.url(""));
    for subject in ["smtp", "oidc"] {
        let (is_fine, detail) = doctor(&fine, subject).expect(subject);
        assert!(is_fine && detail.contains("127.0.0.1"), "{subject}: {detail}");
        assert_eq!(
            doctor(&Ptl::fresh(Vec::new()), subject),
            None,
            "the doctor skips a source that is not configured"
        );
    }
    assert_eq!(sink.taken().await, None, "no mail is sent");
    let out_of_reach = with(closed, format!("http://127.0.0.1:{closed}"));
    for subject in ["smtp", "oidc"] {
        let (is_fine, detail) = doctor(&out_of_reach, subject).expect(subject);
        assert!(!is_fine && detail.contains(&closed.to_string()), "{subject}: {detail}");
    }
}
