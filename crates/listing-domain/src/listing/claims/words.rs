//! Words that make or negate a claim, and a clause's claims. They are rows of each language's
//! `claim_words.tsv`; all languages are searched.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::lang;
use crate::options::Language;
use crate::statement::{Phrases, Token, tokens};
use crate::tsv::lines;

/// The number of words that a negation reaches.
const REACH: usize = 3;
/// Shorter stems are not compared, in characters.
const SHORTEST: usize = 3;
/// A longer text without punctuation is split.
const LONGEST: usize = 80;
const ENDS: &[char] =
    &[',', ';', ':', '(', ')', '[', ']', '.', '!', '?', '·', '|', '•', '–', '—', '-', '*', '…'];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Role {
    /// Negates the words after it: "without".
    Not,
    /// Negates the words before it: "excluded".
    Excluded,
    Lacks,
    /// All but one part is there: "complete except one ball".
    Except,
    /// Nothing else is included: "cover only".
    Only,
    /// Ends the effect of a negation: "but".
    Breaks,
    /// Lets a negation go on if a negation follows: "and".
    And,
    /// Lets a negation go on: "or", "nor".
    Or,
    /// A later word may negate it: "ne tient plus la charge", "tient pas".
    Verb,
    /// Nothing is missing: "complete".
    Whole,
    /// It comes with the item: "with its box".
    Included,
    Works,
    /// The item was not tested.
    Unsure,
    /// No flaw.
    Flawless,
    New,
    /// Only the seller can promise it: authenticity, shipping, a discount.
    Promise,
    /// It only resembles a claim.
    Nothing,
    /// Ignored.
    Idle,
}

impl Role {
    fn parse(text: &str) -> Option<Self> {
        let roles = [
            ("not", Self::Not),
            ("excluded", Self::Excluded),
            ("lacks", Self::Lacks),
            ("except", Self::Except),
            ("only", Self::Only),
            ("breaks", Self::Breaks),
            ("and", Self::And),
            ("or", Self::Or),
            ("verb", Self::Verb),
            ("whole", Self::Whole),
            ("included", Self::Included),
            ("works", Self::Works),
            ("unsure", Self::Unsure),
            ("flawless", Self::Flawless),
            ("new", Self::New),
            ("promise", Self::Promise),
            ("nothing", Self::Nothing),
            ("idle", Self::Idle),
        ];
        roles.into_iter().find(|(name, _)| *name == text).map(|(_, role)| role)
    }

    const fn is_claim(self) -> bool {
        matches!(
            self,
            Self::Whole
                | Self::Included
                | Self::Works
                | Self::Unsure
                | Self::Flawless
                | Self::New
                | Self::Promise
        )
    }

    const fn is_limit(self) -> bool {
        matches!(self, Self::Not | Self::Excluded | Self::Lacks | Self::Except)
    }
}

fn entry(line: &'static str) -> Option<(Role, Vec<&'static str>)> {
    let (role, words) = line.split_once('\t')?;
    let words: Vec<&str> = words.split('|').collect();
    let is_valid = words.iter().all(|word| !word.is_empty() && word.trim() == *word);
    Some((Role::parse(role)?, words)).filter(|_| is_valid)
}

static WORDS: LazyLock<Phrases<Role>> = LazyLock::new(|| {
    let tables = Language::ALL.iter().map(|language| lang::of(*language).claim_words);
    let rows = tables.flat_map(lines).filter_map(entry);
    Phrases::new(rows.flat_map(|(role, words)| words.into_iter().map(move |word| (word, role))))
});

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Polarity {
    Affirmed,
    Negated,
    Unclear,
}

/// The words between two punctuation marks.
#[derive(Debug, Default)]
pub(super) struct Clause<'t> {
    pub(super) text: &'t str,
    /// The stems of the words with a meaning.
    pub(super) words: Vec<(String, Polarity)>,
    pub(super) claims: Vec<(Role, Polarity, String)>,
    roles: HashSet<Role>,
}

impl Clause<'_> {
    pub(super) fn has(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }

    /// It limits the sentence's claim: "except one ball", "without box".
    pub(super) fn is_limit(&self) -> bool {
        self.roles.iter().any(|role| role.is_limit())
    }
}

pub(super) fn clauses(sentence: &str) -> Vec<Clause<'_>> {
    let tokens = tokens(sentence);
    let is_end = |token: &Token| ENDS.iter().any(|mark| token.is_mark(*mark));
    let parts = tokens.split(is_end).flat_map(|part| part.chunks(LONGEST));
    let mut clauses: Vec<Clause<'_>> = Vec::new();
    for part in parts {
        let is_continued = clauses.last().is_some_and(|before| before.has(Role::Not));
        clauses.push(clause(sentence, part, is_continued));
    }
    clauses
}

/// `is_continued`: the previous clause was negated, and this one may continue its list.
fn clause<'t>(sentence: &'t str, tokens: &[Token], is_continued: bool) -> Clause<'t> {
    let (first, last) = (&tokens[0].range, &tokens[tokens.len() - 1].range);
    let mut clause = Clause { text: &sentence[first.start..last.end], ..Clause::default() };
    let mut reader = Reader { polarity: Polarity::Affirmed, words_left: 0 };
    let mut at = 0;
    while at < tokens.len() {
        let (length, role) =
            WORDS.longest(&tokens[at..]).map_or((1, None), |(length, role)| (length, Some(role)));
        let phrase = &tokens[at..at + length];
        at += length;
        let next = tokens.get(at..).and_then(|rest| WORDS.longest(rest)).map(|(_, role)| role);
        let is_negated_after = matches!(role, Some(Role::Verb | Role::Works)) && next == Some(Role::Not);
        reader.read(&mut clause, phrase, role, is_negated_after);
    }
    if is_continued && clause.has(Role::Or) && !clause.has(Role::Not) {
        clause.set_polarity(Polarity::Unclear);
    }
    if clause.has(Role::Excluded) {
        clause.set_polarity(Polarity::Negated);
    } else if clause.has(Role::Lacks) {
        clause.set_polarity(Polarity::Unclear);
    }
    clause
}

impl Clause<'_> {
    /// Only words still affirmed.
    fn set_polarity(&mut self, to: Polarity) {
        for (_, polarity) in self.words.iter_mut().filter(|(_, polarity)| *polarity == Polarity::Affirmed) {
            *polarity = to;
        }
    }
}

struct Reader {
    polarity: Polarity,
    /// The negation applies to so many more words.
    words_left: usize,
}

impl Reader {
    fn read(
        &mut self,
        clause: &mut Clause<'_>,
        phrase: &[Token],
        role: Option<Role>,
        is_negated_after: bool,
    ) {
        clause.roles.extend(role);
        match role {
            Some(Role::Not) => (self.polarity, self.words_left) = (Polarity::Negated, REACH),
            Some(Role::Breaks | Role::Except) => self.polarity = Polarity::Affirmed,
            Some(Role::And) if self.polarity == Polarity::Negated => self.polarity = Polarity::Unclear,
            _ => {}
        }
        // "Aucun défaut" and "sans animaux" are whole claims that begin with a negation.
        let first_role = WORDS.longest(&phrase[..1]).map(|(_, role)| role);
        let is_negated = is_negated_after || (phrase.len() > 1 && first_role == Some(Role::Not));
        let polarity = if is_negated_after { Polarity::Negated } else { self.polarity };
        let word_polarity = if is_negated { Polarity::Negated } else { polarity };
        let text = || phrase.iter().map(|token| stem(&token.text)).collect::<Vec<_>>().join(" ");
        match role {
            Some(role) if role.is_claim() => clause.claims.push((role, polarity, text())),
            Some(Role::Verb) | None => {}
            Some(_) => return,
        }
        let words = phrase.iter().filter(|token| token.is_word() && token.text.chars().count() >= SHORTEST);
        for word in words {
            clause.words.push((stem(&word.text).to_owned(), word_polarity));
            if self.polarity == Polarity::Negated {
                self.words_left = self.words_left.saturating_sub(1);
                self.polarity = if self.words_left == 0 { Polarity::Unclear } else { self.polarity };
            }
        }
    }
}

/// Removes endings of number and gender.
fn stem(word: &str) -> &str {
    let stems = ["es", "s", "e"].into_iter().filter_map(|ending| word.strip_suffix(ending));
    stems.into_iter().find(|stem| stem.chars().count() >= SHORTEST).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_claim_words_can_be_read() {
        for language in Language::ALL {
            for line in lines(lang::of(*language).claim_words) {
                assert!(entry(line).is_some(), "{language}: {line}");
            }
        }
    }

    #[test]
    fn words_after_a_negation_are_negated_until_it_ends() {
        let negated = |text: &str| -> Vec<String> {
            let clauses = clauses(text);
            let words = clauses.iter().flat_map(|clause| &clause.words);
            words
                .filter(|(_, polarity)| *polarity == Polarity::Negated)
                .map(|(stem, _)| stem.clone())
                .collect()
        };
        assert_eq!(negated("sans chargeur ni boîte, très bon état"), ["chargeur", "boit"]);
        assert_eq!(negated("no holes but one stain"), ["hol"]);
        assert_eq!(negated("Le chargeur n’est pas inclus."), ["chargeur"]);
        assert_eq!(negated("ne tient plus la charge"), ["tient", "charg"]);
        assert_eq!(negated("marche pas, écran fissuré"), ["march"]);
        assert_eq!(negated("complet sauf 1 boule"), [""; 0]);
        assert_eq!(negated("n’hésitez pas à demander"), [""; 0]);
    }
}
