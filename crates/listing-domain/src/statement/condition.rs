//! Reads the condition.
//!
//! The text is split at punctuation into fragments. A fragment may begin with terms that grade the whole
//! item, such as "très bon état" ([`terms`]). Its other words are a remark, kept word for word. A remark
//! never changes a grade that the seller names.

mod clause;
mod fragment;
mod judge;
mod lexicon;
mod split;
mod terms;

use self::clause::Clause;
use self::fragment::Fragment;
use self::judge::{Hints, grade, is_contradicted};
use self::lexicon::{corrected, lexemes};
use self::split::{clauses, fragments};
use super::tokens::tokens;
use crate::condition::Condition;
use crate::lang;
use crate::options::Language;
use crate::product::Gender;

/// The meaning of a condition's words.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConditionStatement<'a> {
    grade: Option<Condition>,
    is_named: bool,
    is_exact: bool,
    is_contradicted: bool,
    fragments: Vec<Fragment<'a>>,
}

impl<'a> ConditionStatement<'a> {
    /// Reads a text in any language, or a grade's code.
    pub fn read(text: &'a str) -> Self {
        if let Ok(code) = text.trim().parse() {
            return Self { grade: Some(code), is_named: true, is_exact: true, ..Self::default() };
        }
        let (tokens, languages) = corrected(tokens(text));
        let mut hints = Hints::default();
        let mut found: Vec<Fragment<'_>> = Vec::new();
        let mut previous: Option<Clause> = None;
        for lexemes in fragments(&lexemes(&tokens, &languages)) {
            let mut fragment = Fragment::read(text, &tokens, &lexemes, &languages);
            fragment.add_grades_to(&mut hints);
            for lexemes in clauses(&fragment.remark_lexemes(&lexemes)) {
                let clause = Clause::read(&lexemes, previous.as_ref());
                if clause.undoes_previous_defects {
                    // "Had a mark but it washed out": the second clause takes the defect back.
                    let undone = previous.as_ref().map_or(0, |clause| clause.defects.len());
                    hints.defects.truncate(hints.defects.len() - undone);
                    found.last_mut().unwrap_or(&mut fragment).is_defect = false;
                    fragment.is_defect = false;
                }
                fragment.is_defect |= !clause.defects.is_empty();
                clause.add_to(&mut hints);
                previous = Some(clause);
            }
            found.push(fragment);
        }
        let grade = grade(&hints);
        let is_named = grade.is_some_and(|(_, is_named)| is_named);
        let grade = grade.map(|(grade, _)| grade);
        Self {
            grade,
            is_named,
            is_exact: is_named && found.iter().any(|fragment| fragment.names_grade(grade)),
            is_contradicted: is_named && grade.is_some_and(|grade| is_contradicted(grade, &hints)),
            fragments: found,
        }
    }

    /// The grade, if named or implied.
    pub const fn grade(&self) -> Option<Condition> {
        self.grade
    }

    /// True if the grade is named, not described ("worn once").
    pub const fn is_named(&self) -> bool {
        self.is_named
    }

    /// True for the grade's exact name or code.
    pub const fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// True if a stated defect contradicts the named grade.
    pub const fn is_contradicted(&self) -> bool {
        self.is_contradicted
    }

    /// Remarks about defects, in the seller's words.
    pub fn defects(&self) -> impl Iterator<Item = &'a str> {
        let defects = self.fragments.iter().filter(|fragment| fragment.is_defect);
        defects.map(Fragment::remark).filter(|remark| !remark.is_empty())
    }

    /// All remarks in order, in the seller's words.
    pub fn remarks(&self) -> impl Iterator<Item = &'a str> {
        self.fragments.iter().map(Fragment::remark).filter(|remark| !remark.is_empty())
    }

    /// All phrases: grade terms in the language, without abbreviations, and remarks in the seller's words.
    pub fn phrases(&self, language: Language) -> Vec<String> {
        match self.grade {
            Some(grade) if self.fragments.is_empty() => vec![grade.plain_label(language).to_lowercase()],
            _ => self.fragments.iter().map(|fragment| fragment.phrase(language)).collect(),
        }
    }

    /// The same for use after the label "Condition:", without repeating it: "good" for "good condition".
    pub fn phrases_after_label(&self, language: Language) -> Vec<String> {
        let mut phrases = self.phrases(language);
        let words = lang::of(language);
        if let Some(first) = phrases.first_mut() {
            *first = match (words.grade_behind_label)(first) {
                Some(short) => short.to_owned(),
                // The gender of the label.
                None => (words.agreeing)(first, Gender::Masculine, false),
            };
        }
        phrases
    }

    /// True if the seller wrote nothing.
    pub const fn is_empty(&self) -> bool {
        self.grade.is_none() && self.fragments.is_empty()
    }
}

/// At any position, without misspelled terms.
pub(crate) fn grades_named_in(text: &str) -> Vec<Condition> {
    let tokens = tokens(text);
    let lexemes = lexemes(&tokens, Language::ALL);
    let mut found = Vec::new();
    for lexemes in fragments(&lexemes) {
        let fragment = Fragment::read(text, &tokens, &lexemes, Language::ALL);
        found.extend(fragment.grades_anywhere(&tokens));
    }
    found
}

#[cfg(test)]
mod tests;
