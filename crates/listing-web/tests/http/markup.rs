//! Scripts and markup as the text of users, models and labels.

use crate::browser::Browser;
use crate::html;
use crate::site::{PASSWORD, Site, stored};

const HOSTILE: [&str; 6] = [
    "<script>alert(1)</script>",
    "</textarea></title></style><img src=x onerror=alert(1)>",
    "\"><svg onload=alert(1)>",
    "' onmouseover='alert(1)",
    "{{7000*7001}}{% include \"layout.html\" %}",
    "javascript:alert(1)//<a href=javascript:alert(1)>\u{202e}\u{0}&lt;script&gt;",
];

/// Asserts that a page runs only this site's scripts and that no text became markup.
fn assert_harmless(target: &str, text: &str) {
    let page = html::read(text).unwrap_or_else(|error| panic!("{target}: {error}"));
    for element in &page.elements {
        let is_bad = |name: &String| name.starts_with("on") || name == "style" || name == "srcdoc";
        assert!(!element.attributes.keys().any(is_bad), "{target}: {element:?}");
        let is_known = !matches!(element.name.as_str(), "iframe" | "object" | "embed" | "base" | "style");
        assert!(is_known, "{target}: {element:?}");
        for name in ["href", "src", "action", "formaction", "xlink:href"] {
            let address = element.attribute(name);
            let is_here = address.starts_with('/') && !address.starts_with("//") || address.starts_with('#');
            assert!(address.is_empty() || is_here, "{target}: {name}={address}");
        }
        if element.name == "script" {
            assert!(element.attribute("src").starts_with("/assets/"), "{target}: {element:?}");
        }
        assert!(element.name != "img" || element.attribute("src").starts_with("/account/"), "{target}");
    }
    assert!(!text.contains("49007000"), "{target}: a template expression in a text was evaluated");
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "two tables of places")]
async fn stored_text_never_runs_as_markup() {
    for hostile in HOSTILE {
        let site = Site::open();
        let account = site.person("ann", true).await;
        let printable: String = hostile.chars().filter(|c| !c.is_control()).collect();
        let ascii: String = printable.chars().filter(char::is_ascii).collect();
        let mut browser = Browser::new(&site).with_header("user-agent", &ascii);
        assert_eq!(browser.sign_in("ann", PASSWORD).await.status, 303);
        let generation = site.generation(account, &stored(hostile, "")).await;
        let target = format!("/account/generations/{generation}");
        let mut shown = Vec::new();
        for (path, fields) in [
            ("/account/api-keys", vec![("name", hostile), ("expires", hostile)]),
            ("/account/api-keys", vec![("name", hostile), ("scopes", "usage:read"), ("expires", "never")]),
            ("/account/settings/email", vec![("email", hostile), ("password", PASSWORD)]),
            ("/account/settings/delete", vec![("email", hostile), ("password", hostile)]),
            ("/admin/invitations", vec![("email", hostile)]),
            ("/sign-in", vec![("email", hostile), ("password", "x"), ("next", hostile), ("typed", hostile)]),
            ("/sign-in/link", vec![("email", hostile), ("next", hostile)]),
            ("/language", vec![("language", hostile), ("back", hostile)]),
            (
                &format!("{target}/edit"),
                vec![("platform", "vinted"), ("title", hostile), ("description", hostile)],
            ),
            (&format!("{target}/edit"), vec![("platform", hostile), ("title", "x"), ("description", "x")]),
            (&format!("{target}/again"), vec![("platforms", hostile), ("language", hostile)]),
            (&format!("{target}/correct"), vec![("item", &hostile.repeat(10))]),
        ] {
            let answer = browser.post(path, &fields).await;
            assert!(answer.status < 500, "{path}: {}", answer.text());
            if !answer.bytes.is_empty() {
                shown.push((format!("POST {path}"), answer.text()));
            }
        }
        let mut client = Browser::new(&site);
        let fields = [("email", hostile), ("password", hostile), ("invitation", hostile)];
        shown.push(("POST /sign-up".to_owned(), client.post("/sign-up", &fields).await.text()));
        let query: String = form_urlencoded::byte_serialize(hostile.as_bytes()).collect();
        for path in [
            "/account".to_owned(),
            target.clone(),
            "/account/generations".to_owned(),
            format!("/account/generations?search={query}"),
            "/account/api-keys".to_owned(),
            "/account/settings".to_owned(),
            format!("/admin?search={query}&after={query}"),
            format!("/admin/accounts/{account}"),
            "/admin/mail".to_owned(),
            "/admin/service".to_owned(),
            format!("/nowhere/{query}"),
            format!("/{query}"),
        ] {
            let answer = browser.get(&path).await;
            assert!(answer.status < 500, "{path}: {}", answer.text());
            shown.push((format!("GET {path}"), answer.text()));
        }
        shown.push(("GET /sign-in".to_owned(), client.get(&format!("/sign-in?next={query}")).await.text()));
        for (target, text) in &shown {
            assert_harmless(target, text);
        }
        let text = shown.iter().find(|(name, _)| *name == format!("GET {target}")).unwrap().1.clone();
        assert!(!text.contains(hostile), "{hostile}");
    }
}

#[tokio::test]
async fn csv_export_has_no_formulas() {
    let site = Site::open();
    let formulas = ["=HYPERLINK(\"https://evil.example\")", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"];
    for (number, formula) in formulas.iter().enumerate() {
        let name = format!("ann{number}");
        let account = site.person(&name, false).await;
        site.generation(account, &stored(formula, "")).await;
        let mut browser = Browser::signed_in(&site, &name).await;
        let table = browser.get("/account/generations.csv").await;
        assert_eq!(table.header("content-disposition"), Some("attachment; filename=\"listings.csv\""));
        for cell in table.text().lines().skip(1).flat_map(|line| line.split(',')) {
            let cell = cell.trim_matches('"');
            assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{formula:?}: {cell}");
        }
        site.clock.advance(std::time::Duration::from_mins(2));
    }
}
