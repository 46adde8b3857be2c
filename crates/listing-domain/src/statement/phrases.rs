//! Finds a table's phrases in a seller's text: in any number and gender, even if misspelled.

use std::collections::HashMap;

use super::tokens::{Token, tokens};

/// In letters; shorter words resemble each other too much.
const SHORTEST_MISSPELLED: usize = 5;
/// From so many letters, two may be wrong, else one.
const TWO_MISTAKES: usize = 9;

/// French and English endings of plural and gender, longest first.
const ENDINGS: [&str; 3] = ["es", "s", "e"];
/// Letters left without an ending: "as" is not a plural of "a".
const SHORTEST_INFLECTED: usize = 3;

/// Phrases, each with its meaning.
pub(crate) struct Phrases<T> {
    /// Keys are first words; the longest phrase is first.
    phrases: HashMap<String, Vec<(Vec<String>, T)>>,
    /// Every word in a phrase, without numbers and marks, sorted.
    words: Vec<String>,
}

impl<T: Copy> Phrases<T> {
    /// Of two equal phrases, the first wins.
    pub(crate) fn new<'a>(entries: impl IntoIterator<Item = (&'a str, T)>) -> Self {
        let mut phrases: HashMap<String, Vec<(Vec<String>, T)>> = HashMap::new();
        let mut words: Vec<String> = Vec::new();
        for (phrase, meaning) in entries {
            let phrase = tokens(phrase);
            words.extend(phrase.iter().filter(|token| token.is_word()).map(|token| token.text.clone()));
            let phrase: Vec<String> = phrase.into_iter().map(|token| token.text).collect();
            if let Some(first) = phrase.first().cloned() {
                phrases.entry(first).or_default().push((phrase, meaning));
            }
        }
        for same_start in phrases.values_mut() {
            same_start.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
        }
        words.sort();
        words.dedup();
        Self { phrases, words }
    }

    /// With its length in tokens. An exact match takes precedence over one without the ending.
    pub(crate) fn longest(&self, tokens: &[Token]) -> Option<(usize, T)> {
        let starts = stems(&tokens.first()?.text).into_iter().filter_map(|stem| self.phrases.get(stem));
        let matches = |phrase: &[String]| {
            phrase.len() <= tokens.len()
                && phrase.iter().zip(tokens).all(|(word, token)| stems(&token.text).contains(&word.as_str()))
        };
        let found = starts.flatten().filter(|(phrase, _)| matches(phrase));
        let found = found.map(|(phrase, meaning)| (phrase.len(), *meaning));
        // Unlike with `max_by_key`, the first of equally long phrases wins.
        found.fold(None, |best: Option<(usize, T)>, found| match best {
            Some(best) if best.0 >= found.0 => Some(best),
            _ => Some(found),
        })
    }

    /// Corrects words that neither the phrases nor `is_word` have, to the nearest in the phrases.
    pub(crate) fn corrected(&self, tokens: Vec<Token>, is_word: impl Fn(&str) -> bool) -> Vec<Token> {
        let correct = |mut token: Token| {
            let is_known = |text: &str| self.has_word(text) || is_word(text);
            if token.is_word()
                && !is_known(&token.text)
                && let Some(word) = self.nearest(&token.text)
            {
                token.text = word.to_owned();
            }
            token
        };
        tokens.into_iter().map(correct).collect()
    }

    /// In any number and gender.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        let has = |stem: &str| self.words.binary_search_by(|known| known.as_str().cmp(stem)).is_ok();
        stems(word).into_iter().any(has)
    }

    /// The word with the fewest differing letters. The first must be the same: people rarely mistype it.
    fn nearest(&self, misspelled: &str) -> Option<&str> {
        let letters: Vec<char> = misspelled.chars().collect();
        if letters.len() < SHORTEST_MISSPELLED {
            return None;
        }
        let allowed = if letters.len() < TWO_MISTAKES { 1 } else { 2 };
        let near = self.words.iter().filter(|word| word.chars().next() == letters.first().copied());
        let near = near.filter(|word| word.len() + 1 >= SHORTEST_MISSPELLED);
        let mut near: Vec<(usize, &str)> = near
            .map(|word| (distance(&letters, word), word.as_str()))
            .filter(|(changes, _)| *changes <= allowed)
            .collect();
        near.sort_unstable();
        near.first().map(|(_, word)| *word)
    }
}

/// The word, then without each possible ending: "noires", "noir", "noire".
fn stems(word: &str) -> Vec<&str> {
    let stem =
        |ending: &&str| word.strip_suffix(*ending).filter(|stem| stem.chars().count() >= SHORTEST_INFLECTED);
    std::iter::once(word).chain(ENDINGS.iter().filter_map(stem)).collect()
}

/// The letters to change, add, remove or swap with the next.
fn distance(one: &[char], other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in other.iter().enumerate() {
            let changed = last[j] + usize::from(a != b);
            let mut best = changed.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == other[j - 1] && one[i - 1] == *b {
                best = best.min(before_last[j - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phrases() -> Phrases<u8> {
        Phrases::new([("neuf", 1), ("comme neuf", 2), ("étiquette", 3), ("excellent", 4), ("tache", 5)])
    }

    #[test]
    fn the_longest_phrase_is_found_in_any_number_and_gender() {
        let check = |text: &str, expected| assert_eq!(phrases().longest(&tokens(text)), expected, "{text}");
        check("Comme neufs !", Some((2, 2)));
        check("Neuf", Some((1, 1)));
        check("ÉTIQUETTES", Some((1, 3)));
        check("comme", None);
        check("Taché", Some((1, 5)));
        check("", None);
    }

    #[test]
    fn misspelled_words_are_corrected_and_known_ones_stay() {
        let corrected = |text: &str| {
            let tokens = phrases().corrected(tokens(text), |word| word == "tachy");
            tokens.into_iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(corrected("Excelent ettiquete"), "excellent etiquette");
        assert_eq!(corrected("ecxellent"), "excellent");
        assert_eq!(corrected("cache tachy nuef"), "cache tachy nuef");
    }
}
