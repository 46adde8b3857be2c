//! What source files may say, how long they may be, and what lies at the top.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::project;

/// The longest file that is no table of data, in lines.
const LONGEST_FILE: usize = 500;

/// Folders and files that are tables of data and may be as long as the facts.
const TABLES: &[&str] = &["crates/listing-domain/src/marketplace/", "crates/listing-domain/src/product.rs"];

/// What lies at the top of the workspace, dot-files aside.
const TOP: &[&str] = &[
    "Cargo.lock",
    "Cargo.toml",
    "README.md",
    "crates",
    "docs",
    "tests",
    "xtask",
    "target",
    "models",
    "data",
];

/// Adapters that only the composition may name.
const ADAPTERS: &[&str] =
    &["listing_admission::", "listing_limits::", "listing_photo::", "listing_storage::", "listing_vision::"];

/// Every breach by a source file or by what lies at the top.
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
        findings.push(format!(
            "{inside} has {lines} lines; cut it along a seam of meaning ({LONGEST_FILE} at most)"
        ));
    }
    let is_domain = inside.starts_with("crates/listing-domain/src/");
    let may_wait = ["ports/", "usecase/"].iter().any(|room| inside.contains(room));
    let waits = |line: &&str| !line.trim_start().starts_with("//") && line.contains("async ");
    if is_domain && !may_wait && text.lines().any(|line| waits(&line)) {
        findings.push(format!(
            "{inside} has `async`, which in the domain belongs under ports/ and usecase/ only"
        ));
    }
    let is_server = inside.starts_with("crates/listing-server/src/");
    if is_server && !inside.ends_with("/compose.rs") && !inside.contains("/compose/") {
        for adapter in ADAPTERS.iter().filter(|adapter| text.contains(**adapter)) {
            findings
                .push(format!("{inside} names {adapter}, which only compose.rs and what is below it may"));
        }
    }
    findings
}

/// One marketplace is one file of facts, named by its id.
fn check_marketplaces() -> Result<Vec<String>> {
    let folder = Path::new("crates/listing-domain/src/marketplace");
    let text = fs::read_to_string(project::root().join(folder).join("mod.rs"))?;
    let ids = text.lines().filter_map(|line| {
        let (variant, code) = line.trim().split_once(" = \"")?;
        variant.chars().all(char::is_alphanumeric).then(|| code.trim_end_matches("\","))
    });
    Ok(ids
        .filter(|id| !project::root().join(folder).join(format!("{id}.rs")).is_file())
        .map(|id| format!("the marketplace {id} has no file {}/{id}.rs", folder.display()))
        .collect())
}
