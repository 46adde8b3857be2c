use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use reqwest::Method;

use crate::app::TestApp;

/// The first characters of documented paths.
const BEGINNINGS: [&str; 5] = ["/api/v1/", "/.well-known/", "/health/", "/metrics", "/docs"];

/// Without hosts and queries.
fn paths_in(text: &str) -> BTreeSet<String> {
    let is_of_a_word = |character: char| character.is_alphanumeric() || "/.-_{}:$".contains(character);
    let words = text.split(|character| !is_of_a_word(character));
    words.filter_map(path_of).map(|path| path.trim_end_matches(['.', ':']).to_owned()).collect()
}

/// The path of a URL, or a word that is itself a path.
fn path_of(word: &str) -> Option<&str> {
    // The base URL may be a placeholder, such as `BASE` or `$PTL_URL`.
    let is_of_a_name = |character: char| character.is_ascii_uppercase() || "$_{}".contains(character);
    let path = if let Some((_, address)) = word.split_once("://") {
        &address[address.find('/')?..]
    } else {
        word.trim_start_matches(is_of_a_name)
    };
    let is_ours = |beginning: &str| {
        path.strip_prefix(beginning)
            .is_some_and(|rest| beginning.ends_with('/') || rest.is_empty() || rest.starts_with(['.', ':']))
    };
    BEGINNINGS.into_iter().any(is_ours).then_some(path)
}

/// The texts by file.
fn documentation() -> BTreeMap<String, String> {
    let root = Path::new("..");
    let mut files = vec![root.join("README.md")];
    for folder in ["docs", "docs/deployment"] {
        files.extend(fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path()));
    }
    let read = |path: &Path| path.is_file().then(|| fs::read_to_string(path).unwrap());
    files.iter().filter_map(|path| Some((path.display().to_string(), read(path)?))).collect()
}

#[test]
fn paths_are_distinguished_from_files_and_foreign_addresses() {
    let check = |text: &str, expected: &[&str]| {
        assert_eq!(paths_in(text).iter().map(String::as_str).collect::<Vec<_>>(), expected, "{text}");
    };
    check("for people at `/docs`.", &["/docs"]);
    check("curl -s BASE/api/v1/usage -H", &["/api/v1/usage"]);
    check("curl \"$PTL_URL/api/v1/usage?month=1\"", &["/api/v1/usage"]);
    check("http://127.0.0.1:8080/health/ready: 200", &["/health/ready"]);
    check("(`GET /.well-known/openapi.json`)", &["/.well-known/openapi.json"]);
    check("`docs/openapi.json`, crates/x/docs/metrics, /docsy, https://docs.rs/docs-of/it", &[]);
}

#[tokio::test]
async fn every_path_that_the_documentation_names_is_served() {
    let app = TestApp::start_unhurried();
    let (mut named, mut missing) = (BTreeSet::new(), Vec::new());
    for (file, text) in documentation() {
        for path in paths_in(&text) {
            // Any other status, such as for a missing key, shows that the path exists.
            if app.send(Method::GET, &path, None, None).await.status == 404 {
                missing.push(format!("{file}: {path}"));
            }
            named.insert(path);
        }
    }
    assert_eq!(missing, Vec::<String>::new(), "documented paths that are not served");
    assert!(named.len() >= 8, "the documentation names few paths: {named:?}");
}
