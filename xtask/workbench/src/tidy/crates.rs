//! Checks the dependencies and manifests of crates.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use xtask::project;

/// Depends on no other crate.
const DOMAIN: &str = "listing-domain";
/// The HTTP code that all groups of routes share.
const EDGE: &str = "listing-http";
/// Connects all other crates to the program.
const ROOT: &str = "listing-server";
/// Reads owners and modes of files, without a port.
const OWNERSHIP: &str = "listing-ownership";
/// Writes files for any door, without I/O of its own.
const EXPORT: &str = "listing-export";

/// The project's crates on which each crate may depend, besides `listing-testkit` in tests.
const INNER: &[(&str, &[&str])] = &[
    ("listing-admission", &["listing-domain"]),
    ("listing-ai", &["listing-domain", "listing-outbound"]),
    // Response types, shared by route groups and the composition root.
    ("listing-answer", &["listing-domain"]),
    ("listing-billing", &["listing-domain", "listing-outbound"]),
    ("listing-domain", &[]),
    // Likewise.
    ("listing-export", &["listing-answer", "listing-domain"]),
    ("listing-http", &["listing-domain"]),
    ("listing-limits", &["listing-domain"]),
    ("listing-log", &["listing-domain"]),
    ("listing-mail", &["listing-domain"]),
    ("listing-market", &["listing-domain", "listing-outbound"]),
    ("listing-oidc", &["listing-domain", "listing-outbound"]),
    // Shared by adapters for external services; independent of the domain.
    ("listing-outbound", &[]),
    // For settings and code read from files.
    ("listing-ownership", &[]),
    ("listing-password", &["listing-domain"]),
    ("listing-photo", &["listing-domain", "listing-resize"]),
    // Shared by adapters for pixels; independent of the domain.
    ("listing-resize", &[]),
    // A route group depends on no other route group.
    ("listing-rest", &["listing-answer", "listing-domain", "listing-export", "listing-http"]),
    (
        "listing-server",
        &[
            "listing-admission",
            "listing-ai",
            "listing-answer",
            "listing-billing",
            "listing-domain",
            "listing-export",
            "listing-http",
            "listing-limits",
            "listing-log",
            "listing-mail",
            "listing-market",
            "listing-oidc",
            "listing-outbound",
            "listing-ownership",
            "listing-password",
            "listing-photo",
            "listing-rest",
            "listing-storage",
            "listing-vision",
            "listing-web",
            "listing-webhook",
            "listing-writers",
        ],
    ),
    ("listing-storage", &["listing-domain", "listing-ownership"]),
    ("listing-testkit", &["listing-domain"]),
    ("listing-tests", &["listing-domain", "listing-server", "listing-testkit"]),
    ("listing-vision", &["listing-domain", "listing-ownership", "listing-resize"]),
    ("listing-web", &["listing-answer", "listing-domain", "listing-export", "listing-http"]),
    ("listing-webhook", &["listing-domain", "listing-outbound"]),
    ("listing-writers", &["listing-domain", "listing-outbound"]),
    (
        "workbench",
        &[
            "listing-answer",
            "listing-domain",
            "listing-export",
            "listing-oidc",
            "listing-outbound",
            "listing-photo",
            "listing-testkit",
            "listing-vision",
            "xtask",
        ],
    ),
    ("xtask", &[]),
];

/// External crates that only these crates may use directly.
const RESERVED: &[(&str, &[&str])] = &[
    ("actix-http", &["listing-http"]),
    ("actix-server", &["listing-http"]),
    ("actix-service", &["listing-http"]),
    ("actix-web", &["listing-http", "listing-rest", "listing-tests", "listing-web"]),
    ("anyhow", &["listing-server", "listing-tests", "workbench", "xtask"]),
    ("argon2", &["listing-password"]),
    ("clap", &["listing-server", "listing-tests", "workbench", "xtask"]),
    ("diesel", &["listing-storage", "listing-tests"]),
    ("fast_image_resize", &["listing-resize"]),
    ("image", &["listing-photo", "workbench"]),
    ("lettre", &["listing-mail"]),
    ("ort", &["listing-vision"]),
    ("redis", &["listing-limits"]),
    ("reqwest", &["listing-outbound", "listing-tests"]),
    ("ring", &["listing-oidc"]),
    ("rten", &["listing-vision"]),
    ("utoipa", &["listing-answer", "listing-rest"]),
];

/// Not even in the domain's tests.
const ABSENT_BELOW_DOMAIN: &[&str] = &[
    "actix-web",
    "anyhow",
    "clap",
    "diesel",
    "image",
    "ort",
    "redis",
    "reqwest",
    "rten",
    "serde",
    "serde_json",
    "tokio",
    "tracing",
];

/// Returns the adapter crates as written in source files: the composition root's dependencies, except the
/// domain, the HTTP crate and its route groups. Taken from the table, so that none is forgotten.
pub(super) fn adapters() -> Vec<String> {
    let uses_of =
        |name: &str| INNER.iter().find(|(inner, _)| *inner == name).map_or(&[][..], |(_, uses)| uses);
    let is_route_group = |name: &str| name == EDGE || uses_of(name).contains(&EDGE);
    let is_adapter = |name: &str| ![DOMAIN, OWNERSHIP, EXPORT].contains(&name) && !is_route_group(name);
    let plugged = uses_of(ROOT).iter().filter(|name| is_adapter(name));
    plugged.map(|name| format!("{}::", name.replace('-', "_"))).collect()
}

#[derive(Deserialize)]
struct Manifest {
    workspace: Option<toml::Value>,
    #[serde(default)]
    dependencies: BTreeMap<String, toml::Value>,
    #[serde(default, rename = "dev-dependencies")]
    dev_dependencies: BTreeMap<String, toml::Value>,
    #[serde(default, rename = "build-dependencies")]
    build_dependencies: BTreeMap<String, toml::Value>,
    lints: Option<BTreeMap<String, bool>>,
}

pub(super) fn check() -> Result<Vec<String>> {
    let mut findings = Vec::new();
    let mut seen = BTreeSet::new();
    let mut files = Vec::new();
    for folder in ["crates", "tests", "xtask"] {
        files.extend(project::files_below(&project::root().join(folder), "toml")?);
    }
    for path in files {
        let Ok(inside) = path.strip_prefix(project::root()) else { continue };
        if !inside.ends_with("Cargo.toml") {
            continue;
        }
        let text = fs::read_to_string(&path)?;
        let manifest: Manifest =
            toml::from_str(&text).with_context(|| format!("cannot read {}", inside.display()))?;
        // A separate workspace (fuzz targets).
        if manifest.workspace.is_some() {
            continue;
        }
        let folder = path.parent().and_then(|p| p.file_name()).map(|n| n.to_string_lossy().into_owned());
        let name = match folder.as_deref() {
            Some("tests") => "listing-tests".to_owned(),
            Some(name) => name.to_owned(),
            None => continue,
        };
        findings.extend(check_manifest(&name, &manifest));
        seen.insert(name);
    }
    for (name, _) in INNER.iter().filter(|(name, _)| !seen.contains(*name)) {
        findings.push(format!("the dependency table names {name}, which does not exist"));
    }
    findings.extend(check_absence()?);
    Ok(findings)
}

fn check_manifest(name: &str, manifest: &Manifest) -> Vec<String> {
    let mut findings = Vec::new();
    if manifest.lints.as_ref().and_then(|lints| lints.get("workspace")) != Some(&true) {
        findings.push(format!("{name} does not inherit the workspace's lints"));
    }
    let all = [&manifest.dependencies, &manifest.dev_dependencies, &manifest.build_dependencies];
    for (dependency, how) in all.into_iter().flatten() {
        if how.get("workspace").and_then(toml::Value::as_bool) != Some(true) {
            findings
                .push(format!("{name} gives {dependency} a version of its own; write `workspace = true`"));
        }
    }
    let Some((_, allowed)) = INNER.iter().find(|(inner, _)| *inner == name) else {
        findings
            .push(format!("{name} is missing in the dependency table of xtask/workbench/src/tidy/crates.rs"));
        return findings;
    };
    let ours = |dependency: &str| INNER.iter().any(|(inner, _)| *inner == dependency);
    for dependency in manifest.dependencies.keys() {
        if ours(dependency) && !allowed.contains(&dependency.as_str()) {
            findings.push(format!("{name} must not depend on {dependency}"));
        }
        if let Some((_, users)) = RESERVED.iter().find(|(reserved, _)| reserved == dependency)
            && !users.contains(&name)
        {
            findings
                .push(format!("{name} must not depend on {dependency}, which only {} may", users.join(", ")));
        }
    }
    for dependency in manifest.dev_dependencies.keys() {
        // Writer adapters are tested with the decorators of `listing-writers`.
        let fine = matches!(dependency.as_str(), "listing-testkit" | "listing-writers")
            || allowed.contains(&dependency.as_str());
        if ours(dependency) && !fine {
            findings.push(format!("{name} must not depend on {dependency} for its tests"));
        }
    }
    findings
}

fn check_absence() -> Result<Vec<String>> {
    let tree =
        project::cargo(["tree", "--locked", "--package", "listing-domain", "--prefix", "none"]).output()?;
    let tree = String::from_utf8_lossy(&tree.stdout).into_owned();
    let names: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    let mut findings: Vec<String> = ABSENT_BELOW_DOMAIN
        .iter()
        .filter(|absent| names.contains(*absent))
        .map(|present| format!("listing-domain must not depend on {present}, not even through another crate"))
        .collect();
    if !names.contains("listing-domain") {
        findings.push(
            "`cargo tree --package listing-domain` printed nothing, so absence cannot be checked".to_owned(),
        );
    }
    Ok(findings)
}
