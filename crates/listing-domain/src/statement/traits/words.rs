//! Words for ages, origins and styles, by role, from each language's `trait_words.tsv`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::lang;
use crate::options::Language;
use crate::statement::phrases::Phrases;
use crate::statement::tokens::{Token, tokens};
use crate::tsv::lines;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Vintage,
    /// It only looks like a word of another role.
    None,
    /// Before an inexact year.
    Circa,
    /// Before a decade: "années".
    Decades,
    /// The century's number.
    Century(u16),
    /// A period's key ("Art Deco"), and a year in its middle.
    Period(&'static str, u16),
    /// Before a country or a nationality: "made in".
    MadeIn,
    /// After a country or a nationality: the "made" of "Italian made".
    MadeBehind,
    /// The country's key.
    Country(&'static str),
    /// Such as "Italian", with the country's key.
    Nation(&'static str),
    /// Before or after the name of a style: "style".
    Style,
    /// Only before the name of a style: "in the style of".
    StyleOf,
    /// The style's key.
    StyleName(&'static str),
    /// Denies the "vintage" after it.
    Not,
    /// Before a number that is not a year: the "ref" of "ref 1960".
    Numbered,
    /// It names no style: the "Beautiful" of "Beautiful style".
    Plain,
}

impl Role {
    fn parse(text: &'static str) -> Option<Self> {
        let plain = match text {
            "vintage" => Some(Self::Vintage),
            "none" => Some(Self::None),
            "circa" => Some(Self::Circa),
            "decades" => Some(Self::Decades),
            "made_in" => Some(Self::MadeIn),
            "made_behind" => Some(Self::MadeBehind),
            "style" => Some(Self::Style),
            "style_of" => Some(Self::StyleOf),
            "not" => Some(Self::Not),
            "numbered" => Some(Self::Numbered),
            "plain" => Some(Self::Plain),
            _ => None,
        };
        plain.or_else(|| match text.split_once(':')? {
            ("century", number) => number.parse().ok().map(Self::Century),
            ("country", key) => Some(Self::Country(key)),
            ("nation", key) => Some(Self::Nation(key)),
            ("style_name", key) => Some(Self::StyleName(key)),
            ("period", key) => {
                let (key, year) = key.split_once(':')?;
                Some(Self::Period(key, year.parse().ok()?))
            }
            _ => None,
        })
    }
}

fn entry(line: &'static str) -> Option<(Role, Vec<&'static str>)> {
    let (role, words) = line.split_once('\t')?;
    let words: Vec<&str> = words.split('|').collect();
    let is_valid = words.iter().all(|word| !tokens(word).is_empty() && word.trim() == *word);
    Some((Role::parse(role)?, words)).filter(|_| is_valid)
}

pub(super) struct Words {
    /// `None` for words of several languages.
    pub(super) roles: Phrases<(Role, Option<Language>)>,
    /// Separate, because a name may also have another role.
    pub(super) styles: Phrases<&'static str>,
    /// Words with the roles `Not`, `Numbered` and `Plain`, which may also have another.
    asides: HashSet<(Role, String)>,
    /// In listings.
    names: HashMap<(Language, Role), &'static str>,
}

impl Words {
    /// In listings.
    pub(super) fn name(&self, role: Role, language: Language) -> Option<&'static str> {
        self.names.get(&(language, role)).copied()
    }

    /// `role` is `Not`, `Numbered` or `Plain`.
    pub(super) fn is_aside(&self, role: Role, token: &Token) -> bool {
        self.asides.contains(&(role, token.text.clone()))
    }

    /// The longest phrase, with its length in tokens.
    pub(super) fn role(&self, tokens: &[Token]) -> Option<(usize, Role, Option<Language>)> {
        self.roles.longest(tokens).map(|(length, (role, language))| (length, role, language))
    }
}

pub(super) static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let read = |language: &Language| {
        let lines = lines(lang::of(*language).trait_words).filter_map(entry);
        lines.map(|(role, words)| (*language, role, words)).collect::<Vec<_>>()
    };
    let all: Vec<_> = Language::ALL.iter().flat_map(read).collect();
    let folded = |word: &str| tokens(word).into_iter().map(|token| token.text).collect::<Vec<_>>();
    let mut languages: HashMap<(Vec<String>, Role), Vec<Language>> = HashMap::new();
    for (language, role, words) in &all {
        for word in words {
            languages.entry((folded(word), *role)).or_default().push(*language);
        }
    }
    let language = |word: &str, role: Role| match languages[&(folded(word), role)][..] {
        [only] => Some(only),
        _ => None,
    };
    let words = || all.iter().flat_map(|(_, role, words)| words.iter().map(|word| (*word, *role)));
    let is_style = |role: Role| matches!(role, Role::StyleName(_));
    let is_aside = |role: Role| matches!(role, Role::Not | Role::Numbered | Role::Plain);
    let roles = words().filter(|(_, role)| !is_style(*role) && !is_aside(*role));
    let asides = words().filter(|(_, role)| is_aside(*role));
    let styles = words().filter_map(|(word, role)| match role {
        Role::StyleName(key) => Some((word, key)),
        _ => None,
    });
    Words {
        roles: Phrases::new(roles.map(|(word, role)| (word, (role, language(word, role))))),
        styles: Phrases::new(styles),
        asides: asides
            .flat_map(|(word, role)| folded(word).into_iter().map(move |word| (role, word)))
            .collect(),
        names: all.iter().map(|(language, role, words)| ((*language, *role), words[0])).collect(),
    }
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_trait_words_is_valid() {
        for language in Language::ALL {
            for line in lines(lang::of(*language).trait_words) {
                assert!(entry(line).is_some(), "{language}: {line}");
            }
        }
    }

    #[test]
    fn every_language_names_every_century_period_country_and_style() {
        for (language, role) in WORDS.names.keys() {
            let is_named = matches!(
                role,
                Role::Century(_) | Role::Period(..) | Role::Country(_) | Role::StyleName(_) | Role::Vintage
            );
            for other in Language::ALL.iter().filter(|_| is_named) {
                assert!(WORDS.name(*role, *other).is_some(), "{other} lacks {role:?} of {language}");
            }
        }
    }
}
