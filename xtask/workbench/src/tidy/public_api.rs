//! Compares the domain's public API with a recorded list, so that no change goes unnoticed.
//!
//! The list has `pub` declarations, enum variants and trait methods. The lint `unreachable_pub` ensures that
//! they are reachable. Output of macros, derives and trait implementations are missing.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use xtask::project;

/// Recorded because other projects may depend on it.
const CRATE: &str = "crates/listing-domain";
const RECORD: &str = "crates/listing-domain/public-face.txt";

pub(super) fn check() -> Result<Vec<String>> {
    let recorded = fs::read_to_string(record_file()).with_context(|| format!("cannot read {RECORD}"))?;
    let found = public_api()?;
    let finding = |sign: &str, line: &str| {
        format!(
            "the domain's public API has changed: {sign} {line}; record it with `cargo xtask tidy --renew`"
        )
    };
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (recorded, found) = (lines(&recorded), lines(&found));
    let removed = recorded.iter().filter(|line| !found.contains(line)).map(|line| finding("-", line));
    let new = found.iter().filter(|line| !recorded.contains(line)).map(|line| finding("+", line));
    Ok(removed.chain(new).collect())
}

pub(super) fn renew() -> Result<()> {
    fs::write(record_file(), public_api()?).with_context(|| format!("cannot write {RECORD}"))
}

fn record_file() -> PathBuf {
    project::root().join(RECORD)
}

/// Returns one declaration per line, after its module.
fn public_api() -> Result<String> {
    let source = project::root().join(CRATE).join("src");
    let mut public_api = String::new();
    for file in project::files_below(&source, "rs")? {
        let inside = file.strip_prefix(&source).unwrap_or(&file);
        if inside.ends_with("tests.rs") || inside.iter().any(|part| part == "tests") {
            continue;
        }
        let module = module_of(inside);
        for declaration in declarations(&fs::read_to_string(&file)?) {
            // Writing to a string cannot fail.
            let _ = writeln!(public_api, "{module}: {declaration}");
        }
    }
    Ok(public_api)
}

/// Returns `marketplace::facts` for `marketplace/facts.rs`, and the crate's name for `lib.rs`.
fn module_of(file: &Path) -> String {
    let path = file.with_extension("").to_string_lossy().replace('/', "::");
    let path = path.trim_end_matches("::mod");
    if path == "lib" { "listing_domain".to_owned() } else { path.to_owned() }
}

/// Without bodies.
fn declarations(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = text.lines().take_while(|line| *line != "#[cfg(test)]");
    while let Some(line) = lines.next() {
        let first = line.trim_start();
        if !first.starts_with("pub ") {
            continue;
        }
        let indent = &line[..line.len() - first.len()];
        let declaration = whole(first, &mut lines);
        let has_members = ["pub enum ", "pub trait "].iter().any(|kind| declaration.starts_with(kind));
        let is_open = !declaration.ends_with('}');
        let name = declaration.split([' ', ':', '<', '(']).nth(2).unwrap_or_default().to_owned();
        found.push(declaration);
        if has_members && is_open {
            let end = format!("{indent}}}");
            let mut body = Vec::new();
            for line in lines.by_ref().take_while(|line| *line != end) {
                body.push(line);
            }
            found.extend(members(&body, indent.len()).into_iter().map(|member| format!("{name}: {member}")));
        }
    }
    found
}

/// Each has its own members.
fn members(body: &[&str], indent: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut lines = body.iter().copied();
    while let Some(line) = lines.next() {
        let first = line.trim_start();
        let is_member = line.len() - first.len() == indent + 4;
        if is_member && !first.starts_with(['/', '#', '}', ')', ']']) {
            found.push(whole(first, &mut lines));
        }
    }
    found
}

/// Returns a declaration up to its end or its body.
fn whole<'a>(first: &str, lines: &mut impl Iterator<Item = &'a str>) -> String {
    let mut declaration = first.to_owned();
    let is_function = first.contains("fn ");
    let is_done = |text: &str| {
        let depth = |open: char, close: char| text.matches(open).count() > text.matches(close).count();
        let is_whole = !depth('(', ')') && !depth('[', ']');
        let ends: &[char] = if is_function { &['{', ';', '}'] } else { &['{', ';', ',', '}'] };
        is_whole && text.ends_with(ends)
    };
    while !is_done(&declaration) {
        let Some(line) = lines.next() else { break };
        declaration.push(' ');
        declaration.push_str(line.trim());
    }
    declaration.trim_end_matches(['{', ';', ',', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r"
/// Docs.
pub struct Money {
    minor: i64,
    pub currency: Currency,
}

impl Money {
    pub fn from_minor(
        minor: i64,
        currency: Currency,
    ) -> Self {
        pub_nothing();
    }
    pub(crate) fn hidden() {}
    fn private() {}
}

pub enum Kind {
    /// A variant.
    One,
    Two {
        size: u32,
    },
}

pub trait Port {
    /// Docs.
    async fn ask(&self) -> u8;
}

#[cfg(test)]
mod tests {
    pub fn of_a_test() {}
}
";

    #[test]
    fn only_public_declarations_are_listed() {
        assert_eq!(
            declarations(SOURCE),
            [
                "pub struct Money",
                "pub currency: Currency",
                "pub fn from_minor( minor: i64, currency: Currency, ) -> Self",
                "pub enum Kind",
                "Kind: One",
                "Kind: Two",
                "pub trait Port",
                "Port: async fn ask(&self) -> u8",
            ]
        );
    }

    #[test]
    fn module_path_is_derived_from_the_file_path() {
        assert_eq!(module_of(Path::new("marketplace/facts.rs")), "marketplace::facts");
        assert_eq!(module_of(Path::new("text/mod.rs")), "text");
        assert_eq!(module_of(Path::new("lib.rs")), "listing_domain");
    }
}
