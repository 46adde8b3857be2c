//! Reads the audience in a seller's words, by each language's `audience_words.tsv`.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::phrases::Phrases;
use super::tokens::{Token, tokens};
use crate::lang;
use crate::options::Language;
use crate::product::Audience;
use crate::tsv::lines;

/// For words that name no audience, although a part of them would.
const NO_AUDIENCE: &str = "none";

/// `None` for words that name no audience.
static WORDS: LazyLock<Phrases<Option<Audience>>> = LazyLock::new(|| {
    let all = Language::ALL.iter().flat_map(|language| lines(lang::of(*language).audience_words));
    let entries = all.filter_map(entry);
    Phrases::new(entries.flat_map(|(audience, words)| words.into_iter().map(move |word| (word, audience))))
});

fn entry(line: &'static str) -> Option<(Option<Audience>, Vec<&'static str>)> {
    let (audience, words) = line.split_once('\t')?;
    let audience = if audience == NO_AUDIENCE { None } else { Some(audience.parse().ok()?) };
    let words: Vec<&str> = words.split('|').collect();
    let is_valid = words.iter().all(|word| !word.is_empty() && word.trim() == *word);
    is_valid.then_some((audience, words))
}

/// With the number of tokens.
pub(super) fn audience_at_start(tokens: &[Token]) -> Option<(usize, Audience)> {
    let (length, audience) = WORDS.longest(tokens)?;
    Some((length, audience?))
}

/// The audiences that a seller's words name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AudienceStatement(BTreeSet<Audience>);

impl AudienceStatement {
    /// Reads whole words of any language.
    pub fn read(text: &str) -> Self {
        let tokens = tokens(text);
        let mut named = BTreeSet::new();
        let mut at = 0;
        while let Some(rest) = tokens.get(at..).filter(|rest| !rest.is_empty()) {
            let found = WORDS.longest(rest);
            named.extend(found.and_then(|(_, audience)| audience));
            at += found.map_or(1, |(length, _)| length);
        }
        Self(named)
    }

    /// Reads a text of only audiences; `None` for any other.
    pub fn from_names(text: &str) -> Option<Self> {
        let tokens = tokens(text);
        let mut statement = Self::default();
        let mut at = 0;
        while at < tokens.len() {
            let (length, audience) = audience_at_start(&tokens[at..])?;
            statement = statement.with(Some(audience));
            at += length;
        }
        Some(statement)
    }

    #[must_use]
    pub(super) fn with(mut self, audience: Option<Audience>) -> Self {
        self.0.extend(audience);
        self
    }

    /// The audiences of both statements.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Removes unisex: "mixte" in a text about a material means a blend.
    #[must_use]
    pub fn without_unisex(mut self) -> Self {
        self.0.remove(&Audience::Unisex);
        self
    }

    /// The audience of all words; `None` if there is none, or they conflict.
    pub fn audience(&self) -> Option<Audience> {
        let is_named = |audience| self.0.contains(&audience);
        let [women, men, unisex] = [Audience::Women, Audience::Men, Audience::Unisex].map(is_named);
        let is_young = self.0.iter().any(|audience| audience.is_young());
        match (women, men) {
            (true, _) | (_, true) if is_young => None,
            (true, false) => Some(Audience::Women),
            (false, true) => Some(Audience::Men),
            (false, false) if is_young => Some(self.young()),
            (true, true) | (false, false) => unisex.then_some(Audience::Unisex),
        }
    }

    /// Of one sex if the words name only one.
    fn young(&self) -> Audience {
        let is_named = |audience| self.0.contains(&audience);
        let [girls, boys, baby] = [Audience::Girls, Audience::Boys, Audience::Baby].map(is_named);
        match (baby, girls, boys) {
            (true, true, false) => Audience::BabyGirls,
            (true, false, true) => Audience::BabyBoys,
            (true, ..) => Audience::Baby,
            (false, true, false) => Audience::Girls,
            (false, false, true) => Audience::Boys,
            (false, ..) => Audience::Children,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_audience_table_is_valid() {
        for language in Language::ALL {
            for line in lines(lang::of(*language).audience_words) {
                assert!(entry(line).is_some(), "{language}: {line}");
            }
        }
    }

    #[test]
    fn a_named_audience_is_read_in_any_language() {
        let check = |text: &str, expected| {
            assert_eq!(AudienceStatement::read(text).audience(), expected, "{text}");
        };
        check("42 homme", Some(Audience::Men));
        check("Women’s M", Some(Audience::Women));
        check("FEMME", Some(Audience::Women));
        check("pour fille", Some(Audience::Girls));
        check("garçons", Some(Audience::Boys));
        check("boys 4T", Some(Audience::Boys));
        check("Youth L", Some(Audience::Children));
        check("enfant mixte", Some(Audience::Children));
        check("fille / garçon", Some(Audience::Children));
        check("bébé", Some(Audience::Baby));
        check("bébé fille", Some(Audience::BabyGirls));
        check("baby boy", Some(Audience::BabyBoys));
        check("nouveau-né", Some(Audience::Baby));
        check("Unisexe", Some(Audience::Unisex));
        check("unisex, men’s 8 / women’s 9.5", Some(Audience::Unisex));
        check("homme / femme", None);
        check("femme ou fille", None);
        check("38", None);
        check("", None);
    }

    #[test]
    fn a_word_within_another_or_in_another_sense_names_no_audience() {
        for text in [
            "Manfield",
            "baby blue",
            "Rose bébé",
            "all man-made materials",
            "baby alpaca",
            "Comme des Garçons",
            "Boy London",
            "Fall Out Boy",
            "Juniors 7",
            "matières mixtes",
            "tache faite par mes enfants",
            "kid-free home",
            "Germany",
        ] {
            assert_eq!(AudienceStatement::read(text).audience(), None, "{text}");
        }
        assert_eq!(AudienceStatement::read("Comme des Garçons Homme").audience(), Some(Audience::Men));
    }
}
