//! The tables of sellers' words for colors and materials, parsed on first use. An invalid row is skipped
//! then, but the tests below parse every row.

use std::collections::HashMap;

use crate::product::{Gender, Noun};
use crate::tsv::{NONE, lines};

/// Between words in one column.
const SEVERAL: char = '|';

/// `None` if a word is empty.
fn words(column: &'static str) -> Option<Vec<&'static str>> {
    let words: Vec<&str> = column.split(SEVERAL).collect();
    words.iter().all(|word| !word.is_empty() && word.trim() == *word).then_some(words)
}

fn columns(line: &'static str) -> Vec<&'static str> {
    line.split('\t').collect()
}

/// The names in one language, by the color's key.
pub(crate) struct Colors(HashMap<&'static str, ColorEntry>);

pub(crate) struct ColorEntry {
    /// Masculine, feminine, masculine plural, feminine plural; or a single form for all.
    forms: Vec<&'static str>,
    spellings: Vec<&'static str>,
}

impl Colors {
    pub(super) fn read(table: &'static str) -> Self {
        Self(lines(table).filter_map(|line| Self::entry(&columns(line))).collect())
    }

    fn entry(row: &[&'static str]) -> Option<(&'static str, ColorEntry)> {
        let (key, forms, spellings) = match row {
            [key, forms] => (key, words(forms)?, Vec::new()),
            [key, forms, spellings] => (key, words(forms)?, words(spellings)?),
            _ => return None,
        };
        matches!(forms.len(), 1 | 4).then_some((key, ColorEntry { forms, spellings }))
    }

    /// An empty entry if the table lacks it.
    pub(crate) fn get(&self, key: &str) -> &ColorEntry {
        static EMPTY: ColorEntry = ColorEntry { forms: Vec::new(), spellings: Vec::new() };
        self.0.get(key).unwrap_or(&EMPTY)
    }
}

impl ColorEntry {
    pub(crate) fn alone(&self) -> &'static str {
        self.forms.first().copied().unwrap_or_default()
    }

    /// The form that agrees with a noun.
    pub(crate) fn agreeing(&self, gender: Gender, is_plural: bool) -> &'static str {
        let form = usize::from(gender == Gender::Feminine) + 2 * usize::from(is_plural);
        self.forms.get(form).copied().unwrap_or_else(|| self.alone())
    }

    /// All forms and spellings.
    pub(crate) fn words(&self) -> impl Iterator<Item = &'static str> {
        self.forms.iter().chain(&self.spellings).copied()
    }
}

/// Words next to colors: shades, patterns, joining words and fillers.
pub(crate) struct TintWords(Vec<(TintRole, Vec<&'static str>)>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum TintRole {
    /// A shade ("light") or a pattern ("striped"), with its key in all languages.
    Shade(&'static str),
    Pattern(&'static str),
    /// Joins two colors: "and".
    Joint,
    /// Ignored, such as "color".
    Idle,
}

impl TintWords {
    pub(super) fn read(table: &'static str) -> Self {
        Self(lines(table).filter_map(|line| Self::entry(&columns(line))).collect())
    }

    fn entry(row: &[&'static str]) -> Option<(TintRole, Vec<&'static str>)> {
        let [role, key, forms] = row else { return None };
        let role = match (*role, *key) {
            ("joint", NONE) => TintRole::Joint,
            ("idle", NONE) => TintRole::Idle,
            ("shade", key) => TintRole::Shade(key),
            ("pattern", key) => TintRole::Pattern(key),
            _ => return None,
        };
        Some((role, words(forms)?))
    }

    pub(crate) fn words(&self) -> impl Iterator<Item = (&'static str, TintRole)> {
        self.0.iter().flat_map(|(role, words)| words.iter().map(|word| (*word, *role)))
    }

    /// The word for a shade or pattern; the key itself if the language has none.
    pub(crate) fn word(&self, key: &'static str) -> &'static str {
        let is = |role: TintRole| role == TintRole::Shade(key) || role == TintRole::Pattern(key);
        self.0.iter().find(|(role, _)| is(*role)).map_or(key, |(_, words)| words[0])
    }
}

pub(crate) struct Materials(HashMap<&'static str, MaterialEntry>);

pub(crate) struct MaterialEntry {
    /// As in the name of an item.
    pub(crate) noun: Noun,
    /// As an attribute's value.
    pub(crate) alone: &'static str,
    spellings: Vec<&'static str>,
}

impl Materials {
    pub(super) fn read(table: &'static str) -> Self {
        Self(lines(table).filter_map(|line| Self::entry(&columns(line))).collect())
    }

    fn entry(row: &[&'static str]) -> Option<(&'static str, MaterialEntry)> {
        let (key, form, names, spellings) = match row {
            [key, form, names] => (key, form, words(names)?, Vec::new()),
            [key, form, names, spellings] => (key, form, words(names)?, words(spellings)?),
            _ => return None,
        };
        let (word, alone) = match names[..] {
            [word] => (word, word),
            [word, alone] => (word, alone),
            _ => return None,
        };
        Some((key, MaterialEntry { noun: Noun::parse(form, word)?, alone, spellings }))
    }

    /// An empty entry if the table lacks it.
    pub(crate) fn get(&self, key: &str) -> &MaterialEntry {
        static EMPTY: MaterialEntry =
            MaterialEntry { noun: Noun::new("", Gender::Neuter, false), alone: "", spellings: Vec::new() };
        self.0.get(key).unwrap_or(&EMPTY)
    }
}

impl MaterialEntry {
    pub(crate) fn words(&self) -> impl Iterator<Item = &'static str> {
        [self.alone, self.noun.text()].into_iter().chain(self.spellings.iter().copied())
    }
}

/// Words next to materials: qualities ("genuine"), percent signs, joining words and fillers.
pub(crate) struct Qualities(Vec<(QualityRole, Vec<&'static str>, Vec<&'static str>)>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum QualityRole {
    /// A quality ("genuine"), with its key in all languages.
    Quality(&'static str),
    /// After a number.
    Percent,
    /// Joins two materials: "and".
    Joint,
    Idle,
}

impl Qualities {
    pub(super) fn read(table: &'static str) -> Self {
        Self(lines(table).filter_map(|line| Self::entry(&columns(line))).collect())
    }

    fn entry(row: &[&'static str]) -> Option<(QualityRole, Vec<&'static str>, Vec<&'static str>)> {
        let (role, key, forms, spellings) = match row {
            [role, key, forms] => (*role, *key, words(forms)?, Vec::new()),
            [role, key, forms, spellings] => (*role, *key, words(forms)?, words(spellings)?),
            _ => return None,
        };
        let role = match (role, key) {
            ("percent", NONE) => QualityRole::Percent,
            ("joint", NONE) => QualityRole::Joint,
            ("idle", NONE) => QualityRole::Idle,
            ("quality", key) if forms.len() <= 2 => QualityRole::Quality(key),
            _ => return None,
        };
        Some((role, forms, spellings))
    }

    pub(crate) fn words(&self) -> impl Iterator<Item = (&'static str, QualityRole)> {
        self.0
            .iter()
            .flat_map(|(role, forms, spellings)| forms.iter().chain(spellings).map(|word| (*word, *role)))
    }

    /// The word in the form for the material's gender; the key itself if the language has none.
    pub(crate) fn word(&self, key: &'static str, gender: Gender) -> &'static str {
        let entry = self.0.iter().find(|(role, ..)| *role == QualityRole::Quality(key));
        let form = |forms: &Vec<&'static str>| match (gender, &forms[..]) {
            (Gender::Feminine, [_, feminine]) => *feminine,
            (_, forms) => forms[0],
        };
        entry.map_or(key, |(_, forms, _)| form(forms))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::lang;
    use crate::options::Language;
    use crate::product::Good;
    use crate::statement::{ColorName, Material};

    fn rows(language: Language, name: &str) -> Vec<Vec<&'static str>> {
        let path = format!("{}/src/lang/{language}/{name}", env!("CARGO_MANIFEST_DIR"));
        lines(std::fs::read_to_string(&path).expect(&path).leak()).map(columns).collect()
    }

    #[test]
    fn every_line_of_every_table_can_be_read_and_is_unique() {
        for language in Language::ALL {
            let mut seen = HashSet::new();
            let mut check = |table: &str, row: &[&str], key: Option<String>| {
                let key = key.unwrap_or_else(|| panic!("{language} {table}: invalid {row:?}"));
                assert!(seen.insert(format!("{table} {key}")), "{language} {table}: duplicate row {row:?}");
            };
            for row in rows(*language, "colours.tsv") {
                check("colours", &row, Colors::entry(&row).map(|(key, _)| key.to_owned()));
                assert!(ColorName::from_key(row[0]).is_some(), "{language}: unknown color {row:?}");
            }
            for row in rows(*language, "materials.tsv") {
                check("materials", &row, Materials::entry(&row).map(|(key, _)| key.to_owned()));
                assert!(Material::from_key(row[0]).is_some(), "{language}: unknown material {row:?}");
            }
            for row in rows(*language, "tints.tsv") {
                check("tints", &row, TintWords::entry(&row).map(|(role, _)| format!("{role:?}")));
            }
            for row in rows(*language, "qualities.tsv") {
                check("qualities", &row, Qualities::entry(&row).map(|(role, ..)| format!("{role:?}")));
            }
        }
    }

    #[test]
    fn an_invalid_line_is_rejected() {
        assert!(Colors::entry(&["black", "noir|noire|noirs|noires"]).is_some());
        assert!(Colors::entry(&["black", "noir|noire"]).is_none());
        assert!(Colors::entry(&["black", "noir", ""]).is_none());
        assert!(Materials::entry(&["wood", "n", "wooden|wood"]).is_some());
        assert!(Materials::entry(&["wood", "n", "wooden|wood|woody"]).is_none());
        assert!(Materials::entry(&["wood", "x", "wood"]).is_none());
        assert!(TintWords::entry(&["joint", "x", "and"]).is_none());
        assert!(Qualities::entry(&["quality", "real", "real"]).is_some());
        assert!(Qualities::entry(&["quality", "real", "vrai|vraie|vrais"]).is_none());
    }

    #[test]
    fn every_language_has_every_color_and_material() {
        for language in Language::ALL {
            let lang = lang::of(*language);
            for name in ColorName::all() {
                assert!(!name.name(*language).is_empty(), "{language} has no word for {}", name.key());
            }
            for material in Material::all() {
                let word = material.noun(*language);
                assert!(!word.text().is_empty(), "{language} has no word for {}", material.key());
            }
            let roles =
                |lang: &'static lang::Lang| lang.tints.words().map(|(_, role)| role).collect::<HashSet<_>>();
            assert_eq!(roles(lang), roles(lang::of(Language::Fr)), "{language}");
            let roles = |lang: &'static lang::Lang| {
                lang.qualities.words().map(|(_, role)| role).collect::<HashSet<_>>()
            };
            assert_eq!(roles(lang), roles(lang::of(Language::Fr)), "{language}");
        }
    }

    #[test]
    fn every_material_of_a_good_has_a_word() {
        for good in Good::all() {
            for key in good.materials() {
                assert!(Material::from_key(key).is_some(), "{}: unknown material {key}", good.key());
            }
        }
    }
}
