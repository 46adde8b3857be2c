//! Checks that comments, messages, names and pages use plain words and are short.

use std::fs;
use std::path::Path;

use anyhow::Result;

use xtask::project;

use super::lexer::{self, Kind};

/// Refused words, with better ones.
const REFUSED: [(&[&str], &str); 10] = [
    (&["anew"], "again"),
    (&["whoever", "nobody", "somebody"], "the role: the caller, the seller, an account"),
    (&["tell", "tells", "told"], "say, report or return"),
    (
        &["is asked", "are asked", "was asked", "were asked"],
        "the actor and its verb: \"the server calls it\"",
    ),
    (&["beside"], "next to, besides or during"),
    (&["but for"], "except"),
    (&["by which"], "that, whose, or the verb itself"),
    (&["mend", "mends", "mended", "mending"], "fix or repair"),
    (
        &["stand in", "stands in", "stand for", "stands for", "stand on", "stands on"],
        "is, belongs to or means",
    ),
    (&["what is kept", "what is said", "what is meant"], "the name of the thing"),
];

/// Refused as whole names.
const REFUSED_NAMES: [&str; 5] = ["its", "said", "tell", "tells", "wish"];
/// Refused as parts of names.
const REFUSED_PARTS: [&str; 7] = ["anew", "beside", "mended", "nobody", "somebody", "told", "whoever"];

/// A docstring opens with a noun or a verb, not with these.
const OPENINGS: [&str; 6] = ["What", "How", "Who", "Whose", "Whether", "By"];

/// The maximum length on a documentation page, in words.
const SENTENCE: usize = 35;
/// The maximum length on a documentation page, in words.
const CELL: usize = 25;

/// They list the refused words.
const EXEMPT: [&str; 2] = ["xtask/workbench/src/tidy/words.rs", "xtask/workbench/src/prose.rs"];

/// A file, a word allowed in it, and its meaning there.
const ALLOWED: [(&str, &str, &str); 1] =
    [("xtask/workbench/src/it/runs/package/mod.rs", "nobody", "a user of every Debian system")];

pub(super) fn check() -> Result<Vec<String>> {
    let root = project::root();
    let mut findings = Vec::new();
    for folder in ["crates", "xtask", "tests"] {
        for path in project::files_below(&root.join(folder), "rs")? {
            findings.extend(in_source(&inside(root, &path), &fs::read_to_string(&path)?));
        }
    }
    let mut pages = project::files_below(&root.join("docs"), "md")?;
    pages.push(root.join("README.md"));
    for path in pages {
        findings.extend(in_page(&inside(root, &path), &fs::read_to_string(&path)?));
    }
    Ok(findings)
}

fn inside(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned()
}

fn in_source(file: &str, text: &str) -> Vec<String> {
    if EXEMPT.contains(&file) {
        return Vec::new();
    }
    let mut findings = openings(file, text);
    for run in lexer::runs(text) {
        match run.kind {
            Kind::Comment => findings.extend(refused(file, run.line, &run.text)),
            // A literal without a space is data, such as an email address.
            Kind::Literal if !run.text.trim().contains(' ') => {}
            Kind::Literal => findings.extend(refused(file, run.line, &run.text.replace('"', " "))),
            Kind::Code => findings.extend(refused_names(file, run.line, &run.text)),
        }
    }
    findings
}

fn openings(file: &str, text: &str) -> Vec<String> {
    let mut findings = Vec::new();
    let mut is_first = true;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_start();
        let Some(comment) = line.strip_prefix("//") else {
            is_first = true;
            continue;
        };
        let doc = comment.strip_prefix('/').or_else(|| comment.strip_prefix('!'));
        let opening = doc.and_then(|doc| doc.split_whitespace().next());
        if let Some(opening) = opening.filter(|opening| is_first && OPENINGS.contains(opening)) {
            findings.push(format!(
                "{file}:{number} opens a docstring with \"{opening}\"; open with a noun or a verb"
            ));
        }
        is_first = false;
    }
    findings
}

fn refused_names(file: &str, number: usize, code: &str) -> Vec<String> {
    let names = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    let is_refused = |name: &&str| {
        let lower = name.to_lowercase();
        REFUSED_NAMES.contains(&&*lower) || lower.split('_').any(|part| REFUSED_PARTS.contains(&part))
    };
    let found = names.filter(is_refused);
    found.map(|name| format!("{file}:{number} has the name {name}; use the term of the field")).collect()
}

/// Code blocks are not checked.
fn in_page(file: &str, text: &str) -> Vec<String> {
    let mut findings = Vec::new();
    let mut is_code = false;
    let (mut start, mut paragraph) = (1, String::new());
    for (number, line) in (1..).zip(text.lines().chain([""])) {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        findings.extend(refused(file, number, line));
        if line.starts_with('|') {
            let long = line.split('|').map(words).filter(|words| *words > CELL);
            findings.extend(long.map(|words| {
                format!("{file}:{number} has a table cell of {words} words; at most {CELL}, text explains")
            }));
        }
        let starts = ["|", "#", "- ", "> ", "```"].iter().any(|sign| line.trim_start().starts_with(sign));
        if line.trim().is_empty() || starts {
            findings.extend(long_sentence(file, start, &paragraph));
            paragraph.clear();
        }
        if !line.starts_with(['|', '#', '`']) {
            if paragraph.is_empty() {
                start = number;
            }
            paragraph.push_str(line.trim());
            paragraph.push(' ');
        }
    }
    findings
}

fn long_sentence(file: &str, number: usize, paragraph: &str) -> Option<String> {
    let ends = |word: &&str| word.trim_end_matches([')', '*', '"', '”', '_']).ends_with(['.', ':', '?', '!']);
    let all: Vec<&str> = paragraph.split_whitespace().collect();
    let words = all.split_inclusive(ends).map(<[&str]>::len).max()?;
    (words > SENTENCE).then(|| format!("{file}:{number} has a sentence of {words} words; at most {SENTENCE}"))
}

fn words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count()
}

/// Quoted messages and identifiers are not checked.
fn refused(file: &str, number: usize, text: &str) -> Vec<String> {
    let unquoted: String = text.split(['`', '"', '“', '”']).step_by(2).collect::<Vec<_>>().join(" ; ");
    let plain = unquoted
        .to_lowercase()
        .replace(|c: char| !c.is_alphanumeric() && !c.is_whitespace() && c != '\'', " ; ");
    let line =
        format!(" {} ", plain.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "));
    let is_allowed = |run: &str| ALLOWED.iter().any(|(path, word, _)| *path == file && *word == run);
    let says = |run: &&&str| line.contains(&format!(" {run} ")) && !is_allowed(run);
    let found =
        REFUSED.iter().flat_map(|(runs, better)| runs.iter().filter(says).map(move |run| (run, better)));
    found.map(|(run, better)| format!("{file}:{number} says \"{run}\"; say {better}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_words_in_comments_are_reported_with_a_better_one() {
        let found = |text: &str| in_source("a.rs", text);
        assert_eq!(found("// Reads the file anew.\n"), ["a.rs:1 says \"anew\"; say again"]);
        for text in
            ["Nobody calls it.", "It is asked.", "It stands for a key.", "All but for one.", "It tells why."]
        {
            assert_eq!(found(&format!("    /// {text}\n")).len(), 1, "{text}");
        }
        assert!(found("let again = 1; // fine\n// The word `told` and \"nobody\" are quoted.\n").is_empty());
    }

    #[test]
    fn refused_words_in_messages_and_names_are_reported() {
        let found = |text: &str| in_source("a.rs", text).len();
        assert_eq!(found("bail!(\"nobody has a key\");\n"), 1);
        assert_eq!(found("bail!(\"the server \\\n    is asked\");\n"), 1);
        for code in ["let told = 1;", "fn its() {}", "let is_told = 1;", "struct Wish;", "mod beside;"] {
            assert_eq!(found(&format!("{code}\n")), 1, "{code}");
        }
        assert_eq!(found("fn a_key_keeps_its_name() {}\nlet intel = \"mendeley\";\n"), 0);
    }

    #[test]
    fn docstrings_open_with_a_noun_or_a_verb() {
        let found = |text: &str| in_source("a.rs", text).len();
        assert_eq!(found("/// Whether it is open.\nfn a() {}\n/// How it ends.\nfn b() {}\n"), 2);
        assert_eq!(found("/// Returns true if it is open.\n/// What follows is a limit.\nfn a() {}\n"), 0);
        assert_eq!(found("// What follows is a plain comment.\n"), 0);
    }

    #[test]
    fn long_sentences_and_table_cells_of_pages_are_reported() {
        let long = "word ".repeat(36);
        assert_eq!(in_page("a.md", &format!("{long}end.\n")).len(), 1);
        assert_eq!(in_page("a.md", &format!("{}\n{}.\n", "word ".repeat(20), "word ".repeat(20))).len(), 1);
        assert!(in_page("a.md", &format!("{}. {}.\n", "word ".repeat(20), "word ".repeat(20))).is_empty());
        assert_eq!(in_page("a.md", &format!("| a | {} |\n", "word ".repeat(26))).len(), 1);
        assert!(in_page("a.md", &format!("```\n{long}\n```\n")).is_empty());
    }
}
