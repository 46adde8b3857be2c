//! Words for a condition, by role, from each language's `condition_words.tsv`.

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Role {
    /// From `grade_terms.tsv`: "very good".
    Grade(Condition),
    /// Wear, often of a part: "semelles usées".
    Worn,
    /// The labels of a new item: "tags".
    Tags,
    /// The labels have been removed: "taken off".
    Removed,
    /// Negates the words after it: "not", "never".
    Not,
    /// Denies what the next words name: "without", "no".
    Without,
    /// Negates the verb before it: the "plus" of "ne fonctionne plus".
    After,
    /// Nearly negates the words after it: "hardly".
    Little,
    /// "worn", "used", "opened".
    Use,
    /// Only tried on.
    Tried,
    Washed,
    /// After a number of uses.
    Times,
    /// A number of uses: "twice".
    Count(u32),
    /// Makes a defect a trace: "small", "hardly visible".
    Light,
    /// Makes a defect more than a trace: "big", "several".
    Heavy,
    /// A visible defect: a stain, a scratch.
    Wear,
    /// Defects in general: "flaws", "signs of wear".
    Whole,
    /// Never a mere trace: a hole, a missing part.
    Hole,
    /// A defect that may stop the item from working: "cracked".
    Broken,
    /// The item does not work properly: "no sound", "intermittent".
    Dead,
    /// The item may not work: "for parts", "untested".
    Purpose,
    Works,
    /// The item is incomplete without it: a puzzle piece, a manual.
    Set,
    /// It may have a grade of its own: a screen, a sole.
    Part,
    /// The defect is gone: "repaired".
    Gone,
    /// The defect is intentional: "distressed style".
    Meant,
    /// "for its age".
    Excuse,
    /// "probably".
    Hedge,
    /// Between two clauses: "but", "with".
    Split,
    /// Joins two clauses: "and", "or".
    Link,
    /// No meaning: "the", "really".
    Idle,
    /// No meaning as a phrase, although its words have: "bought new".
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

    pub(super) const fn is_defect(self) -> bool {
        matches!(self, Self::Wear | Self::Whole | Self::Hole | Self::Broken | Self::Dead)
    }
}

/// A phrase, number or mark; its role is `None` if no table contains it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Lexeme {
    pub(super) role: Option<Role>,
    /// In lower case without accents.
    pub(super) text: String,
    pub(super) number: Option<u32>,
    pub(super) mark: Option<char>,
    /// In bytes.
    pub(super) range: Range<usize>,
}

impl Lexeme {
    /// With or without decimals.
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
        // Of equal phrases, the first wins: within a text, "broken" is a defect, not a grade.
        (*language, Phrases::new(entries.chain(grades)))
    };
    Language::ALL.iter().map(lexicon).collect()
});

/// With the languages, by their known words in the text, the most first.
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

/// Sellers may mix languages: a word has its role in the first of `languages` that has it.
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
    fn every_line_of_the_condition_words_is_valid() {
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
    fn inflected_and_misspelled_words_are_recognized() {
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
