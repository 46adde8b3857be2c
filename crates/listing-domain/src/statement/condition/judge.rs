//! From what the parts of a statement say to one grade.

use crate::condition::Condition;

/// What is said of a condition, all parts taken together.
#[derive(Debug, Clone, Default)]
pub(super) struct Hints {
    /// The grades that are named.
    pub(super) stated: Vec<Condition>,
    /// Grades that count only where none is named: it works, it has no defect.
    pub(super) implied: Vec<Condition>,
    /// How bad the defects are.
    pub(super) defects: Vec<Severity>,
    /// What else counts.
    pub(super) clues: Vec<Clue>,
}

/// Something that names no grade and counts for one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Clue {
    /// Labels are still on it.
    Tags,
    /// It has been washed, which a new thing has not.
    Washed,
    /// What is said is doubted or excused.
    Doubt,
    /// It works.
    Works,
}

/// How bad a defect is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Severity {
    /// A mere trace.
    Trace,
    /// It shows, or something is missing.
    Plain,
    /// It may not work, unless somebody says that it does.
    Doubtful,
    /// It does not work, or has to be repaired first.
    Fatal,
}

impl Severity {
    /// The best grade that an item with such a defect can have.
    const fn at_best(self, works: bool) -> Condition {
        match (self, works) {
            (Self::Trace, _) => Condition::Good,
            (Self::Plain, _) | (Self::Doubtful, true) => Condition::Fair,
            (Self::Doubtful, false) | (Self::Fatal, _) => Condition::ForParts,
        }
    }
}

/// The grade, if any can be read. In doubt it is the lower one; grades are in
/// order, the best first.
pub(super) fn grade(hints: &Hints) -> Option<Condition> {
    let stated = hints.stated.iter().copied().max();
    let has = |clue| hints.clues.contains(&clue);
    let stated = match (stated, has(Clue::Tags)) {
        (None | Some(Condition::New), true) => Some(Condition::NewWithTags),
        (stated, _) => stated,
    };
    let stated = stated.map(|grade| if has(Clue::Washed) { grade.max(Condition::LikeNew) } else { grade });
    let stated = stated.map(|grade| if has(Clue::Doubt) { lower(grade) } else { grade });
    let cap = hints.defects.iter().map(|defect| defect.at_best(has(Clue::Works))).max();
    match (stated, cap) {
        (Some(stated), Some(cap)) => Some(stated.max(cap)),
        (Some(grade), None) | (None, Some(grade)) => Some(grade),
        (None, None) => hints.implied.iter().copied().max(),
    }
}

/// The next worse grade. Nobody doubts a thing into pieces.
fn lower(grade: Condition) -> Condition {
    if grade >= Condition::Fair {
        return grade;
    }
    let worse = Condition::ALL.iter().copied().find(|other| *other > grade);
    worse.unwrap_or(grade)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lower_grade_is_taken_in_doubt() {
        let stated = |stated: &[Condition]| Hints { stated: stated.to_vec(), ..Hints::default() };
        let check = |hints: Hints, expected| assert_eq!(grade(&hints), expected, "{hints:?}");
        check(Hints::default(), None);
        check(stated(&[Condition::New, Condition::VeryGood]), Some(Condition::VeryGood));
        check(Hints { clues: vec![Clue::Tags], ..stated(&[Condition::New]) }, Some(Condition::NewWithTags));
        check(Hints { clues: vec![Clue::Tags], ..stated(&[Condition::Good]) }, Some(Condition::Good));
        check(Hints { clues: vec![Clue::Washed], ..stated(&[Condition::New]) }, Some(Condition::LikeNew));
        check(Hints { clues: vec![Clue::Doubt], ..stated(&[Condition::Good]) }, Some(Condition::Fair));
        check(Hints { clues: vec![Clue::Doubt], ..stated(&[Condition::Fair]) }, Some(Condition::Fair));
        let trace = Hints { defects: vec![Severity::Trace], ..stated(&[Condition::LikeNew]) };
        check(trace, Some(Condition::Good));
    }

    #[test]
    fn what_may_not_work_is_for_parts_unless_it_works() {
        let cracked = Hints { defects: vec![Severity::Doubtful], ..Hints::default() };
        assert_eq!(grade(&cracked), Some(Condition::ForParts));
        assert_eq!(grade(&Hints { clues: vec![Clue::Works], ..cracked.clone() }), Some(Condition::Fair));
        let dead = Hints { defects: vec![Severity::Fatal], clues: vec![Clue::Works], ..Hints::default() };
        assert_eq!(grade(&dead), Some(Condition::ForParts));
    }
}
