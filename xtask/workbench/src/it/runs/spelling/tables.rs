//! Words of the domain's tables that listings contain. Words that are only recognized in sellers' texts are
//! not checked.

use std::fs;

use anyhow::{Context as _, Result};

use super::hunspell::Dictionary;
use super::words::{Words, rows};
use xtask::project;

/// Decide the dictionary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Readers {
    /// In English, the British.
    All,
    Americans,
    /// Buyers who search, in British or American English.
    Anyone,
}

/// Exists in each language.
struct Table {
    name: &'static str,
    /// Indexes of columns with published words.
    columns: &'static [(usize, Readers)],
}

impl Table {
    const fn new(name: &'static str, columns: &'static [(usize, Readers)]) -> Self {
        Self { name, columns }
    }
}

const TABLES: [Table; 5] = [
    Table::new(
        "goods",
        &[(2, Readers::All), (3, Readers::All), (4, Readers::Americans), (5, Readers::Anyone)],
    ),
    Table::new("nouns", &[(2, Readers::All)]),
    Table::new("colours", &[(1, Readers::All)]),
    Table::new("materials", &[(2, Readers::All)]),
    Table::new("conditions", &[(3, Readers::All)]),
];

pub(super) fn read(words: &mut Words) -> Result<()> {
    for language in ["fr", "en"] {
        for Table { name, columns } in TABLES {
            let file = project::root().join(format!("crates/listing-domain/src/lang/{language}/{name}.tsv"));
            let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
            let location = file.strip_prefix(project::root()).unwrap_or(&file).display().to_string();
            for row in rows(&text) {
                for (column, readers) in columns {
                    let cell = row.get(*column).copied().unwrap_or_default();
                    words.add(dictionaries(language, *readers), &cell.replace('|', " "), &location);
                }
            }
        }
    }
    Ok(())
}

const fn is_french(language: &str) -> bool {
    matches!(language.as_bytes(), b"fr")
}

const fn dictionaries(language: &str, readers: Readers) -> &'static [Dictionary] {
    match (is_french(language), readers) {
        (true, _) => &[Dictionary::French],
        (false, Readers::All) => &[Dictionary::British],
        (false, Readers::Americans) => &[Dictionary::American],
        (false, Readers::Anyone) => &[Dictionary::British, Dictionary::American],
    }
}
