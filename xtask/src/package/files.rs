//! Files of every package, with paths below its prefix such as `usr/`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result};

use super::tree::Tree;
use crate::project;

const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/ptl"),
    ("fish", "share/fish/vendor_completions.d/ptl.fish"),
    ("zsh", "share/zsh/vendor-completions/_ptl"),
];

pub(super) fn source(path: &str) -> Result<String> {
    fs::read_to_string(project::root().join(path)).with_context(|| format!("cannot read {path}"))
}

/// Adds the program, manual pages, shell completions, and lists of components.
pub(super) fn add(tree: &Tree, prefix: &str, program: &Path) -> Result<()> {
    tree.write_program(&format!("{prefix}bin/ptl"), fs::read(program)?)?;
    // Cargo keeps the symbols if a profile has settings for the package.
    project::output(Command::new("strip").arg(tree.root().join(format!("{prefix}bin/ptl"))))?;
    for (shell, path) in COMPLETIONS {
        tree.write(&format!("{prefix}{path}"), output_of(program, &["completions", shell])?)?;
    }
    let pages = tempfile::tempdir()?;
    output_of(program, &["man", "--dir", &pages.path().to_string_lossy()])?;
    for page in project::all_files_below(pages.path())? {
        let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
        tree.write_compressed(&format!("{prefix}share/man/man1/{name}"), fs::read(&page)?)?;
    }
    let documents = format!("{prefix}share/doc/ptl");
    tree.write_compressed(&format!("{documents}/CHANGELOG.md"), source("docs/CHANGELOG.md")?)?;
    tree.write(&format!("{documents}/crates.txt"), crates()?)
}

/// The environment is empty.
fn output_of(program: &Path, args: &[&str]) -> Result<String> {
    project::output(Command::new(program).args(args).env_clear())
}

/// Returns the linked crates, one per line: name, version and license.
fn crates() -> Result<String> {
    let tree = project::output(&mut project::cargo([
        "tree",
        "--locked",
        "--package",
        "listing-server",
        "--edges",
        "normal",
        "--all-features",
        "--prefix",
        "none",
        "--format",
        "{p} ({l})",
    ]))?;
    let is_of_others = |line: &&str| !line.contains(&*project::root().to_string_lossy());
    let lines: BTreeSet<&str> =
        tree.lines().map(|line| line.trim_end_matches(" (*)")).filter(is_of_others).collect();
    Ok(lines.into_iter().flat_map(|line| [line, "\n"]).collect())
}
