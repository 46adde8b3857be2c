//! `spelling`: Hunspell knows every word of the tables and of the listings made from them, except names and
//! the words in `xtask/workbench/data/spelling`.

mod hunspell;
mod listings;
mod tables;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context as _, Result, ensure};

use super::Scale;
use crate::it::outcome::RunReport;
use hunspell::Dictionary;
use words::Words;
use xtask::project;

pub(super) use hunspell::is_possible;

/// Each dictionary must find it.
const MISSPELLED: &str = "jakette";
const BRANDS: &str = "crates/listing-domain/src/product/brands/brands.tsv";
/// Correct words that no dictionary has, one file for each language. A line that begins with `#` explains the
/// words below it.
const RIGHT: &str = "xtask/workbench/data/spelling";

pub(super) fn run(scale: Scale) -> Result<RunReport> {
    try_the_dictionaries()?;
    let mut words = Words::default();
    tables::read(&mut words)?;
    let of_tables = words.count();
    let listings = listings::write(&mut words, scale)?;
    let names = names()?;
    let mut unneeded: BTreeSet<(&str, String)> = BTreeSet::new();
    let mut findings = Vec::new();
    let mut right_words = 0;
    for language in ["fr", "en"] {
        let right = right(language)?;
        right_words += right.len();
        let mut needed = BTreeSet::new();
        for (word, location) in unknown(&words, language)? {
            let lower = word.to_lowercase();
            if right.contains(&lower) {
                needed.insert(lower);
            } else if !names.contains(&lower) {
                findings.push(format!("{word} ({location})"));
            }
        }
        unneeded.extend(right.difference(&needed).map(|word| (language, word.clone())));
    }
    ensure!(findings.is_empty(), "{} unknown words:\n{}", findings.len(), findings.join("\n"));
    ensure!(
        scale == Scale::Quick || unneeded.is_empty(),
        "no longer used, or known to the dictionaries: {unneeded:?}"
    );
    Ok(format!(
        "{of_tables} words of tables and {} of {listings} listings: all known but {right_words} that are \
         right, and names",
        words.count()
    )
    .into())
}

/// Returns words with a place where they are used.
fn unknown<'w>(words: &'w Words, language: &str) -> Result<BTreeMap<String, &'w str>> {
    let mut unknown = BTreeMap::new();
    for (dictionaries, words_in_use) in words.for_language(language) {
        let mut found: Option<BTreeSet<String>> = None;
        for dictionary in dictionaries {
            let missing = dictionary.unknown(words_in_use.keys())?;
            found = Some(match found {
                Some(found) => found.intersection(&missing).cloned().collect(),
                None => missing,
            });
        }
        for word in found.unwrap_or_default() {
            // For a hyphenated word, Hunspell prints only the unknown part.
            let location = words_in_use
                .iter()
                .find(|(words_in_use, _)| words_in_use.contains(&word))
                .map_or("?", |(_, location)| location);
            unknown.insert(word, location);
        }
    }
    Ok(unknown)
}

fn try_the_dictionaries() -> Result<()> {
    for dictionary in Dictionary::ALL {
        let found = dictionary.unknown([MISSPELLED].iter())?;
        ensure!(found.contains(MISSPELLED), "{dictionary:?} accepts {MISSPELLED}");
    }
    Ok(())
}

/// In lowercase.
fn names() -> Result<BTreeSet<String>> {
    let text = fs::read_to_string(project::root().join(BRANDS))?;
    let columns = words::rows(&text).flat_map(|row| row.into_iter().take(2).collect::<Vec<_>>());
    Ok(columns.flat_map(|names| words::split(names, "en")).map(|word| word.to_lowercase()).collect())
}

/// In lowercase.
fn right(language: &str) -> Result<BTreeSet<String>> {
    let file = project::root().join(RIGHT).join(format!("{language}.txt"));
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    Ok(lines.flat_map(str::split_whitespace).map(str::to_lowercase).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_exempt_word_has_a_reason_and_occurs_once() {
        for language in ["fr", "en"] {
            let file = project::root().join(RIGHT).join(format!("{language}.txt"));
            let text = fs::read_to_string(file).unwrap();
            assert!(text.starts_with("# "));
            let lines = text.lines().filter(|line| !line.starts_with('#'));
            let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
            let once: BTreeSet<String> = words.iter().map(|word| word.to_lowercase()).collect();
            assert_eq!(once.len(), words.len(), "{language}");
        }
    }
}
