//! The words that tables say. Those that are only recognised in sellers' words are not spelled.

use std::fs;

use anyhow::{Context as _, Result};

use super::hunspell::Dictionary;
use super::words::{Words, rows};
use xtask::project;

/// Who reads a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Readers {
    /// All speakers of the language, or the British.
    All,
    /// Americans.
    Americans,
    /// Whoever searches.
    Anyone,
}

/// A table of each language, below the sources of a crate.
struct Table {
    package: &'static str,
    /// Its file, or the folder of its files.
    name: &'static str,
    /// The columns that are said.
    columns: &'static [(usize, Readers)],
}

impl Table {
    const fn new(package: &'static str, name: &'static str, columns: &'static [(usize, Readers)]) -> Self {
        Self { package, name, columns }
    }
}

const TABLES: [Table; 9] = [
    Table::new("listing-vision", "phrases", &[(3, Readers::All)]),
    Table::new("listing-vision", "asks", &[(1, Readers::All), (2, Readers::Americans)]),
    Table::new(
        "listing-vision",
        "uses",
        &[(1, Readers::All), (2, Readers::Americans), (3, Readers::All), (4, Readers::Americans)],
    ),
    Table::new("listing-vision", "care", &[(2, Readers::All), (3, Readers::Americans)]),
    Table::new(
        "listing-domain",
        "goods",
        &[(2, Readers::All), (3, Readers::All), (4, Readers::Americans), (5, Readers::Anyone)],
    ),
    Table::new("listing-domain", "nouns", &[(2, Readers::All)]),
    Table::new("listing-domain", "colours", &[(1, Readers::All)]),
    Table::new("listing-domain", "materials", &[(2, Readers::All)]),
    Table::new("listing-domain", "conditions", &[(3, Readers::All)]),
];

/// Adds the words of all tables.
pub(super) fn read(words: &mut Words) -> Result<()> {
    for language in ["fr", "en"] {
        for Table { package, name, columns } in TABLES {
            let folder = project::root().join(format!("crates/{package}/src/lang/{language}"));
            let files = if folder.join(name).is_dir() {
                project::files_below(&folder.join(name), "tsv")?
            } else {
                vec![folder.join(format!("{name}.tsv"))]
            };
            for file in files {
                let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
                let place = file.strip_prefix(project::root()).unwrap_or(&file).display().to_string();
                for row in rows(&text) {
                    for (column, readers) in columns {
                        let said = row.get(*column).copied().unwrap_or_default();
                        words.add(dictionaries(language, *readers), &without_places(said), &place);
                    }
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

/// A phrase without the places for what is known of an item, and with all forms of its own:
/// `{s:attend|attendent}`.
fn without_places(phrase: &str) -> String {
    let mut pieces = phrase.split(['{', '}']);
    let mut said = pieces.next().unwrap_or_default().to_owned();
    while let Some(inside) = pieces.next() {
        let outside = pieces.next().unwrap_or_default();
        match inside.split_once(':') {
            // A form may be the end of a word: "disponible{s:|s}", "{g:l’|les }acheter".
            Some((_, forms)) => {
                let start = said.clone();
                let whole = forms.split('|').map(|form| format!("{start}{form}{outside}"));
                said = whole.collect::<Vec<_>>().join(" ");
            }
            None => said = format!("{said} {outside}"),
        }
    }
    said.replace('|', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_said() {
        let words = |text| without_places(text).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(words("{Noun} disponible{s:|s} ici"), "disponible ici disponibles ici");
        assert_eq!(words("le thé|une tasse"), "le thé une tasse");
    }
}
