//! The words of a condition by their role, from `condition_words.tsv` of each language.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::terms;
use crate::condition::Condition;
use crate::lang;
use crate::options::Language;
use crate::statement::phrases::Phrases;
use crate::statement::tokens::Token;
use crate::tsv::lines;

/// The role of words in a statement of condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Role {
    /// A grade: a term of `grade_terms.tsv`.
    Grade(Condition),
    /// Wear in a stated place: "semelles usées".
    Worn,
    /// Labels of a new item, present unless removed.
    Tags,
    /// The removal of labels.
    Removed,
    /// A negation of the words that follow.
    Not,
    /// The absence of the words that follow.
    Without,
    /// A negation of the verb before: "ne fonctionne plus".
    After,
    /// A near negation of the words that follow: "hardly worn".
    Little,
    /// Use of the item.
    Use,
    /// Trying on.
    Tried,
    /// Washing.
    Washed,
    /// The word after a number of uses.
    Times,
    /// A number of uses.
    Count(u32),
    /// Reduces a defect to a trace.
    Light,
    /// Makes a defect more than a trace.
    Heavy,
    /// A visible defect.
    Wear,
    /// Defects in general: "flaws", "signs of wear".
    Whole,
    /// A defect that is never a mere trace: a hole, a missing part.
    Hole,
    /// A defect that may stop the item from working.
    Broken,
    /// A failure of the item: "no sound", "intermittent".
    Dead,
    /// A purpose for an item that does not work, which is not a defect.
    Purpose,
    /// The item works.
    Works,
    /// A component whose absence makes the item incomplete.
    Set,
    /// A part of the item, which may have a grade of its own.
    Part,
    /// The defect is gone.
    Gone,
    /// The defect is intentional.
    Meant,
    /// An excuse: "for its age".
    Excuse,
    /// A doubt: "probably".
    Hedge,
    /// Separates one statement from the next.
    Split,
    /// Joins two statements.
    Link,
    /// Adds nothing.
    Idle,
    /// Adds nothing, though its single words would.
    Nothing,
}

impl Role {
    fn parse(text: &str) -> Option<Self> {
        if let Some((role, value)) = text.split_once(':') {
            return match role {
                "count" => value.parse().ok().map(Self::Count),
                _ => None,
            };
        }
        let roles = [
            ("worn", Self::Worn),
            ("tags", Self::Tags),
            ("removed", Self::Removed),
            ("not", Self::Not),
            ("without", Self::Without),
            ("after", Self::After),
            ("little", Self::Little),
            ("use", Self::Use),
            ("tried", Self::Tried),
            ("washed", Self::Washed),
            ("times", Self::Times),
            ("light", Self::Light),
            ("heavy", Self::Heavy),
            ("wear", Self::Wear),
            ("whole", Self::Whole),
            ("hole", Self::Hole),
            ("broken", Self::Broken),
            ("dead", Self::Dead),
            ("purpose", Self::Purpose),
            ("works", Self::Works),
            ("set", Self::Set),
            ("part", Self::Part),
            ("gone", Self::Gone),
            ("meant", Self::Meant),
            ("excuse", Self::Excuse),
            ("hedge", Self::Hedge),
            ("split", Self::Split),
            ("link", Self::Link),
            ("idle", Self::Idle),
            ("nothing", Self::Nothing),
        ];
        roles.into_iter().find(|(name, _)| *name == text).map(|(_, role)| role)
    }

    /// Returns true if the words name a defect.
    pub(super) const fn is_defect(self) -> bool {
        matches!(self, Self::Wear | Self::Whole | Self::Hole | Self::Broken | Self::Dead)
    }
}

/// Words of a statement and their role; `None` for words in no table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lexeme {
    pub(super) role: Option<Role>,
    /// The words, folded.
    pub(super) text: String,
    pub(super) number: Option<u32>,
    pub(super) mark: Option<char>,
    /// The bytes of the words in the text.
    pub(super) range: Range<usize>,
}

impl Lexeme {
    /// Returns true for a number, whole or not.
    pub(super) fn is_number(&self) -> bool {
        self.text.starts_with(|c: char| c.is_ascii_digit())
    }
}

pub(super) fn entry(line: &'static str) -> Option<(Role, Vec<&'static str>)> {
    let (role, words) = line.split_once('\t')?;
    let words: Vec<&str> = words.split('|').collect();
    let is_valid = words.iter().all(|word| !word.is_empty() && word.trim() == *word);
    Some((Role::parse(role)?, words)).filter(|_| is_valid)
}

static LEXICONS: LazyLock<HashMap<Language, Phrases<Role>>> = LazyLock::new(|| {
    let lexicon = |language: &Language| {
        let entries = lines(lang::of(*language).condition_words).filter_map(entry);
        let entries = entries.flat_map(|(role, words)| words.into_iter().map(move |word| (word, role)));
        let grades = terms::grades(*language).into_iter().map(|(word, grade)| (word, Role::Grade(grade)));
        // Of two equal phrases, the first wins: "broken" is a defect within a text.
        (*language, Phrases::new(entries.chain(grades)))
    };
    Language::ALL.iter().map(lexicon).collect()
});

/// Returns the words with spelling mistakes corrected, and the languages by the number of known words,
/// highest first.
pub(super) fn corrected(tokens: Vec<Token>) -> (Vec<Token>, Vec<Language>) {
    let known = |language: &Language| {
        let lexicon = &LEXICONS[language];
        tokens.iter().filter(|token| token.is_word() && lexicon.has_word(&token.text)).count()
    };
    let mut languages = Language::ALL.to_vec();
    languages.sort_by_key(|language| std::cmp::Reverse(known(language)));
    let mut tokens = tokens;
    for language in &languages {
        let is_other = |word: &str| LEXICONS.values().any(|lexicon| lexicon.has_word(word));
        tokens = LEXICONS[language].corrected(tokens, is_other);
    }
    (tokens, languages)
}

/// Returns the words and phrases of a text with their roles. Sellers may mix languages. A word that
/// exists in several languages has its role in the first of `languages`.
pub(super) fn lexemes(tokens: &[Token], languages: &[Language]) -> Vec<Lexeme> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let mut longest: Option<(usize, Role)> = None;
        for language in languages {
            if let Some(match_) = LEXICONS[language].longest(&tokens[at..])
                && longest.is_none_or(|(length, _)| match_.0 > length)
            {
                longest = Some(match_);
            }
        }
        let length = longest.map_or(1, |(length, _)| length);
        found.push(lexeme(&tokens[at..at + length], longest.map(|(_, role)| role)));
        at += length;
    }
    found
}

fn lexeme(tokens: &[Token], role: Option<Role>) -> Lexeme {
    let (first, last) = (&tokens[0], &tokens[tokens.len() - 1]);
    let is_bare = tokens.len() == 1 && !first.is_word();
    Lexeme {
        role,
        text: tokens.iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" "),
        number: first.text.parse().ok().filter(|_| is_bare),
        mark: first.text.chars().next().filter(|c| is_bare && !c.is_ascii_digit()),
        range: first.range.start..last.range.end,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::statement::tokens::tokens;

    #[test]
    fn every_line_can_be_read() {
        for language in Language::ALL {
            for line in lines(lang::of(*language).condition_words) {
                assert!(entry(line).is_some(), "{language}: {line}");
            }
        }
    }

    #[test]
    fn no_word_has_two_roles_in_one_language() {
        for language in Language::ALL {
            let mut seen = HashSet::new();
            for (role, words) in lines(lang::of(*language).condition_words).filter_map(entry) {
                for word in words {
                    let folded: Vec<String> = tokens(word).into_iter().map(|token| token.text).collect();
                    assert!(
                        seen.insert((folded.clone(), role)),
                        "{language} {role:?}: duplicate word {word}"
                    );
                    let is_first = seen.iter().filter(|(other, _)| *other == folded).count() == 1;
                    assert!(is_first, "{language} {role:?}: {word} has another role too");
                }
            }
        }
    }

    #[test]
    fn words_are_known_in_any_form_and_misspelled() {
        let roles = |text: &str| {
            let (tokens, languages) = corrected(tokens(text));
            lexemes(&tokens, &languages).into_iter().map(|lexeme| lexeme.role).collect::<Vec<_>>()
        };
        assert_eq!(roles("excelente"), [Some(Role::Grade(Condition::VeryGood))]);
        assert_eq!(roles("tachée"), [Some(Role::Wear)]);
        assert_eq!(roles("comme neuves"), [Some(Role::Grade(Condition::LikeNew))]);
        assert_eq!(roles("Gargantua"), [None]);
    }
}
