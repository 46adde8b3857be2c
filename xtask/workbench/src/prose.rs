//! `cargo xtask prose`: measures the language of comments and pages, or samples texts for reviewers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Result;
use fastrand::Rng;

use xtask::project;

use crate::tidy::lexer::{self, Kind};

/// Arguments of `cargo xtask prose`.
#[derive(Debug, clap::Args)]
pub(crate) struct ProseArgs {
    /// Print a random sample to read instead: docstrings, messages and names of tests
    #[arg(long, value_name = "SEED")]
    sample: Option<u64>,
}

/// Phrases that the style guide refuses, in groups.
const MARKERS: [(&str, &[&str]); 6] = [
    ("what is/was/it/they", &["what is", "what was", "what it", "what they", "what are", "what were"]),
    ("tell, told", &["tell", "tells", "told", "telling"]),
    ("stand", &["stand", "stands", "stood"]),
    ("nobody, somebody", &["nobody", "somebody"]),
    ("whoever", &["whoever"]),
    ("beside", &["beside"]),
];

const OPENINGS: [&str; 5] = ["What", "How", "Who", "Whether", "By"];

const DOCSTRINGS: usize = 160;
const MESSAGES: usize = 60;
const TESTS: usize = 60;

/// Their string literals are messages.
const MESSAGE_CALLS: [&str; 10] = [
    "#[error(", "bail!(", "ensure!(", "anyhow!(", "context(", "error!(", "warn!(", "info!(", "debug!(",
    "trace!(",
];

#[derive(Debug, Default)]
struct Prose {
    /// Without the comment signs.
    comments: String,
    /// Without code blocks.
    pages: String,
    /// The first paragraphs, with file and line.
    docstrings: Vec<String>,
    messages: Vec<String>,
    tests: Vec<String>,
}

pub(crate) fn run(args: &ProseArgs) -> Result<()> {
    let prose = collect(project::root())?;
    match args.sample {
        Some(seed) => print_sample(&prose, seed),
        None => print_measurements(&prose),
    }
    Ok(())
}

fn collect(root: &Path) -> Result<Prose> {
    let mut prose = Prose::default();
    for folder in ["crates", "xtask", "tests"] {
        for path in project::files_below(&root.join(folder), "rs")? {
            let file = path.strip_prefix(root).unwrap_or(&path).display().to_string();
            read_source(&mut prose, &file, &fs::read_to_string(&path)?);
        }
    }
    let mut pages = project::files_below(&root.join("docs"), "md")?;
    pages.push(root.join("README.md"));
    for path in pages {
        let text = fs::read_to_string(&path)?;
        let plain = text.split("```").step_by(2).collect::<Vec<_>>().join("\n");
        prose.pages.push_str(&plain);
        prose.pages.push('\n');
    }
    Ok(prose)
}

fn read_source(prose: &mut Prose, file: &str, text: &str) {
    let mut docstring: Option<String> = None;
    let mut call = String::new();
    for run in lexer::runs(text) {
        if run.kind == Kind::Comment {
            let plain = run.text.trim_start_matches(['/', '!']).trim();
            prose.comments.push_str(plain);
            prose.comments.push('\n');
            if run.text.starts_with("///") {
                let text = docstring.get_or_insert_with(|| format!("{file}:{}", run.line));
                text.push(' ');
                text.push_str(plain);
            }
            continue;
        }
        if run.kind == Kind::Literal {
            if MESSAGE_CALLS.iter().any(|name| call.contains(name)) && run.text.contains(' ') {
                prose.messages.push(format!("{file}:{} {}", run.line, run.text.trim()));
            }
            continue;
        }
        let code = run.text.trim();
        // An attribute with a literal continues after it, from the closing quote.
        let is_attribute = code.starts_with(['#', '"']);
        if let Some(docstring) = docstring.take_if(|_| !code.is_empty() && !is_attribute) {
            prose.docstrings.push(format!("{docstring}\n    {code}"));
        }
        let is_after_test = call.trim_end().ends_with("test]");
        if let Some((name, _)) = code.split_once('(').filter(|_| is_after_test && !is_attribute) {
            let name = name.rsplit(' ').next().unwrap_or(name);
            prose.tests.push(format!("{file}:{} {name}", run.line));
        }
        if !(code.is_empty() || is_after_test && is_attribute) {
            code.clone_into(&mut call);
        }
    }
}

fn print_measurements(prose: &Prose) {
    println!("| Per 1,000 words | Comments | Pages |\n|---|---|---|");
    for (name, phrases) in MARKERS {
        let of = |text: &str| per_thousand(text, phrases);
        println!("| {name} | {:.2} | {:.2} |", of(&prose.comments), of(&prose.pages));
    }
    println!("\n| Figure | Value |\n|---|---|");
    println!("| words of comments | {} |", words(&prose.comments).len());
    println!("| words of pages | {} |", words(&prose.pages).len());
    let opening = |text: &&String| text.split(' ').nth(1).is_some_and(|word| OPENINGS.contains(&word));
    let opened = prose.docstrings.iter().filter(opening).count();
    println!("| docstrings | {} |", prose.docstrings.len());
    println!("| docstrings that open with {} | {opened} |", OPENINGS.join(", "));
    println!("| mean sentence of pages, in words | {:.1} |", mean_sentence(&prose.pages));
}

fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let split = lower.split(|c: char| !c.is_alphanumeric() && c != '\'');
    split.filter(|word| word.chars().any(char::is_alphabetic)).map(ToOwned::to_owned).collect()
}

fn per_thousand(text: &str, phrases: &[&str]) -> f64 {
    let words = words(text);
    let line = format!(" {} ", words.join(" "));
    let found: usize = phrases.iter().map(|phrase| line.matches(&format!(" {phrase} ")).count()).sum();
    ratio(found * 1_000, words.len())
}

/// In words, in paragraphs and list items but not tables.
fn mean_sentence(pages: &str) -> f64 {
    let prose = pages.lines().filter(|line| !line.starts_with(['|', '#', '<']));
    let text =
        prose.map(|line| if line.trim().is_empty() { "." } else { line }).collect::<Vec<_>>().join(" ");
    let text = text.replace(" - ", " . ").replace(": ", ". ");
    let sentences = text.split(". ").map(|sentence| words(sentence).len()).filter(|length| *length > 0);
    let lengths: Vec<usize> = sentences.collect();
    ratio(lengths.iter().sum(), lengths.len())
}

fn ratio(part: usize, whole: usize) -> f64 {
    let number = |count: usize| u32::try_from(count).map_or(f64::NAN, f64::from);
    number(part) / number(whole.max(1))
}

fn print_sample(prose: &Prose, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let parts = BTreeMap::from([
        ("1. Docstrings", (&prose.docstrings, DOCSTRINGS)),
        ("2. Messages", (&prose.messages, MESSAGES)),
        ("3. Names of tests", (&prose.tests, TESTS)),
    ]);
    for (title, (all, count)) in parts {
        println!("# {title}, {count} of {}\n", all.len());
        for text in random.choose_multiple(all.iter(), count) {
            println!("- {text}");
        }
        println!();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docstrings_messages_and_test_names_are_taken_from_a_source_file() {
        let mut prose = Prose::default();
        let source = "/// Opens a door.\n/// Twice.\n#[must_use]\npub fn open() {\n    bail!(\"no door here\");\n}\n\
                      #[test]\nfn doors_open() {}\n\
                      #[test]\n#[expect(lint, reason = \"two rooms\")]\nfn doors_close() {}\n";
        read_source(&mut prose, "a.rs", source);
        assert_eq!(prose.docstrings, ["a.rs:1 Opens a door. Twice.\n    pub fn open() {"]);
        assert_eq!(prose.messages, ["a.rs:5 no door here"]);
        assert_eq!(prose.tests, ["a.rs:8 doors_open", "a.rs:11 doors_close"]);
    }

    #[test]
    fn phrases_are_counted_per_thousand_words() {
        let text = format!("Nobody is told. {}", "word ".repeat(997));
        assert!((per_thousand(&text, &["nobody", "somebody"]) - 1.0).abs() < 0.01);
        assert!((per_thousand(&text, &["is told"]) - 1.0).abs() < 0.01);
        assert!(
            (mean_sentence("One two three. Four five.\n\n- Six\n- Seven\n| a cell |\n") - 7.0 / 4.0).abs()
                < 0.01
        );
    }
}
