//! The condition of an item, understood from a seller's words.
//!
//! A statement falls into parts, at its commas and at words such as "but". Each
//! part names a grade, tells a defect, excludes one, or says something else. All
//! of them together make one grade, the lower one in doubt; whatever a part says
//! beyond that is kept word for word.

mod judge;
mod lexicon;
mod part;
mod split;

use self::judge::{Hints, grade};
use self::lexicon::lexemes;
use self::part::{Part, Telling};
use self::split::parts;
use super::tokens::tokens;
use crate::condition::Condition;
use crate::text::fold;
use crate::wish::Language;

/// What a seller's words say of a condition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ConditionStatement<'a> {
    grade: Option<Condition>,
    remarks: Vec<Remark<'a>>,
}

/// Something that is said beyond the grade, word for word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Remark<'a> {
    words: &'a str,
    is_defect: bool,
}

impl<'a> ConditionStatement<'a> {
    /// Understands a statement in any of the languages, or a code of the interface.
    pub fn read(text: &'a str) -> Self {
        if let Ok(code) = text.trim().parse() {
            return Self { grade: Some(code), remarks: Vec::new() };
        }
        let mut hints = Hints::default();
        let mut told: Vec<(Telling, std::ops::Range<usize>)> = Vec::new();
        let mut before: Option<Part> = None;
        for lexemes in parts(&lexemes(tokens(text))) {
            let part = Part::read(&lexemes, before.as_ref());
            if part.undoes_what_was_told
                && let Some((telling, place)) = told.last_mut()
            {
                // "Had a mark but it washed out" is told as one thing.
                *telling = Telling::Remark;
                place.end = part.place.end;
                hints
                    .defects
                    .truncate(hints.defects.len() - before.as_ref().map_or(0, |part| part.defects.len()));
            } else if let Some(telling) = part.telling {
                told.push((telling, part.place.clone()));
            }
            part.add_to(&mut hints);
            before = Some(part);
        }
        let grade = grade(&hints);
        let remark = |(telling, place): (Telling, std::ops::Range<usize>)| Remark {
            words: text[place].trim(),
            is_defect: telling == Telling::Defect,
        };
        let remarks = told.into_iter().map(remark).filter(|remark| !says_only(remark.words, grade)).collect();
        Self { grade, remarks }
    }

    /// The grade that the words amount to, if any.
    pub const fn grade(&self) -> Option<Condition> {
        self.grade
    }

    /// The defects that are told, each in the seller's words.
    pub fn defects(&self) -> impl Iterator<Item = &'a str> {
        self.remarks.iter().filter(|remark| remark.is_defect).map(|remark| remark.words)
    }

    /// Everything that is said beyond the grade, the defects among it, in order
    /// and in the seller's words.
    pub fn remarks(&self) -> impl Iterator<Item = &'a str> {
        self.remarks.iter().map(|remark| remark.words)
    }

    /// Whether the words say nothing of a condition: "voir photos", "occasion".
    pub const fn is_empty(&self) -> bool {
        self.grade.is_none() && self.remarks.is_empty()
    }
}

/// Whether words are nothing but the name of the grade.
fn says_only(words: &str, grade: Option<Condition>) -> bool {
    let folded = |text: &str| text.chars().map(fold).collect::<String>();
    let is_name = |grade: Condition| {
        Language::ALL.iter().any(|language| folded(grade.plain_label(*language)) == folded(words))
    };
    words.is_empty() || grade.is_some_and(is_name)
}

#[cfg(test)]
mod tests;
