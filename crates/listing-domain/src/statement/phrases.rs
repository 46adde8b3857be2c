//! Finding phrases of tables among a seller's words, in whatever number and
//! gender, and misspelt ones too.

use std::collections::HashMap;

use super::tokens::{Token, tokens};

/// Words as short as this are too alike to be taken for one another.
const SHORTEST_MISSPELT: usize = 5;
/// From this length on two letters may be wrong.
const TWO_MISTAKES: usize = 9;

/// The endings that number and gender put behind a word, longest first.
const ENDINGS: [&str; 3] = ["es", "s", "e"];
/// Shorter words have no endings: a "so" is no plural of "s".
const SHORTEST_INFLECTED: usize = 3;

/// Phrases with what each means.
pub(crate) struct Phrases<T> {
    /// By their first words, the longest first.
    phrases: HashMap<String, Vec<(Vec<String>, T)>>,
    /// Every word of letters that stands in a phrase.
    words: Vec<String>,
}

impl<T: Copy> Phrases<T> {
    /// A list of phrases. Of two that read alike the first one counts.
    pub(crate) fn new<'a>(entries: impl IntoIterator<Item = (&'a str, T)>) -> Self {
        let mut phrases: HashMap<String, Vec<(Vec<String>, T)>> = HashMap::new();
        let mut words: Vec<String> = Vec::new();
        for (phrase, means) in entries {
            let phrase = tokens(phrase);
            words.extend(phrase.iter().filter(|token| token.is_word()).map(|token| token.text.clone()));
            let phrase: Vec<String> = phrase.into_iter().map(|token| token.text).collect();
            if let Some(first) = phrase.first().cloned() {
                phrases.entry(first).or_default().push((phrase, means));
            }
        }
        for same_start in phrases.values_mut() {
            same_start.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
        }
        words.sort();
        words.dedup();
        Self { phrases, words }
    }

    /// The longest phrase that the tokens begin with: its length in tokens, and
    /// what it means. A word as it is goes before one without its ending.
    pub(crate) fn longest(&self, tokens: &[Token]) -> Option<(usize, T)> {
        let starts = stems(&tokens.first()?.text).into_iter().filter_map(|stem| self.phrases.get(stem));
        let matches = |phrase: &[String]| {
            phrase.len() <= tokens.len()
                && phrase.iter().zip(tokens).all(|(word, token)| stems(&token.text).contains(&word.as_str()))
        };
        let found = starts.flatten().filter(|(phrase, _)| matches(phrase));
        let found = found.map(|(phrase, means)| (phrase.len(), *means));
        // `max_by_key` keeps the last of equals, and the first is wanted.
        found.fold(None, |best: Option<(usize, T)>, found| match best {
            Some(best) if best.0 >= found.0 => Some(best),
            _ => Some(found),
        })
    }

    /// The tokens with misspelt words mended: a word that no phrase and no reader
    /// knows is taken for the only one of the phrases' words that is nearest to it.
    pub(crate) fn mended(&self, tokens: Vec<Token>, is_word: impl Fn(&str) -> bool) -> Vec<Token> {
        let mend = |mut token: Token| {
            let is_known = |text: &str| self.has_word(text) || is_word(text);
            if token.is_word()
                && !is_known(&token.text)
                && let Some(word) = self.nearest(&token.text)
            {
                token.text = word.to_owned();
            }
            token
        };
        tokens.into_iter().map(mend).collect()
    }

    /// Whether a word stands in one of the phrases, in any number and gender.
    pub(crate) fn has_word(&self, word: &str) -> bool {
        let has = |stem: &str| self.words.binary_search_by(|known| known.as_str().cmp(stem)).is_ok();
        stems(word).into_iter().any(has)
    }

    /// The nearest word by the letters that have to change; its first letter is
    /// the same, as people seldom miss that one.
    fn nearest(&self, misspelt: &str) -> Option<&str> {
        let letters: Vec<char> = misspelt.chars().collect();
        if letters.len() < SHORTEST_MISSPELT {
            return None;
        }
        let allowed = if letters.len() < TWO_MISTAKES { 1 } else { 2 };
        let near = self.words.iter().filter(|word| word.chars().next() == letters.first().copied());
        let near = near.filter(|word| word.len() + 1 >= SHORTEST_MISSPELT);
        let mut near: Vec<(usize, &str)> = near
            .map(|word| (distance(&letters, word), word.as_str()))
            .filter(|(by, _)| *by <= allowed)
            .collect();
        near.sort_unstable();
        near.first().map(|(_, word)| *word)
    }
}

/// The word, and what is left of it without an ending.
fn stems(word: &str) -> Vec<&str> {
    let stem =
        |ending: &&str| word.strip_suffix(*ending).filter(|stem| stem.chars().count() >= SHORTEST_INFLECTED);
    std::iter::once(word).chain(ENDINGS.iter().filter_map(stem)).collect()
}

/// How many letters have to be changed, added, left out or swapped with the next.
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
    fn the_longest_phrase_is_found_in_any_form() {
        let check = |text: &str, expected| assert_eq!(phrases().longest(&tokens(text)), expected, "{text}");
        check("Comme neufs !", Some((2, 2)));
        check("Neuf", Some((1, 1)));
        check("ÉTIQUETTES", Some((1, 3)));
        check("comme", None);
        check("Taché", Some((1, 5)));
        check("", None);
    }

    #[test]
    fn misspelt_words_are_mended_and_other_words_are_not() {
        let mended = |text: &str| {
            let tokens = phrases().mended(tokens(text), |word| word == "tachy");
            tokens.into_iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(mended("Excelent ettiquete"), "excellent etiquette");
        assert_eq!(mended("ecxellent"), "excellent");
        assert_eq!(mended("cache tachy nuef"), "cache tachy nuef");
    }
}
