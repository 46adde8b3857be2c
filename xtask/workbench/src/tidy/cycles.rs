//! Finds modules of one folder that import each other, directly or through others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::Result;

use super::without_tests;
use xtask::project;

/// In some, types of texts refer to their subjects, whose texts use these types. In others, a list names its
/// members, which take their data from the list.
const ALLOWED_CYCLES: &[(&str, &[&str])] = &[
    ("crates/listing-ai/src", &["form", "refusal"]),
    ("crates/listing-ai/src", &["schema", "wire"]),
    (
        "crates/listing-domain/src",
        &["attributes", "draft", "lang", "listing", "marketplace", "pricing", "request", "statement"],
    ),
    ("crates/listing-domain/src/marketplace", &["category", "eligibility", "facts"]),
    ("crates/listing-outbound/src", &["documents", "fault"]),
    ("crates/listing-storage/src/store", &["balance", "ledger"]),
    ("crates/listing-vision/src", &["lang", "writer"]),
    ("crates/listing-vision/src/recognise", &["kind", "recogniser", "surface", "text"]),
    (
        "crates/listing-vision/src/writer",
        &["details", "hashtags", "item", "phrases", "plan", "platforms", "titles"],
    ),
    ("crates/listing-web/src", &["lang", "view"]),
    ("xtask/workbench/src/heads", &["discriminant", "fit", "regression", "vectors"]),
    ("xtask/workbench/src/it/runs/oidc", &["browser", "client"]),
    ("xtask/workbench/src/it/runs/web", &["gallery", "pages"]),
];

/// From the root of the crate.
type Module = Vec<String>;

/// Among modules of one folder.
type Imports = BTreeMap<String, BTreeSet<String>>;

pub(super) fn check() -> Result<Vec<String>> {
    let mut findings = Vec::new();
    for source in sources()? {
        let folder = project::root().join(&source);
        let mut files = BTreeMap::new();
        for path in project::files_below(&folder, "rs")? {
            let inside = path.strip_prefix(&folder).unwrap_or(&path);
            if let Some(module) = module_of(inside) {
                files.insert(module, fs::read_to_string(&path)?);
            }
        }
        findings.extend(cycles(&source, &files));
    }
    Ok(findings)
}

fn sources() -> Result<Vec<String>> {
    let mut sources = vec!["xtask/src".to_owned(), "xtask/workbench/src".to_owned()];
    for entry in project::root().join("crates").read_dir()? {
        sources.push(format!("crates/{}/src", entry?.file_name().to_string_lossy()));
    }
    sources.sort();
    Ok(sources)
}

/// Returns `None` for tests and binaries.
fn module_of(inside: &Path) -> Option<Module> {
    let mut names: Module =
        inside.with_extension("").iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if names.iter().any(|name| matches!(name.as_str(), "tests" | "bin" | "main")) {
        return None;
    }
    if matches!(names.last().map(String::as_str), Some("mod" | "lib")) {
        names.pop();
    }
    Some(names)
}

fn cycles(source: &str, files: &BTreeMap<Module, String>) -> Vec<String> {
    let mut folders: BTreeMap<&[String], Imports> = BTreeMap::new();
    for (module, text) in files {
        for path in imports(module, without_tests(text)) {
            let Some(other) =
                (1..=path.len()).rev().map(|end| &path[..end]).find(|part| files.contains_key(*part))
            else {
                continue;
            };
            let shared = module.iter().zip(other).take_while(|(one, other)| one == other).count();
            if let (Some(from), Some(to)) = (module.get(shared), other.get(shared)) {
                let imports = folders.entry(&module[..shared]).or_default();
                imports.entry(from.clone()).or_default().insert(to.clone());
            }
        }
    }
    let mut findings = Vec::new();
    for (folder, imports) in folders {
        let path = [&[source.to_owned()], folder].concat().join("/");
        let known: Vec<&[&str]> = ALLOWED_CYCLES
            .iter()
            .filter(|(allowed, _)| *allowed == path)
            .map(|(_, modules)| *modules)
            .collect();
        for cycle in cycles_of(&imports) {
            if !known.iter().any(|allowed| cycle.iter().all(|module| allowed.contains(&module.as_str()))) {
                let cycle: Vec<String> = cycle.into_iter().collect();
                findings.push(format!("the modules {} of {path} import each other", cycle.join(", ")));
            }
        }
    }
    findings
}

/// Returns the paths that a module names, from the root of the crate.
fn imports(module: &Module, text: &str) -> Vec<Module> {
    let code: Vec<&str> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut found = Vec::new();
    for (start, word) in ["crate::", "super::"].iter().flat_map(|word| code.match_indices(word)) {
        let before = code[..start].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '$')) {
            continue;
        }
        let mut from = module.clone();
        let mut rest = &code[start..];
        if word == "crate::" {
            from.clear();
            rest = &rest[word.len()..];
        }
        while let Some(above) = rest.strip_prefix("super::") {
            from.pop();
            rest = above;
        }
        expand(&from, rest, &mut found);
    }
    found
}

/// Adds every path that begins with `from` and continues in `text`, also through braces. Returns the
/// remaining text.
fn expand<'t>(from: &Module, text: &'t str, found: &mut Vec<Module>) -> &'t str {
    let mut path = from.clone();
    let mut text = text.trim_start();
    loop {
        if let Some(mut inner) = text.strip_prefix('{') {
            loop {
                inner = expand(&path, inner, found).trim_start();
                match inner.strip_prefix(',') {
                    Some(next) => inner = next,
                    None => return inner.strip_prefix('}').unwrap_or(inner),
                }
                if let Some(end) = inner.trim_start().strip_prefix('}') {
                    return end;
                }
            }
        }
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        if end > 0 {
            path.push(text[..end].to_owned());
        }
        text = &text[end..];
        match text.strip_prefix("::") {
            Some(next) if end > 0 => text = next,
            _ => break,
        }
    }
    found.push(path);
    // The name may have an alias.
    let alias = text.trim_start().strip_prefix("as ");
    alias
        .map_or(text, |alias| alias.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_' || c == ' '))
}

/// Returns groups of modules that import each other, directly or indirectly.
fn cycles_of(imports: &Imports) -> Vec<BTreeSet<String>> {
    let all_from = |from: &String| {
        let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
        while let Some(module) = next.pop() {
            next.extend(
                imports.get(module).into_iter().flatten().filter(|other| seen.insert((*other).clone())),
            );
        }
        seen
    };
    let reaches: BTreeMap<&String, BTreeSet<String>> =
        imports.keys().map(|module| (module, all_from(module))).collect();
    let mut cycles: Vec<BTreeSet<String>> = Vec::new();
    for (module, others) in reaches.iter().filter(|(module, others)| others.contains(**module)) {
        let is_back = |other: &&String| reaches.get(other).is_some_and(|back| back.contains(*module));
        let cycle: BTreeSet<String> = others.iter().filter(is_back).cloned().collect();
        if !cycles.contains(&cycle) {
            cycles.push(cycle);
        }
    }
    cycles
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)], finding: Option<&str>) {
        let files =
            files.iter().filter_map(|(file, text)| Some((module_of(Path::new(file))?, (*text).to_owned())));
        let found = cycles("crates/x/src", &files.collect());
        assert_eq!(found.len(), usize::from(finding.is_some()), "{found:?}");
        assert!(found.iter().all(|found| found.contains(finding.unwrap_or_default())), "{found:?}");
    }

    #[test]
    fn modules_that_import_each_other_form_a_cycle() {
        check(&[("a.rs", "use crate::b::B;"), ("b.rs", "")], None);
        check(
            &[("a.rs", "use crate::b::B;"), ("b/c.rs", "use crate::{d, a::{A, E}};"), ("b/mod.rs", "")],
            Some("a, b"),
        );
        check(
            &[
                ("a.rs", "fn a() { crate::b::b() }"),
                ("b.rs", "use super::c;"),
                ("c.rs", "use super::{X, a as y};"),
            ],
            Some("a, b, c"),
        );
        check(
            &[("s/a.rs", "use super::b;"), ("s/b.rs", "use super::super::s::a::A;"), ("s.rs", "")],
            Some("x/src/s "),
        );
    }

    #[test]
    fn tests_comments_and_parents_form_no_cycle() {
        check(
            &[
                ("a.rs", "use crate::b::B;"),
                ("b.rs", "/// See crate::a.\n#[cfg(test)]\nmod tests { use crate::a; }"),
            ],
            None,
        );
        check(&[("a.rs", "use crate::b::B;"), ("b/tests.rs", "use crate::a::A;"), ("b.rs", "")], None);
        check(&[("s/a.rs", "use super::Item;"), ("s.rs", "mod a; use a::A;"), ("t.rs", "")], None);
    }
}
