//! Checks the content and length of source files, and the workspace's top folder.

use std::fs;
use std::path::Path;

use anyhow::Result;

use super::crates::adapters;
use xtask::project;

const LONGEST_FILE: usize = 500;

/// Data tables, which may be longer.
const TABLES: &[&str] = &["crates/listing-domain/src/marketplace/", "crates/listing-domain/src/product.rs"];

/// In addition to dot-files.
const TOP: &[&str] = &[
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "crates",
    "docs",
    "tests",
    "xtask",
    "target",
    "models",
    "data",
];

/// Files that may use adapters' types for settings, so that each setting is defined once.
const READ_SETTINGS: &[&str] = &[
    "crates/listing-server/src/settings/ai.rs",
    "crates/listing-server/src/settings/billing.rs",
    "crates/listing-server/src/settings/market.rs",
    "crates/listing-server/src/settings/web.rs",
    "crates/listing-server/src/settings/secret.rs",
    "crates/listing-server/src/settings/webhooks.rs",
];

/// Ports use the domain's values, so the values must not use ports.
const OUTWARD: &[(&str, &str)] = &[("async ", "has `async`"), ("crate::ports", "uses a port")];

const UNDONE: &[&str] = &["//! stub", "//! placeholder", "//! dummy", "//! todo"];
/// Shows an unfinished handler.
const EMPTY_ANSWER: &str = "HttpResponse::Ok().finish()";

pub(super) fn check() -> Result<Vec<String>> {
    let mut findings = check_top()?;
    for folder in ["crates", "tests", "xtask"] {
        for path in project::files_below(&project::root().join(folder), "rs")? {
            let text = fs::read_to_string(&path)?;
            let inside = path.strip_prefix(project::root()).unwrap_or(&path).to_string_lossy().into_owned();
            findings.extend(check_file(&inside, &text));
        }
    }
    findings.extend(check_marketplaces()?);
    Ok(findings)
}

fn check_top() -> Result<Vec<String>> {
    let mut findings = Vec::new();
    for entry in project::root().read_dir()? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if !name.starts_with('.') && !TOP.contains(&name.as_str()) {
            findings.push(format!("{name} does not belong at the top of the workspace"));
        }
    }
    Ok(findings)
}

fn check_file(inside: &str, text: &str) -> Vec<String> {
    let mut findings = Vec::new();
    let lines = text.lines().count();
    if lines > LONGEST_FILE && !TABLES.iter().any(|table| inside.starts_with(table)) {
        findings.push(format!("{inside} has {lines} lines; split it by topic, {LONGEST_FILE} at most"));
    }
    let is_domain = inside.starts_with("crates/listing-domain/src/");
    let is_value = is_domain && !["ports/", "usecase/"].iter().any(|folder| inside.contains(folder));
    for (word, is_what) in OUTWARD.iter().filter(|_| is_value) {
        let has_word = |line: &str| !line.trim_start().starts_with("//") && line.contains(word);
        if text.lines().any(has_word) {
            findings.push(format!(
                "{inside} {is_what}, which in the domain belongs under ports/ and usecase/ only"
            ));
        }
    }
    let is_server = inside.starts_with("crates/listing-server/src/");
    let plugs =
        inside.ends_with("/compose.rs") || inside.contains("/compose/") || READ_SETTINGS.contains(&inside);
    if is_server && !plugs {
        for adapter in adapters().iter().filter(|adapter| text.contains(adapter.as_str())) {
            findings.push(format!("{inside} names {adapter}, which only compose.rs and its submodules may"));
        }
    }
    let is_product = inside.starts_with("crates/") && inside.contains("/src/");
    if is_product {
        findings.extend(check_done(inside, text));
    }
    findings
}

fn check_done(inside: &str, text: &str) -> Vec<String> {
    let mut findings = Vec::new();
    let begins = text.trim_start().to_lowercase();
    if UNDONE.iter().any(|words| begins.starts_with(words)) {
        findings.push(format!("{inside} is marked as unfinished"));
    }
    if text.contains(EMPTY_ANSWER) {
        findings.push(format!("{inside} returns an empty response (`{EMPTY_ANSWER}`)"));
    }
    findings
}

/// The file's name is the marketplace's ID.
fn check_marketplaces() -> Result<Vec<String>> {
    let folder = Path::new("crates/listing-domain/src/marketplace");
    let text = fs::read_to_string(project::root().join(folder).join("mod.rs"))?;
    let ids = text.lines().filter_map(|line| {
        let (variant, code) = line.trim().split_once(" = \"")?;
        variant.chars().all(char::is_alphanumeric).then(|| code.split('"').next().unwrap_or(code))
    });
    Ok(ids
        .filter(|id| !project::root().join(folder).join(format!("{id}.rs")).is_file())
        .map(|id| format!("the marketplace {id} has no file {}/{id}.rs", folder.display()))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(inside: &str, text: &str, finding: Option<&str>) {
        let found = check_file(inside, text);
        assert_eq!(found.len(), usize::from(finding.is_some()), "{found:?}");
        assert!(found.iter().all(|found| found.contains(finding.unwrap_or_default())), "{found:?}");
    }

    #[test]
    fn unfinished_code_is_reported() {
        let file = "crates/listing-rest/src/docs_page.rs";
        check(file, "//! stub\nuse actix_web::HttpResponse;", Some("unfinished"));
        check(file, "fn show() { HttpResponse::Ok().finish() }", Some("empty response"));
        check(file, "//! The page.\nfn show() { HttpResponse::Ok().body(PAGE) }", None);
        // A test may contain one.
        check("xtask/workbench/src/tidy/sources.rs", "HttpResponse::Ok().finish()", None);
    }

    #[test]
    fn async_or_ports_in_domain_values_are_reported() {
        for (text, finding) in
            [("pub async fn look() {}", "has `async`"), ("use crate::ports::Clock;", "uses a port")]
        {
            check("crates/listing-domain/src/draft.rs", text, Some(finding));
            check("crates/listing-domain/src/draft.rs", &format!("/// {text}"), None);
            check("crates/listing-domain/src/usecase/get_usage.rs", text, None);
        }
    }

    #[test]
    fn adapter_names_outside_compose_are_reported() {
        assert!(adapters().iter().any(|adapter| adapter == "listing_ai::"));
        assert!(!adapters().iter().any(|adapter| adapter == "listing_rest::"));
        for adapter in adapters() {
            let text = format!("use {adapter}Thing;");
            check("crates/listing-server/src/command/serve.rs", &text, Some(&adapter));
            check("crates/listing-server/src/compose/writers.rs", &text, None);
        }
    }
}
