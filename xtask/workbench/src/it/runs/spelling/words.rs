//! Words of texts, by the dictionaries that may know them.

use std::collections::{BTreeMap, BTreeSet};

use super::hunspell::Dictionary;

/// Words, each with a place of use.
type Locations = BTreeMap<String, String>;

#[derive(Debug, Default)]
pub(super) struct Words(BTreeMap<&'static [Dictionary], Locations>);

impl Words {
    /// One of the dictionaries must know each word.
    pub(super) fn add(&mut self, dictionaries: &'static [Dictionary], text: &str, location: &str) {
        let language = language(dictionaries);
        let locations = self.0.entry(dictionaries).or_default();
        for word in split(text, language) {
            locations.entry(word).or_insert_with(|| location.to_owned());
        }
    }

    /// For the words in `names`, other dictionaries apply.
    pub(super) fn add_named(
        &mut self,
        dictionaries: &'static [Dictionary],
        (names, known_to): (&BTreeSet<String>, &'static [Dictionary]),
        text: &str,
        location: &str,
    ) {
        for word in split(text, language(dictionaries)) {
            let is_name = names.contains(&word.to_lowercase());
            let locations = self.0.entry(if is_name { known_to } else { dictionaries }).or_default();
            locations.entry(word).or_insert_with(|| location.to_owned());
        }
    }

    pub(super) fn count(&self) -> usize {
        self.0.values().map(BTreeMap::len).sum()
    }

    pub(super) fn for_language(
        &self,
        code: &str,
    ) -> impl Iterator<Item = (&'static [Dictionary], &Locations)> {
        let words = self.0.iter().filter(move |(dictionaries, _)| language(dictionaries) == code);
        words.map(|(dictionaries, locations)| (*dictionaries, locations))
    }
}

fn language(dictionaries: &[Dictionary]) -> &'static str {
    if dictionaries.contains(&Dictionary::French) { "fr" } else { "en" }
}

/// Drops hashtags, numbers and single letters. French words lose their elided article or pronoun.
pub(super) fn split(text: &str, language: &str) -> Vec<String> {
    let text = text.replace('’', "'");
    let pieces = text.split(|c: char| c.is_whitespace()).filter(|piece| !piece.starts_with('#'));
    let words = pieces.flat_map(|piece| piece.split(|c: char| !c.is_alphabetic() && c != '\'' && c != '-'));
    let words = words.map(|word| word.trim_matches(['\'', '-']));
    let words = words.map(|word| if language == "fr" { without_elided(word) } else { word });
    words.filter(|word| word.chars().count() > 1).map(str::to_owned).collect()
}

fn without_elided(word: &str) -> &str {
    const ELIDED: [&str; 12] = ["l", "d", "j", "m", "t", "s", "n", "c", "qu", "lorsqu", "puisqu", "jusqu"];
    match word.split_once('\'') {
        Some((start, rest)) if ELIDED.contains(&start.to_lowercase().as_str()) => without_elided(rest),
        _ => word,
    }
}

/// Skips comments.
pub(super) fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_split_into_words() {
        assert_eq!(split("L’état, jusqu’à l’été : qu’en dis-tu ?", "fr"), ["état", "été", "en", "dis-tu"]);
        assert_eq!(
            split("women’s 38 t-shirt, you’ll see #nike (W32)", "en"),
            ["women's", "t-shirt", "you'll", "see"]
        );
    }
}
