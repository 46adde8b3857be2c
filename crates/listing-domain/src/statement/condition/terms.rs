//! Terms that grade a whole item, from each language's `grade_terms.tsv`.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::condition::Condition;
use crate::lang;
use crate::options::Language;
use crate::statement::phrases::Phrases;
use crate::statement::tokens::Token;
use crate::tsv::{NONE, lines};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Entry {
    Term(Term),
    /// Next to a term, without meaning: "overall".
    Idle,
    /// Limits the term before it to a part: "inside".
    Limit,
    /// Joins a term to the words before: the "sinon" of "rayé sinon nickel".
    Joins,
    /// Before a term in a sentence: the "en" of "livre en très bon état".
    In,
}

/// A phrase that grades a whole item, such as "brand new".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Term {
    /// The same in all languages.
    key: &'static str,
    pub(super) grade: Option<Condition>,
    /// It describes the grade ("worn once") instead of naming it.
    pub(super) is_description: bool,
    /// Such as "BNWT", which listings write out.
    pub(super) is_abbreviation: bool,
    has_accents: bool,
}

impl Term {
    /// The grade's exact name, not a synonym.
    pub(super) fn is_name(self) -> bool {
        self.grade.is_some_and(|grade| grade.code() == self.key)
    }

    /// A correct spelling without abbreviation stays.
    pub(super) fn words(self, spelled: &str, language: Language) -> String {
        let terms = &TERMS[&language];
        let tokens = crate::statement::tokens::tokens(spelled);
        let known = terms.phrases.longest(&tokens).filter(|(length, _)| *length == tokens.len());
        let known = known.and_then(|(_, entry)| entry.term()).filter(|known| known.key == self.key);
        let lower = spelled.to_lowercase();
        let lacks_accents = |known: &Term| known.has_accents && lower.is_ascii();
        // A bare "very good" becomes "very good condition", the display form with this beginning.
        let display = terms.display.get(self.key);
        let is_cut = display.is_some_and(|display| display.starts_with(&format!("{lower} ")));
        if known.is_some_and(|known| !known.is_abbreviation && !lacks_accents(&known)) && !is_cut {
            return lower;
        }
        match (display, self.grade) {
            (Some(words), _) => (*words).to_owned(),
            (None, Some(grade)) => grade.plain_label(language).to_lowercase(),
            (None, None) => lower,
        }
    }
}

impl Entry {
    const fn term(self) -> Option<Term> {
        match self {
            Self::Term(term) => Some(term),
            Self::Idle | Self::Limit | Self::Joins | Self::In => None,
        }
    }
}

struct Terms {
    phrases: Phrases<Entry>,
    /// For listings, by the term's key.
    display: HashMap<&'static str, &'static str>,
}

static TERMS: LazyLock<HashMap<Language, Terms>> =
    LazyLock::new(|| Language::ALL.iter().map(|language| (*language, Terms::load(*language))).collect());

impl Terms {
    fn load(language: Language) -> Self {
        let rows: Vec<Row> = lines(lang::of(language).grade_terms).filter_map(Row::parse).collect();
        let display = rows.iter().map(|row| (row.key, row.words[0].trim_start_matches('*'))).collect();
        let phrases = Phrases::new(rows.iter().flat_map(Row::entries));
        Self { phrases, display }
    }
}

struct Row {
    key: &'static str,
    grade: Option<Condition>,
    is_description: bool,
    words: Vec<&'static str>,
}

impl Row {
    fn parse(line: &'static str) -> Option<Self> {
        let [key, marked_grade, words]: [&str; 3] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
        let code = marked_grade.trim_start_matches('~');
        let grade: Option<Condition> = code.parse().ok();
        let words: Vec<&str> = words.split('|').collect();
        let is_valid = (grade.is_some() || marked_grade == NONE) && words.iter().all(|word| !word.is_empty());
        is_valid.then_some(Self { key, grade, is_description: code.len() < marked_grade.len(), words })
    }

    fn entries(&self) -> impl Iterator<Item = (&'static str, Entry)> {
        let entry = |word: &'static str| {
            let bare = word.trim_start_matches('*');
            let entry = match self.key {
                "idle" => Entry::Idle,
                "limit" => Entry::Limit,
                "joins" => Entry::Joins,
                "in" => Entry::In,
                key => Entry::Term(Term {
                    key,
                    grade: self.grade,
                    is_description: self.is_description,
                    is_abbreviation: bare.len() < word.len(),
                    has_accents: !bare.is_ascii(),
                }),
            };
            (bare, entry)
        };
        self.words.iter().map(move |word| entry(word)).collect::<Vec<_>>().into_iter()
    }
}

/// Their words have roles of their own: "never" and "worn".
const COMPOSED: [&str; 2] = ["unworn", "unused"];

/// [`super::lexicon`] adds them to its words.
pub(super) fn grades(language: Language) -> Vec<(&'static str, Condition)> {
    let rows = lines(lang::of(language).grade_terms).filter_map(Row::parse);
    let graded = rows
        .filter(|row| !row.is_description && !COMPOSED.contains(&row.key))
        .filter_map(|row| Some((row.grade?, row.words)));
    let bare = |word: &'static str| word.trim_start_matches('*');
    graded.flat_map(|(grade, words)| words.into_iter().map(move |word| (bare(word), grade))).collect()
}

/// With its length in tokens. Of equally long entries, the first language's wins.
pub(super) fn longest(tokens: &[Token], languages: &[Language]) -> Option<(usize, Entry)> {
    let found = languages.iter().filter_map(|language| TERMS[language].phrases.longest(tokens));
    found.fold(None, |best: Option<(usize, Entry)>, found| match best {
        Some(best) if best.0 >= found.0 => Some(best),
        _ => Some(found),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_row_is_valid_and_no_phrase_is_listed_twice() {
        for language in Language::ALL {
            let mut seen = HashSet::new();
            for line in lines(lang::of(*language).grade_terms) {
                let row = Row::parse(line).unwrap_or_else(|| panic!("{language}: invalid line: {line}"));
                for word in row.words {
                    assert!(seen.insert(word.trim_start_matches('*')), "{language}: duplicate word {word}");
                }
            }
        }
    }

    #[test]
    fn all_languages_have_the_same_term_keys() {
        let keys = |language: &Language| {
            let rows = lines(lang::of(*language).grade_terms).filter_map(Row::parse);
            rows.map(|row| (row.key, row.grade, row.is_description)).collect::<Vec<_>>()
        };
        let first = keys(&Language::ALL[0]);
        for language in Language::ALL {
            assert_eq!(keys(language), first, "{language}");
        }
    }
}
