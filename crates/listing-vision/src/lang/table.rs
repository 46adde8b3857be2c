//! The tables of a language: colours, materials.
//!
//! They are read when they are first asked for. A line that cannot be read is
//! left out there; the tests below read every line of every table.

use std::collections::HashMap;

use listing_domain::product::{Gender, Noun};

/// What separates several words of one column.
const SEVERAL: char = '|';
/// What a column says where there is none.
const NONE: &str = "-";
/// The group of all goods.
const ALL: &str = "all";

/// The lines of a table, without those that explain it, as their columns.
fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
}

/// The words of a column; none where one of them is empty.
fn words(column: &'static str) -> Option<Vec<&'static str>> {
    let words: Vec<&str> = column.split(SEVERAL).collect();
    words.iter().all(|word| !word.is_empty() && word.trim() == *word).then_some(words)
}

/// The names of colours.
pub(crate) struct Colours(HashMap<&'static str, ColourEntry>);

/// A colour's name in its forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ColourEntry {
    /// Masculine, feminine, and the plurals of both; or the one there is.
    forms: Vec<&'static str>,
    spellings: Vec<&'static str>,
}

impl Colours {
    pub(super) fn read(table: &'static str) -> Self {
        Self(rows(table).filter_map(|row| Self::entry(&row)).collect())
    }

    fn entry(row: &[&'static str]) -> Option<(&'static str, ColourEntry)> {
        let (key, forms, spellings) = match row {
            [key, forms] => (key, words(forms)?, Vec::new()),
            [key, forms, spellings] => (key, words(forms)?, words(spellings)?),
            _ => return None,
        };
        matches!(forms.len(), 1 | 4).then_some((key, ColourEntry { forms, spellings }))
    }

    /// The name of a colour; an empty one for none.
    pub(crate) fn of(&self, key: &str) -> &ColourEntry {
        static NONE: ColourEntry = ColourEntry { forms: Vec::new(), spellings: Vec::new() };
        self.0.get(key).unwrap_or(&NONE)
    }
}

impl ColourEntry {
    /// The name as it stands alone.
    pub(crate) fn alone(&self) -> &'static str {
        self.forms.first().copied().unwrap_or_default()
    }

    /// The name as it agrees with a noun.
    pub(crate) fn agreeing(&self, gender: Gender, is_plural: bool) -> &'static str {
        let form = usize::from(gender == Gender::Feminine) + 2 * usize::from(is_plural);
        self.forms.get(form).copied().unwrap_or_else(|| self.alone())
    }

    /// Whether a word is the name in one of its forms.
    pub(crate) fn has_form(&self, word: &str) -> bool {
        self.forms.contains(&word)
    }

    /// Whether a word is the name in any form or spelling.
    pub(crate) fn is(&self, word: &str) -> bool {
        self.has_form(word) || self.spellings.contains(&word)
    }
}

/// The words for materials.
pub(crate) struct Materials(HashMap<&'static str, MaterialEntry>);

/// A material's word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MaterialEntry {
    /// In the name of a thing.
    pub(crate) noun: Noun,
    /// On its own, as a value.
    pub(crate) alone: &'static str,
    spellings: Vec<&'static str>,
}

impl Materials {
    pub(super) fn read(table: &'static str) -> Self {
        Self(rows(table).filter_map(|row| Self::entry(&row)).collect())
    }

    fn entry(row: &[&'static str]) -> Option<(&'static str, MaterialEntry)> {
        let (key, form, said, spellings) = match row {
            [key, form, said] => (key, form, words(said)?, Vec::new()),
            [key, form, said, spellings] => (key, form, words(said)?, words(spellings)?),
            _ => return None,
        };
        let (word, alone) = match said[..] {
            [word] => (word, word),
            [word, alone] => (word, alone),
            _ => return None,
        };
        Some((key, MaterialEntry { noun: Noun::parse(form, word)?, alone, spellings }))
    }

    /// The word for a material.
    pub(crate) fn of(&self, key: &str) -> Option<&MaterialEntry> {
        self.0.get(key)
    }
}

impl MaterialEntry {
    /// Whether a seller's word means the material.
    pub(crate) fn is(&self, word: &str) -> bool {
        self.noun.text() == word || self.alone == word || self.spellings.contains(&word)
    }
}

/// What is said about something that a code names.
pub(crate) struct Sayings(HashMap<&'static str, Variants>);

/// One thing in several wordings, and those of American readers where they differ.
struct Variants {
    plain: Vec<&'static str>,
    american: Vec<&'static str>,
}

impl Variants {
    fn parse(plain: &'static str, american: &'static str) -> Option<Self> {
        let american = if american == NONE { Vec::new() } else { words(american)? };
        let plain = words(plain)?;
        (american.is_empty() || american.len() == plain.len()).then_some(Self { plain, american })
    }

    fn of(&self, is_american: bool) -> &[&'static str] {
        if is_american && !self.american.is_empty() { &self.american } else { &self.plain }
    }
}

impl Sayings {
    pub(super) fn read(table: &'static str) -> Self {
        Self(rows(table).filter_map(|row| Self::entry(&row)).collect())
    }

    fn entry(row: &[&'static str]) -> Option<(&'static str, Variants)> {
        let [code, plain, american] = row else { return None };
        Some((code, Variants::parse(plain, american)?))
    }

    /// The wordings of a code; none of one that is not known.
    pub(crate) fn of(&self, code: &str, is_american: bool) -> &[&'static str] {
        self.0.get(code).map_or(&[], |variants| variants.of(is_american))
    }
}

/// What materials need in care, by the goods that are made of them.
pub(crate) struct Care(HashMap<(&'static str, &'static str), Variants>);

impl Care {
    pub(super) fn read(table: &'static str) -> Self {
        Self(rows(table).filter_map(|row| Self::entry(&row)).collect())
    }

    fn entry(row: &[&'static str]) -> Option<((&'static str, &'static str), Variants)> {
        let [material, group, plain, american] = row else { return None };
        Some(((material, group), Variants::parse(plain, american)?))
    }

    /// The sentences for a material in a group of goods; none where nothing is known.
    pub(crate) fn of(
        &self,
        material: &'static str,
        group: &'static str,
        is_american: bool,
    ) -> &[&'static str] {
        let variants = [group, ALL].into_iter().find_map(|group| self.0.get(&(material, group)));
        variants.map_or(&[], |variants| variants.of(is_american))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use listing_domain::product::Good;
    use listing_domain::wish::Language;

    use super::*;
    use crate::colour::Colour;
    use crate::lang;
    use crate::writer::colour_words::SAID;
    use crate::writer::material_words::MATERIALS;

    /// The lines of a language's table, as it is.
    fn lines(language: Language, name: &str) -> Vec<Vec<&'static str>> {
        let path = format!("{}/src/lang/{language}/{name}", env!("CARGO_MANIFEST_DIR"));
        rows(std::fs::read_to_string(&path).expect(&path).leak()).collect()
    }

    #[test]
    fn every_line_of_every_table_can_be_read_and_says_something_new() {
        for language in Language::ALL {
            let mut seen = HashSet::new();
            let mut check = |table: &str, row: &[&str], key: Option<&str>| {
                let key = key.unwrap_or_else(|| panic!("{language} {table}: {row:?}"));
                assert!(seen.insert(format!("{table} {key}")), "{language} {table} twice: {row:?}");
            };
            for row in lines(*language, "colours.tsv") {
                check("colours", &row, Colours::entry(&row).map(|(key, _)| key));
            }
            for row in lines(*language, "materials.tsv") {
                check("materials", &row, Materials::entry(&row).map(|(key, _)| key));
            }
        }
    }

    #[test]
    fn a_line_that_is_wrong_is_not_read() {
        assert!(Colours::entry(&["black", "noir|noire|noirs|noires"]).is_some());
        assert!(Colours::entry(&["black", "noir|noire"]).is_none());
        assert!(Colours::entry(&["black", "noir", ""]).is_none());
        assert!(Materials::entry(&["wood", "n", "wooden|wood"]).is_some());
        assert!(Materials::entry(&["wood", "n", "wooden|wood|woody"]).is_none());
        assert!(Materials::entry(&["wood", "x", "wood"]).is_none());
    }

    #[test]
    fn what_goods_are_made_of_has_a_word() {
        for good in Good::all() {
            for key in good.materials() {
                assert!(MATERIALS.contains(key), "{}: {key} is no material", good.key());
            }
        }
    }

    #[test]
    fn every_language_has_every_colour_and_material() {
        for language in Language::ALL {
            let lang = lang::of(*language);
            for key in Colour::ALL.iter().map(|colour| colour.code()).chain(SAID.iter().copied()) {
                assert!(!lang.colours.of(key).alone().is_empty(), "{language} has no word for {key}");
            }
            for key in MATERIALS {
                assert!(lang.materials.of(key).is_some(), "{language} has no word for {key}");
            }
        }
    }
}
